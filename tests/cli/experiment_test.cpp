// SPDX-License-Identifier: GPL-3.0-or-later
#include <filesystem>

#include "tests/cli/cli_run.h"

using namespace tt;
using namespace tt::cli_test;

TEST(ExperimentCommand, WritesFigureTablesAndReport) {
  const Folder folder;
  const Json document = json_of({"experiment", "finite-family", "--quick", "--out", folder / "run"});
  EXPECT_EQ(document["jumps"], 424);
  EXPECT_EQ(document["inputs"], 1272);
  EXPECT_EQ(document["excluded_below"]["paper"], 8);
  EXPECT_EQ(document["excluded_below"]["centered"], 11);
  EXPECT_EQ(document["constructed"]["rank"], 15);
  EXPECT_TRUE(document["constructed"]["verified"].get<bool>());
  ASSERT_EQ(document["ranks"].size(), 6u);
  EXPECT_EQ(document["runs"].size(), 12u);
  expect_keys(document["runs"][0], {"rank", "seed", "max_error", "solved"});
  EXPECT_EQ(document["ranks"][0]["published_mean_max_error_above"], 0.8);
  EXPECT_TRUE(content(folder / "run/finite-family.csv").starts_with("kind,rank,seed,max_error,solved\n"));
  if (std::filesystem::exists(TT_BIN_DIR "/threetokens-figure")) {
    EXPECT_TRUE(content(folder / "run/finite-family.pdf").starts_with("%PDF"));
    EXPECT_FALSE(content(folder / "run/finite-family.png").empty());
  }
}

TEST(ExperimentCommand, SameSeedSameResults) {
  const Folder folder;
  Json one = json_of({"experiment", "finite-family", "--quick", "--out", folder / "a"});
  Json two = json_of({"experiment", "finite-family", "--quick", "--threads", "1", "--out", folder / "b"});
  EXPECT_EQ(one["runs"], two["runs"]);
}

TEST(ExperimentCommand, NeedsAFolder) { expect_refused({"experiment", "finite-family"}, "--out (missing"); }
