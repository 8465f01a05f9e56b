// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/cli_run.h"

using namespace tt;
using namespace tt::cli_test;

TEST(CertifyCommand, MakesAndVerifies) {
  const Folder folder;
  const Json made =
      json_of({"certify", "make", "lower", "--m", "24", "--n", "3", "--out", folder / "c.json"});
  expect_keys(made, {"valid", "claim", "exact_arithmetic", "reason"});
  EXPECT_EQ(made["valid"], true);
  EXPECT_EQ(json_of({"certify", "verify", folder / "c.json"})["exact_arithmetic"], true);
  std::string text = content(folder / "c.json");
  text.replace(text.find("\"rank\":\"42\""), 11, "\"rank\":\"43\"");
  write(folder / "c.json", text);
  const Outcome forged = run({"certify", "verify", folder / "c.json", "--json"});
  EXPECT_EQ(forged.code, 1);
  EXPECT_EQ(Json::parse(forged.out)["valid"], false);
  EXPECT_NE(forged.out.find("rank"), std::string::npos);
  static_cast<void>(
      json_of({"certify", "make", "upper", "--m", "4", "--n", "3", "--out", folder / "u.json"}));
  write(folder / "m.csv", "1,0.25\n0.5,1\n");
  EXPECT_EQ(json_of({"certify", "make", "identity", "--matrix", folder / "m.csv", "--out",
                     folder / "i.json"})["valid"],
            true);
  expect_refused({"certify", "make", "head", "--out", folder / "h.json"}, "--head (missing");
  expect_refused({"certify", "verify", folder / "missing.json"}, "missing.json");
}
