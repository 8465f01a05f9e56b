// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bounds/bounds.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <random>
#include <utility>

#include "core/bounds/certificate.h"
#include "core/codes/gilbert_varshamov.h"
#include "core/codes/greedy_code.h"
#include "core/domination/gap.h"
#include "core/rank/near_identity.h"
#include "core/rank/spectra.h"

namespace tt {
namespace {

LowerBound optimized(int m, int n, int weight = -1, bool is_signed = false, double epsilon = 0.5) {
  const auto bound =
      optimized_bound({.m = m, .n = n, .epsilon = epsilon, .is_signed = is_signed, .weight = weight});
  EXPECT_TRUE(bound);
  return bound.value_or(LowerBound{});
}

// The plain form is the one that signed kernels keep, minus one.
double plain_bound(int m, int n) { return optimized(m, n, m / 2, true).bound + 1.0; }
double plain_bound_log2(int m, int n) { return std::log2(plain_bound(m, n)); }

TEST(Bounds, PaperHoldsFrom168BitsOn) {
  EXPECT_FALSE(paper_bound_log2(167, 3, 0.5));
  EXPECT_EQ(paper_bound_log2(168, 3, 0.5), 15.0);
  EXPECT_FALSE(paper_bound_log2(168, 2, 0.5));
  EXPECT_EQ(paper_bound_log2(400, 8, 0.25), 39.0);
  for (int m = 168; m <= 10000; ++m) {
    EXPECT_GE(*paper_bound_log2(m, 3, 0.5), m / 10.0 - 6.0);
    EXPECT_LE(*paper_bound_log2(m, 3, 0.5), m / 10.0 - 0.0);
  }
}

TEST(Bounds, PlainValuesOfTheTheory) {
  EXPECT_NEAR(plain_bound(16, 3), 3.368, 5e-4);
  EXPECT_NEAR(plain_bound(24, 3), 7.8, 5e-4);
  EXPECT_NEAR(plain_bound(32, 3), 14.674, 5e-4);
  EXPECT_NEAR(plain_bound(64, 3), 227.24, 5e-3);
  EXPECT_NEAR(plain_bound_log2(128, 3), 15.679, 5e-4);
  EXPECT_NEAR(plain_bound_log2(168, 3), 20.406, 5e-4);
  EXPECT_NEAR(plain_bound_log2(256, 3), 31.001, 5e-4);
  const LowerBound at16 = optimized(16, 3, 8, true), at24 = optimized(24, 3, 12, true);
  EXPECT_EQ(at16.distance, 3);
  EXPECT_EQ(at16.code_size, 16.0);
  EXPECT_EQ(at16.lambda, 2.0);
  EXPECT_EQ(at24.distance, 4);
  EXPECT_EQ(at24.code_size, 52.0);
  EXPECT_EQ(at24.lambda, 3.0);
}

TEST(Bounds, BestOfBothFormsOfTheTheory) {
  const std::vector<std::pair<int, double>> whole{{12, 3}, {14, 4}, {16, 5}, {24, 17}, {32, 38}, {64, 650}};
  for (const auto& [m, rank] : whole) EXPECT_EQ(optimized(m, 3, m / 2).rank, rank) << m;
  const std::vector<std::pair<int, double>> logs{{128, 17.034}, {168, 21.876}, {256, 32.587}};
  for (const auto& [m, log2] : logs) EXPECT_NEAR(optimized(m, 3, m / 2).rank_log2, log2, 5e-4) << m;
}

TEST(Bounds, GrowingLengthOfTheTheory) {
  EXPECT_NEAR(plain_bound(24, 4), 21.52, 5e-3);
  EXPECT_NEAR(plain_bound(24, 8), 116.3, 5e-2);
  EXPECT_NEAR(plain_bound(24, 16), 340.5, 5e-2);
  EXPECT_NEAR(plain_bound(24, 64), 3187.0, 0.5);
  EXPECT_EQ(optimized(24, 4, 12).rank, 45);
  EXPECT_EQ(optimized(24, 8, 12).rank, 281);
  EXPECT_EQ(optimized(24, 16, 12).rank, 701);
  EXPECT_EQ(optimized(24, 64, 12).rank, 8353);
}

TEST(Bounds, ListedCodeAtTwentyFourBits) {
  const auto bound = listed_code_bound({.m = 24, .n = 3, .weight = 12});
  ASSERT_TRUE(bound);
  // 77 lexicographic words at distance 5 give 30; the 2576 words of the Golay code, each pair by its own
  // distance, give more.
  EXPECT_GE(bound->rank, 30.0);
  EXPECT_EQ(bound->rank, 42.0);
  EXPECT_EQ(bound->source.substr(0, 5), "Golay");
}

TEST(Bounds, OwnDistancesNeverGiveLessThanTheLeastOne) {
  for (const DistanceProfile& code : shipped_profiles()) {
    const BoundsOptions options{.m = code.bits, .n = 3, .weight = code.weight};
    const auto lambda = best_lambda_log2(3, 0.5, code.bits / 2);
    if (!(lambda[static_cast<std::size_t>(code.least_distance())] > 0.0)) continue;
    const LowerBound own =
        certificate::with_profiles(certificate::small_bound(options), {&code, 1}, options, lambda);
    DistanceProfile worst = code;  // every pair as near as the nearest
    std::int64_t pairs = 0;
    for (std::int64_t& count : worst.pairs) pairs += std::exchange(count, 0);
    worst.pairs[static_cast<std::size_t>(code.least_distance())] = pairs;
    EXPECT_GE(
        own.rank,
        certificate::with_profiles(certificate::small_bound(options), {&worst, 1}, options, lambda).rank)
        << code.name;
    EXPECT_LE(own.rank, static_cast<double>(code.size));
  }
}

TEST(Bounds, KnownCodesNeverGiveLess) {
  for (const int m : {8, 16, 20, 24, 31, 32, 47, 64, 90})
    for (const int n : {3, 4, 8}) {
      const BoundsOptions options{.m = m, .n = n};
      EXPECT_GE(known_code_bound(options)->rank, optimized_bound(options)->rank) << m << " " << n;
      BoundsOptions any = options;
      any.is_signed = true;
      EXPECT_LE(known_code_bound(any)->rank, known_code_bound(options)->rank);
    }
  EXPECT_GE(known_code_bound({.m = 32, .n = 3})->rank, 115.0);
  EXPECT_GE(known_code_bound({.m = 64, .n = 3})->rank, 6636.0);
}

/// The matrix itself: kernel values of any head that solves the task lie below the ranges that are used, so
/// the bound holds for the rank of every matrix with such entries.
TEST(Bounds, AProfileBoundHoldsForMatricesOfItsKind) {
  const auto code = greedy_code({.bits = 10, .weight = 5, .distance = 3}).value();
  const auto profile = profile_of("listed", code.words);
  const auto lambda = best_lambda_log2(3, 0.5, 5);
  const BoundsOptions options{.m = 10, .n = 3};
  const double rank =
      certificate::with_profiles(certificate::small_bound(options), {&profile, 1}, options, lambda).rank;
  ASSERT_GT(rank, 1.0);
  const auto size = static_cast<Eigen::Index>(code.words.size());
  std::mt19937 random(5);
  std::uniform_real_distribution<double> uniform;
  for (int round = 0; round < 20; ++round) {
    Eigen::MatrixXd c = Eigen::MatrixXd::Identity(size, size);
    for (Eigen::Index i = 0; i < size; ++i)
      for (Eigen::Index j = 0; j < size; ++j)
        if (i != j)
          c(i, j) = uniform(random) *
                    std::exp2(-lambda[static_cast<std::size_t>(directed_distance(
                        code.words[static_cast<std::size_t>(i)], code.words[static_cast<std::size_t>(j)]))]);
    EXPECT_GE(static_cast<double>(spectrum(c)->numeric_rank), rank);
  }
}

TEST(Bounds, CertificateCanBeRecomputedFromItsParts) {
  for (const int m : {12, 17, 24, 40, 63, 64}) {
    for (const int n : {3, 4, 9}) {
      for (const double epsilon : {0.5, 0.3}) {
        const LowerBound bound = optimized(m, n, -1, false, epsilon);
        ASSERT_GT(bound.rank, 1.0);
        ASSERT_LE(bound.bits, m);
        const double size = gilbert_varshamov(bound.bits, bound.weight, bound.distance).get_d();
        double lambda = 1.0;
        for (const int d : bound.gaps) lambda *= mu(n, epsilon, d);
        EXPECT_EQ(std::accumulate(bound.gaps.begin(), bound.gaps.end(), 0), bound.distance);
        EXPECT_NEAR(bound.lambda / lambda, 1.0, 1e-12);
        EXPECT_EQ(bound.code_size, size);
        EXPECT_EQ(bound.strict, bound.form == "plain");
        const double real = bound.strict ? near_identity_bound(size, lambda) : centered_bound(size, lambda);
        EXPECT_NEAR(bound.bound / real, 1.0, 1e-12);
        EXPECT_NEAR(bound.bound_log2, std::log2(real), 1e-9);
        EXPECT_EQ(bound.rank, integer_rank(bound.bound, bound.strict));
        EXPECT_NEAR(bound.rank_log2, std::log2(bound.rank), 1e-9);
      }
    }
  }
}

TEST(Bounds, NoBetterThanEveryChoiceTriedOneByOne) {
  // All distances and weights of one length, by the closed forms.
  for (const int m : {10, 16, 24, 33}) {
    for (const int n : {3, 5}) {
      double best = 1.0;
      for (int w = 1; w < m; ++w) {
        for (int d = 1; d <= std::min(w, m - w); ++d) {
          const Gaps gaps = best_gaps(n, 0.5, d);
          if (gaps.gaps.empty()) continue;
          const double size = gilbert_varshamov(m, w, d).get_d();
          best = std::max({best, integer_rank(near_identity_bound(size, gaps.lambda()), true),
                           integer_rank(centered_bound(size, gaps.lambda()), false)});
        }
      }
      EXPECT_GE(optimized(m, n).rank, best) << m << " " << n;
    }
  }
}

TEST(Bounds, NeverFallAsBitsGrow) {
  for (const double epsilon : {0.5, 0.35, 0.1}) {
    for (const int n : {3, 4, 5, 8, 100}) {
      for (const bool is_signed : {false, true}) {
        double last = 0.0;
        for (int m = 1; m <= 300; ++m) {
          const double rank = optimized(m, n, -1, is_signed, epsilon).rank_log2;
          EXPECT_GE(rank, last - 1e-12) << m << " " << n << " " << epsilon << " " << is_signed;
          last = rank;
        }
      }
    }
  }
}

TEST(Bounds, NeverFallAsLengthGrowsOrErrorShrinks) {
  for (int m = 1; m <= 80; m += 3) {
    double last = 0.0;
    for (int n = 1; n <= 64; ++n) {
      const double rank = optimized(m, n).rank_log2;
      EXPECT_GE(rank, last - 1e-12) << m << " " << n;
      EXPECT_GE(optimized(m, n, -1, false, 0.25).rank_log2, rank - 1e-12);
      EXPECT_LE(optimized(m, n, -1, true).rank_log2, rank + 1e-12);
      last = rank;
    }
  }
}

TEST(Bounds, RankOneIsAllThatIsKnownBelowTheCliff) {
  for (int m = 1; m <= 100; ++m) {
    for (int n = 1; n <= 2; ++n) {
      const LowerBound bound = optimized(m, n);
      EXPECT_EQ(bound.rank, 1.0);
      EXPECT_EQ(bound.rank_log2, 0.0);
    }
  }
  for (int m = 1; m <= 3; ++m) EXPECT_EQ(optimized(m, 3).rank, 1.0);
  for (int n = 3; n <= 20; ++n) EXPECT_GE(optimized(4, n).rank, 2.0);
  EXPECT_EQ(optimized(4, 3, -1, true).rank, 1.0);
}

TEST(Bounds, UpperIsNeverBelowLower) {
  for (int m = 1; m <= 64; ++m) {
    for (int n = 1; n <= 8; ++n) {
      const auto upper = best_upper_bound(m, n, 0.5);
      ASSERT_TRUE(upper);
      EXPECT_GE(upper->rank_log2, optimized(m, n).rank_log2 - 1e-12) << m << " " << n;
      EXPECT_LE(upper->rank_log2, m);
      EXPECT_GE(best_upper_bound(m, n, 0.25)->rank_log2, optimized(m, n, -1, false, 0.25).rank_log2 - 1e-12);
    }
  }
}

TEST(Bounds, UpperBoundsOfTheTheory) {
  EXPECT_EQ(best_upper_bound(10, 1, 0.5)->rank, 1.0);
  EXPECT_EQ(best_upper_bound(10, 2, 0.5)->rank, 1.0);
  const std::vector<double> known{1, 2, 4, 5, 7};
  for (int m = 1; m <= 5; ++m) {
    EXPECT_EQ(best_upper_bound(m, 3, 0.5)->rank, known[static_cast<std::size_t>(m) - 1]);
    EXPECT_EQ(best_upper_bound(m, 3, 0.25)->rank, std::exp2(m));
  }
  EXPECT_EQ(best_upper_bound(30, 3, 0.5)->rank, std::exp2(30));
  EXPECT_EQ(best_upper_bound(10000, 3, 0.5)->rank_log2, 10000.0);
  EXPECT_TRUE(std::isinf(best_upper_bound(10000, 3, 0.5)->rank));
}

TEST(Bounds, OptimizedBeatsThePaper) {
  for (int m = 168; m <= 1000; m += 37) EXPECT_GT(optimized(m, 3).bound_log2, *paper_bound_log2(m, 3, 0.5));
}

TEST(Bounds, TenThousandBitsStayFiniteLogarithms) {
  const LowerBound bound = optimized(10000, 3), many = optimized(10000, 1'000'000);
  EXPECT_GT(bound.rank_log2, 1190.0);
  EXPECT_TRUE(std::isinf(bound.rank));
  EXPECT_TRUE(std::isfinite(bound.rank_log2));
  EXPECT_GT(many.rank_log2, 6500.0);
  EXPECT_LT(many.rank_log2, 10000.0);
  EXPECT_TRUE(std::isfinite(optimized(500, 7, -1, false, 1e-200).rank_log2));
}

TEST(Bounds, ListedCodesNeverGiveLess) {
  for (int m = 1; m <= 14; ++m) {
    for (const int n : {2, 3, 5}) {
      const auto listed = listed_code_bound({.m = m, .n = n});
      ASSERT_TRUE(listed);
      EXPECT_GE(listed->rank, optimized(m, n).rank);
      EXPECT_LE(listed->rank_log2, best_upper_bound(m, n, 0.5)->rank_log2);
    }
  }
}

TEST(Bounds, StopLeavesAValidBound) {
  std::stop_source source;
  source.request_stop();
  const auto stopped = optimized_bound({.m = 5000, .n = 3}, source.get_token());
  ASSERT_TRUE(stopped);
  EXPECT_GE(stopped->rank, 1.0);
  EXPECT_LE(stopped->rank_log2, 5000.0);
  EXPECT_TRUE(listed_code_bound({.m = 24, .n = 3}, source.get_token()));
  EXPECT_FALSE(phase_map(40, 5, 0.5, source.get_token()));
}

TEST(Bounds, PhaseRowsAreOrderedAndMonotone) {
  const int n_max = 8;
  const auto map = phase_map(26, n_max, 0.5);
  ASSERT_TRUE(map);
  ASSERT_EQ(map->size(), 26u * n_max);
  for (std::size_t k = 0; k < map->size(); ++k) {
    const PhaseRow& row = (*map)[k];
    EXPECT_EQ(row.m, static_cast<int>(k) / n_max + 1);
    EXPECT_EQ(row.n, static_cast<int>(k) % n_max + 1);
    EXPECT_LE(row.lower_log2, row.upper_log2);
    EXPECT_FALSE(row.lower_source.empty());
    EXPECT_FALSE(row.upper_source.empty());
    if (row.n <= 2) {
      EXPECT_EQ(row.upper_log2, 0.0);
    }
    if (row.n > 1) {
      EXPECT_GE(row.lower_log2, (*map)[k - 1].lower_log2);
    }
    if (row.m > 1) {
      EXPECT_GE(row.lower_log2, (*map)[k - n_max].lower_log2 - 1e-12) << row.m << " " << row.n;
    }
  }
  const auto curve = phase_curve(12, n_max, 0.5);
  ASSERT_TRUE(curve);
  for (int n = 1; n <= n_max; ++n) {
    const PhaseRow& a = (*curve)[static_cast<std::size_t>(n) - 1];
    EXPECT_EQ(a.lower_log2, (*map)[static_cast<std::size_t>(11 * n_max + n) - 1].lower_log2);
  }
}

TEST(Bounds, BadInputsAreRefused) {
  for (const BoundsOptions& bad : {BoundsOptions{.m = 0}, BoundsOptions{.m = 10001}, BoundsOptions{.n = 0},
                                   BoundsOptions{.n = 1'000'001}, BoundsOptions{.epsilon = 0.0},
                                   BoundsOptions{.epsilon = 0.6}, BoundsOptions{.epsilon = std::nan("")},
                                   BoundsOptions{.m = 12, .weight = 13}, BoundsOptions{.weight = -2}}) {
    EXPECT_FALSE(check(bad));
    EXPECT_FALSE(optimized_bound(bad));
    EXPECT_FALSE(listed_code_bound(bad));
  }
  EXPECT_FALSE(best_upper_bound(0, 3, 0.5));
  EXPECT_FALSE(phase_curve(0, 3, 0.5));
  EXPECT_FALSE(phase_curve(10, 0, 0.5));
  EXPECT_FALSE(phase_map(10, 5000, 0.5));
  EXPECT_FALSE(phase_map(10, 5, 0.7));
  EXPECT_EQ(optimized(12, 3, 0).rank, 1.0);
}

}  // namespace
}  // namespace tt
