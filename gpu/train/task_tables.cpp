// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/train/model.h"
#include "gpu/train/task_view.h"

namespace tt::gpu {
namespace {

using Ints = std::vector<std::int32_t>;

/// Where the groups of an ordered list begin: groups() + 1 numbers.
Ints begins(const Ints& group_of, int groups) {
  Ints begin(static_cast<std::size_t>(groups) + 1, 0);
  for (const std::int32_t group : group_of) ++begin[static_cast<std::size_t>(group) + 1];
  for (std::size_t i = 1; i < begin.size(); ++i) begin[i] += begin[i - 1];
  return begin;
}

/// Places of an unordered list by group, in order within each.
Ints grouped(const Ints& group_of, const Ints& begin) {
  Ints places(group_of.size()), next(begin.begin(), begin.end() - 1);
  for (std::size_t i = 0; i < group_of.size(); ++i)
    places[static_cast<std::size_t>(next[static_cast<std::size_t>(group_of[i])]++)] =
        static_cast<std::int32_t>(i);
  return places;
}

Ints monomial_factors(const Shape& shape) {
  Ints factors;
  for (const auto& powers : monomials(shape.channels(), shape.degree)) {
    Ints of_one;
    for (std::size_t c = 0; c < powers.size(); ++c)
      for (int k = 0; k < powers[c]; ++k) of_one.push_back(static_cast<std::int32_t>(c));
    of_one.resize(kMostDegree, -1);
    factors.insert(factors.end(), of_one.begin(), of_one.end());
  }
  return factors;
}

int as_int(std::size_t value) { return static_cast<int>(value); }

TaskView numbers_of(const Problem& problem, const Shape& shape, Objective objective) {
  const ParameterLayout lay = parameter_layout(problem, shape);
  TaskView v;
  v.inputs = as_int(problem.inputs());
  v.entries = as_int(problem.entries.size());
  v.queries = as_int(lay.queries);
  v.keys = as_int(lay.keys);
  v.rank = shape.rank;
  v.stride = shape.rank | 1;
  v.heads = shape.heads;
  v.channels = shape.channels();
  v.per_head = v.channels / v.heads;
  v.values = shape.values;
  v.monomials = shape.plain_readout() ? 0 : as_int(lay.monomials);
  v.size = as_int(lay.size);
  v.key_at = as_int(lay.key);
  v.value_at = as_int(lay.value);
  v.values_per_head = as_int(lay.values_per_head);
  v.readout_at = as_int(lay.readout);
  v.features = shape.features;
  v.objective = objective;
  v.epsilon = static_cast<float>(problem.epsilon);
  return v;
}

}  // namespace

TaskTables::TaskTables(const Problem& problem, const Shape& shape, Objective objective)
    : view(numbers_of(problem, shape, objective)) {
  Ints entry_query, entry_key, term_entry, term_count, pair_entry, pair_input;
  for (const Problem::Entry& entry : problem.entries) {
    entry_query.push_back(entry.query);
    entry_key.push_back(entry.key);
  }
  for (const Problem::Term& term : problem.terms) {
    term_entry.push_back(term.entry);
    term_count.push_back(term.count);
  }
  for (std::size_t i = 0; i < problem.inputs(); ++i)
    for (std::size_t k = 0; k < problem.input(i).size(); ++k)
      pair_input.push_back(static_cast<std::int32_t>(i));
  const Ints key_begin = begins(entry_key, view.keys), pair_begin = begins(term_entry, view.entries);
  const Ints pairs = grouped(term_entry, pair_begin);
  Ints inputs_of_pairs, counts_of_pairs;
  for (const std::int32_t place : pairs) {
    inputs_of_pairs.push_back(pair_input[static_cast<std::size_t>(place)]);
    counts_of_pairs.push_back(term_count[static_cast<std::size_t>(place)]);
  }
  const Ints lists[] = {entry_query,
                        entry_key,
                        begins(entry_query, view.queries),
                        key_begin,
                        grouped(entry_key, key_begin),
                        problem.term_begin,
                        term_entry,
                        term_count,
                        pair_begin,
                        inputs_of_pairs,
                        counts_of_pairs,
                        problem.input_query,
                        begins(problem.input_query, view.queries),
                        shape.plain_readout() ? Ints() : monomial_factors(shape)};
  std::vector<std::size_t> starts;
  for (const Ints& list : lists) {
    starts.push_back(whole.size());
    whole.insert(whole.end(), list.begin(), list.end());
  }
  const std::int32_t** const places[] = {
      &view.entry_query, &view.entry_key,   &view.query_begin, &view.key_begin,  &view.key_entries,
      &view.term_begin,  &view.term_entry,  &view.term_count,  &view.pair_begin, &view.pair_input,
      &view.pair_count,  &view.input_query, &view.input_begin, &view.factors};
  for (std::size_t i = 0; i < starts.size(); ++i) *places[i] = whole.data() + starts[i];
  for (const std::int32_t target : problem.target) real.push_back(static_cast<float>(target));
  for (const std::int32_t repeats : problem.multiplicity)
    real.push_back(static_cast<float>(static_cast<double>(repeats) / static_cast<double>(problem.total)));
  view.target = real.data();
  view.input_weight = real.data() + problem.inputs();
}

TaskView TaskTables::at(const std::int32_t* whole_there, const float* real_there) const {
  TaskView there = view;
  const std::int32_t** const places[] = {
      &there.entry_query, &there.entry_key,   &there.query_begin, &there.key_begin,  &there.key_entries,
      &there.term_begin,  &there.term_entry,  &there.term_count,  &there.pair_begin, &there.pair_input,
      &there.pair_count,  &there.input_query, &there.input_begin, &there.factors};
  for (const std::int32_t** place : places) *place = whole_there + (*place - whole.data());
  there.target = real_there + (view.target - real.data());
  there.input_weight = real_there + (view.input_weight - real.data());
  return there;
}

}  // namespace tt::gpu
