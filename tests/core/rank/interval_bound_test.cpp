// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rank/interval_bound.h"

#include <gtest/gtest.h>

#include "core/base/random.h"
#include "core/rank/near_identity.h"

namespace tt {
namespace {

std::vector<std::vector<Rational>> constant(int size, const Rational& high) {
  return std::vector<std::vector<Rational>>(static_cast<std::size_t>(size),
                                            std::vector<Rational>(static_cast<std::size_t>(size), high));
}

TEST(IntervalBound, EqualRangesGiveTheCenteredForm) {
  for (const int size : {2, 15, 24, 77})
    for (const int lambda : {2, 4, 5, 8}) {
      const IntervalBound bound = interval_bound(constant(size, Rational(1, lambda)));
      EXPECT_NEAR(bound.bound.get_d(), centered_bound(size, lambda), 1e-3) << size << " " << lambda;
    }
  EXPECT_EQ(interval_bound(constant(15, Rational(1, 4))).rank, 11);
  EXPECT_EQ(interval_bound(constant(77, Rational(1, 4))).rank, 30);
}

TEST(IntervalBound, NeverExceedsTheRankOfAMatrixInRange) {
  // u v^T with unit diagonal has rank one; its entries are its own range.
  const RandomStream random(7, Purpose::test);
  for (std::uint64_t round = 0; round < 50; ++round) {
    auto high = constant(6, 0);
    std::vector<Rational> u;
    for (std::uint64_t i = 0; i < 6; ++i)
      u.emplace_back(static_cast<long>(1 + random.below(8 * round + i, 9)), 5);
    for (std::size_t i = 0; i < 6; ++i)
      for (std::size_t j = 0; j < 6; ++j) high[i][j] = u[i] / u[j];
    EXPECT_EQ(interval_bound(high).rank, 1);
  }
}

TEST(IntervalBound, NarrowerRangesNeverLowerIt) {
  auto high = constant(15, Rational(1, 4));
  Rational before = interval_bound(high).bound;
  for (std::size_t i = 0; i < 15; ++i) {
    for (std::size_t j = 0; j < 15; ++j) high[i][j] = Rational(1, 6);
    const Rational after = interval_bound(high).bound;
    EXPECT_GE(after, before);
    before = after;
  }
}

TEST(IntervalBound, IdentityHasFullRank) { EXPECT_EQ(interval_bound(constant(9, 0)).rank, 8); }

}  // namespace
}  // namespace tt
