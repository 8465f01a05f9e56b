// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/best_lookup.h"

#include <cmath>

#include "core/base/random.h"
#include "tests/core/train/train_test_support.h"

namespace tt {
namespace {

double error_of(const Problem& problem, const std::vector<double>& weights, const std::vector<double>& p) {
  double worst = 0.0;
  for (std::size_t i = 0; i < problem.inputs(); ++i) {
    double sum = 0.0, total = 0.0;
    for (const Problem::Term& term : problem.input(i)) {
      const auto entry = static_cast<std::size_t>(term.entry);
      total += term.count * weights[entry];
      sum += term.count * weights[entry] * p[entry];
    }
    worst = std::max(worst, std::abs(sum / total - problem.target[i]));
  }
  return worst;
}

TEST(BestLookup, IsExactForUniformWeightsAtLengthTwo) {
  // p = 2 <x,z> - |x| (theory 3.1).
  const auto problem = all_of(3, 2);
  const std::vector<double> weights(problem->entries.size(), 1.0), start(weights.size(), 0.0);
  EXPECT_LT(error_of(*problem, weights, best_lookup(*problem, weights, start)), 1e-9);
}

TEST(BestLookup, NoLookupIsBetter) {
  const auto problem = all_of(2, 3);
  const RandomStream random(5, Purpose::test);
  std::vector<double> weights, overlaps;
  for (std::size_t i = 0; i < problem->entries.size(); ++i) {
    const auto [query, key] = problem->entries[i];
    weights.push_back(0.05 + random.uniform(i));
    overlaps.push_back(overlap(problem->query_tokens[static_cast<std::size_t>(query)],
                               problem->key_tokens[static_cast<std::size_t>(key)]));
  }
  const std::vector<double> best = best_lookup(*problem, weights, overlaps);
  const double least = error_of(*problem, weights, best);
  EXPECT_LE(least, error_of(*problem, weights, overlaps) + 1e-9);
  for (std::uint64_t i = 0; i < 300; ++i) {
    std::vector<double> other = best;
    for (std::size_t k = 0; k < other.size(); ++k)
      other[k] += 0.1 * random.normal(1000 + i * other.size() + k);
    EXPECT_GE(error_of(*problem, weights, other), least - 1e-9);
  }
}

TEST(BestLookup, LeavesQueriesWithoutWeightAlone) {
  const auto problem = all_of(2, 3);
  std::vector<double> weights(problem->entries.size(), 1.0);
  const std::vector<double> start(weights.size(), 7.0);
  for (std::size_t i = 0; i < weights.size(); ++i)
    if (problem->entries[i].query == 1) weights[i] = 0.0;
  const std::vector<double> best = best_lookup(*problem, weights, start);
  for (std::size_t i = 0; i < weights.size(); ++i) EXPECT_EQ(best[i] == 7.0, problem->entries[i].query == 1);
}

TEST(BestLookup, StopsWithThePresentValues) {
  const auto problem = all_of(2, 3);
  const std::vector<double> weights(problem->entries.size(), 1.0), start(weights.size(), 7.0);
  std::stop_source stop;
  stop.request_stop();
  EXPECT_EQ(best_lookup(*problem, weights, start, stop.get_token()), start);
}

}  // namespace
}  // namespace tt
