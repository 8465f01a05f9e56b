// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/domination/gap.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/base/random.h"

namespace tt {
namespace {

// The largest product over all ways to write at most `total` as a sum of gaps, by trying them all.
double best_by_force(int n, double epsilon, int total) {
  double best = 1.0;
  for (int d = 1; d <= total; ++d) {
    if (gap_conditions(n, epsilon, d).stated())
      best = std::max(best, mu(n, epsilon, d) * best_by_force(n, epsilon, total - d));
  }
  return best;
}

TEST(Gap, FactorAtOneHalfCountsTheGapLessOne) {
  for (int n = 2; n <= 20; ++n) {
    for (int d = 1; d <= 20; ++d) EXPECT_EQ(mu(n, 0.5, d), (n - 2.0) * (d - 1.0));
  }
}

TEST(Gap, FactorGrowsWithLengthAndGapAndFallsWithError) {
  for (const double epsilon : {0.05, 0.2, 0.37, 0.5}) {
    for (int n = 3; n <= 10; ++n) {
      for (int d = 2; d <= 10; ++d) {
        EXPECT_LT(mu(n, epsilon, d), mu(n + 1, epsilon, d));
        EXPECT_LT(mu(n, epsilon, d), mu(n, epsilon, d + 1));
        EXPECT_GT(mu(n, epsilon * 0.9, d), mu(n, epsilon, d));
      }
    }
  }
}

TEST(Gap, StatedConditionIsAFactorOfAtLeastOne) {
  for (const double epsilon : {0.125, 0.25, 0.3, 0.5}) {
    for (int n = 3; n <= 12; ++n) {
      for (int d = 1; d <= 8; ++d) {
        const GapConditions conditions = gap_conditions(n, epsilon, d);
        EXPECT_EQ(conditions.stated(), mu(n, epsilon, d) >= 1.0) << n << " " << epsilon << " " << d;
        EXPECT_EQ(conditions.shifted(), mu(n, epsilon, d) > 0.0);
      }
    }
  }
}

TEST(Gap, LemmaSaysNothingBelowLengthThreeOrAtGapOne) {
  EXPECT_FALSE(gap_conditions(2, 0.5, 5).stated());
  EXPECT_FALSE(gap_conditions(2, 0.5, 5).shifted());
  EXPECT_FALSE(gap_conditions(3, 0.5, 1).stated());
  for (int n = 3; n <= 64; ++n) EXPECT_TRUE(gap_conditions(n, 0.5, 2).stated());
}

TEST(Gap, BestGapsAreBestOfAllCompositions) {
  for (const double epsilon : {0.1, 0.25, 0.4, 0.5}) {
    for (const int n : {3, 4, 5, 8, 16}) {
      const std::vector<double> table = best_lambda_log2(n, epsilon, 14);
      for (int total = 0; total <= 14; ++total) {
        const Gaps best = best_gaps(n, epsilon, total);
        const double expected = best_by_force(n, epsilon, total);
        EXPECT_NEAR(best.lambda() / expected, 1.0, 1e-12) << n << " " << epsilon << " " << total;
        EXPECT_NEAR(best.lambda_log2, std::log2(expected), 1e-12);
        EXPECT_NEAR(table[static_cast<std::size_t>(total)], best.lambda_log2, 1e-12);
        EXPECT_TRUE(std::ranges::is_sorted(best.gaps));
        if (!best.gaps.empty()) {
          EXPECT_EQ(std::accumulate(best.gaps.begin(), best.gaps.end(), 0), total);
        }
      }
    }
  }
}

TEST(Gap, OneGapOfSixBeatsTwoOfThree) {
  EXPECT_EQ(best_gaps(3, 0.5, 6).gaps, (std::vector{6}));
  EXPECT_EQ(best_gaps(3, 0.5, 6).lambda(), 5.0);
  EXPECT_EQ(equal_gaps(3, 0.5, 6, 3).gaps, (std::vector{3, 3}));
  EXPECT_EQ(equal_gaps(3, 0.5, 6, 3).lambda(), 4.0);
}

TEST(Gap, BestGrowthPerUnitOfOverlap) {
  const auto gap_of = [](int n) {
    int best = 2;
    for (int d = 2; d <= 20; ++d) {
      if (std::log2(mu(n, 0.5, d)) / d > std::log2(mu(n, 0.5, best)) / best) best = d;
    }
    return best;
  };
  EXPECT_EQ(gap_of(3), 5);
  EXPECT_EQ(gap_of(4), 3);
  EXPECT_EQ(gap_of(8), 2);
  EXPECT_EQ(gap_of(16), 2);
  EXPECT_DOUBLE_EQ(best_gaps(3, 0.5, 1000).lambda_log2, 400.0);
}

TEST(Gap, EqualGapsGiveTheRemainderToTheLast) {
  EXPECT_EQ(equal_gaps(3, 0.5, 8, 3).gaps, (std::vector{3, 5}));
  EXPECT_EQ(equal_gaps(3, 0.5, 9, 3).gaps, (std::vector{3, 3, 3}));
  EXPECT_TRUE(equal_gaps(3, 0.5, 2, 3).gaps.empty());
  EXPECT_EQ(equal_gaps(3, 0.5, 2, 3).lambda(), 1.0);
  EXPECT_EQ(equal_gaps(3, 0.5, 3, 1).lambda(), 0.0);  // gaps of one bound nothing at eps = 1/2
  EXPECT_TRUE(equal_gaps(3, 0.5, 3, 0).gaps.empty());
}

TEST(Gap, HugeFactorsStayFiniteAsLogarithms) {
  const Gaps gaps = best_gaps(1'000'000, 1e-300, 5000);
  EXPECT_TRUE(std::isfinite(gaps.lambda_log2));
  EXPECT_TRUE(std::isinf(gaps.lambda()));
}

TEST(Gap, DegreeRootsAsInTheTheory) {
  EXPECT_NEAR(mu_degree(2, 0.5, 3), 0.7247, 5e-5);
  EXPECT_NEAR(mu_degree(2, 0.5, 5), 1.2321, 5e-5);
  EXPECT_NEAR(mu_degree(2, 0.5, 8), 1.7913, 5e-5);
  EXPECT_NEAR(mu_degree(2, 0.5, 16), 2.8541, 5e-5);
  EXPECT_NEAR(mu_degree(2, 0.5, 32), 4.3218, 5e-5);
  EXPECT_NEAR(mu_degree(3, 0.5, 8), 1.0, 1e-12);
  EXPECT_NEAR(mu_degree(3, 0.5, 16), 1.4955, 5e-5);
  EXPECT_NEAR(mu_degree(3, 0.5, 64), 2.7981, 5e-5);
  for (int d = 2; d <= 40; ++d) EXPECT_NEAR(mu_degree(1, 0.5, d), d - 1.0, 1e-12 * d);
}

TEST(Gap, DegreeRootSolvesItsEquation) {
  for (int degree = 1; degree <= 8; ++degree) {
    for (const double epsilon : {0.1, 0.3, 0.5}) {
      for (int d = 1; d <= 64; d += 3) {
        const double rho = mu_degree(degree, epsilon, d);
        double sum = 0.0, binomial = 1.0;
        for (int k = 1; k <= degree + 1; ++k) {
          binomial = binomial * (degree + 2 - k) / k;
          sum += binomial * std::pow(1.0 + k * (rho - 1.0) / (degree + 1.0), degree);
        }
        if (rho > 0.0)
          EXPECT_NEAR(epsilon * sum / (d - epsilon), 1.0, 1e-11);
        else
          EXPECT_GE(epsilon * sum * (1.0 + 1e-12), d - epsilon);
      }
    }
  }
}

TEST(Gap, DegreeOneIsTheLemmaAtLengthThree) {
  for (const double epsilon : {0.1, 0.25, 0.5}) {
    for (int d = 2; d <= 12; ++d)
      EXPECT_NEAR(mu_degree(1, epsilon, d), mu(3, epsilon, d), 1e-11 * d / epsilon);
  }
}

}  // namespace
}  // namespace tt
