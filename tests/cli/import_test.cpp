// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/cli_run.h"

using namespace tt;
using namespace tt::cli_test;

TEST(ImportCommand, MakesSessionsOfOwnNumbers) {
  const Folder folder;
  write(folder / "c.csv", "1,0.2,0.1\n0.1,1,0.2\n0.2,0.1,1\n");
  const Json seen = json_of({"import", folder / "c.csv", "--out", folder / "s.json"});
  EXPECT_EQ(seen["as"], "matrix C");
  const Json view = json_of({"view", "identity", "--session", folder / "s.json"});
  EXPECT_EQ(view["matrix"].size(), 3u);
  EXPECT_EQ(view["matrix"][0][1], 0.2);
  write(folder / "t.txt", "1100 0110 0011\n");
  static_cast<void>(json_of({"import", folder / "t.txt", "--out", folder / "s.json"}));
  EXPECT_EQ(json_of({"view", "attention", "--session", folder / "s.json"})["sequence"][0], "1100");
}

TEST(ImportCommand, RefusesWhatItCannotTake) {
  const Folder folder;
  write(folder / "c.csv", "1,0.2\n0.1,x\n");
  expect_refused({"import", folder / "c.csv"}, "line 2, column 2 of c.csv (x");
  write(folder / "c.csv", "1,0.2,0.1\n0.1,1,0.2\n0.2,0.1,1\n");
  expect_refused({"import", folder / "c.csv", "--as", "head"}, "--as (head");
  expect_refused({"import", folder / "c.csv", "--as", "kernel"}, "3 rows");
}
