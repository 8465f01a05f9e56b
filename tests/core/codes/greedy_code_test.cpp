// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/codes/greedy_code.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>

#include "core/codes/gilbert_varshamov.h"

namespace tt {
namespace {

Code greedy(int bits, int distance, int weight = -1, CodeOrder order = CodeOrder::lexicographic,
            std::uint64_t seed = 1) {
  CodeRequest request;
  request.bits = bits;
  request.distance = distance;
  request.weight = weight;
  request.order = order;
  request.seed = seed;
  return greedy_code(request).value();
}

/// All words of a weight in increasing order.
std::vector<BitToken> words_of(int bits, int weight_of_word) {
  std::vector<BitToken> words;
  for (std::uint64_t word = 0; word < (1ull << bits); ++word)
    if (weight({word, bits}) == weight_of_word) words.push_back({word, bits});
  return words;
}

/// The definition, without any short cut.
std::vector<BitToken> plain_greedy(const std::vector<BitToken>& candidates, int distance) {
  std::vector<BitToken> kept;
  for (const BitToken x : candidates) {
    if (std::all_of(kept.begin(), kept.end(),
                    [&](BitToken y) { return directed_distance(x, y) >= distance; }))
      kept.push_back(x);
  }
  return kept;
}

class GreedyCodeSize : public ::testing::TestWithParam<std::tuple<int, int, std::size_t>> {};

TEST_P(GreedyCodeSize, CheckValues) {
  const auto [bits, distance, size] = GetParam();
  const Code code = greedy(bits, distance);
  EXPECT_EQ(code.words.size(), size);
  EXPECT_TRUE(code.complete);
}

INSTANTIATE_TEST_SUITE_P(Mathematics61, GreedyCodeSize,
                         ::testing::Values(std::tuple{8, 2, 14u}, std::tuple{10, 2, 22u},
                                           std::tuple{12, 2, 68u}, std::tuple{12, 3, 10u},
                                           std::tuple{14, 3, 27u}, std::tuple{16, 2, 870u},
                                           std::tuple{16, 3, 72u}, std::tuple{16, 4, 30u},
                                           std::tuple{24, 6, 24u}, std::tuple{24, 5, 77u}));

TEST(GreedyCode, SkippingChangesNothing) {
  for (int bits = 1; bits <= 11; ++bits)
    for (int w = 0; w <= bits; ++w)
      for (int distance = 1; distance <= std::max(1, w); ++distance)
        EXPECT_EQ(greedy(bits, distance, w).words, plain_greedy(words_of(bits, w), distance))
            << bits << " bits, weight " << w << ", distance " << distance;
  for (const auto& [bits, w] : {std::pair{14, 7}, std::pair{15, 5}, std::pair{16, 11}, std::pair{18, 9}}) {
    const auto candidates = words_of(bits, w);
    for (int distance = 2; distance <= w; ++distance)
      EXPECT_EQ(greedy(bits, distance, w).words, plain_greedy(candidates, distance))
          << bits << " bits, weight " << w << ", distance " << distance;
  }
  // Wide enough for the largest sets of low bits, with high bits to walk over.
  EXPECT_EQ(greedy(24, 4, 6).words, plain_greedy(words_of(24, 6), 4));
}

TEST(GreedyCode, CompleteCodesAreMaximal) {
  for (const CodeOrder order : {CodeOrder::lexicographic, CodeOrder::random})
    for (const auto& [bits, w, distance] :
         {std::tuple{12, 6, 3}, std::tuple{14, 5, 3}, std::tuple{13, 6, 2}}) {
      const Code code = greedy(bits, distance, w, order);
      for (const BitToken x : words_of(bits, w))
        EXPECT_TRUE(std::any_of(code.words.begin(), code.words.end(),
                                [&, d = distance](BitToken y) { return directed_distance(x, y) < d; }));
    }
}

TEST(GreedyCode, ProgressCountsEveryCandidate) {
  for (const CodeOrder order : {CodeOrder::lexicographic, CodeOrder::random}) {
    CodeRequest request{.bits = 16, .distance = 3, .order = order};
    Progress progress;
    ASSERT_TRUE(greedy_code(request, {}, &progress).value().complete);
    EXPECT_EQ(progress.total, 12870);
    EXPECT_EQ(progress.done, 12870);
    request.limit = 5;
    ASSERT_TRUE(greedy_code(request, {}, &progress));
    EXPECT_LT(progress.done, 12870);
  }
}

TEST(GreedyCode, EveryPairIsFarApart) {
  for (const CodeOrder order : {CodeOrder::lexicographic, CodeOrder::random})
    for (int distance = 1; distance <= 6; ++distance) {
      const Code code = greedy(14, distance, -1, order);
      EXPECT_GE(min_directed_distance(code.words).value_or(99), distance);
      for (const BitToken word : code.words) EXPECT_EQ(weight(word), 7);
    }
}

TEST(GreedyCode, CompleteCodesReachGilbertVarshamov) {
  for (int bits = 4; bits <= 14; ++bits)
    for (int distance = 1; distance <= bits / 2; ++distance)
      for (const CodeOrder order : {CodeOrder::lexicographic, CodeOrder::random}) {
        const Code code = greedy(bits, distance, -1, order);
        ASSERT_TRUE(code.complete);
        EXPECT_GE(Integer(code.words.size()), gilbert_varshamov(bits, bits / 2, distance));
      }
}

TEST(GreedyCode, RandomOrderIsSeeded) {
  const Code first = greedy(16, 3, -1, CodeOrder::random, 7), again = greedy(16, 3, -1, CodeOrder::random, 7);
  EXPECT_EQ(first.words, again.words);
  EXPECT_NE(first.words, greedy(16, 3, -1, CodeOrder::random, 8).words);
}

TEST(GreedyCode, LargeRandomCodesAreDrawn) {
  CodeRequest request;
  request.bits = 40;
  request.distance = 8;
  request.order = CodeOrder::random;
  request.limit = 50;
  const Code code = greedy_code(request).value();
  EXPECT_EQ(code.words.size(), 50u);
  EXPECT_FALSE(code.complete);
  EXPECT_GE(*min_directed_distance(code.words), 8);
  EXPECT_EQ(std::set<BitToken>(code.words.begin(), code.words.end()).size(), 50u);
}

TEST(GreedyCode, LimitAndBudgetStopEarlyOnAPrefix) {
  CodeRequest request;
  request.bits = 16;
  request.distance = 3;
  const Code whole = greedy_code(request).value();
  request.limit = 10;
  const Code ten = greedy_code(request).value();
  EXPECT_EQ(ten.words, std::vector<BitToken>(whole.words.begin(), whole.words.begin() + 10));
  request.limit = 0;
  request.budget = 200;
  const Code some = greedy_code(request).value();
  EXPECT_FALSE(some.complete);
  EXPECT_LT(some.words.size(), whole.words.size());
  EXPECT_TRUE(std::equal(some.words.begin(), some.words.end(), whole.words.begin()));
}

TEST(GreedyCode, StopKeepsWhatWasFound) {
  CodeRequest request;
  request.bits = 40;
  request.distance = 6;
  std::stop_source stop;
  stop.request_stop();
  const Code code = greedy_code(request, stop.get_token()).value();
  EXPECT_FALSE(code.complete);
  EXPECT_GE(code.words.size(), 1u);
  request.bits = 22;
  request.order = CodeOrder::random;  // heard while the candidates are listed
  EXPECT_FALSE(greedy_code(request, stop.get_token()).value().complete);
}

TEST(GreedyCode, BoundaryWeightsAndWidths) {
  EXPECT_EQ(greedy(64, 1, 64).words.size(), 1u);
  EXPECT_EQ(greedy(64, 1, 1).words.size(), 64u);
  EXPECT_EQ(greedy(64, 1, 63).words.size(), 64u);
  EXPECT_EQ(greedy(64, 32, 32).words.size(), 2u);
  EXPECT_EQ(greedy(5, 1, 0).words.size(), 1u);
}

TEST(GreedyCode, RefusesWhatIsOutOfRange) {
  CodeRequest request;
  request.bits = 65;
  EXPECT_EQ(greedy_code(request).error().message(), "code bits (65, allowed: 1 to 64)");
  request.bits = 8;
  request.distance = 0;
  EXPECT_EQ(greedy_code(request).error().message(), "code distance (0, allowed: 1 to 8)");
  request.distance = 2;
  request.weight = 9;
  EXPECT_EQ(greedy_code(request).error().message(), "code weight (9, allowed: -1 to 8)");
}

TEST(CodeFile, RoundTripAndRefusals) {
  const Code code = greedy(12, 3);
  const Code read = code_from_json(to_json(code), "code.json").value();
  EXPECT_EQ(read.words, code.words);
  EXPECT_EQ(read.weight, 6);
  Json lies = to_json(code);
  lies["distance"] = 6;
  EXPECT_FALSE(code_from_json(lies, "code.json"));
  lies["distance"] = 0;
  EXPECT_NE(code_from_json(lies, "code.json").error().message().find("1 to 12"), std::string::npos);
  Json broken = to_json(code);
  broken["words"][1] = "000111222111";
  EXPECT_NE(code_from_json(broken, "code.json").error().message().find("place 7"), std::string::npos);
  Json newer = to_json(code);
  newer["version"] = 99;
  EXPECT_NE(code_from_json(newer, "code.json").error().message().find("newer"), std::string::npos);
}

TEST(DistanceHistogram, CountsOrderedPairs) {
  const Code code = greedy(12, 3);
  const auto histogram = distance_histogram(code.words, 12);
  std::int64_t pairs = 0;
  for (const std::int64_t count : histogram) pairs += count;
  EXPECT_EQ(pairs, 90);
  EXPECT_EQ(histogram[0] + histogram[1] + histogram[2], 0);
  EXPECT_EQ(min_directed_distance(std::span(code.words).first(1)), std::nullopt);
  EXPECT_EQ(min_directed_distance(std::vector{parse_token("1100").value(), parse_token("1000").value()}), 0);
}

TEST(GilbertVarshamov, LogarithmAgreesWithTheExactQuotient) {
  for (const auto& [bits, w, distance] :
       {std::tuple{24, 12, 4}, std::tuple{64, 32, 9}, std::tuple{64, 31, 14}})
    EXPECT_EQ(Integer(std::ceil(std::exp2(gilbert_varshamov_log2(bits, w, distance)) - 1e-6)),
              gilbert_varshamov(bits, w, distance));
  for (const auto& [bits, w, distance] :
       {std::tuple{512, 256, 40}, std::tuple{2000, 1000, 200}, std::tuple{10000, 5000, 1250}})
    EXPECT_NEAR(gilbert_varshamov_log2(bits, w, distance), log2_down(gilbert_varshamov(bits, w, distance)),
                1e-8);
}

TEST(GilbertVarshamov, CheckValues) {
  EXPECT_EQ(gilbert_varshamov(16, 8, 3), 16);
  EXPECT_EQ(gilbert_varshamov(24, 12, 4), 52);
  EXPECT_EQ(gilbert_varshamov(10, 5, 1), 252);
  EXPECT_EQ(gilbert_varshamov(10, 5, 6), 1);   // the ball holds all words
  EXPECT_EQ(gilbert_varshamov(10, 2, 10), 1);  // farther than any two words
}

}  // namespace
}  // namespace tt
