// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/brackets/certificate.h"

#include <gtest/gtest.h>

#include <bit>

#include "core/base/random.h"
#include "core/bounds/bounds.h"
#include "core/brackets/bracket.h"
#include "core/brackets/order.h"
#include "core/heads/evaluate.h"

namespace tt {
namespace {

Certificate lower(int m, long rank, decltype(Certificate::proof) proof, int n = 3) {
  return {m, n, Rational(1, 2), false, rank, std::move(proof)};
}

TEST(Certificate, OpposedPairShowsTwoAtFourBits) {
  const OpposedPair pair{{0b0011, 0b1100}, 0b0011, 0b1100};
  EXPECT_TRUE(verify(lower(4, 2, pair)));
  EXPECT_FALSE(verify(lower(4, 3, pair)));  // claims more than it proves
  OpposedPair wrong = pair;
  wrong.x2 = 0b0110;
  EXPECT_FALSE(verify(lower(4, 2, wrong)));
  EXPECT_FALSE(verify(lower(3, 2, pair)));  // bits out of range
  Certificate upper = lower(4, 2, pair);
  upper.upper = true;
  EXPECT_FALSE(verify(upper));
}

TEST(Certificate, OrdersExistBelowFiveBitsAndNotAtFive) {
  // r*(4,3) = 2: an order of all differences exists; r*(5,3) = 3 (theory 6.5).
  EXPECT_TRUE(order_exists(opposed_differences(4), 4));
  EXPECT_FALSE(order_core(4).has_value());
  const auto core = order_core(5);
  ASSERT_TRUE(core.has_value());
  EXPECT_LT(core->differences.size(), 20u);
  EXPECT_TRUE(verify(lower(5, 3, *core)));
  EXPECT_TRUE(verify(lower(6, 3, *core)));  // zero bits change no overlap
  EXPECT_FALSE(verify(lower(5, 4, *core)));
  // The core is irreducible: without any one of its differences an order exists.
  for (std::size_t i = 0; i < core->differences.size(); ++i) {
    OrderCore less = *core;
    less.differences.erase(less.differences.begin() + static_cast<std::ptrdiff_t>(i));
    EXPECT_FALSE(verify(lower(5, 3, less))) << i;
  }
}

TEST(Certificate, ShatteredSetsMeetEveryPattern) {
  for (const int m : {4, 6, 8}) {
    Bracket bracket{m, 3, Rational(1, 2), 1, 1L << m, "", "", {}};
    add_quick_lower(bracket, {});
    EXPECT_EQ(bracket.lower, m == 4 ? 2 : m == 6 ? 3 : 4);
  }
  const auto set = search_shattered(8, 3, 1, {});
  ASSERT_TRUE(set.has_value());
  EXPECT_TRUE(verify(lower(8, 4, *set)));
  ShatteredSet wrong = *set;
  std::swap(wrong.queries[0], wrong.queries[1]);
  EXPECT_FALSE(verify(lower(8, 4, wrong)));
  wrong = *set;
  wrong.queries.pop_back();
  EXPECT_FALSE(verify(lower(8, 4, wrong)));
}

TEST(Certificate, SubmatricesOfACodeGiveTheListedBound) {
  // Words and complements of a greedy code are one submatrix: never below what the bounds say of them.
  for (const int n : {4, 6}) {
    Bracket bracket{8, n, Rational(1, 2), 1, 256, "", "", {}};
    const auto found = search_submatrix(bracket, 2.0, 1, {});
    ASSERT_TRUE(found.has_value());
    EXPECT_TRUE(verify(*found));
    const auto listed = listed_code_bound({.m = 8, .n = n});
    EXPECT_GE(static_cast<double>(found->rank), listed->rank) << n;
    Certificate more = *found;
    ++more.rank;
    EXPECT_FALSE(verify(more));
    auto part = std::get<Submatrix>(found->proof);
    part.keys[0] = part.keys[1];
    Certificate broken = *found;
    broken.proof = part;
    EXPECT_FALSE(verify(broken));
  }
}

/// The exact kernel 2^-<x,z> at tau high enough for n = 3, in integers: rank 2^m by one-hot features.
IntegerHead one_hot_head(int m) {
  const std::size_t tokens = std::size_t{1} << m;
  IntegerHead head{static_cast<int>(tokens), 0, std::vector<std::int64_t>(tokens * tokens, 0),
                   std::vector<std::int64_t>(tokens * tokens, 0),
                   std::vector<std::int64_t>(tokens * tokens, 0)};
  for (std::size_t x = 0; x < tokens; ++x) {
    head.query[x * tokens + x] = 1;
    for (std::size_t z = 0; z < tokens; ++z) {
      const int overlap = std::popcount(x & z);
      head.key[z * tokens + x] = std::int64_t{1} << (4 * (m - overlap));
      head.lookup[x * tokens + z] = overlap;
    }
  }
  return head;
}

TEST(Certificate, IntegerHeadsAreJudgedAsTheEvaluationJudges) {
  for (const int n : {3, 4}) {
    const IntegerHead head = one_hot_head(3);
    EXPECT_EQ(trouble_of(head, 3, n, Rational(1, 2)), "");
    IntegerHead flat = head;  // uniform attention fails at n >= 3
    std::ranges::fill(flat.key, 1);
    EXPECT_NE(trouble_of(flat, 3, n, Rational(1, 2)), "");
    IntegerHead negative = head;
    negative.key[5] = -1;
    EXPECT_NE(trouble_of(negative, 3, n, Rational(1, 2)), "");
    IntegerHead shifted = head;
    shifted.lookup[9] += 2;
    EXPECT_NE(trouble_of(shifted, 3, n, Rational(1, 2)), "");
  }
}

TEST(Certificate, ExtremesAgreeWithListingEveryInput) {
  // Random small heads: the shortcut over extremes and the evaluation of all inputs give the same verdict.
  const RandomStream random(3, Purpose::test);
  std::uint64_t next = 0;
  int solved = 0;
  for (int round = 0; round < 40; ++round) {
    IntegerHead integer = one_hot_head(2);
    for (auto& value : integer.key)
      value = std::max<std::int64_t>(1, value / static_cast<std::int64_t>(1 + random.below(next++, 12)));
    Head head;
    head.map.kind = MapKind::table;
    head.map.m = 2;
    head.map.rank = 4;
    FeatureTable table;
    LookupTable lookup;
    table.query.resize(4, 4);
    table.key.resize(4, 4);
    lookup.values.resize(4, 4);
    for (std::uint64_t x = 0; x < 4; ++x) {
      table.query_tokens.push_back({x, 2});
      for (std::uint64_t k = 0; k < 4; ++k) {
        const auto i = static_cast<Eigen::Index>(x), j = static_cast<Eigen::Index>(k);
        table.query(i, j) = static_cast<double>(integer.query[x * 4 + k]);
        table.key(i, j) = static_cast<double>(integer.key[x * 4 + k]);
        lookup.values(i, j) = static_cast<double>(integer.lookup[x * 4 + k]);
      }
    }
    table.key_tokens = lookup.query_tokens = lookup.key_tokens = table.query_tokens;
    head.map.table = std::make_shared<const FeatureTable>(table);
    head.lookup = std::make_shared<const LookupTable>(lookup);
    head.readout = ReadoutKind::table;
    for (const int n : {3, 4}) {
      const auto all = evaluate_all(head, n, 0.5);
      ASSERT_TRUE(all.has_value());
      EXPECT_EQ(all->solved, trouble_of(integer, 2, n, Rational(1, 2)).empty())
          << round << " " << all->max_error;
      solved += all->solved;
    }
  }
  EXPECT_GT(solved, 0);
  EXPECT_LT(solved, 80);
}

}  // namespace
}  // namespace tt
