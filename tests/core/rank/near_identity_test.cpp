// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rank/near_identity.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/base/random.h"
#include "core/rank/spectra.h"

namespace tt {
namespace {

Eigen::MatrixXd random_matrix(int rows, int cols, std::uint64_t seed) {
  const RandomStream random(seed, Purpose::test);
  Eigen::MatrixXd matrix(rows, cols);
  for (Eigen::Index k = 0; k < matrix.size(); ++k) matrix(k) = random.normal(static_cast<std::uint64_t>(k));
  return matrix;
}

// A matrix of low rank with the identity mixed in: A B + s 1, A of `rank` columns.
Eigen::MatrixXd low_rank_matrix(int size, int rank, std::uint64_t seed) {
  return random_matrix(size, rank, seed) * random_matrix(rank, size, seed + 1000);
}

TEST(NearIdentity, RankIsNeverBelowTheBounds) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const int size = 2 + static_cast<int>(seed % 19);
    for (const double lambda : {0.7, 1.0, 2.0, 5.0, 30.0}) {
      for (const bool is_signed : {false, true}) {
        const auto c = synthetic_near_identity(size, lambda, is_signed, seed);
        ASSERT_TRUE(c);
        const int rank = spectrum(*c)->numeric_rank;
        const NearIdentityReport report = near_identity_report(*c);
        EXPECT_GE(report.lambda, lambda);
        EXPECT_GE(rank, report.rank_bound - 1e-9);
        EXPECT_GE(rank, report.trace - 1e-9);
        EXPECT_GE(rank, report.shifted.bound - 1e-9);
        EXPECT_EQ(std::isnan(report.centered), report.min_off_diagonal < 0.0);
        if (!is_signed) {
          EXPECT_GE(rank, report.centered - 1e-9);
        }
        // The entries that are known never give less than their largest alone.
        EXPECT_GE(report.trace, report.rank_bound - 1e-9);
        if (!is_signed) {
          EXPECT_GE(report.shifted.bound, report.centered - 1e-9);
        }
      }
    }
  }
}

TEST(NearIdentity, TraceBoundsHoldForLowRank) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const int size = 3 + static_cast<int>(seed % 12), rank = 1 + static_cast<int>(seed % 4);
    const Eigen::MatrixXd c = low_rank_matrix(size, rank, seed);
    EXPECT_LE(trace_bound(c), std::min(rank, size) + 1e-9);
    EXPECT_LE(best_shift_bound(c).bound, std::min(rank, size) + 1e-9);
  }
}

TEST(NearIdentity, BestShiftIsBestOnAGrid) {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    const Eigen::MatrixXd c = random_matrix(6, 6, seed) + 2.0 * Eigen::MatrixXd::Identity(6, 6);
    const ShiftedBound best = best_shift_bound(c);
    EXPECT_NEAR(trace_bound((c.array() - best.shift).matrix()) - 1.0, best.bound, 1e-12);
    for (int k = -400; k <= 400; ++k) {
      EXPECT_LE(trace_bound((c.array() - k / 40.0).matrix()) - 1.0, best.bound + 1e-12);
    }
  }
}

TEST(NearIdentity, ShiftUndoesAConstant) {
  const Eigen::MatrixXd c = (Eigen::MatrixXd::Identity(9, 9).array() + 0.75).matrix();
  const ShiftedBound best = best_shift_bound(c);
  EXPECT_NEAR(best.shift, 0.75, 1e-12);
  EXPECT_NEAR(best.bound, 8.0, 1e-12);
  EXPECT_NEAR(best_shift_bound(Eigen::MatrixXd::Constant(4, 4, 2.0)).bound, 0.0, 1e-12);
}

TEST(NearIdentity, ExamplesOfTheTheory) {
  const auto plain = [](double size, double lambda) {
    return integer_rank(near_identity_bound(size, lambda), true);
  };
  const auto centered = [](double size, double lambda) {
    return integer_rank(centered_bound(size, lambda), false);
  };
  EXPECT_EQ(plain(15, 4), 9);
  EXPECT_EQ(centered(15, 4), 11);
  EXPECT_EQ(plain(24, 5), 13);
  EXPECT_EQ(centered(24, 5), 18);
  EXPECT_EQ(plain(77, 4), 14);
  EXPECT_EQ(centered(77, 4), 30);
  EXPECT_EQ(plain(2576, 3), 9);
  EXPECT_EQ(centered(2576, 3), 24);
}

TEST(NearIdentity, IntegerRank) {
  EXPECT_EQ(integer_rank(8.0, true), 9);
  EXPECT_EQ(integer_rank(8.5, true), 9);
  EXPECT_EQ(integer_rank(8.0, false), 8);
  EXPECT_EQ(integer_rank(8.5, false), 9);
  EXPECT_EQ(integer_rank(-3.0, false), 1);
  EXPECT_EQ(integer_rank(0.2, true), 1);
  EXPECT_EQ(integer_rank(std::numeric_limits<double>::quiet_NaN(), true), 1);
}

TEST(NearIdentity, BoundsGrowWithSizeAndFactorAndEndAtTheirLimits) {
  for (const double lambda : {0.6, 1.0, 3.0, 50.0}) {
    for (int size = 2; size <= 100; ++size) {
      if (lambda > 1.0) {
        EXPECT_GE(near_identity_bound(size + 1, lambda), near_identity_bound(size, lambda));
      }
      EXPECT_LE(near_identity_bound(size, lambda), near_identity_bound(size, lambda * 1.1));
      EXPECT_LE(near_identity_bound(size, lambda), size);
      EXPECT_LE(near_identity_bound(size, lambda), std::max(1.0, lambda * lambda) + 1e-9);
      EXPECT_LE(centered_bound(size, lambda), size - 1.0);
    }
  }
  EXPECT_EQ(near_identity_bound(7, std::numeric_limits<double>::infinity()), 7);
  EXPECT_EQ(near_identity_bound(7, 0.0), 0);
  EXPECT_EQ(near_identity_bound(1, 0.5), 1);
  EXPECT_EQ(near_identity_bound(12, 1.0), 1);
}

TEST(NearIdentity, LogarithmsAgreeWithPlainNumbers) {
  for (const double size : {1.0, 2.0, 3.0, 15.0, 77.0, 1e6}) {
    for (const double lambda : {0.6, 1.0, 1.5, 4.0, 100.0, 1e5}) {
      const double plain = near_identity_bound(size, lambda), centered = centered_bound(size, lambda);
      EXPECT_NEAR(std::exp2(near_identity_bound_log2(std::log2(size), std::log2(lambda))), plain,
                  1e-9 * plain);
      EXPECT_NEAR(std::exp2(centered_bound_log2(std::log2(size), std::log2(lambda))), std::max(centered, 0.0),
                  1e-8 * std::max(centered, 1.0));
    }
  }
  // T = 2^3000 and Lambda = 2^1000: close to Lambda^2 and to (2 Lambda)^2.
  EXPECT_NEAR(near_identity_bound_log2(3000, 1000), 2000.0, 1e-9);
  EXPECT_NEAR(centered_bound_log2(3000, 1000), 2002.0, 1e-9);
  EXPECT_NEAR(near_identity_bound_log2(3000, 5000), 3000.0, 1e-9);
}

TEST(NearIdentity, SyntheticMatricesAreAsAsked) {
  const auto plain = synthetic_near_identity(40, 4.0, false, 3),
             signs = synthetic_near_identity(40, 4.0, true, 3);
  ASSERT_TRUE(plain && signs);
  EXPECT_EQ(*plain, *synthetic_near_identity(40, 4.0, false, 3));
  EXPECT_NE(*plain, *synthetic_near_identity(40, 4.0, false, 4));
  EXPECT_TRUE((plain->diagonal().array() == 1.0).all());
  EXPECT_GE(near_identity_report(*plain).min_off_diagonal, 0.0);
  EXPECT_LT(near_identity_report(*signs).min_off_diagonal, 0.0);
  EXPECT_LE(near_identity_report(*signs).max_off_diagonal, 0.25);
  EXPECT_FALSE(synthetic_near_identity(0, 4.0, false, 1));
  EXPECT_FALSE(synthetic_near_identity(4097, 4.0, false, 1));
  EXPECT_FALSE(synthetic_near_identity(4, 0.0, false, 1));
  EXPECT_FALSE(synthetic_near_identity(4, std::numeric_limits<double>::quiet_NaN(), false, 1));
}

TEST(NearIdentity, ReportNamesTheWorstEntry) {
  Eigen::MatrixXd c = Eigen::MatrixXd::Identity(4, 4);
  EXPECT_TRUE(std::isinf(near_identity_report(c).lambda));
  EXPECT_EQ(near_identity_report(c).rank_bound, 4.0);
  c(2, 1) = -0.5;
  c(0, 3) = 0.25;
  const NearIdentityReport report = near_identity_report(c);
  EXPECT_EQ(report.worst_row, 2);
  EXPECT_EQ(report.worst_column, 1);
  EXPECT_EQ(report.lambda, 2.0);
  EXPECT_EQ(report.min_off_diagonal, -0.5);
  EXPECT_TRUE(std::isnan(report.centered));
  c(1, 1) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(near_identity_report(c).finite);
  EXPECT_TRUE(std::isnan(trace_bound(c)));
  EXPECT_TRUE(std::isnan(best_shift_bound(c).bound));
}

TEST(NearIdentity, MatrixOfAHeadFollowsTheDistances) {
  std::vector<BitToken> words;
  for (const char* text : {"11110000", "00001111", "11001100", "10101010"})
    words.push_back(parse_token(text).value());
  FeatureMap map{.kind = MapKind::softmax, .m = 8, .tau = 1.5};
  const auto kernel = Kernel::make(map);
  ASSERT_TRUE(kernel);
  const Eigen::MatrixXd c = near_identity_matrix(*kernel, words);
  for (Eigen::Index i = 0; i < 4; ++i) {
    for (Eigen::Index j = 0; j < 4; ++j) {
      const int distance =
          directed_distance(words[static_cast<std::size_t>(i)], words[static_cast<std::size_t>(j)]);
      EXPECT_NEAR(c(i, j), std::exp(-1.5 * distance), 1e-12);
    }
  }
  const auto constant = Kernel::make(FeatureMap{.kind = MapKind::constant, .m = 8});
  EXPECT_EQ(near_identity_matrix(*constant, words), Eigen::MatrixXd::Ones(4, 4));
}

TEST(NearIdentity, RowsWithoutADiagonalAreNotNumbers) {
  std::vector<BitToken> words{parse_token("1100").value(), parse_token("0011").value()};
  // f(0) = 0: the diagonal vanishes.
  const auto kernel = Kernel::make(FeatureMap{.kind = MapKind::overlap, .m = 4, .overlap = {0, 1, 1, 1, 1}});
  ASSERT_TRUE(kernel);
  EXPECT_TRUE(near_identity_matrix(*kernel, words).array().isNaN().all());
}

}  // namespace
}  // namespace tt
