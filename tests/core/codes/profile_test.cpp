// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <map>

#include "core/codes/distance_profile.h"
#include "core/codes/greedy_code.h"

namespace tt {
namespace {

std::vector<std::uint64_t> words_of(const LinearCode& code) {
  std::vector<std::uint64_t> words{0};
  for (const std::uint64_t generator : code.generators) {
    const std::size_t before = words.size();
    for (std::size_t i = 0; i < before; ++i) words.push_back(words[i] ^ generator);
  }
  std::sort(words.begin(), words.end());
  return words;
}

std::map<int, long> weights(const LinearCode& code) {
  std::map<int, long> count;
  for (const std::uint64_t word : words_of(code)) ++count[std::popcount(word)];
  return count;
}

/// The profile by looking at every pair.
DistanceProfile by_hand(const LinearCode& code, int weight) {
  std::vector<BitToken> chosen;
  for (const std::uint64_t word : words_of(code))
    if (std::popcount(word) == weight) chosen.push_back({word, code.bits});
  return profile_of("", chosen);
}

TEST(LinearCodes, HaveTheKnownWeights) {
  EXPECT_EQ(weights(golay()), (std::map<int, long>{{0, 1}, {8, 759}, {12, 2576}, {16, 759}, {24, 1}}));
  EXPECT_EQ(weights(reed_muller(1, 5)), (std::map<int, long>{{0, 1}, {16, 62}, {32, 1}}));
  EXPECT_EQ(
      weights(reed_muller(2, 5)),
      (std::map<int, long>{{0, 1}, {8, 620}, {12, 13888}, {16, 36518}, {20, 13888}, {24, 620}, {32, 1}}));
  EXPECT_EQ(
      weights(shortened(extended_bch(6, 11), 0)),
      (std::map<int, long>{{0, 1}, {24, 5040}, {28, 12544}, {32, 30366}, {36, 12544}, {40, 5040}, {64, 1}}));
}

TEST(LinearCodes, BchCodesKeepTheirDesignedDistance) {
  for (const auto& [k, t] :
       {std::pair{4, 1}, {4, 2}, {4, 3}, {5, 2}, {5, 3}, {5, 5}, {6, 10}, {6, 11}, {6, 13}}) {
    const LinearCode code = shortened(extended_bch(k, t), 0);
    const auto found = weights(code);
    EXPECT_GE(std::next(found.begin())->first, 2 * t + 2) << code.name;
    EXPECT_EQ(found.begin()->second, 1) << "generators are independent";
  }
}

TEST(LinearCodes, ShorteningKeepsLinearityAndDistance) {
  for (int by = 0; by <= 6; ++by) {
    const LinearCode code = shortened(golay(), by);
    const auto words = words_of(code);
    EXPECT_EQ(words.size(), std::size_t{1} << (12 - by));
    for (const std::uint64_t word : words) EXPECT_LE(std::bit_width(word), 24u - static_cast<unsigned>(by));
    EXPECT_GE(std::next(weights(code).begin())->first, 8);
  }
}

TEST(DistanceProfiles, WalshCountsWhatPairsCount) {
  for (const LinearCode& code :
       {shortened(golay(), 0), shortened(golay(), 3), shortened(reed_muller(1, 5), 0),
        shortened(reed_muller(2, 4), 0), shortened(extended_bch(5, 5), 2)})
    for (const int weight : weights_of(code)) {
      const DistanceProfile fast = weight_class(code, weight), slow = by_hand(code, weight);
      EXPECT_EQ(fast.size, slow.size) << fast.name;
      EXPECT_EQ(fast.pairs, slow.pairs) << fast.name;
      std::int64_t sum = 0;
      for (const std::int64_t count : fast.pairs) sum += count;
      EXPECT_EQ(sum, fast.size * (fast.size - 1));
    }
}

TEST(DistanceProfiles, ShippedOnesAreThoseComputedAfresh) {
  const auto computed = computed_profiles();
  std::map<std::string, const DistanceProfile*> by_name;
  for (const DistanceProfile& one : computed) by_name[one.name] = &one;
  ASSERT_GT(shipped_profiles().size(), 50u);
  for (const DistanceProfile& shipped : shipped_profiles()) {
    ASSERT_TRUE(by_name.contains(shipped.name)) << shipped.name;
    const DistanceProfile& fresh = *by_name[shipped.name];
    EXPECT_EQ(shipped.size, fresh.size);
    EXPECT_EQ(shipped.pairs, fresh.pairs) << shipped.name;
    EXPECT_EQ(shipped.bits, fresh.bits);
    EXPECT_EQ(shipped.weight, fresh.weight);
  }
}

TEST(DistanceProfiles, FilesComeBackAndBrokenOnesAreRefused) {
  const auto back = profiles_from_json(profiles_json(shipped_profiles()), "p");
  ASSERT_TRUE(back);
  EXPECT_EQ(back->size(), shipped_profiles().size());
  for (const char* text : {"{}", "{\"format\":\"threetokens-code-profiles\",\"version\":2}",
                           "{\"format\":\"threetokens-code-profiles\",\"version\":1,\"profiles\":[{}]}"})
    EXPECT_FALSE(profiles_from_json(parse_json(text, "p").value(), "p")) << text;
}

}  // namespace
}  // namespace tt
