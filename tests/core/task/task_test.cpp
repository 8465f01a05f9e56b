// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include "core/base/random.h"
#include "core/task/bit_token.h"
#include "core/task/family.h"
#include "core/task/min_ip.h"

namespace tt {
namespace {

BitToken token(const char* text) { return parse_token(text).value(); }

TEST(BitToken, TextRoundTripAtEveryWidth) {
  const RandomStream random(1, Purpose::test);
  for (int m = 1; m <= 64; ++m) {
    const BitToken x{random.at(static_cast<std::uint64_t>(m)) & low_mask(m), m};
    EXPECT_EQ(parse_token(to_string(x)).value(), x);
  }
  EXPECT_EQ(to_string(BitToken{0b0011, 4}), "1100");  // position 0 first
}

TEST(BitToken, ComplementIdentities) {
  const RandomStream random(2, Purpose::test);
  for (std::uint64_t i = 0; i < 200; ++i) {
    const int m = 1 + static_cast<int>(random.below(3 * i, 64));
    const BitToken x{random.at(3 * i + 1) & low_mask(m), m}, z{random.at(3 * i + 2) & low_mask(m), m};
    EXPECT_EQ(weight(x) + weight(complement(x)), m);
    EXPECT_EQ(overlap(x, complement(z)), directed_distance(x, z));
    EXPECT_EQ(overlap(x, z) + directed_distance(x, z), weight(x));
    EXPECT_EQ(complement(complement(x)), x);
    EXPECT_LE(overlap(x, z), overlap(x, x));
  }
}

TEST(BitToken, RefusalsNameCharacterAndPlace) {
  EXPECT_EQ(parse_token("0120").error().message(),
            "bit string \"0120\" (character '2' at place 3, allowed: 0 or 1)");
  EXPECT_EQ(parse_token("01é").error().message(),
            "bit string \"01é\" (character 'é' at place 3, allowed: 0 or 1)");
  EXPECT_EQ(parse_token("01\n").error().message(),
            "bit string \"01 \" (character with code 10 at place 3, allowed: 0 or 1)");
  EXPECT_FALSE(parse_token(""));
  EXPECT_FALSE(parse_token(std::string(65, '1')));
  EXPECT_TRUE(parse_token(std::string(64, '1')));
}

TEST(MinIp, TargetIsTheLeastOverlapWithAnyTokenItselfIncluded) {
  const Sequence one{token("1101")};
  EXPECT_EQ(min_ip_targets(one), std::vector<int>{3});
  const Sequence three{token("111000"), token("001110"), token("011001")};
  EXPECT_EQ(min_ip_targets(three), (std::vector<int>{1, 1, 1}));
  const RandomStream random(3, Purpose::test);
  for (std::uint64_t i = 0; i < 100; ++i) {
    Sequence s = random_sequence(12, 5, random.at(i));
    const auto before = min_ip_targets(s);
    s.push_back({random.at(i + 1000) & low_mask(12), 12});
    const auto after = min_ip_targets(s);
    for (std::size_t j = 0; j < before.size(); ++j)
      EXPECT_LE(after[j], before[j]);  // one more token never raises it
  }
}

TEST(Family, AllInputsAreCountedRight) {
  // 2^m C(2^m + n - 2, n - 1)
  EXPECT_EQ(all_inputs(2, 3).value().size(), 4u * 10u);
  EXPECT_EQ(all_inputs(3, 2).value().size(), 8u * 8u);
  EXPECT_EQ(all_inputs(1, 4).value().size(), 2u * 4u);
  EXPECT_EQ(all_inputs(3, 1).value().size(), 8u);
  const Family family = all_inputs(3, 3).value();
  EXPECT_EQ(family.distinct_inputs(), family.size());
  for (std::size_t i = 0; i < family.size(); ++i)
    EXPECT_EQ(family.targets[i], min_ip_target(family.sequence(i), 0));
  EXPECT_FALSE(all_inputs(12, 3));
  EXPECT_EQ(all_inputs(1, 100).value().size(), 2u * 100u);
  EXPECT_FALSE(all_inputs(1, 4097));
  EXPECT_EQ(all_inputs(0, 3).error().message(), "bits m (0, allowed: 1 to 20)");
}

TEST(Family, RandomIsSeededAndInRange) {
  const Family a = random_family(16, 4, 50, 9).value(), b = random_family(16, 4, 50, 9).value();
  EXPECT_EQ(a.tokens, b.tokens);
  EXPECT_EQ(a.inputs, b.inputs);
  EXPECT_NE(a.tokens, random_family(16, 4, 50, 10).value().tokens);
  EXPECT_EQ(a.size(), 50u);
}

TEST(Family, RandomRefusesWhatWouldNotFit) {
  EXPECT_FALSE(random_family(65, 3, 10, 1));
  EXPECT_FALSE(random_family(8, 0, 10, 1));
  EXPECT_FALSE(random_family(8, 3, 0, 1));
  EXPECT_NE(random_family(8, 4096, 1'000'000, 1).error().message().find("up to 100 million"),
            std::string::npos);
}

TEST(Family, DistinctInputsIgnoreTheOrderOfTheOthers) {
  const BitToken x = token("1100"), y = token("0011"), z = token("1010");
  const std::vector<Sequence> sequences{{x, y, z}, {x, z, y}, {y, x, z}, {x, y, z}, {x, y, y}};
  const Family family = family_of(sequences).value();
  EXPECT_EQ(family.size(), 5u);
  EXPECT_EQ(family.distinct_inputs(), 3u);
  EXPECT_EQ(family.tokens.size(), 3u);
  for (std::size_t i = 0; i < sequences.size(); ++i) EXPECT_EQ(family.sequence(i), sequences[i]);
}

TEST(Family, OneLengthAndOneWidth) {
  const BitToken x = token("1100"), y = token("0011"), wide = token("11000");
  EXPECT_FALSE(family_of(std::vector<Sequence>{}));
  EXPECT_FALSE(family_of(std::vector<Sequence>{{x, y}, {x}}));
  EXPECT_FALSE(family_of(std::vector<Sequence>{{x, wide}}));
}

TEST(Family, JsonRoundTrip) {
  const Family family = all_inputs(2, 3).value();
  const Family read = family_from_json(to_json(family), "f").value();
  EXPECT_EQ(read.tokens, family.tokens);
  EXPECT_EQ(read.inputs, family.inputs);
  EXPECT_EQ(read.targets, family.targets);
}

TEST(Family, JsonRefusesWhatCannotBe) {
  const Json good = to_json(all_inputs(2, 2).value());
  const auto broken = [&good](auto change) {
    Json json = good;
    change(json);
    const auto read = family_from_json(json, "f.json");
    return read ? std::string("accepted") : read.error().message();
  };
  EXPECT_NE(broken([](Json& j) { j["targets"][3] = 7; }).find("target of input 4"), std::string::npos);
  EXPECT_NE(broken([](Json& j) { j["inputs"][0][1] = 99; }).find("token index in input 1"),
            std::string::npos);
  EXPECT_NE(broken([](Json& j) { j["inputs"][0].push_back(0); }).find("input 1"), std::string::npos);
  EXPECT_NE(broken([](Json& j) { j["tokens"][0] = "02"; }).find("place 2"), std::string::npos);
  EXPECT_NE(broken([](Json& j) { j["m"] = 2.5; }).find("whole number"), std::string::npos);
  EXPECT_NE(broken([](Json& j) { j["tokens"][1] = j["tokens"][0]; }).find("listed twice"), std::string::npos);
  EXPECT_NE(broken([](Json& j) { j["tokens"][1] = "010"; }).find("3 bits"), std::string::npos);
  EXPECT_NE(broken([](Json& j) { j["n"] = 0; }).find("length n"), std::string::npos);
  EXPECT_NE(broken([](Json& j) { j["m"] = 65; }).find("1 to 64"), std::string::npos);
  EXPECT_NE(broken([](Json& j) { j["inputs"] = j["targets"] = Json::array(); }).find("none"),
            std::string::npos);
  EXPECT_NE(broken([](Json& j) { j["version"] = 2; }).find("newer program"), std::string::npos);
  EXPECT_NE(broken([](Json& j) { j.erase("format"); }).find("no threetokens-family"), std::string::npos);
}

TEST(Sequences, TextAndJsonMeanTheSame) {
  const auto text = parse_sequences("# mine\n1100 0011, 1010\n\n1111 0000 0001 # last\n", "t").value();
  const auto json = parse_sequences(R"([["1100","0011","1010"],["1111","0000","0001"]])", "j").value();
  const auto object =
      parse_sequences(R"({"sequences":[["1100","0011","1010"],["1111","0000","0001"]]})", "o").value();
  EXPECT_EQ(text, json);
  EXPECT_EQ(text, object);
  EXPECT_EQ(text, parse_sequences("\xEF\xBB\xBF"
                                  "1100\t0011;1010\r\n1111 0000 0001\r\n",
                                  "windows")
                      .value());
  const Family family = all_inputs(2, 2).value();
  const auto from_family = parse_sequences(to_json(family).dump(), "f").value();
  EXPECT_EQ(family_of(from_family).value().targets, family.targets);
  ASSERT_EQ(text.size(), 2u);
  EXPECT_EQ(to_string(text[0][1]), "0011");
}

TEST(Sequences, RefusalsNameTheLine) {
  EXPECT_NE(parse_sequences("1100\n1120\n", "mine.txt").error().message().find("line 2 of mine.txt"),
            std::string::npos);
  EXPECT_FALSE(parse_sequences("", "t"));
  EXPECT_FALSE(parse_sequences("# nothing\n\n", "t"));
  EXPECT_FALSE(parse_sequences("[[]]", "j"));
  EXPECT_FALSE(parse_sequences("[]", "j"));
  EXPECT_FALSE(parse_sequences("{}", "j"));
  EXPECT_FALSE(parse_sequences("[[\"11\", 3]]", "j"));
  EXPECT_FALSE(parse_sequences("[[\"11\"", "j"));
}

}  // namespace
}  // namespace tt
