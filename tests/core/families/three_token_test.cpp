// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/families/three_token.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "core/task/min_ip.h"

namespace tt {
namespace {

Family shipped() { return load_family(TT_SOURCE_DIR "/resources/data/finite-family-424.json").value(); }

/// Inputs as sorted texts, the order of the tokens after the query ignored.
std::multiset<std::string> inputs_as_text(const Family& family) {
  std::multiset<std::string> texts;
  for (std::size_t i = 0; i < family.size(); ++i) {
    const Sequence s = family.sequence(i);
    std::vector<std::string> rest;
    for (std::size_t j = 1; j < s.size(); ++j) rest.push_back(to_string(s[j]));
    std::sort(rest.begin(), rest.end());
    std::string text = to_string(s[0]);
    for (const std::string& one : rest) text += " " + one;
    texts.insert(text);
  }
  return texts;
}

TEST(ThreeTokenFamily, ShippedFamilyIsWhatItsWordsGive) {
  const Family file = shipped();
  const Family made = three_token_family(file.words, 3).value();
  EXPECT_EQ(made.jumps, 424);
  EXPECT_EQ(made.size(), 1272u);
  EXPECT_EQ(made.distinct_inputs(), 861u);
  EXPECT_EQ(made.tokens.size(), 243u);
  EXPECT_EQ(inputs_as_text(made), inputs_as_text(file));
}

TEST(ThreeTokenFamily, TargetsAreTheLeastOverlaps) {
  for (const Family& family : {shipped(), three_token_family(shipped().words, 2, 4).value()})
    for (std::size_t i = 0; i < family.size(); ++i)
      EXPECT_EQ(family.targets[i], min_ip_target(family.sequence(i), 0));
}

TEST(ThreeTokenFamily, ShippedWordsAreACodeOfDistanceSix) {
  const Family file = shipped();
  EXPECT_EQ(file.words.size(), 15u);
  for (const BitToken word : file.words) EXPECT_EQ(weight(word), 12);
  const auto histogram = distance_histogram(file.words, 24);
  EXPECT_EQ(std::vector(histogram.begin() + 6, histogram.begin() + 10),
            (std::vector<std::int64_t>{146, 54, 6, 4}));
  EXPECT_EQ(min_directed_distance(file.words), 6);
}

TEST(ThreeTokenFamily, InputsAreTheThreeOfEachJump) {
  CodeRequest request;
  request.bits = 12;
  request.distance = 3;
  const Code code = greedy_code(request).value();
  for (int n = 3; n <= 5; ++n) {
    const Family family = three_token_family(code.words, 3, n).value();
    EXPECT_EQ(family.size(), static_cast<std::size_t>(3 * family.jumps));
    for (std::size_t i = 0; i < family.size(); i += 3) {
      const Sequence one = family.sequence(i), two = family.sequence(i + 1), three = family.sequence(i + 2);
      EXPECT_EQ(three[1], one[1]);
      EXPECT_EQ(three[2], two[1]);
      EXPECT_EQ(family.targets[i], family.targets[i + 2]);  // y decides wherever it stands
      EXPECT_GE(family.targets[i + 1], family.targets[i] + 3);
    }
  }
}

TEST(ThreeTokenFamily, RefusesTooFewWordsAndTooWideGaps) {
  const Family file = shipped();
  EXPECT_FALSE(three_token_family(std::span(file.words).first(1), 3));
  EXPECT_FALSE(three_token_family(file.words, 12));
  EXPECT_FALSE(three_token_family(file.words, 0));
  EXPECT_FALSE(three_token_family(file.words, 3, 2));
  EXPECT_FALSE(three_token_family(std::vector{parse_token("1100").value(), parse_token("11000").value()}, 1));
}

}  // namespace
}  // namespace tt
