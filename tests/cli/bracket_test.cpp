// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/brackets/bracket.h"

#include "tests/cli/cli_run.h"

using namespace tt;
using namespace tt::cli_test;

TEST(BracketCommand, PrintsTheShippedBracketWithItsCertificates) {
  const Json document = json_of({"bracket", "--m", "5", "--n", "3"});
  expect_keys(document, {"lower", "upper", "lower_source", "upper_source", "certificates"});
  EXPECT_EQ(document["lower"], 3);
  EXPECT_EQ(document["upper"], 3);
  for (const Json& certificate : document["certificates"]) {
    const auto read = certificate_from_json(certificate, "the output");
    ASSERT_TRUE(read.has_value()) << read.error().message();
    EXPECT_TRUE(verify(*read));
  }
}

TEST(BracketCommand, WritesAFileThatCanBeReadAgain) {
  const Folder folder;
  json_of({"bracket", "--m", "4", "--n", "3", "--out", folder / "b.json"});
  const auto again = brackets_from_json(Json::parse(content(folder / "b.json")), "b.json");
  ASSERT_TRUE(again.has_value());
  EXPECT_EQ(again->front().upper, 2);
}

TEST(BracketCommand, SearchesOnAndStopsInTime) {
  Settings settings;
  settings.interrupt_after = std::chrono::milliseconds(400);
  const Outcome result = run({"bracket", "--m", "6", "--n", "8", "--budget", "600", "--json"}, settings);
  EXPECT_EQ(result.code, 130);
  EXPECT_GE(result.json()["lower"].get<int>(), 3);
}

TEST(BracketCommand, RefusesWhatIsOutOfRange) {
  expect_refused({"bracket", "--m", "9", "--n", "3"}, "--m (9, ");
  expect_refused({"bracket", "--m", "4", "--n", "2"}, "--n (2, ");
  expect_refused({"bracket", "--m", "4"}, "--n (missing");
  expect_refused({"bracket", "--m", "4", "--n", "3", "--epsilon", "0.7"}, "--epsilon");
}
