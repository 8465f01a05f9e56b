// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/codes/greedy_code.h"

#include "tests/cli/cli_run.h"

using namespace tt;
using namespace tt::cli_test;

TEST(CodeCommand, FindsTheCodesOfTheTheory) {
  const Json document = json_of({"code", "--bits", "12", "--distance", "3"});
  expect_keys(document, {"size", "words", "min_distance"});
  EXPECT_EQ(document["size"], 10);
  EXPECT_EQ(document["words"].size(), 10u);
  EXPECT_EQ(document["min_distance"], 3);
  EXPECT_EQ(document["complete"], true);
  EXPECT_EQ(json_of({"code", "--bits", "16", "--distance", "4"})["size"], 30);
}

TEST(CodeCommand, AgreesWithTheCoreAndItsFile) {
  const Folder folder;
  const std::string file = folder / "code.json";
  const Json document = json_of({"code", "--bits", "20", "--distance", "4", "--weight", "8", "--order",
                                 "random", "--seed", "7", "--limit", "9", "--out", file});
  CodeRequest request{
      .bits = 20, .weight = 8, .distance = 4, .order = CodeOrder::random, .seed = 7, .limit = 9};
  const auto code = greedy_code(request);
  ASSERT_TRUE(code);
  EXPECT_EQ(document["words"], to_json(*code)["words"]);
  const Json written = Json::parse(content(file));
  EXPECT_EQ(written, to_json(*code));
  expect_keys(written, {"format", "version"});
}

TEST(CodeCommand, InterruptLeavesTheWordsFound) {
  Outcome result;
  // Until the moment is late enough for a word.
  for (const int wait : {200, 1000, 5000}) {
    Settings settings;
    settings.interrupt_after = std::chrono::milliseconds(wait);
    result = run({"code", "--bits", "40", "--distance", "6", "--json"}, settings);
    if (result.json()["size"] > 0) break;
  }
  EXPECT_EQ(result.code, 130);
  const Json document = result.json();
  EXPECT_EQ(document["interrupted"], true);
  EXPECT_EQ(document["complete"], false);
  EXPECT_GT(document["size"].get<int>(), 0);
  EXPECT_EQ(document["words"].size(), document["size"].get<std::size_t>());
  EXPECT_TRUE(result.err.starts_with("interrupted: ")) << result.err;
  EXPECT_NE(result.err.find(std::to_string(document["size"].get<int>()) + " words"), std::string::npos);
}

TEST(CodeCommand, RefusesWhatIsOutOfRange) {
  expect_refused({"code", "--bits", "0", "--distance", "3"}, "--bits (0, allowed: 1 to 64)");
  expect_refused({"code", "--bits", "65", "--distance", "3"}, "--bits (65, ");
  expect_refused({"code", "--bits", "12", "--distance", "13"}, "13");
  expect_refused({"code", "--bits", "12", "--distance", "3", "--weight", "13"}, "13");
  expect_refused({"code", "--bits", "12", "--distance", "3", "--order", "best"},
                 "--order (best, allowed: lex, random)");
  expect_refused({"code", "--bits", "12", "--distance", "3", "--seed", "-1"}, "--seed (-1, ");
  expect_refused({"code", "--bits", "12", "--distance", "3", "--out", "/nowhere/code.json"},
                 "/nowhere/code.json");
}
