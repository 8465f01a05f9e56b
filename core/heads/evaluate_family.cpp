// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/base/options.h"
#include "core/heads/attention_row.h"
#include "core/heads/evaluate.h"

namespace tt {
namespace {

using Index = Eigen::Index;

constexpr std::int64_t kTableEntries = std::int64_t{1} << 22;  // 32 MB a table
constexpr std::int64_t kBlock = 1024;                          // inputs between two looks at the stop token

/// Collects errors of inputs one by one.
class Tally {
 public:
  template <class MakeSequence>
  void add(double output, int target, MakeSequence make_sequence) {
    const double error = error_of(output, target);
    if (error > result.max_error || result.worst.sequence.empty()) {
      result.max_error = std::max(result.max_error, error);
      result.worst = {make_sequence(), target, output};
    }
  }

  FamilyEvaluation result;
};

/// alpha and p between the queries of a family and its tokens, where that is small enough to keep.
struct FamilyTables {
  std::vector<Index> query_row;  // by token index; -1: never a query
  Eigen::MatrixXd alpha, p;
};

std::optional<FamilyTables> tables_of(const Head& head, const Kernel& kernel, const Family& family) {
  if (!head.position_gains.empty()) return std::nullopt;
  FamilyTables tables;
  tables.query_row.assign(family.tokens.size(), -1);
  std::vector<BitToken> queries;
  for (std::size_t i = 0; i < family.size(); ++i) {
    const auto x = static_cast<std::size_t>(family.input(i).front());
    if (tables.query_row[x] >= 0) continue;
    tables.query_row[x] = static_cast<Index>(queries.size());
    queries.push_back(family.tokens[x]);
  }
  const auto entries =
      static_cast<std::int64_t>(queries.size()) * static_cast<std::int64_t>(family.tokens.size());
  if (entries > kTableEntries) return std::nullopt;
  tables.alpha = kernel.matrix(queries, family.tokens);
  tables.p = lookup_matrix(head, queries, family.tokens);
  return tables;
}

/// The query's output by the rows of the kernel; the slow way, for gains, large families and underflowing
/// powers.
Expected<double> output_by_row(const Head& head, const Kernel& kernel, Sequence sequence) {
  const BitToken x = sequence.front();
  if (head.scope == Scope::causal_final) std::rotate(sequence.begin(), sequence.begin() + 1, sequence.end());
  const auto alpha = relative_alpha(head, kernel, {&x, 1}, sequence);
  if (!alpha) return tl::unexpected<Error>(alpha.error());
  const Eigen::MatrixXd p = lookup_matrix(head, {&x, 1}, sequence);
  Ratio ratio;
  for (Index j = 0; j < alpha->cols(); ++j) ratio.add((*alpha)(0, j), p(0, j));
  return ratio.value();
}

double output_by_tables(const FamilyTables& tables, std::span<const std::int32_t> input) {
  const Index row = tables.query_row[static_cast<std::size_t>(input.front())];
  Ratio ratio;
  for (const std::int32_t token : input) ratio.add(tables.alpha(row, token), tables.p(row, token));
  return ratio.value();
}

void finish(FamilyEvaluation& result, double right, double epsilon) {
  result.exact_accuracy = result.sequences > 0 ? right / static_cast<double>(result.sequences) : 0.0;
  result.solved = result.complete && result.max_error < epsilon;
}

Sequence query_first(std::span<const BitToken> sequence, std::size_t i) {
  Sequence result(sequence.begin(), sequence.end());
  std::rotate(result.begin(), result.begin() + static_cast<std::ptrdiff_t>(i),
              result.begin() + static_cast<std::ptrdiff_t>(i) + 1);
  return result;
}

}  // namespace

Expected<FamilyEvaluation> evaluate_family(const Head& head, const Family& family, double epsilon,
                                           std::stop_token stop, Progress* progress) {
  if (auto ok = check_epsilon(epsilon); !ok) return tl::unexpected<Error>(ok.error());
  if (auto ok = check(head); !ok) return tl::unexpected<Error>(ok.error());
  if (head.map.m != family.m) {
    return fail("bits of the head", std::to_string(head.map.m),
                std::to_string(family.m) + ", as the family has");
  }
  const auto kernel = Kernel::make(head.map);
  if (!kernel) return tl::unexpected<Error>(kernel.error());
  const auto tables = tables_of(head, *kernel, family);
  const auto total = static_cast<std::int64_t>(family.size());
  if (progress) progress->total = total;

  Tally tally;
  double right = 0.0;
  for (std::int64_t i = 0; i < total; ++i) {
    if (i % kBlock == 0) {
      if (progress) progress->done = i;
      if (stop.stop_requested()) {
        tally.result.complete = false;
        break;
      }
    }
    const auto row = static_cast<std::size_t>(i);
    double output = tables ? output_by_tables(*tables, family.input(row)) : std::nan("");
    if (!std::isfinite(output)) {
      const auto slow = output_by_row(head, *kernel, family.sequence(row));
      if (!slow) return tl::unexpected<Error>(slow.error());
      output = *slow;
    }
    right += error_of(output, family.targets[row]) < 0.5 ? 1.0 : 0.0;
    tally.add(output, family.targets[row], [&] { return family.sequence(row); });
    ++tally.result.sequences;
  }
  if (progress) progress->done = tally.result.sequences;
  tally.result.scope = std::to_string(total) + " inputs of length " + std::to_string(family.n);
  finish(tally.result, right, epsilon);
  return std::move(tally.result);
}

Expected<FamilyEvaluation> evaluate_random(const Head& head, int n, int count, std::uint64_t seed,
                                           double epsilon, std::stop_token stop) {
  if (auto ok = check_epsilon(epsilon); !ok) return tl::unexpected<Error>(ok.error());
  if (auto ok = check(head); !ok) return tl::unexpected<Error>(ok.error());
  const auto family = random_family(head.map.m, n, count, seed);
  if (!family) return tl::unexpected<Error>(family.error());
  const auto kernel = Kernel::make(head.map);
  if (!kernel) return tl::unexpected<Error>(kernel.error());

  Tally tally;
  double right = 0.0;
  for (std::size_t i = 0; i < family->size(); ++i) {
    if (stop.stop_requested()) {
      tally.result.complete = false;
      break;
    }
    const Sequence sequence = family->sequence(i);
    const Evaluation e = evaluate_pairs(head, *kernel, sequence);
    const std::size_t first = head.scope == Scope::causal_final ? sequence.size() - 1 : 0;
    for (std::size_t q = first; q < sequence.size(); ++q) {
      tally.add(e.outputs[q], e.targets[q], [&] { return query_first(sequence, q); });
    }
    right += e.max_error < 0.5 ? 1.0 : 0.0;
    ++tally.result.sequences;
  }
  tally.result.scope = std::to_string(count) + " random sequences of length " + std::to_string(n) +
                       ", seed " + std::to_string(seed);
  finish(tally.result, right, epsilon);
  return std::move(tally.result);
}

}  // namespace tt
