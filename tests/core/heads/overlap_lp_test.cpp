// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/heads/constructions/overlap_lp.h"

#include <cmath>

#include "tests/core/heads/support.h"

namespace tt {
namespace {

OverlapSolution solved(int m, int n) {
  const auto solution = overlap_lp(m, n, 0.5);
  EXPECT_TRUE(solution && solution->has_value());
  return **solution;
}

TEST(OverlapLp, RanksOfTheoryAtThreeTokens) {
  const std::vector<long> ranks{1, 2, 4, 5, 7};
  for (int m = 1; m <= 5; ++m) {
    EXPECT_EQ(solved(m, 3).rank, ranks[static_cast<std::size_t>(m) - 1]);
    EXPECT_EQ(known_overlap_rank(m, 3), ranks[static_cast<std::size_t>(m) - 1]);
  }
}

TEST(OverlapLp, KnownRanksComeOutAgain) {
  for (int m = 1; m <= 5; ++m) {
    for (int n = 4; n <= 6; ++n) {
      const auto known = known_overlap_rank(m, n);
      ASSERT_TRUE(known);
      EXPECT_EQ(solved(m, n).rank, *known) << m << " " << n;
    }
  }
  EXPECT_EQ(known_overlap_rank(9, 3), std::nullopt);
  EXPECT_EQ(known_overlap_rank(4, 2), std::nullopt);
}

TEST(OverlapLp, KnownRanksGrowWithBitsAndLengthUpToTheProductFeatures) {
  for (int n = 3; n <= 8; ++n) {
    for (int m = 1; m <= 8; ++m) {
      const auto known = known_overlap_rank(m, n);
      if (!known) continue;
      EXPECT_LE(*known, 1L << m);
      if (m > 1 && known_overlap_rank(m - 1, n)) {
        EXPECT_LE(*known_overlap_rank(m - 1, n), *known);
      }
    }
  }
}

TEST(OverlapLp, TheHeadSolvesEveryInputWithTheStatedRank) {
  for (int m = 1; m <= 5; ++m) {
    const OverlapSolution solution = solved(m, 3);
    const Head head = head_of(solution);
    EXPECT_NEAR(std::exp2(facts(head.map).rank_log2), solution.rank.get_d(), 1e-9);
    EXPECT_TRUE(facts(head.map).nonnegative);
    const auto all = evaluate_all(head, 3, 0.5);
    ASSERT_TRUE(all);
    EXPECT_TRUE(all->solved) << "m = " << m << ", error " << all->max_error;
  }
}

TEST(OverlapLp, ASmallerErrorNeverNeedsLessRank) {
  for (int m = 1; m <= 4; ++m) {
    const auto strict = overlap_lp(m, 3, 0.125);
    ASSERT_TRUE(strict && *strict);
    EXPECT_GE((*strict)->rank, solved(m, 3).rank);
    EXPECT_TRUE(evaluate_all(head_of(**strict), 3, 0.125)->solved);
  }
}

TEST(OverlapLp, VerificationRefusesWhatIsWrong) {
  const OverlapSolution good = solved(4, 3);
  ASSERT_TRUE(verify(good));
  const auto refused = [&good](auto change) {
    OverlapSolution bad = good;
    change(bad);
    return !verify(bad);
  };
  EXPECT_TRUE(refused([](OverlapSolution& s) { s.lookup[4][2] += 2; }));
  EXPECT_TRUE(refused([](OverlapSolution& s) { s.f[1] += Rational(1, 1000); }));
  EXPECT_TRUE(refused([](OverlapSolution& s) { s.f[2] = -1; }));
  EXPECT_TRUE(refused([](OverlapSolution& s) { s.rank -= 1; }));
  EXPECT_TRUE(refused([](OverlapSolution& s) { s.basis.pop_back(); }));
  EXPECT_TRUE(refused([](OverlapSolution& s) { s.basis.push_back(s.basis.back()); }));
  EXPECT_TRUE(refused([](OverlapSolution& s) { s.epsilon = Rational(1, 100); }));
  EXPECT_TRUE(refused([](OverlapSolution& s) { s.lookup[2].pop_back(); }));
  EXPECT_TRUE(refused([](OverlapSolution& s) { s.f.push_back(1); }));
  EXPECT_TRUE(refused([](OverlapSolution& s) { s.n = 8; }));
}

TEST(OverlapLp, StopsAndRefusesBadInput) {
  std::stop_source stop;
  stop.request_stop();
  const auto stopped = overlap_lp(5, 3, 0.5, stop.get_token());
  ASSERT_TRUE(stopped);
  EXPECT_FALSE(*stopped);
  EXPECT_FALSE(overlap_lp(0, 3, 0.5));
  EXPECT_FALSE(overlap_lp(9, 3, 0.5));
  EXPECT_FALSE(overlap_lp(4, 2, 0.5));
  EXPECT_FALSE(overlap_lp(4, 9, 0.5));
  EXPECT_FALSE(overlap_lp(4, 3, 0.75));
}

}  // namespace
}  // namespace tt
