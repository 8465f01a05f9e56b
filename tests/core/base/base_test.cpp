// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <clocale>
#include <cmath>
#include <csignal>
#include <filesystem>
#include <locale>
#include <set>
#include <thread>

#include "core/base/exact.h"
#include "core/base/json.h"
#include "core/base/log2_number.h"
#include "core/base/options.h"
#include "core/base/random.h"

namespace tt {
namespace {

namespace fs = std::filesystem;

/// No file may grow beyond a few bytes while this lives: a full disk, for root too.
class FullDisk {
 public:
  explicit FullDisk(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit little{bytes, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &little);
  }
  ~FullDisk() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }

 private:
  void (*handler_)(int);
  rlimit before_{};
};

/// Decimal commas and grouped thousands, as in Germany.
struct GermanNumbers : std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
  char do_thousands_sep() const override { return '.'; }
  std::string do_grouping() const override { return "\3"; }
};

/// The locale of both C++ and C while this lives; the one of C where the system has it.
class GermanLocale {
 public:
  GermanLocale() : before_(std::locale::global(std::locale(std::locale::classic(), new GermanNumbers))) {
    for (const char* name : {"de_DE.UTF-8", "de_DE.utf8", "de_DE", "fr_FR.UTF-8"})
      if (std::setlocale(LC_ALL, name)) break;
  }
  ~GermanLocale() {
    std::locale::global(before_);
    std::setlocale(LC_ALL, "C");
  }

 private:
  std::locale before_;
};

class Folder {
 public:
  Folder()
      : path_(fs::temp_directory_path() /
              ("tt-base-" + std::to_string(::testing::UnitTest::GetInstance()->random_seed()) +
               ::testing::UnitTest::GetInstance()->current_test_info()->name())) {
    fs::create_directories(path_);
  }
  ~Folder() { fs::remove_all(path_); }
  [[nodiscard]] fs::path operator/(const char* name) const { return path_ / name; }
  [[nodiscard]] const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

TEST(Exact, PascalsRule) {
  for (long n = 1; n <= 60; ++n)
    for (long k = 0; k <= n; ++k) EXPECT_EQ(binomial(n, k), binomial(n - 1, k) + binomial(n - 1, k - 1));
  EXPECT_EQ(binomial(5, 7), 0);
  EXPECT_EQ(binomial(5, -1), 0);
}

TEST(Exact, LogarithmsNeverLieOnTheWrongSide) {
  for (long n = 2; n <= 400; n += 7) {
    const Integer value = binomial(n, n / 3) + 1;
    EXPECT_LE(log2_down(value), log2_up(value));
    EXPECT_NEAR(log2_down(value), log2_up(value), 1e-10);
    if (value < 1'000'000) {
      EXPECT_LE(std::exp2(log2_down(value)), value.get_d() * (1 + 1e-12));
      EXPECT_GE(std::exp2(log2_up(value)), value.get_d() * (1 - 1e-12));
    }
  }
  const Integer power = Integer(1) << 5000;
  EXPECT_EQ(log2_down(power), 5000.0);
  EXPECT_EQ(log2_up(power), 5000.0);
  EXPECT_EQ(log2_down(Rational(1, 8)), -3.0);
}

TEST(Exact, RoundingToIntegers) {
  EXPECT_EQ(strictly_above(Rational(7, 2)), 4);
  EXPECT_EQ(strictly_above(Rational(4)), 5);
  EXPECT_EQ(at_least(Rational(7, 2)), 4);
  EXPECT_EQ(at_least(Rational(4)), 4);
  EXPECT_EQ(exactly(0.1) == Rational(1, 10), false);
  EXPECT_EQ(exactly(0.375), Rational(3, 8));
}

TEST(Log2Number, AgreesWithExactBinomials) {
  for (long n : {10L, 64L, 1000L, 10000L})
    for (long k : {1L, n / 3, n / 2})
      EXPECT_NEAR(log2_binomial(static_cast<double>(n), static_cast<double>(k)), log2_down(binomial(n, k)),
                  1e-8);
  EXPECT_EQ(log2_binomial(5, 6), -INFINITY);
  EXPECT_NEAR(log2_add(3, 3), 4, 1e-15);
  EXPECT_EQ(log2_add(-INFINITY, -INFINITY), -INFINITY);
  EXPECT_EQ(log2_add(INFINITY, INFINITY), INFINITY);
  EXPECT_EQ(log2_add(-INFINITY, 5), 5);
  EXPECT_NEAR(log2_add(2000, 1990), 2000 + std::log2(1 + std::exp2(-10)), 1e-12);
}

TEST(Log2Number, TextAsPeopleReadIt) {
  EXPECT_EQ(text_from_log2(std::log2(13.0)), "13");
  EXPECT_EQ(text_from_log2(std::log2(650.0)), "650");
  EXPECT_EQ(text_from_log2(64), "2^64");
  EXPECT_EQ(text_from_log2(21.876), "2^21.9");
  EXPECT_EQ(text_from_log2(10), "1024");
  EXPECT_EQ(text_from_log2(-INFINITY), "0");
  EXPECT_EQ(text(2.8461538), "2.85");
  EXPECT_EQ(text(0.5), "0.5");
  EXPECT_EQ(text(1234.0), "1234");
  EXPECT_EQ(text(999.4), "999");
  EXPECT_EQ(text(999.7), "1000");
  EXPECT_EQ(text(-1234.4), "-1234");
  EXPECT_EQ(text(1e-12), "1e-12");
  EXPECT_EQ(text(NAN), "not a number");
  EXPECT_EQ(text(INFINITY), "∞");
  EXPECT_EQ(text(0.0), "0");
}

TEST(Text, PointDecimalsInEveryLocale) {
  const auto all = [] {
    const Json json = parse_json(R"({"half": 0.5, "many": 1234567, "tiny": 1.25e-9})", "s").value();
    return json.dump() + text(0.25) + text(12345.6) + text_from_log2(16.5) + text_from_log2(21.5) +
           check_range("x", 1234567.5, 0.25, 0.5).error().message();
  };
  const std::string before = all();
  const GermanLocale german;
  EXPECT_EQ(all(), before);
}

TEST(Random, AddressedStreamsDiffer) {
  std::set<std::uint64_t> seen;
  for (std::uint64_t seed = 0; seed < 4; ++seed)
    for (const Purpose purpose : {Purpose::code, Purpose::sequence, Purpose::projection})
      for (std::uint64_t index = 0; index < 4; ++index)
        for (std::uint64_t i = 0; i < 50; ++i) seen.insert(RandomStream(seed, purpose, index).at(i));
  EXPECT_EQ(seen.size(), 4u * 3u * 4u * 50u);
}

TEST(Random, MomentsOfUniformAndNormal) {
  const RandomStream random(5, Purpose::test);
  double mean = 0, square = 0, uniform = 0;
  constexpr int kCount = 40000;
  for (std::uint64_t i = 0; i < kCount; ++i) {
    const double z = random.normal(i), u = random.uniform(i);
    ASSERT_TRUE(u >= 0 && u < 1);
    mean += z / kCount;
    square += z * z / kCount;
    uniform += u / kCount;
    ASSERT_LT(random.below(i, 7), 7u);
  }
  EXPECT_NEAR(mean, 0, 0.02);
  EXPECT_NEAR(square, 1, 0.03);
  EXPECT_NEAR(uniform, 0.5, 0.01);
}

TEST(Options, RangesRefuseNaNAndSayTheRange) {
  EXPECT_TRUE(check_range("x", 1.0, 1.0, 2.0));
  EXPECT_FALSE(check_range("x", NAN, 1.0, 2.0));
  EXPECT_EQ(check_range("features r", 0LL, 1LL, 4096LL).error().message(),
            "features r (0, allowed: 1 to 4096)");
  EXPECT_TRUE(check_epsilon(0.5));
  EXPECT_EQ(check_epsilon(0.6).error().message(), "error epsilon (0.6, allowed: above 0, at most 0.5)");
  EXPECT_FALSE(check_epsilon(0.0));
}

TEST(Json, MistakesNameLineAndColumn) {
  const auto error = parse_json("{\n  \"a\": 1,\n  oops\n}", "s.json").error();
  EXPECT_NE(error.message().find("line 3, column 3"), std::string::npos) << error.message();
  EXPECT_NE(parse_json("{\"a\": [1, 2", "s.json").error().message().find("ends early"), std::string::npos);
  EXPECT_FALSE(parse_json("", "s.json"));
  // Columns count characters, not bytes.
  const std::string umlauts = parse_json("{\"ä\": \"öü\" x}", "s").error().message();
  EXPECT_NE(umlauts.find("line 1, column 12"), std::string::npos) << umlauts;
  EXPECT_FALSE(parse_json("[1e999]", "s.json"));
  EXPECT_FALSE(parse_json("\"\xff\"", "s.json"));
}

TEST(Json, WhatIsNestedTooDeeplyIsRefused) {
  const auto nested = [](std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); };
  EXPECT_TRUE(parse_json(nested(100), "s"));
  EXPECT_NE(parse_json(nested(100'000), "s").error().message().find("nested too deeply"), std::string::npos);
}

TEST(Json, ExcerptsAreShortAndWhole) {
  EXPECT_EQ(excerpt(Json(2.5)), "2.5");
  const std::string umlauts = excerpt(Json("äöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöü"));
  EXPECT_LE(umlauts.size(), 60u);
  EXPECT_NO_THROW(static_cast<void>(Json(umlauts).dump()));  // valid UTF-8: no character is cut
}

TEST(Json, ValuesMustFitWithoutLoss) {
  const Json json =
      parse_json(R"({"a": 3.5, "b": 3, "c": -1, "d": 99999999999, "e": "x", "f": true})", "s").value();
  EXPECT_FALSE(json_value<int>(json, "a", "s"));
  EXPECT_EQ(json_value<int>(json, "b", "s").value(), 3);
  EXPECT_EQ(json_value<double>(json, "b", "s").value(), 3.0);
  EXPECT_FALSE(json_value<std::uint64_t>(json, "c", "s"));
  EXPECT_FALSE(json_value<int>(json, "d", "s"));
  EXPECT_FALSE(json_value<int>(json, "e", "s"));
  EXPECT_FALSE(json_value<int>(json, "f", "s"));
  EXPECT_FALSE(json_value<int>(json, "missing", "s"));
}

TEST(Files, AtomicWriteReplacesWholeFiles) {
  const Folder folder;
  const fs::path file = folder / "ä b.txt";
  ASSERT_TRUE(write_file_atomic(file, "one"));
  ASSERT_TRUE(write_file_atomic(file, "two"));
  EXPECT_EQ(read_file(file).value(), "two");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()),
            1);  // nothing left behind
}

TEST(Files, FailuresKeepTheOldContent) {
  const Folder folder;
  EXPECT_FALSE(write_file_atomic(folder / "no such" / "file", "x"));
  const fs::path taken = folder / "taken";
  fs::create_directories(taken / "inside");
  EXPECT_FALSE(write_file_atomic(taken, "x"));  // a folder stands in the way
  EXPECT_TRUE(fs::exists(taken / "inside"));
  EXPECT_FALSE(read_file(folder / "missing"));
  EXPECT_FALSE(read_file(folder.path()));
}

TEST(Files, AFullDiskKeepsTheOldContent) {
  const Folder folder;
  const fs::path file = folder / "session.json";
  ASSERT_TRUE(write_file_atomic(file, "old"));
  {
    const FullDisk full(100);
    const auto written = write_file_atomic(file, std::string(1000, 'x'));
    ASSERT_FALSE(written);
    EXPECT_NE(written.error().message().find("session.json"), std::string::npos);
  }
  EXPECT_EQ(read_file(file).value(), "old");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()), 1);
}

TEST(Files, LinksPermissionsAndDevicesStay) {
  const Folder folder;
  const fs::path file = folder / "file", link = folder / "link", pipe = folder / "pipe";
  ASSERT_TRUE(write_file_atomic(file, "old"));
  fs::permissions(file, fs::perms::owner_read | fs::perms::owner_write);
  fs::create_symlink("file", link);
  ASSERT_TRUE(write_file_atomic(link, "new"));
  EXPECT_TRUE(fs::is_symlink(link));
  EXPECT_EQ(read_file(file).value(), "new");
  EXPECT_EQ(fs::status(file).permissions(), fs::perms::owner_read | fs::perms::owner_write);
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  std::string received;
  std::thread reader([&] { received = read_file(pipe).value(); });
  EXPECT_TRUE(write_file_atomic(pipe, "through"));
  reader.join();
  EXPECT_EQ(received, "through");
  EXPECT_TRUE(fs::is_fifo(pipe));
}

TEST(Files, WritersAtTheSameTimeLeaveOneWholeFile) {
  const Folder folder;
  const fs::path file = folder / "file";
  std::vector<std::jthread> writers;
  for (char c = 'a'; c < 'e'; ++c)
    writers.emplace_back([&file, c] {
      for (int i = 0; i < 5; ++i) EXPECT_TRUE(write_file_atomic(file, std::string(5000, c)));
    });
  writers.clear();
  const std::string content = read_file(file).value();
  EXPECT_EQ(content, std::string(5000, content.front()));
  EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()), 1);
}

TEST(Files, NewerVersionsAreRefusedKindly) {
  Json json{{"format", "threetokens-x"}, {"version", 2}};
  EXPECT_TRUE(check_format(json, "threetokens-x", 2, "f"));
  EXPECT_NE(check_format(json, "threetokens-x", 1, "f").error().message().find("newer program"),
            std::string::npos);
  EXPECT_FALSE(check_format(json, "threetokens-y", 2, "f"));
  json["version"] = 0;
  EXPECT_FALSE(check_format(json, "threetokens-x", 1, "f"));
  EXPECT_FALSE(check_format(Json::array(), "threetokens-x", 1, "f"));
}

}  // namespace
}  // namespace tt
