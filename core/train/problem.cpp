// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/problem.h"

#include <algorithm>
#include <map>

#include "core/base/options.h"

namespace tt {
namespace {

constexpr std::size_t kMaxTerms = std::size_t{1} << 24;

/// A query with the multiset of all its tokens, itself among them, as (key, count) in increasing order.
struct Distinct {
  std::int32_t query = 0;
  std::vector<std::pair<std::int32_t, std::int32_t>> counts;
  auto operator<=>(const Distinct&) const = default;
};

Distinct distinct_input(std::span<const std::int32_t> input) {
  std::vector<std::int32_t> tokens(input.begin(), input.end());
  std::ranges::sort(tokens);
  Distinct result{input.front(), {}};
  for (const std::int32_t token : tokens) {
    if (result.counts.empty() || result.counts.back().first != token) result.counts.emplace_back(token, 0);
    ++result.counts.back().second;
  }
  return result;
}

/// Numbers tokens in the order of the family's table, leaving out those that do not occur.
class Numbering {
 public:
  explicit Numbering(std::size_t tokens) : of_(tokens, -1) {}
  void use(std::int32_t token) { of_[static_cast<std::size_t>(token)] = 0; }
  [[nodiscard]] std::vector<BitToken> number(const std::vector<BitToken>& tokens) {
    std::vector<BitToken> used;
    for (std::size_t i = 0; i < of_.size(); ++i)
      if (of_[i] == 0) {
        of_[i] = static_cast<std::int32_t>(used.size());
        used.push_back(tokens[i]);
      }
    return used;
  }
  [[nodiscard]] std::int32_t operator[](std::int32_t token) const {
    return of_[static_cast<std::size_t>(token)];
  }

 private:
  std::vector<std::int32_t> of_;
};

using Inputs = std::map<Distinct, std::pair<std::int32_t, std::int32_t>>;  ///< to target and multiplicity

/// Entries of all (query, key) pairs that occur, in order.
std::map<std::pair<std::int32_t, std::int32_t>, std::int32_t> number_entries(const Inputs& inputs,
                                                                             const Numbering& queries,
                                                                             const Numbering& keys,
                                                                             Problem& problem) {
  std::map<std::pair<std::int32_t, std::int32_t>, std::int32_t> entry_of;
  for (const auto& [input, rest] : inputs)
    for (const auto& [token, count] : input.counts)
      entry_of.emplace(std::pair(queries[input.query], keys[token]), 0);
  for (auto& [pair, index] : entry_of) {
    index = static_cast<std::int32_t>(problem.entries.size());
    problem.entries.push_back({pair.first, pair.second});
  }
  return entry_of;
}

}  // namespace

Expected<Problem> compile(const Family& family, double epsilon) {
  if (const auto sound = check_epsilon(epsilon); !sound) return tl::unexpected(sound.error());
  if (family.size() == 0) return fail("inputs of the family", "0", "at least 1");
  Inputs inputs;
  Numbering queries(family.tokens.size()), keys(family.tokens.size());
  std::size_t terms = 0;
  for (std::size_t i = 0; i < family.size(); ++i) {
    const auto [at, fresh] = inputs.try_emplace(distinct_input(family.input(i)), family.targets[i], 0);
    ++at->second.second;
    if (!fresh) continue;
    terms += at->first.counts.size();
    if (terms > kMaxTerms) return fail("terms of the family", "more than 2^24", "at most 2^24");
    queries.use(at->first.query);
    for (const auto& [token, count] : at->first.counts) keys.use(token);
  }
  Problem problem;
  problem.m = family.m;
  problem.n = family.n;
  problem.epsilon = epsilon;
  problem.query_tokens = queries.number(family.tokens);
  problem.key_tokens = keys.number(family.tokens);
  const auto entry_of = number_entries(inputs, queries, keys, problem);
  problem.term_begin.push_back(0);
  for (const auto& [input, rest] : inputs) {
    const std::int32_t query = queries[input.query];
    for (const auto& [token, count] : input.counts)
      problem.terms.push_back({entry_of.at({query, keys[token]}), count});
    problem.term_begin.push_back(static_cast<std::int32_t>(problem.terms.size()));
    problem.input_query.push_back(query);
    problem.target.push_back(rest.first);
    problem.multiplicity.push_back(rest.second);
    problem.total += rest.second;
  }
  return problem;
}

}  // namespace tt
