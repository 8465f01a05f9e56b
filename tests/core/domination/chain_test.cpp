// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/domination/chain.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <numeric>

#include "core/base/json.h"
#include "core/base/random.h"
#include "core/task/min_ip.h"

namespace tt {
namespace {

// A random word of the given weight.
BitToken random_word(int m, int ones, const RandomStream& random) {
  BitToken x{0, m};
  for (std::uint64_t i = 0; weight(x) < ones; ++i)
    x.word |= 1ull << random.below(i, static_cast<std::uint64_t>(m));
  return x;
}

std::vector<int> random_gaps(int total, const RandomStream& random) {
  std::vector<int> gaps;
  for (std::uint64_t i = 0; total > 0; ++i) {
    gaps.push_back(1 + static_cast<int>(random.below(i, static_cast<std::uint64_t>(total))));
    total -= gaps.back();
  }
  return gaps;
}

void expect_rises(const Chain& chain) {
  ASSERT_EQ(chain.tokens.size(), chain.gaps.size() + 1);
  for (std::size_t k = 0; k < chain.tokens.size(); ++k) {
    EXPECT_EQ(chain.overlaps[k], overlap(chain.query, chain.tokens[k]));
    if (k > 0) {
      EXPECT_EQ(chain.overlaps[k], chain.overlaps[k - 1] + chain.gaps[k - 1]);
    }
  }
}

Head head_of_map(MapKind kind, int m) {
  FeatureMap map;
  map.kind = kind;
  map.m = m;
  map.tau = 2.0;
  return head_with(map);
}

TEST(Chain, BetweenComplementsOfACodeKeepsTheWeight) {
  for (std::uint64_t trial = 0; trial < 500; ++trial) {
    const RandomStream random(11, Purpose::test, trial);
    const int m = 4 + static_cast<int>(random.below(1000, 61)),
              ones = 1 + static_cast<int>(random.below(1001, static_cast<std::uint64_t>(m - 1)));
    const BitToken x = random_word(m, ones, RandomStream(12, Purpose::test, trial));
    const BitToken y = random_word(m, ones, RandomStream(13, Purpose::test, trial));
    if (x == y) continue;
    const auto gaps = random_gaps(directed_distance(x, y), RandomStream(14, Purpose::test, trial));
    const auto chain = make_chain(x, complement(x), complement(y), gaps);
    ASSERT_TRUE(chain) << chain.error().message();
    expect_rises(*chain);
    EXPECT_EQ(chain->tokens.front(), complement(x));
    EXPECT_EQ(chain->tokens.back(), complement(y));
    EXPECT_EQ(chain->overlaps.front(), 0);
    for (const BitToken z : chain->tokens) EXPECT_EQ(weight(z), m - ones);
  }
}

TEST(Chain, AnyTwoTokensAreJoinedWhereTheOverlapRises) {
  int made = 0;
  for (std::uint64_t trial = 0; trial < 2000; ++trial) {
    const RandomStream random(15, Purpose::test, trial);
    const int m = 2 + static_cast<int>(random.below(0, 63));
    const BitToken x{random.at(1) & low_mask(m), m}, from{random.at(2) & low_mask(m), m},
        to{random.at(3) & low_mask(m), m};
    const int total = overlap(x, to) - overlap(x, from);
    const auto gaps = random_gaps(std::max(total, 0), RandomStream(16, Purpose::test, trial));
    const auto chain = make_chain(x, from, to, gaps);
    ASSERT_EQ(chain.has_value(), total >= 1);
    if (!chain) continue;
    ++made;
    expect_rises(*chain);
    EXPECT_EQ(chain->tokens.front(), from);
    EXPECT_EQ(chain->tokens.back(), to);
  }
  EXPECT_GT(made, 500);
}

TEST(Chain, EqualWeightsStayEqualForAnyQuery) {
  for (std::uint64_t trial = 0; trial < 500; ++trial) {
    const BitToken x = random_word(20, 9, RandomStream(17, Purpose::test, trial));
    const BitToken from = random_word(20, 7, RandomStream(18, Purpose::test, trial));
    const BitToken to = random_word(20, 7, RandomStream(19, Purpose::test, trial));
    const int total = overlap(x, to) - overlap(x, from);
    if (total < 1) continue;
    const auto chain = make_chain(x, from, to, random_gaps(total, RandomStream(20, Purpose::test, trial)));
    ASSERT_TRUE(chain);
    for (const BitToken z : chain->tokens) EXPECT_EQ(weight(z), 7);
  }
}

TEST(Chain, ReproducesTheShippedFamily) {
  const auto json = read_json(std::filesystem::path(TT_SOURCE_DIR) / "resources/data/finite-family-424.json");
  ASSERT_TRUE(json) << json.error().message();
  const auto bits = (*json)["tokens"].get<std::vector<std::string>>();
  const auto inputs = (*json)["inputs"].get<std::vector<std::vector<std::size_t>>>();
  const auto targets = (*json)["targets"].get<std::vector<int>>();
  std::vector<BitToken> tokens;
  for (const std::string& word : bits) tokens.push_back(parse_token(word).value());
  const std::size_t words = (*json)["words"].size();
  ASSERT_EQ(words, 15u);
  ASSERT_EQ(tokens.size(), 243u);
  std::size_t row = 0, fresh = words;  // tokens appear in the order of their first use
  for (std::size_t i = 0; i < words; ++i) {
    for (std::size_t j = 0; j < words; ++j) {
      if (i == j) continue;
      const BitToken x = tokens[i];
      const Gaps gaps = equal_gaps(3, 0.5, directed_distance(x, tokens[j]), 3);
      const auto chain = make_chain(x, complement(x), complement(tokens[j]), gaps.gaps);
      ASSERT_TRUE(chain);
      for (std::size_t k = 0; k + 1 < chain->tokens.size(); ++k) {
        const BitToken y = chain->tokens[k], z = chain->tokens[k + 1];
        const std::vector<std::vector<BitToken>> expected{{x, y, y}, {x, z, z}, {x, y, z}};
        for (const auto& input : expected) {
          ASSERT_LT(row, inputs.size());
          for (std::size_t position = 0; position < 3; ++position) {
            const std::size_t index = inputs[row][position];
            EXPECT_EQ(tokens[index], input[position]);
            EXPECT_LE(index, fresh);
            if (index == fresh) ++fresh;
          }
          EXPECT_EQ(targets[row], min_ip_target(input, 0));
          ++row;
        }
      }
    }
  }
  EXPECT_EQ(row, 1272u);
  EXPECT_EQ(fresh, 243u);
}

TEST(Chain, BadChainsAreRefused) {
  const BitToken x = parse_token("111000").value(), from = complement(x), to = parse_token("110001").value();
  EXPECT_TRUE(make_chain(x, from, to, std::vector{2}));
  EXPECT_FALSE(make_chain(x, from, to, std::vector{1}));
  EXPECT_FALSE(make_chain(x, from, to, std::vector{3, -1}));
  EXPECT_FALSE(make_chain(x, from, to, std::vector{0, 2}));
  EXPECT_FALSE(make_chain(x, from, to, std::vector<int>{}));
  EXPECT_FALSE(make_chain(x, to, from, std::vector{2}));
  EXPECT_FALSE(make_chain(x, from, from, std::vector<int>{}));
  EXPECT_FALSE(make_chain(x, from, parse_token("11000").value(), std::vector{2}));
}

TEST(Chain, AHeadThatSolvesTheTaskPassesEveryJump) {
  const BitToken x = parse_token("111111000000").value(), other = parse_token("000000111111").value();
  for (const int n : {3, 4, 6}) {
    Head head = head_of_map(MapKind::softmax, 12);
    head.map.tau = std::log(2.0 * n) + 0.01;  // the advised temperature (3.2) and a little more
    const auto kernel = Kernel::make(head.map);
    ASSERT_TRUE(kernel);
    const auto chain = make_chain(x, complement(x), complement(other), std::vector{2, 4});
    ASSERT_TRUE(chain);
    const MeasuredChain measured = measure_chain(*chain, head, *kernel, n, 0.5);
    EXPECT_TRUE(measured.applies);
    EXPECT_TRUE(measured.holds);
    EXPECT_GT(measured.measured_product, measured.required_product);
    EXPECT_NEAR(measured.measured_product / std::exp(6.0 * head.map.tau), 1.0, 1e-9);
    for (const Jump& jump : measured.jumps) {
      EXPECT_TRUE(jump.holds);
      EXPECT_GT(jump.shifted, jump.required);
      for (const auto& probe : jump.probes) EXPECT_TRUE(probe.right);
    }
  }
}

TEST(Chain, HighTemperaturesDoNotUnderflow) {
  BitToken x{low_mask(32), 64};
  Head head = head_of_map(MapKind::softmax, 64);
  head.map.tau = 64.0;
  const auto kernel = Kernel::make(head.map);
  ASSERT_TRUE(kernel);
  const auto chain = make_chain(x, complement(x), x, std::vector(8, 4));
  ASSERT_TRUE(chain);
  const MeasuredChain measured = measure_chain(*chain, head, *kernel, 3, 0.5);
  EXPECT_TRUE(measured.holds);
  EXPECT_GT(measured.measured_product, measured.required_product);
  for (const Jump& jump : measured.jumps) {
    EXPECT_NEAR(jump.measured / std::exp(64.0 * 4), 1.0, 1e-9);
    for (const auto& probe : jump.probes) EXPECT_TRUE(probe.right);
  }
}

TEST(Chain, RightAnswersForceTheShiftedFactor) {
  // Whatever the head: three right answers on a jump imply b' > mu c' (4.2).
  int right = 0, wrong = 0;
  for (const MapKind kind : {MapKind::constant, MapKind::softmax, MapKind::affine, MapKind::elu1,
                             MapKind::relu, MapKind::exp, MapKind::favor}) {
    for (const int n : {3, 5}) {
      Head head = head_of_map(kind, 10);
      head.map.rank = 4;
      const auto kernel = Kernel::make(head.map);
      ASSERT_TRUE(kernel);
      for (std::uint64_t trial = 0; trial < 40; ++trial) {
        const BitToken x = random_word(10, 5, RandomStream(21, Purpose::test, trial));
        const BitToken y = random_word(10, 5, RandomStream(22, Purpose::test, trial));
        if (x == y) continue;
        const auto chain =
            make_chain(x, complement(x), complement(y),
                       random_gaps(directed_distance(x, y), RandomStream(23, Purpose::test, trial)));
        for (const Jump& jump : measure_chain(*chain, head, *kernel, n, 0.5).jumps) {
          const bool all = jump.probes[0].right && jump.probes[1].right && jump.probes[2].right;
          if (all && jump.gap >= 2) {
            EXPECT_GT(jump.shifted, jump.required * (1.0 - 1e-9));
          }
          (all ? right : wrong) += 1;
        }
      }
    }
  }
  EXPECT_GT(right, 0);
  EXPECT_GT(wrong, 0);
}

TEST(Chain, RankOneFailsAtThreeAndSolvesTwo) {
  const BitToken x = parse_token("11110000").value(), y = parse_token("00001111").value();
  const Head head = head_of_map(MapKind::constant, 8);
  const auto kernel = Kernel::make(head.map);
  const auto chain = make_chain(x, complement(x), complement(y), std::vector{4});
  const MeasuredChain three = measure_chain(*chain, head, *kernel, 3, 0.5);
  EXPECT_TRUE(three.applies);
  EXPECT_FALSE(three.holds);
  EXPECT_EQ(three.jumps[0].measured, 1.0);
  EXPECT_EQ(three.jumps[0].required, 3.0);
  EXPECT_FALSE(three.jumps[0].probes[2].right);
  const MeasuredChain two = measure_chain(*chain, head, *kernel, 2, 0.5);
  EXPECT_FALSE(two.applies);
  for (const auto& probe : two.jumps[0].probes) EXPECT_TRUE(probe.right);
}

TEST(Chain, ProbesAgreeWithTheWholeEvaluation) {
  for (const Scope scope : {Scope::full, Scope::causal_final}) {
    for (const bool gains : {false, true}) {
      Head head = head_of_map(MapKind::elu1, 10);
      head.map.rank = 3;
      head.scope = scope;
      if (gains) head.position_gains = {{1.0}, {0.5}, {2.0}, {1.5}};
      const auto kernel = Kernel::make(head.map);
      ASSERT_TRUE(kernel);
      const BitToken x = random_word(10, 5, RandomStream(31, Purpose::test)),
                     y = random_word(10, 5, RandomStream(32, Purpose::test));
      const auto chain = make_chain(x, complement(x), complement(y), std::vector{directed_distance(x, y)});
      ASSERT_TRUE(chain);
      const MeasuredChain measured = measure_chain(*chain, head, *kernel, 4, 0.5);
      for (const auto& probe : measured.jumps[0].probes) {
        const std::size_t query = scope == Scope::full ? 0 : 3;
        EXPECT_EQ(probe.sequence[query], x);
        const Evaluation whole = evaluate_pairs(head, *kernel, probe.sequence);
        EXPECT_NEAR(probe.output, whole.outputs[query], 1e-12);
        EXPECT_EQ(probe.target, whole.targets[query]);
      }
    }
  }
}

}  // namespace
}  // namespace tt
