// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/training/training_model.h"

#include <QSignalSpy>
#include <cmath>

#include "training_support.h"
#include "ui/training/learn_sweep.h"

namespace tt {
namespace {

class Training : public ::testing::Test {
 protected:
  void begin(Session session) {
    session_ = std::make_unique<SessionModel>(std::move(session));
    training_ = std::make_unique<TrainingModel>(*session_);
  }
  bool until_done() {
    return wait_until([this] { return training_->seen() && training_->seen()->done; });
  }
  bool until_step(std::int64_t step) {
    return wait_until([&] {
      const GroupSnapshot* seen = training_->seen();
      return seen && !seen->runs.empty() && seen->runs[0].step >= step;
    });
  }
  std::int64_t step() const { return training_->seen()->runs[0].step; }

  std::unique_ptr<SessionModel> session_;
  std::unique_ptr<TrainingModel> training_;
};

TEST_F(Training, PlaysToTheEndAndKeepsWhatItFound) {
  begin(small_session());
  training_->play();
  ASSERT_TRUE(until_done());
  const RunSnapshot& run = training_->seen()->runs.at(0);
  EXPECT_FALSE(training_->playing());
  EXPECT_EQ(run.heads.size(), 4u);
  EXPECT_GT(tally(run).solved, 0);
}

TEST_F(Training, StepsArePreciseAndResetBeginsAgain) {
  begin(endless_session());
  training_->step(7);
  ASSERT_TRUE(
      wait_until([this] { return training_->seen()->ready && step() == 7 && !training_->playing(); }));
  training_->step(3);
  ASSERT_TRUE(wait_until([this] { return step() == 10; }));
  const float loss = training_->seen()->runs[0].heads[0].loss;
  training_->reset();
  ASSERT_TRUE(wait_until([this] { return training_->seen()->ready; }));
  EXPECT_EQ(step(), 0);
  training_->step(10);
  ASSERT_TRUE(wait_until([this] { return step() == 10; }));
  EXPECT_EQ(training_->seen()->runs[0].heads[0].loss, loss);  // the same seed, the same numbers
}

TEST_F(Training, PauseHoldsTheStep) {
  begin(endless_session());
  training_->play();
  ASSERT_TRUE(until_step(50));
  training_->pause();
  ASSERT_TRUE(wait_until([this] { return !training_->playing(); }));
  const std::int64_t held = step();
  QTest::qWait(120);
  EXPECT_EQ(step(), held);
  training_->play();
  EXPECT_TRUE(until_step(held + 10));
}

TEST_F(Training, TheRateChangesWhileItRuns) {
  begin(endless_session());
  training_->play();
  ASSERT_TRUE(until_step(10));
  Session next = session_->session();
  next.train.rate = 0.005;
  session_->edit(QStringLiteral("rate"), next);
  ASSERT_TRUE(wait_until([this] { return training_->seen()->runs[0].options.soft.rate == 0.005; }));
  EXPECT_FALSE(training_->outdated());
  EXPECT_EQ(training_->runs().size(), 1u);
  next = session_->session();
  next.train.heads = 2;
  session_->edit(QStringLiteral("heads"), next);
  EXPECT_TRUE(training_->outdated());
}

TEST_F(Training, ABranchWithNothingChangedIsItsParent) {
  begin(endless_session());
  training_->step(300);
  ASSERT_TRUE(wait_until([this] { return training_->seen()->ready && step() == 300; }));
  const std::int64_t frame = training_->seen()->runs[0].key_frames.at(2);
  const float loss = training_->seen()->runs[1].heads[3].loss;
  training_->branch(frame);
  EXPECT_EQ(training_->runs().size(), 2u);
  ASSERT_TRUE(until_step(300));
  training_->pause();
  ASSERT_TRUE(wait_until([this] { return !training_->playing(); }));
  EXPECT_EQ(training_->seen()->runs[0].branched_from, frame);
  EXPECT_EQ(training_->runs()[0].seen->runs[0].step, 300);  // the parent stays
  // At step 300 the branch stood where its parent does.
  const std::vector<CurvePoint>& curve = *training_->seen()->runs[1].curves[3];
  for (const CurvePoint& point : curve)
    if (point.step == 300) {
      EXPECT_EQ(point.loss, loss);
    }
}

TEST_F(Training, TheChosenHeadBecomesTheSessionsAndFollows) {
  begin(endless_session());
  training_->play();
  ASSERT_TRUE(until_step(5));
  training_->choose(1, 2);
  ASSERT_TRUE(wait_until([this] { return training_->live(); }));
  EXPECT_EQ(session_->session().map, MapKind::table);
  EXPECT_EQ(session_->session().rank, 2);
  EXPECT_EQ(session_->undo_stack().count(), 1);
  const Json first = session_->session().head_json;
  ASSERT_TRUE(wait_until([&] { return session_->session().head_json != first; }));
  EXPECT_EQ(session_->undo_stack().count(), 1);  // following fills no undo steps
  session_->undo_stack().undo();
  EXPECT_NE(session_->session().map, MapKind::table);
  EXPECT_FALSE(training_->live());
  QTest::qWait(100);
  EXPECT_NE(session_->session().map, MapKind::table);  // and what was undone stays so
}

TEST_F(Training, LookingAtAKeyFrameShowsTheHeadAsItWas) {
  begin(endless_session());
  training_->step(300);
  ASSERT_TRUE(wait_until([this] { return training_->seen()->ready && step() == 300; }));
  training_->choose(0, 0);
  ASSERT_TRUE(wait_until([this] { return training_->live(); }));
  const Json newest = session_->session().head_json;
  training_->look_at(0);
  ASSERT_TRUE(wait_until([&] { return session_->session().head_json != newest; }));
  training_->look_at(-1);
  EXPECT_TRUE(wait_until([&] { return session_->session().head_json == newest; }));
}

TEST_F(Training, ADivergedHeadSaysWhyAndTheOthersStay) {
  Session s = small_session();
  s.train.rate = 1e6;
  s.train.schedule = Schedule::constant;
  s.train.stop_when_solved = false;
  begin(s);
  training_->play();
  ASSERT_TRUE(until_done());
  int diverged = 0;
  for (const HeadStatus& head : training_->seen()->runs[0].heads)
    if (head.fate == HeadFate::diverged) {
      ++diverged;
      EXPECT_FALSE(head.why.empty());
      EXPECT_TRUE(std::isfinite(head.loss));
    }
  EXPECT_GT(diverged, 0);
}

TEST_F(Training, WhatCannotBeTrainedIsRefusedAndCanBeMended) {
  Session s = example_session();
  s.train.family = TrainFamily::all;  // 2^12 tokens: too many inputs
  begin(s);
  QSignalSpy refused(training_.get(), &TrainingModel::refused);
  training_->play();
  ASSERT_TRUE(wait_until([&] { return refused.count() > 0; }));
  EXPECT_TRUE(refused.at(0).at(0).toString().contains(QLatin1String("choose fewer bits")));
  session_->edit(QStringLiteral("small"), small_session());
  training_->play();
  EXPECT_TRUE(until_done());
}

TEST_F(Training, EightRunsAreKept) {
  begin(small_session());
  QSignalSpy refused(training_.get(), &TrainingModel::refused);
  for (int i = 0; i < 9; ++i) training_->start_new();
  EXPECT_EQ(training_->runs().size(), TrainingModel::kMostRuns);
  EXPECT_EQ(training_->runs().front().group->name(), "run 2");
  EXPECT_EQ(refused.count(), 1);
  EXPECT_TRUE(until_done());
  training_->dismiss(training_->current());
  EXPECT_EQ(training_->runs().size(), TrainingModel::kMostRuns - 1);
}

TEST_F(Training, SeveralHeadsHaveNoSingleTableToShow) {
  Session s = small_session();
  s.train.attention_heads = 2;
  begin(s);
  QSignalSpy refused(training_.get(), &TrainingModel::refused);
  training_->step(5);
  ASSERT_TRUE(wait_until([this] { return training_->seen()->ready && step() == 5; }));
  training_->choose(0, 0);
  ASSERT_TRUE(wait_until([&] { return refused.count() > 0; }));
  EXPECT_FALSE(training_->live());
  EXPECT_NE(session_->session().map, MapKind::table);
}

TEST_F(Training, StopsSoonWhereverItIs) {
  begin(endless_session());
  training_->play();
  ASSERT_TRUE(until_step(20));
  QElapsedTimer clock;
  clock.start();
  training_.reset();
  std::printf("stopped and joined in %lld ms\n", static_cast<long long>(clock.elapsed()));
  begin(endless_session());
  training_->play();
  training_.reset();  // while the family is being compiled
}

TEST(LearnSweepTest, FillsInLiveAndForgetsAnotherM) {
  Session s = small_session();
  SessionModel model(s);
  LearnSweep sweep(model);
  sweep.start();
  ASSERT_TRUE(wait_until([&] { return sweep.shares().size() >= 2; }));
  EXPECT_EQ(sweep.shares()[0].m, 3);
  ASSERT_TRUE(wait_until([&] { return !sweep.running(); }));
  s.m = 4;
  model.edit(QStringLiteral("m"), s);
  EXPECT_TRUE(sweep.shares().empty());
  s.m = 5;
  model.edit(QStringLiteral("m"), s);
  sweep.start();
  sweep.cancel();
  EXPECT_FALSE(sweep.running());
}

}  // namespace
}  // namespace tt
