// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/domination/chain.h"

#include "core/heads/constructions/constructions.h"
#include "tests/cli/cli_run.h"

using namespace tt;
using namespace tt::cli_test;

namespace {
// The query is the complement of the first token; the overlap rises from 0 to 6.
const std::vector<std::string> kEnds{"chain",        "--from",  "000000111111", "--to",
                                     "111111000000", "--query", "111111000000"};

std::vector<std::string> with(std::vector<std::string> more) {
  more.insert(more.begin(), kEnds.begin(), kEnds.end());
  return more;
}
}  // namespace

TEST(ChainCommand, WithoutAHeadSaysWhatIsRequired) {
  const Json document = json_of(with({"--gaps", "3,3"}));
  expect_keys(document, {"tokens", "overlaps", "factors", "required_product", "measured_product", "holds"});
  EXPECT_EQ(document["overlaps"], Json({0, 3, 6}));
  EXPECT_EQ(document["required_product"], 4.0);  // mu(3)^2
  EXPECT_TRUE(document["measured_product"].is_null());
  EXPECT_TRUE(document["holds"].is_null());
  EXPECT_EQ(document["tokens"].front(), "000000111111");
  EXPECT_EQ(document["tokens"].back(), "111111000000");
}

TEST(ChainCommand, TakesTheBestGapsByItself) {
  const Json document = json_of(with({}));
  EXPECT_EQ(document["gaps"], Json({6}));
  EXPECT_EQ(document["required_product"], 5.0);
}

TEST(ChainCommand, MeasuresAHead) {
  const Folder folder;
  const std::string dense = folder / "dense.json", flat = folder / "flat.json";
  json_of({"head", "make", "softmax", "--m", "12", "--n", "3", "--out", dense});
  json_of({"head", "make", "rank-one", "--m", "12", "--out", flat});
  const Json holds = json_of(with({"--gaps", "3,3", "--head", dense}));
  EXPECT_EQ(holds["holds"], true);
  EXPECT_GT(holds["measured_product"].get<double>(), holds["required_product"].get<double>());
  const Json fails = json_of(with({"--gaps", "3,3", "--head", flat}), 1);
  EXPECT_EQ(fails["holds"], false);
  EXPECT_EQ(fails["factors"], Json({1.0, 1.0}));

  const BitToken from = *parse_token("000000111111"), to = *parse_token("111111000000");
  const std::vector<int> gaps{3, 3};
  const auto head = softmax_head(12, 3, 0.5);
  const MeasuredChain measured =
      measure_chain(*make_chain(to, from, to, gaps), *head, *Kernel::make(head->map), 3, 0.5);
  EXPECT_EQ(holds["measured_product"].get<double>(), measured.measured_product);
  EXPECT_EQ(holds["factors"][0].get<double>(), measured.jumps[0].measured);
}

TEST(ChainCommand, AsksForNothingAtLengthTwo) {
  const Folder folder;
  const std::string flat = folder / "flat.json";
  json_of({"head", "make", "rank-one", "--m", "12", "--out", flat});
  EXPECT_TRUE(json_of(with({"--n", "2", "--head", flat}))["holds"].is_null());
}

TEST(ChainCommand, RefusesWhatIsWrong) {
  const Folder folder;
  const std::string flat = folder / "flat.json";
  json_of({"head", "make", "rank-one", "--m", "5", "--out", flat});
  expect_refused({"chain", "--from", "0012", "--to", "1100", "--query", "1100"}, "--from: ");
  expect_refused({"chain", "--from", "0011", "--to", "1100", "--query", "11000"}, "bits");
  expect_refused({"chain", "--from", std::string(65, '0'), "--to", "1100", "--query", "1100"}, "65");
  expect_refused({"chain", "--from", "1100", "--to", "0011", "--query", "1100"}, "rise");
  expect_refused({"chain", "--from", "0011", "--to", "1100"}, "--query (missing");
  expect_refused(with({"--gaps", "3,4"}), "7");
  expect_refused(with({"--gaps", "3,,3"}), "--gaps (3,,3, ");
  expect_refused(with({"--gaps", "0,6"}), "--gaps");
  expect_refused(with({"--head", flat}), "bits of the head (5, allowed: 12");
}
