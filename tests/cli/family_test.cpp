// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/task/family.h"

#include "core/families/three_token.h"
#include "tests/cli/cli_run.h"

using namespace tt;
using namespace tt::cli_test;

namespace {
const std::vector<std::string> kPromised{"words", "jumps", "inputs", "distinct_inputs", "tokens"};
}

TEST(FamilyCommand, AllCountsEveryMultiset) {
  const Folder folder;
  const std::string file = folder / "family.json";
  const Json document = json_of({"family", "all", "--m", "3", "--n", "3", "--out", file});
  expect_keys(document, kPromised);
  EXPECT_EQ(document["inputs"], 8 * 36);  // 2^m C(2^m + n - 2, n - 1)
  EXPECT_EQ(document["distinct_inputs"], 8 * 36);
  EXPECT_EQ(document["tokens"], 8);
  const Json written = Json::parse(content(file));
  expect_keys(written, {"format", "version", "m", "tokens", "inputs", "targets"});
  EXPECT_EQ(written["inputs"].size(), 288u);
  EXPECT_EQ(written["targets"].size(), 288u);
}

TEST(FamilyCommand, ThreeTokenAgreesWithTheCore) {
  const Json document = json_of({"family", "three-token", "--bits", "16", "--words", "8", "--distance", "4",
                                 "--gap", "2", "--order", "lex"});
  expect_keys(document, kPromised);
  const auto code = greedy_code({.bits = 16, .distance = 4, .limit = 8});
  const auto family = three_token_family(code->words, 2);
  ASSERT_TRUE(family);
  EXPECT_EQ(document["words"], 8);
  EXPECT_EQ(document["jumps"], family->jumps);
  EXPECT_EQ(document["inputs"], family->size());
  EXPECT_EQ(document["inputs"], 3 * family->jumps);
  EXPECT_EQ(document["distinct_inputs"], family->distinct_inputs());
  EXPECT_EQ(document["tokens"], family->tokens.size());
}

TEST(FamilyCommand, SeedGivesTheSameBytes) {
  const Folder folder;
  const std::string first = folder / "a.json", second = folder / "b.json", third = folder / "c.json";
  for (const auto& [file, seed] : {std::pair{first, "5"}, {second, "5"}, {third, "6"}})
    json_of({"family", "random", "--m", "10", "--n", "4", "--count", "50", "--seed", seed, "--out", file});
  EXPECT_EQ(content(first), content(second));
  EXPECT_NE(content(first), content(third));
  const auto family = load_family(first);
  ASSERT_TRUE(family);
  EXPECT_EQ(family->size(), 50u);
  EXPECT_EQ(family->n, 4);
}

TEST(FamilyCommand, RefusesWhatIsOutOfRange) {
  expect_refused({"family", "all", "--m", "0", "--n", "3"}, "--m (0, ");
  expect_refused({"family", "all", "--m", "65", "--n", "3"}, "--m (65, allowed: 1 to 64)");
  expect_refused({"family", "all", "--m", "20", "--n", "3"}, "20");
  expect_refused({"family", "three-token", "--bits", "24", "--words", "4000", "--distance", "11"},
                 "--words (4000, ");
  expect_refused({"family", "typed"}, "unknown command (typed, allowed: three-token, all, random)");
  expect_refused({"family"}, "command (missing, allowed: three-token, all, random)");
}
