// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/brackets/bracket.h"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "core/bounds/bounds.h"

namespace tt {
namespace {

TEST(Brackets, EveryShippedCertificateHolds) {
  const auto all = shipped_brackets();
  ASSERT_TRUE(all.has_value()) << all.error().message();
  EXPECT_EQ(all->size(), static_cast<std::size_t>(kBracketBits) * std::size(kBracketLengths));
  for (const Bracket& bracket : *all) {
    EXPECT_LE(bracket.lower, bracket.upper);
    bool lower = bracket.lower == 1, upper = bracket.upper == 1L << bracket.m;
    for (const Certificate& certificate : bracket.certificates) {
      const auto verdict = verify(certificate);
      EXPECT_TRUE(verdict.has_value()) << bracket.m << " " << bracket.n << ": " << verdict.error().message();
      (certificate.upper ? upper : lower) |=
          certificate.rank == (certificate.upper ? bracket.upper : bracket.lower);
    }
    EXPECT_TRUE(lower && upper) << "m = " << bracket.m << ", n = " << bracket.n
                                << ": an end without a certificate";
  }
}

TEST(Brackets, ReachWhatTheoryKnows) {
  // Theory 6.5 at n = 3: 1, 1, 1, 2, 3 for m = 1..5 and [3, 4] at m = 6.
  const long lower[] = {1, 1, 1, 2, 3, 3}, upper[] = {1, 1, 1, 2, 3, 4};
  for (int m = 1; m <= 6; ++m) {
    const auto ends = shipped_ends(m, 3, 0.5);
    ASSERT_TRUE(ends.has_value());
    EXPECT_GE(ends->lower, lower[m - 1]);
    EXPECT_LE(ends->upper, upper[m - 1]);
  }
}

TEST(Brackets, AreNeverWorseThanTheBounds) {
  for (int m = 1; m <= kBracketBits; ++m)
    for (const int n : kBracketLengths) {
      const auto ends = shipped_ends(m, n, 0.5);
      ASSERT_TRUE(ends.has_value());
      EXPECT_GE(static_cast<double>(ends->lower), listed_code_bound({.m = m, .n = n})->rank) << m << " " << n;
      EXPECT_LE(static_cast<double>(ends->upper), best_upper_bound(m, n, 0.5)->rank) << m << " " << n;
    }
}

TEST(Brackets, GrowWithTheBits) {
  for (const int n : kBracketLengths)
    for (int m = 2; m <= kBracketBits; ++m)
      EXPECT_GE(shipped_ends(m, n, 0.5)->lower, shipped_ends(m - 1, n, 0.5)->lower) << m << " " << n;
}

TEST(Brackets, LowerCertificatesHoldAtGreaterLengthsAndSmallerErrors) {
  const auto all = shipped_brackets();
  for (const Bracket& bracket : *all)
    for (Certificate certificate : bracket.certificates) {
      if (certificate.upper) continue;
      for (const int n : {certificate.n + 1, 12, 40}) {
        certificate.n = n;
        for (const Rational& epsilon : {Rational(1, 2), Rational(1, 5)}) {
          certificate.epsilon = epsilon;
          EXPECT_TRUE(verify(certificate)) << bracket.m << " " << bracket.n << " at " << n;
        }
      }
    }
  EXPECT_FALSE(shipped_lower(9, 3));
  EXPECT_FALSE(shipped_lower(5, 2));
  EXPECT_EQ(shipped_lower(5, 40)->lower, 3);
}

TEST(Brackets, SearchFindsHeadsOutsideTheTable) {
  // n = 7 is not shipped: rank one does at three bits.
  const auto found = bracket({.m = 3, .n = 7, .budget = 20.0, .threads = 1});
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->upper, 1);
  for (const Certificate& certificate : found->certificates) EXPECT_TRUE(verify(certificate));
}

TEST(Brackets, CutsGiveTheSameKindOfHeadsAsAllInputs) {
  const auto found = search_head(7, 3, Rational(1, 2), 64, {8, 400, 30.0, 3e-2, 1, 1}, {});
  if (found) {
    EXPECT_TRUE(verify(*found));
  }
  const auto small = search_head(3, 3, Rational(1, 2), 1, {8, 600, 30.0, 3e-2, 1, 1}, {});
  ASSERT_TRUE(small.has_value());
  EXPECT_TRUE(verify(*small));
}

TEST(Brackets, StopKeepsWhatThereIs) {
  std::stop_source stop;
  std::jthread later([&stop] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    stop.request_stop();
  });
  const auto found = bracket({.m = 7, .n = 9, .budget = 600.0, .threads = 1}, stop.get_token());
  ASSERT_TRUE(found.has_value());
  EXPECT_LE(found->upper, 128);
  EXPECT_GE(found->lower, 3);
}

TEST(Brackets, SurviveTheirJson) {
  const auto all = shipped_brackets();
  ASSERT_TRUE(all.has_value());
  const Json json = to_json(std::span(*all));
  const auto again = brackets_from_json(Json::parse(json.dump()), "a test");
  ASSERT_TRUE(again.has_value()) << again.error().message();
  EXPECT_EQ(to_json(std::span(*again)), json);
  Json broken = json;
  broken["brackets"][0]["epsilon"] = "half";
  EXPECT_FALSE(brackets_from_json(broken, "a test"));
  broken = json;
  broken["version"] = 99;
  EXPECT_FALSE(brackets_from_json(broken, "a test"));
}

TEST(Brackets, RefuseWhatIsOutOfRange) {
  EXPECT_FALSE(bracket({.m = 9, .n = 3}));
  EXPECT_FALSE(bracket({.m = 4, .n = 2}));
  EXPECT_FALSE(bracket({.m = 4, .n = 3, .epsilon = 0.6}));
}

}  // namespace
}  // namespace tt
