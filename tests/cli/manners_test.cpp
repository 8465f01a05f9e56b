// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/cli_run.h"

using namespace tt;
using namespace tt::cli_test;

TEST(Manners, HelpAndVersionNeedNoDisplay) {
  const Outcome version = run({"--version"});
  EXPECT_EQ(version.code, 0);
  EXPECT_TRUE(version.out.starts_with("threetokens-cli ")) << version.out;
  const Outcome help = run({"--help"});
  EXPECT_EQ(help.code, 0);
  for (const char* command :
       {"bounds", "gap", "code", "family", "head", "chain", "identity", "view", "figure"}) {
    EXPECT_NE(help.out.find(command), std::string::npos) << command;
    const Outcome own = run({command, "--help"});
    EXPECT_EQ(own.code, 0) << command;
    EXPECT_EQ(own.err, "") << command;
  }
  EXPECT_NE(run({"code", "--help"}).out.find("1..64"), std::string::npos);
}

TEST(Manners, UnknownWordsAreNamed) {
  expect_refused({"bogus"}, "unknown command (bogus, allowed: bounds, ");
  expect_refused({}, "error: ");
  expect_refused({"bounds", "--m", "12", "--n", "3", "--bogus", "5"}, "unknown option (--bogus, ");
  expect_refused({"bounds", "--mm", "12", "--n", "3"}, "unknown option (--mm, ");
  expect_refused({"bounds", "12", "--m", "12", "--n", "3"}, "unexpected argument (12, ");
  expect_refused({"bounds", "--n", "3"}, "--m (missing, allowed: 1..10000)");
  expect_refused({"bounds", "--m", "12", "--m", "13", "--n", "3"}, "--m (given more than once");
  expect_refused({"bounds", "--m", "12", "--n", "3", "--signed=maybe"}, "--signed (with a value");
  EXPECT_EQ(run({}).code, 2);
}

TEST(Manners, AnOptionWithoutItsValueIsNamed) {
  const Outcome result = run({"bounds", "--n", "3", "--m"});
  EXPECT_EQ(result.code, 2);
  EXPECT_EQ(result.err, "error: --m (missing, allowed: 1..10000)\n");
}

TEST(Manners, CommaLocaleGivesTheSameBytes) {
  const std::vector<std::vector<std::string>> commands{
      {"bounds", "--m", "40", "--n", "3", "--weight", "20", "--json"},
      {"bounds", "--m", "40", "--n", "3", "--weight", "20"},
      {"gap", "--n", "4", "--epsilon", "0.3", "--distance", "9", "--table", "--json"},
      {"code", "--bits", "14", "--distance", "3"},
      {"view", "identity", "--json"}};
  Settings german;
  german.environment = {"LC_ALL=de_DE.UTF-8", "LANG=de_DE.UTF-8", "LC_NUMERIC=de_DE.UTF-8"};
  for (const auto& command : commands) {
    const Outcome plain = run(command), other = run(command, german);
    EXPECT_EQ(other.code, plain.code);
    EXPECT_EQ(other.out, plain.out);
    EXPECT_EQ(other.err, plain.err);
  }
}

TEST(Manners, TablesAreAligned) {
  const Outcome result = run({"gap", "--n", "3", "--distance", "12", "--table"});
  EXPECT_EQ(result.code, 0);
  EXPECT_EQ(result.err, "");
  // Names of the keys, values in one column.
  std::istringstream lines(result.out);
  std::string line;
  std::size_t column = 0;
  while (std::getline(lines, line) && !line.empty()) {
    const std::size_t value = line.find_first_not_of(' ', line.find(' '));
    if (column == 0) column = value;
    EXPECT_EQ(value, column) << line;
  }
  EXPECT_NE(result.out.find("rows\n"), std::string::npos);
}

TEST(Manners, AFullDiskIsSaid) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP();
  const std::string command =
      TT_BIN_DIR "/threetokens-cli gap --n 3 --distance 4 --json >/dev/full 2>/dev/null";
  EXPECT_EQ(WEXITSTATUS(std::system(command.c_str())), 2);
}

TEST(Manners, AnUnwritableFileLeavesTheOldOne) {
  const Folder folder;
  const std::string file = folder / "code.json";
  write(file, "old");
  expect_refused({"code", "--bits", "0", "--distance", "3", "--out", file}, "--bits");
  EXPECT_EQ(content(file), "old");
}
