// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/heads/evaluate.h"
#include "tests/cli/cli_run.h"

using namespace tt;
using namespace tt::cli_test;

namespace {

/// Makes a head and says what its command printed.
Json make(const std::string& file, std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), {"head", "make"});
  arguments.insert(arguments.end(), {"--out", file});
  const Json document = json_of(arguments);
  expect_keys(document, {"rank", "rank_log2", "kind"});
  expect_keys(Json::parse(content(file)), {"format", "version"});
  return document;
}

void expect_solved(const std::vector<std::string>& arguments, bool solved) {
  std::vector<std::string> all{"head", "eval"};
  all.insert(all.end(), arguments.begin(), arguments.end());
  const Json document = json_of(all, solved ? 0 : 1);
  expect_keys(document, {"sequences", "max_error", "exact_accuracy", "solved", "worst"});
  expect_keys(document["worst"], {"sequence", "target", "output"});
  EXPECT_EQ(document["solved"].get<bool>(), solved);
  EXPECT_EQ(document["max_error"].get<double>() < 0.5, solved);
}

}  // namespace

TEST(HeadCommand, RankOneEndsAtLengthTwo) {
  const Folder folder;
  const std::string file = folder / "head.json";
  EXPECT_EQ(make(file, {"rank-one", "--m", "4"})["rank"], 1);
  expect_solved({file, "--n", "1"}, true);
  expect_solved({file, "--n", "2"}, true);
  expect_solved({file, "--n", "3"}, false);
}

TEST(HeadCommand, SoftmaxAndExactFeaturesSolveLengthThree) {
  const Folder folder;
  const std::string dense = folder / "dense.json", exact = folder / "exact.json";
  make(dense, {"softmax", "--m", "4", "--n", "3"});
  EXPECT_EQ(make(exact, {"exact", "--m", "4", "--n", "3"})["rank"], 16);
  expect_solved({dense, "--n", "3"}, true);
  expect_solved({exact, "--n", "3"}, true);
  make(dense, {"softmax", "--m", "4", "--tau", "0.3"});
  expect_solved({dense, "--n", "3"}, false);
}

TEST(HeadCommand, OverlapProgramFindsRankFiveAtFourBits) {
  const Folder folder;
  const std::string file = folder / "head.json";
  EXPECT_EQ(make(file, {"overlap", "--m", "4", "--n", "3"})["rank"], 5);
  expect_solved({file, "--n", "3"}, true);
}

TEST(HeadCommand, AffineRankIsBitsPlusOne) {
  const Folder folder;
  const std::string file = folder / "head.json";
  EXPECT_EQ(make(file, {"affine", "--m", "12"})["rank"], 13);
  expect_refused({"head", "make", "affine", "--m", "12", "--offset", "3", "--out", file}, "3");
}

TEST(HeadCommand, DegreeSolvesOneLengthOnly) {
  const Folder folder;
  const std::string file = folder / "head.json";
  EXPECT_EQ(make(file, {"degree", "--m", "3", "--degree", "2"})["rank"], 1);
  const Json document = json_of({"head", "eval", file, "--n", "3"});
  EXPECT_EQ(document["max_error"], 0.0);
  EXPECT_EQ(document["sequences"], 8 * 36);
  expect_refused({"head", "eval", file, "--n", "4"}, "4");
}

TEST(HeadCommand, ScalarDecodingIsExactAtEveryLength) {
  const Folder folder;
  const std::string file = folder / "head.json", own = folder / "own.txt";
  EXPECT_EQ(make(file, {"scalar", "--m", "3"})["rank"], 1);
  for (const char* n : {"1", "2", "3", "4"})
    EXPECT_EQ(json_of({"head", "eval", file, "--n", n})["max_error"], 0.0);
  write(own, "110 011 111\n# a remark\n101,101\n");
  const Json document = json_of({"head", "eval", file, "--sequences", own});
  EXPECT_EQ(document["sequences"], 2);
  EXPECT_EQ(document["exact_accuracy"], 1.0);
}

TEST(HeadCommand, FamilyHeadSolvesTheShippedFamily) {
  const Folder folder;
  const std::string file = folder / "head.json",
                    family = TT_SOURCE_DIR "/resources/data/finite-family-424.json";
  EXPECT_EQ(make(file, {"family", "--family", family})["rank"], 15);
  expect_solved({file, "--family", family}, true);
  EXPECT_EQ(json_of({"head", "eval", file, "--family", family})["sequences"], 1272);
}

TEST(HeadCommand, RandomHeadsRepeatWithTheirSeed) {
  const Folder folder;
  const std::string a = folder / "a.json", b = folder / "b.json", c = folder / "c.json";
  for (const char* kind : {"elu1", "relu", "exp", "favor"}) {
    const Json document = make(a, {"random", kind, "--m", "4", "--rank", "6", "--seed", "3"});
    EXPECT_EQ(document["kind"], kind);
    EXPECT_EQ(document["rank"], 6);
    make(b, {"random", kind, "--m", "4", "--rank", "6", "--seed", "3"});
    make(c, {"random", kind, "--m", "4", "--rank", "6", "--seed", "4"});
    EXPECT_EQ(content(a), content(b));
    EXPECT_NE(content(a), content(c));
  }
}

TEST(HeadCommand, EvaluationAgreesWithTheCore) {
  const Folder folder;
  const std::string file = folder / "head.json";
  make(file, {"random", "exp", "--m", "4", "--rank", "5"});
  const auto head = load_head(file);
  ASSERT_TRUE(head);
  const auto all = evaluate_all(*head, 3, 0.5);
  const Json document = json_of({"head", "eval", file, "--n", "3"}, all->solved ? 0 : 1);
  EXPECT_EQ(document["max_error"].get<double>(), all->max_error);
  EXPECT_EQ(document["exact_accuracy"].get<double>(), all->exact_accuracy);
  EXPECT_EQ(document["sequences"], all->sequences);
  const auto some = evaluate_random(*head, 5, 40, 9, 0.5);
  const Json random =
      json_of({"head", "eval", file, "--n", "5", "--random", "40", "--seed", "9"}, some->solved ? 0 : 1);
  EXPECT_EQ(random["max_error"].get<double>(), some->max_error);
}

TEST(HeadCommand, OwnSequencesAskEveryPosition) {
  const Folder folder;
  const std::string file = folder / "head.json", own = folder / "own.txt";
  make(file, {"rank-one", "--m", "4"});
  write(own, "1100 0011\n1100 0011 1100\n");
  const Json document = json_of({"head", "eval", file, "--sequences", own}, 1);
  EXPECT_EQ(document["sequences"], 2);
  EXPECT_EQ(document["exact_accuracy"], 0.5);
  const auto head = load_head(file);
  const Sequence sequence{*parse_token("1100"), *parse_token("0011"), *parse_token("1100")};
  EXPECT_EQ(document["max_error"].get<double>(),
            evaluate_pairs(*head, *Kernel::make(head->map), sequence).max_error);
}

TEST(HeadCommand, LargeTokensAreSettledByTheirOverlaps) {
  const Folder folder;
  const std::string file = folder / "head.json";
  make(file, {"softmax", "--m", "40", "--n", "3"});
  expect_solved({file, "--n", "3"}, true);
}

TEST(HeadCommand, RefusesWhatIsWrong) {
  const Folder folder;
  const std::string file = folder / "head.json", own = folder / "own.txt", cut = folder / "cut.json";
  make(file, {"rank-one", "--m", "4"});
  expect_refused({"head", "make", "rank-one", "--m", "0", "--out", file}, "--m (0, ");
  expect_refused({"head", "make", "rank-one", "--m", "65", "--out", file}, "--m (65, ");
  expect_refused({"head", "make", "rank-one", "--m", "4"}, "--out (missing");
  expect_refused({"head", "make", "random", "exp", "--m", "4", "--rank", "0", "--out", file}, "--rank (0, ");
  expect_refused({"head", "make", "random", "cos", "--m", "4", "--rank", "2", "--out", file}, "KIND (cos, ");
  expect_refused({"head", "make", "wish", "--m", "4"}, "unknown command (wish, ");
  expect_refused({"head", "eval", file}, "inputs to evaluate");
  expect_refused({"head", "eval", file, "--n", "65"}, "--n (65, ");
  expect_refused({"head", "eval", folder / "none.json", "--n", "2"}, "none.json");
  write(own, "1100 0021 1100\n");
  expect_refused({"head", "eval", file, "--sequences", own}, "2");
  write(own, "11001 00111\n");
  expect_refused({"head", "eval", file, "--sequences", own}, "5");
  write(cut, content(file).substr(0, content(file).size() / 2));
  expect_refused({"head", "eval", cut, "--n", "2"}, "cut.json");
  write(cut, R"({"format":"threetokens-head","version":99,"kind":"degree","m":4,"degree":2})");
  expect_refused({"head", "eval", cut, "--n", "3"}, "99");
}
