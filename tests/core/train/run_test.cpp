// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/run.h"

#include <algorithm>
#include <filesystem>

#include "tests/core/train/train_test_support.h"

namespace tt {
namespace {

TrainingRun run_of(std::shared_ptr<const Problem> problem, const TrainOptions& options) {
  auto run = TrainingRun::start("a run", std::move(problem), options);
  EXPECT_TRUE(run.has_value());
  return std::move(*run);
}

TEST(TrainingRun, ABranchWithNothingChangedIsTheRunItself) {
  TrainOptions options = options_of(1, 3, 400);
  options.stop_when_solved = false;
  TrainingRun run = run_of(all_of(3, 3), options);
  run.advance(400);
  ASSERT_GT(run.key_frames().size(), 3u);
  auto branch = run.branch(2, "a branch", options.soft);
  ASSERT_TRUE(branch.has_value());
  EXPECT_EQ(branch->snapshot().branched_from, run.key_frames()[2].step);
  branch->advance(400);
  EXPECT_TRUE(same_bits(run.trainer().state(), branch->trainer().state()));
  EXPECT_FALSE(run.branch(99, "none", options.soft));
}

TEST(TrainingRun, ABranchWithAnotherRateGoesElsewhere) {
  TrainOptions options = options_of(1, 3, 300);
  options.stop_when_solved = false;
  TrainingRun run = run_of(all_of(3, 3), options);
  run.advance(300);
  SoftOptions soft = options.soft;
  soft.rate /= 2;
  auto branch = run.branch(1, "slower", soft);
  ASSERT_TRUE(branch.has_value());
  branch->advance(300);
  EXPECT_NE(run.trainer().parameters(0), branch->trainer().parameters(0));
}

TEST(TrainingRun, CurvesAreThinButLoseNoSpike) {
  TrainOptions options = options_of(1, 2, 6000);
  options.stop_when_solved = false;
  options.schedule = Schedule::constant;
  TrainingRun run = run_of(all_of(3, 3), options);
  float highest = run.trainer().heads()[0].max_error, lowest = highest;
  for (int i = 0; i < 6000; ++i) {
    run.advance(1);
    highest = std::max(highest, run.trainer().heads()[0].max_error);
    lowest = std::min(lowest, run.trainer().heads()[0].max_error);
  }
  const RunSnapshot seen = run.snapshot();
  const Curve& curve = *seen.curves[0];
  EXPECT_LE(curve.size(), kCurvePoints + 1);
  EXPECT_EQ(curve.front().step, 0);
  EXPECT_TRUE(std::ranges::is_sorted(curve, {}, &CurvePoint::step));
  EXPECT_LE(run.key_frames().size(), 17u);
  for (const CurvePoint& point : curve) {
    EXPECT_LE(point.lowest_error, point.max_error);
    EXPECT_GE(point.highest_error, point.max_error);
    EXPECT_LE(point.highest_error, highest);
    EXPECT_GE(point.lowest_error, lowest);
  }
  EXPECT_EQ(std::ranges::max(curve, {}, &CurvePoint::highest_error).highest_error, highest);
  EXPECT_EQ(std::ranges::min(curve, {}, &CurvePoint::lowest_error).lowest_error, lowest);
}

TEST(TrainingRun, CurvesOfEndedHeadsReachTheirEnd) {
  // Some heads solve and end; others go on until the curves are thinned.
  TrainOptions options = options_of(2, 32, 2047);
  options.objective = Objective::mean_square;
  TrainingRun run = run_of(all_of(4, 3), options);
  int ended = 0;
  for (int turn = 0; turn < 1500; ++turn) {
    run.advance(1);
    const RunSnapshot seen = run.snapshot();
    for (std::size_t i = 0; i < seen.heads.size(); ++i) {
      if (seen.heads[i].fate == HeadFate::running) continue;
      ++ended;
      ASSERT_EQ(seen.curves[i]->back().step, seen.heads[i].step) << "head " << i << ", step " << seen.step;
    }
  }
  EXPECT_GT(ended, 0);
  EXPECT_EQ(run.trainer().step(), 1500);
}

class CheckpointFile : public testing::Test {
 protected:
  std::filesystem::path file_ = std::filesystem::temp_directory_path() /
                                ("threetokens-checkpoint-" +
                                 std::string(testing::UnitTest::GetInstance()->current_test_info()->name()));
  ~CheckpointFile() override { std::filesystem::remove(file_); }
};

TEST_F(CheckpointFile, AResumedRunHasTheBitsOfAnUnbrokenOne) {
  const auto problem = all_of(3, 3);
  TrainOptions options = options_of(2, 5, 240);
  options.stop_when_solved = false;
  TrainingRun whole = run_of(problem, options), first = run_of(problem, options);
  whole.advance(240);
  first.advance(100);
  ASSERT_TRUE(save_checkpoint(file_, first.trainer()));
  auto checkpoint = load_checkpoint(file_);
  ASSERT_TRUE(checkpoint.has_value()) << checkpoint.error().message();
  EXPECT_EQ(checkpoint->problem_hash, problem_hash(*problem));
  auto resumed = TrainingRun::resume("again", problem, *checkpoint);
  ASSERT_TRUE(resumed.has_value());
  resumed->advance(240);
  EXPECT_TRUE(same_bits(whole.trainer().state(), resumed->trainer().state()));
}

TEST_F(CheckpointFile, KeyFramesOfAResumedRunStandAtEqualDistances) {
  const auto problem = all_of(3, 3);
  TrainOptions options = options_of(1, 1, 6000);
  options.stop_when_solved = false;
  TrainingRun first = run_of(problem, options);
  first.advance(100);
  ASSERT_TRUE(save_checkpoint(file_, first.trainer()));
  auto run = TrainingRun::resume("again", problem, *load_checkpoint(file_));
  ASSERT_TRUE(run.has_value());
  run->advance(6000);
  const auto& frames = run->key_frames();
  ASSERT_GT(frames.size(), 4u);
  EXPECT_LE(frames.size(), 17u);
  EXPECT_EQ(frames.front().step, 100);
  const std::int64_t distance = frames[2].step - frames[1].step;
  for (std::size_t i = 2; i < frames.size(); ++i) EXPECT_EQ(frames[i].step - frames[i - 1].step, distance);
}

TEST_F(CheckpointFile, BrokenFilesAreRefusedByName) {
  const auto problem = all_of(2, 3);
  TrainingRun run = run_of(problem, options_of(1, 1, 10));
  ASSERT_TRUE(save_checkpoint(file_, run.trainer()));
  const std::string whole = *read_file(file_);
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, whole.size() / 3, whole.size() - 1}) {
    ASSERT_TRUE(write_file_atomic(file_, whole.substr(0, size)));
    const auto read = load_checkpoint(file_);
    ASSERT_FALSE(read.has_value()) << size;
    EXPECT_NE(read.error().message().find(file_.string()), std::string::npos);
  }
  ASSERT_TRUE(write_file_atomic(file_, "{\"format\":\"something\"}"));
  EXPECT_FALSE(load_checkpoint(file_));
}

TEST(ProblemHash, TellsProblemsApart) {
  const Problem problem = *all_of(3, 3);
  const std::string hash = problem_hash(problem);
  EXPECT_EQ(hash.size(), 16u);
  EXPECT_EQ(hash, problem_hash(*all_of(3, 3)));
  EXPECT_NE(hash, problem_hash(*all_of(3, 2)));
  EXPECT_NE(hash, problem_hash(*all_of(3, 3, 0.4)));
  Problem other = problem;
  std::swap(other.entries[0].key, other.entries[1].key);
  EXPECT_NE(hash, problem_hash(other));
  other = problem;
  ++other.target[0];
  EXPECT_NE(hash, problem_hash(other));
}

TEST(TrainOptions, SurviveTheirJson) {
  TrainOptions options = options_of(7, 9, 1234);
  options.shape = {7, FeatureKind::any_sign, 2, 3, 2};
  options.objective = Objective::soft_maximum;
  options.schedule = Schedule::warm_up;
  options.start = Start::normal;
  options.soft = {0.007, 0.123, 5.5, 2.5};
  options.seed = 0xfedcba9876543210ull;
  options.plateau = 77;
  const auto read = train_options_from_json(Json::parse(to_json(options).dump()), "a test");
  ASSERT_TRUE(read.has_value()) << read.error().message();
  EXPECT_EQ(to_json(*read), to_json(options));
  Json broken = to_json(options);
  broken["objective"] = "guess";
  EXPECT_FALSE(train_options_from_json(broken, "a test"));
}

TEST(TrainOptions, SchedulesBeginAndEndAsTheySay) {
  TrainOptions options = options_of(1, 1, 1000);
  options.schedule = Schedule::constant;
  EXPECT_EQ(rate_at(options, 0), rate_at(options, 999));
  options.schedule = Schedule::cosine;
  EXPECT_DOUBLE_EQ(rate_at(options, 0), options.soft.rate);
  EXPECT_NEAR(rate_at(options, 500), options.soft.rate / 2, 1e-12);
  EXPECT_LT(rate_at(options, 999), 1e-4 * options.soft.rate);
  options.schedule = Schedule::warm_up;
  EXPECT_NEAR(rate_at(options, 0), options.soft.rate / 100, 1e-12);
  EXPECT_NEAR(rate_at(options, 99), options.soft.rate, 1e-12);
  for (std::int64_t step = 1; step < 100; ++step)
    EXPECT_GT(rate_at(options, step), rate_at(options, step - 1));
  for (std::int64_t step = 101; step < 1000; ++step)
    EXPECT_LT(rate_at(options, step), rate_at(options, step - 1));
}

}  // namespace
}  // namespace tt
