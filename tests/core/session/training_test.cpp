// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/training.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/families/shipped.h"
#include "core/heads/evaluate.h"
#include "core/session/learned.h"
#include "core/session/limits.h"
#include "core/session/slice.h"

namespace tt {
namespace {

Session small() {
  Session s = example_session();
  s.m = 3;
  s.n = 3;
  s.train.family = TrainFamily::all;
  s.train.ranks = {1};
  s.train.heads = 4;
  return normalized(s);
}

TEST(TrainChoice, JsonRoundTripKeepsEveryField) {
  TrainChoice c;
  c.family = TrainFamily::all;
  c.ranks = {1, 7, 1024};
  c.heads = 64;
  c.seed = 0xfedcba9876543210u;
  c.features = FeatureKind::any_sign;
  c.values = 3;
  c.attention_heads = 2;
  c.degree = 4;
  c.objective = Objective::soft_maximum;
  c.schedule = Schedule::warm_up;
  c.start = Start::normal;
  c.rate = 0.1 + 0.2;
  c.threshold = 1.0 / 3;
  c.sharpness = 0.07;
  c.steps = 99'999'999;
  c.plateau = 17;
  c.stop_when_solved = false;
  const auto read = train_choice_from_json(to_json(c), "file");
  ASSERT_TRUE(read) << read.error().message();
  EXPECT_EQ(*read, c);
}

TEST(TrainChoice, MistakesAreNamed) {
  const auto error = [](const char* key, const Json& value) {
    Json json = to_json(TrainChoice{});
    json[key] = value;
    const auto read = train_choice_from_json(json, "file.json");
    return read ? std::string("accepted") : read.error().message();
  };
  EXPECT_NE(error("family", "some").find("family of the training (some, allowed: code, shipped, all)"),
            std::string::npos);
  EXPECT_NE(error("ranks", Json::array({8, "x"})).find("ranks"), std::string::npos);
  EXPECT_NE(error("ranks", Json::array()).find("1 to 8 ranks"), std::string::npos);
  EXPECT_NE(error("ranks", Json::array({0})).find("rank to train (0, allowed: 1 to 1024)"),
            std::string::npos);
  EXPECT_NE(error("rate", -1).find("learning rate"), std::string::npos);
  EXPECT_NE(error("steps", 2.5).find("a whole number"), std::string::npos);
  EXPECT_NE(error("objective", "best").find("mse, hinge, softmax"), std::string::npos);
}

TEST(TrainChoice, NormalizedIsValidWhateverCameIn) {
  TrainChoice c;
  c.ranks = {9, -3, 9, 5000, 1, 2, 3, 4, 5, 6, 7};
  c.heads = -1;
  c.rate = NAN;
  c.threshold = 7;
  c.steps = 0;
  c.degree = 99;
  const TrainChoice n = normalized(c);
  EXPECT_TRUE(check(n)) << check(n).error().message();
  EXPECT_EQ(normalized(n), n);
  EXPECT_EQ(n.ranks.size(), limits::train_ranks);
}

TEST(TrainChoice, RanksAreReadAsPeopleWriteThem) {
  EXPECT_EQ(parse_ranks("8, 15,32").value(), (std::vector{8, 15, 32}));
  EXPECT_EQ(parse_ranks(" 1 2;4 ").value(), (std::vector{1, 2, 4}));
  for (const char* bad : {"", "x", "0", "2000", "1.5", "1,2,3,4,5,6,7,8,9"})
    EXPECT_FALSE(parse_ranks(bad)) << bad;
  EXPECT_EQ(ranks_text(std::vector{8, 15}), "8, 15");
}

TEST(Training, OldSessionsStillOpen) {
  Json old = to_json(example_session());
  old.erase("train");
  old.erase("code_words");
  const auto read = session_from_json(old, "old");
  ASSERT_TRUE(read) << read.error().message();
  EXPECT_EQ(read->train, TrainChoice{});
  EXPECT_TRUE(read->code_words.empty());
}

TEST(Training, OnlyItsOwnViewDependsOnIt) {
  Session other = example_session();
  other.train.ranks = {3};
  for (const char* view : {"attention", "chain", "identity", "phase"})
    EXPECT_EQ(to_json(slice(view, other)), to_json(slice(view, example_session()))) << view;
  EXPECT_NE(to_json(slice("training", other)), to_json(slice("training", example_session())));
  Session head = example_session();
  head.map = MapKind::constant;
  EXPECT_EQ(to_json(slice("training", head)), to_json(slice("training", example_session())));
}

TEST(Training, GivenWordsAreTheCode) {
  Session s = with_shipped_family(example_session());
  const Family family = shipped_family().value();
  EXPECT_EQ(s.m, 24);
  EXPECT_EQ(session_code(s)->words, family.words);
  const Family made = session_code_family(s).value();
  ASSERT_EQ(made.size(), family.size());
  for (std::size_t i = 0; i < family.size(); ++i) EXPECT_EQ(made.sequence(i), family.sequence(i));
  EXPECT_TRUE(check(s)) << check(s).error().message();
  const auto read = session_from_json(to_json(s), "s");
  ASSERT_TRUE(read) << read.error().message();
  EXPECT_EQ(read->code_words, s.code_words);
  s.m = 12;  // words of 24 bits are no code of 12
  EXPECT_TRUE(normalized(s).code_words.empty());
}

TEST(Training, TheShippedFamilyNeedsElevenFeatures) {
  const auto task = training_task(experiment_one(example_session()));
  ASSERT_TRUE(task) << task.error().message();
  EXPECT_EQ(task->problem->total, 1272);
  EXPECT_GE(task->bound.rank, 11);
  EXPECT_LE(task->bound.rank, 13);
}

TEST(Training, TooManyInputsAreRefusedKindly) {
  Session s = example_session();
  s.train.family = TrainFamily::all;
  const auto family = training_family(s);
  ASSERT_FALSE(family);
  EXPECT_NE(family.error().message().find("choose fewer bits"), std::string::npos);
}

TEST(Training, AFreshTrainingIsRepeatableAndItsHeadSolves) {
  const auto first = training_result(small()), second = training_result(small());
  ASSERT_TRUE(first) << first.error().message();
  EXPECT_EQ(to_json(*first), to_json(*second));
  ASSERT_EQ(first->tallies.size(), 1u);
  EXPECT_GT(first->tallies[0].solved, 0);
  EXPECT_EQ(first->claim.verdict, Verdict::holds);
  EXPECT_EQ(first->claim.left, 1.0);
}

TEST(Training, ErrorsByInputAreThoseOfTheHead) {
  const Session s = small();
  const auto task = training_task(s).value();
  auto run = TrainingRun::start("run", task.problem, training_options(s, 1)).value();
  run.advance(4000);
  const Parameters parameters = run.trainer().parameters(0);
  const Shape shape = training_options(s, 1).shape;
  const auto errors = input_errors(*task.problem, shape, parameters);
  const Head head = learned_head(*task.problem, shape, parameters, "learned").value();
  const Kernel kernel = Kernel::make(head.map).value();
  for (std::size_t i = 0; i < task.problem->inputs(); ++i) {
    const Sequence sequence = input_sequence(*task.problem, i);
    ASSERT_EQ(sequence.size(), 3u);
    EXPECT_NEAR(evaluate_pairs(head, kernel, sequence).errors[0], errors[i], 1e-6);
  }
}

TEST(Training, ATableAnswersTheQueriesItKnows) {
  const Session s = with_shipped_family(example_session());
  const auto task = training_task(s).value();
  const TrainOptions options = training_options(s, 8);
  auto run = TrainingRun::start("run", task.problem, options).value();
  const Head head =
      learned_head(*task.problem, options.shape, run.trainer().parameters(0), "learned").value();
  Session seen = with_head(s, head);
  seen.sequence = input_sequence(*task.problem, 0);
  const auto result = attention_result(normalized(seen));
  ASSERT_TRUE(result) << result.error().message();
  EXPECT_EQ(result->asked, (std::vector{true, false, false}));
  EXPECT_TRUE(std::isfinite(result->claim.left));
}

TEST(Learned, ThreeBitsAreLearnedWithOneFeature) {
  Session s = example_session();
  s.m = 3;
  const auto share = learn_share(normalized(s), 3, 1);
  ASSERT_TRUE(share) << share.error().message();
  EXPECT_TRUE(share->done);
  EXPECT_EQ(share->seeds, kLearnSeeds);
  EXPECT_GT(share->solved, 0);
}

TEST(Learned, ASweepTellsRanksInOrderAndStops) {
  Session s = example_session();
  s.m = 3;
  std::vector<LearnedShare> told;
  std::stop_source stop;
  ASSERT_TRUE(learn_sweep(
      normalized(s),
      [&](const LearnedShare& share) {
        told.push_back(share);
        if (share.n == 4) stop.request_stop();
      },
      stop.get_token()));
  ASSERT_GE(told.size(), 3u);
  EXPECT_EQ(told.front().n, 2);
  EXPECT_EQ(told.front().rank, 1);
  EXPECT_EQ(told.back().n, 4);
  s.m = 12;
  EXPECT_FALSE(learn_sweep(normalized(s), [](const LearnedShare&) {}));
}

TEST(Learned, RanksGrowByHalvesOfPowers) {
  EXPECT_EQ(learn_ranks(3), (std::vector{1, 2, 3, 4, 6, 8}));
  EXPECT_EQ(learn_ranks(1), (std::vector{1, 2}));
}

}  // namespace
}  // namespace tt
