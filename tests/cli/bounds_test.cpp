// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bounds/bounds.h"

#include "tests/cli/cli_run.h"

using namespace tt;
using namespace tt::cli_test;

TEST(BoundsCommand, HasThePromisedKeys) {
  const Json document = json_of({"bounds", "--m", "24", "--n", "3"});
  expect_keys(document, {"lower", "upper"});
  expect_keys(document["lower"], {"paper_log2", "optimized"});
  expect_keys(document["lower"]["optimized"],
              {"bound", "bound_log2", "form", "rank", "rank_log2", "distance", "weight", "code_size",
               "code_size_log2", "lambda", "lambda_log2", "gaps", "source"});
  expect_keys(document["upper"], {"rank", "rank_log2", "source"});
}

TEST(BoundsCommand, GivesTheValuesOfTheTheory) {
  const Json at24 = json_of({"bounds", "--m", "24", "--n", "3"})["lower"]["optimized"];
  EXPECT_EQ(at24["rank"], 42);  // the Golay code, each pair of words by its own distance
  EXPECT_EQ(at24["code_size"], 2576);
  EXPECT_EQ(at24["distance"], 4);
  EXPECT_EQ(json_of({"bounds", "--m", "64", "--n", "3"})["lower"]["optimized"]["rank"], 6636);
  const Json at168 = json_of({"bounds", "--m", "168", "--n", "3"});
  EXPECT_NEAR(at168["lower"]["optimized"]["rank_log2"].get<double>(), 21.876, 1e-3);
  EXPECT_EQ(at168["lower"]["paper_log2"], 15.0);
  EXPECT_EQ(at168["upper"]["rank_log2"], 168.0);
}

TEST(BoundsCommand, AgreesWithTheCore) {
  for (const auto& [m, n] : {std::pair{5, 3}, {12, 4}, {20, 3}, {100, 8}}) {
    const Json document = json_of({"bounds", "--m", std::to_string(m), "--n", std::to_string(n)});
    const auto lower = listed_code_bound({.m = m, .n = n});
    const auto upper = best_upper_bound(m, n, 0.5);
    ASSERT_TRUE(lower && upper);
    EXPECT_EQ(document["lower"]["optimized"]["bound_log2"].get<double>(), lower->bound_log2);
    EXPECT_EQ(document["lower"]["optimized"]["rank_log2"].get<double>(), lower->rank_log2);
    EXPECT_EQ(document["lower"]["optimized"]["gaps"].get<std::vector<int>>(), lower->gaps);
    EXPECT_EQ(document["upper"]["rank_log2"].get<double>(), upper->rank_log2);
    EXPECT_EQ(document["upper"]["source"], upper->source);
  }
}

TEST(BoundsCommand, IsVacuousWhereThePaperSaysNothing) {
  EXPECT_TRUE(json_of({"bounds", "--m", "24", "--n", "3"})["lower"]["paper_log2"].is_null());
  EXPECT_TRUE(json_of({"bounds", "--m", "168", "--n", "3", "--signed"})["lower"]["paper_log2"].is_null());
  EXPECT_NE(run({"bounds", "--m", "24", "--n", "3"}).out.find("vacuous"), std::string::npos);
}

TEST(BoundsCommand, CarriesWhatIsHugeAsLog2) {
  const Json document = json_of({"bounds", "--m", "10000", "--n", "3"});
  EXPECT_TRUE(document["upper"]["rank"].is_null());
  EXPECT_EQ(document["upper"]["rank_log2"], 10000.0);
  EXPECT_TRUE(document["lower"]["optimized"]["rank"].is_null());
  EXPECT_GT(document["lower"]["optimized"]["rank_log2"].get<double>(), 1000.0);
  EXPECT_NE(run({"bounds", "--m", "10000", "--n", "3"}).out.find("2^10000"), std::string::npos);
}

TEST(BoundsCommand, RefusesWhatIsOutOfRange) {
  expect_refused({"bounds", "--m", "0", "--n", "3"}, "--m (0, allowed: 1 to 10000)");
  expect_refused({"bounds", "--m", "10001", "--n", "3"}, "--m (10001, ");
  expect_refused({"bounds", "--m", "12", "--n", "1000001"}, "--n (1000001, ");
  expect_refused({"bounds", "--m", "12", "--n", "3", "--epsilon", "0"},
                 "--epsilon (0, allowed: above 0, at most 0.5)");
  expect_refused({"bounds", "--m", "12", "--n", "3", "--epsilon", "0.6"}, "--epsilon (0.6, ");
  expect_refused({"bounds", "--m", "12", "--n", "3", "--epsilon", "0,2"}, "--epsilon (0,2, ");
  expect_refused({"bounds", "--m", "12", "--n", "3", "--epsilon", "nan"}, "--epsilon (nan, ");
  expect_refused({"bounds", "--m", "12.5", "--n", "3"}, "--m (12.5, allowed: a whole number 1 to 10000)");
  expect_refused({"bounds", "--m", "12", "--n", "3", "--weight", "13"}, "weight (13, ");
}
