// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/session.h"

#include <gtest/gtest.h>

#include <clocale>

#include "core/base/random.h"
#include "core/session/limits.h"
#include "core/session/slice.h"
#include "core/task/family.h"

namespace tt {
namespace {

/// A session with every field moved away from its default.
Session unusual(std::uint64_t seed) {
  const RandomStream random(seed, Purpose::test);
  std::uint64_t i = 0;
  const auto whole = [&](int low, int high) {
    return low + static_cast<int>(random.below(i++, static_cast<std::uint64_t>(high - low + 1)));
  };
  Session s;
  s.m = whole(1, 64);
  s.n = whole(1, 16);
  s.epsilon = 0.01 + 0.49 * random.uniform(i++);
  s.sequence = random_sequence(s.m, s.n, seed);
  s.map = static_cast<MapKind>(whole(0, kMapKinds - 1));
  s.rank = whole(1, 4096);
  s.tau = 0.01 + 10 * random.uniform(i++);
  s.ratio = 0.1 + 0.8 * random.uniform(i++);
  s.offset = whole(0, 1) * (s.m + random.uniform(i++));
  s.scale = 0.1 + random.uniform(i++);
  s.head_seed = random.at(i++);
  s.distance = whole(1, s.m);
  s.weight = whole(-1, s.m);
  s.words = whole(2, 1024);
  s.order = static_cast<CodeOrder>(whole(0, 1));
  s.code_seed = random.at(i++);
  s.gap_choice = static_cast<GapChoice>(whole(0, 1));
  s.gap = whole(1, s.m);
  s.pair_i = whole(0, 9);
  s.pair_j = whole(0, 9);
  if (whole(0, 1) == 1) s.code_words = random_sequence(s.m, 1 + whole(0, 5), seed);
  s.train.family = static_cast<TrainFamily>(whole(0, 2));
  s.train.ranks = {whole(1, 500), whole(501, 1024)};
  s.train.heads = whole(1, 64);
  s.train.rate = 1e-3 + random.uniform(i++);
  s.train.threshold = 0.9 * random.uniform(i++);
  s.train.steps = whole(1, 100'000);
  s.matrix = static_cast<MatrixSource>(whole(0, 1));
  s.synthetic_size = whole(2, 1024);
  s.synthetic_lambda = 1 + 100 * random.uniform(i++);
  s.synthetic_signed = whole(0, 1) == 1;
  s.matrix_seed = random.at(i++);
  s.bench.d = whole(1, 64);
  s.bench.a = random.uniform(i++);
  s.bench.b = random.uniform(i++);
  s.bench.c = random.uniform(i++);
  s.phase_n_max = whole(3, 16);
  s.phase_map = whole(0, 1) == 1;
  s.query = whole(0, s.n - 1);
  s.rival = whole(-1, s.n - 1);
  return normalized(s);
}

TEST(Session, JsonRoundTripKeepsEveryBit) {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const Session s = unusual(seed);
    ASSERT_TRUE(check(s)) << check(s).error().message();
    const std::string text = to_json(s).dump();
    const auto read = parse_session(text, "s");
    ASSERT_TRUE(read) << read.error().message();
    EXPECT_EQ(to_json(*read).dump(), text);
    EXPECT_EQ(session_hash(*read), session_hash(s));
  }
}

TEST(Session, NormalizedIsIdempotentAndValid) {
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    Session s = unusual(seed);
    const RandomStream random(seed, Purpose::initial);
    s.m = static_cast<int>(random.below(0, 200)) - 50;
    s.n = static_cast<int>(random.below(1, 60)) - 20;
    s.epsilon = random.uniform(2) * 2 - 0.5;
    s.tau = seed % 5 == 0 ? NAN : 100 * random.normal(3);
    s.query = 77;
    const Session once = normalized(s);
    EXPECT_TRUE(check(once)) << check(once).error().message();
    EXPECT_EQ(to_json(normalized(once)), to_json(once));
  }
}

TEST(Session, ChangingLengthKeepsTheTokensThereWere) {
  Session s = example_session();
  const Sequence before = s.sequence;
  s.n = 5;
  s = normalized(s);
  ASSERT_EQ(s.sequence.size(), 5u);
  EXPECT_TRUE(std::equal(before.begin(), before.end(), s.sequence.begin()));
  s.n = 3;
  EXPECT_EQ(normalized(s).sequence, before);
}

TEST(Session, SameBytesUnderAnotherLocale) {
  const std::string before = to_json(example_session()).dump();
  if (!std::setlocale(LC_ALL, "de_DE.UTF-8")) GTEST_SKIP() << "the locale de_DE.UTF-8 is not installed";
  const std::string after = to_json(example_session()).dump();
  const auto read = parse_session(before, "s");
  std::setlocale(LC_ALL, "C");
  EXPECT_EQ(before, after);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->tau, example_session().tau);
}

TEST(Session, EveryCutIsRefusedWithOneLine) {
  const std::string text = to_json(example_session()).dump(2);
  for (std::size_t length = 0; length + 1 < text.size(); length += 13) {
    const auto read = parse_session(text.substr(0, length), "half.json");
    ASSERT_FALSE(read) << length;
    EXPECT_EQ(read.error().message().find('\n'), std::string::npos);
    EXPECT_NE(read.error().message().find("half.json"), std::string::npos);
  }
}

class BadField : public ::testing::TestWithParam<std::tuple<const char*, const char*, const char*>> {};

TEST_P(BadField, IsNamedWithItsRange) {
  const auto [key, value, expected] = GetParam();
  Json json = to_json(example_session());
  json[key] = Json::parse(value);
  const auto read = session_from_json(json, "s.json");
  ASSERT_FALSE(read);
  EXPECT_NE(read.error().message().find(expected), std::string::npos) << read.error().message();
}

INSTANTIATE_TEST_SUITE_P(
    Session, BadField,
    ::testing::Values(std::tuple{"m", "0", "bits m (0, allowed: 1 to 64)"},
                      std::tuple{"m", "65", "bits m (65, allowed: 1 to 64)"},
                      std::tuple{"rank", "0", "features r (0, allowed: 1 to 4096)"},
                      std::tuple{"n", "17", "length n (17, allowed: 1 to 16)"},
                      std::tuple{"epsilon", "0", "above 0, at most 0.5"},
                      std::tuple{"epsilon", "0.6", "above 0, at most 0.5"},
                      std::tuple{"epsilon", "\"x\"", "key \"epsilon\""},
                      std::tuple{"m", "11.5", "whole number"}, std::tuple{"map", "\"magic\"", "magic"},
                      std::tuple{"sequence", "[\"110200000000\"]", "place 4"},
                      std::tuple{"sequence", "[\"110000000000\"]", "1 tokens"},
                      std::tuple{"order", "\"up\"", "lex, random"},
                      std::tuple{"version", "2", "newer program"},
                      std::tuple{"format", "\"else\"", "threetokens-session"},
                      std::tuple{"head", "{\"format\":\"nothing\"}", "threetokens-head"}));

TEST(Session, UnknownKeysAreKept) {
  Json json = to_json(example_session());
  json["future"] = {{"depth", 3}};
  const Session read = session_from_json(json, "s").value();
  EXPECT_EQ(to_json(read)["future"]["depth"], 3);
}

TEST(Slice, DependsOnlyOnWhatTheViewShows) {
  const Session s = example_session();
  Session bit = s;
  bit.sequence[0] = flipped(bit.sequence[0], 0);
  EXPECT_NE(to_json(slice("attention", bit)), to_json(slice("attention", s)));
  for (const char* view : {"chain", "identity", "phase"})
    EXPECT_EQ(to_json(slice(view, bit)), to_json(slice(view, s))) << view;
  Session code = s;
  code.distance = 2;
  for (const char* view : {"attention", "phase"})
    EXPECT_EQ(to_json(slice(view, code)), to_json(slice(view, s))) << view;
  for (const char* view : {"chain", "identity"})
    EXPECT_NE(to_json(slice(view, code)), to_json(slice(view, s))) << view;
  Session tau = s;
  tau.tau = 3;
  for (const char* view : {"attention", "chain", "identity", "phase"})
    EXPECT_NE(to_json(slice(view, tau)), to_json(slice(view, s))) << view;
}

}  // namespace
}  // namespace tt
