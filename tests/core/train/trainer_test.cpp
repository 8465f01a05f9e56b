// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/trainer.h"

#include <cmath>
#include <filesystem>
#include <thread>

#include "core/heads/evaluate.h"
#include "core/train/reference.h"
#include "tests/core/train/train_test_support.h"

namespace tt {
namespace {

TEST(Trainer, FollowsTheReferenceFor100Steps) {
  const auto problem = all_of(3, 3);
  for (const FeatureKind features : {FeatureKind::exp, FeatureKind::softplus})
    for (const Objective objective : {Objective::mean_square, Objective::hinge}) {
      TrainOptions options = options_of(2, 1, 100);
      options.shape.features = features;
      options.objective = objective;
      options.soft.rate = 1e-2;
      options.stop_when_solved = false;
      const auto trainer = trainer_of(problem, options);
      const Parameters start = trainer->parameters(0);
      ReferenceState state{{start.begin(), start.end()}, {}, {}};
      state.first.assign(start.size(), 0.0);
      state.second.assign(start.size(), 0.0);
      for (std::int64_t step = 0; step < 100; ++step) {
        trainer->advance(1);
        reference_step(*problem, options, step, state);
        const double loss = reference_gradient(*problem, options, state.parameters).loss;
        ASSERT_NEAR(trainer->heads()[0].loss, loss, 1e-5 * (1.0 + loss)) << "step " << step;
      }
    }
}

TEST(Trainer, FollowsTheReferenceForEveryKindOfShape) {
  const auto problem = all_of(3, 3);
  const Shape shapes[] = {{3, FeatureKind::any_sign, 0, 1, 1}, {2, FeatureKind::exp, 2, 1, 1},
                          {2, FeatureKind::softplus, 0, 2, 1}, {2, FeatureKind::exp, 0, 2, 2},
                          {1, FeatureKind::softplus, 2, 2, 2}, {2, FeatureKind::any_sign, 3, 1, 2}};
  for (const Shape& shape : shapes)
    for (int objective = 0; objective < kObjectives; ++objective) {
      TrainOptions options = options_of(shape.rank, 1, 100);
      options.shape = shape;
      options.objective = static_cast<Objective>(objective);
      options.soft.rate = 1e-3;
      options.stop_when_solved = false;
      const auto trainer = trainer_of(problem, options);
      const Parameters start = trainer->parameters(0);
      ReferenceState state{
          {start.begin(), start.end()}, std::vector<double>(start.size()), std::vector<double>(start.size())};
      for (std::int64_t step = 0; step < 100; ++step) {
        trainer->advance(1);
        reference_step(*problem, options, step, state);
      }
      const LossAndGradient at = reference_gradient(*problem, options, state.parameters);
      EXPECT_NEAR(trainer->heads()[0].loss, at.loss, 1e-5 * (1.0 + at.loss))
          << feature_name(shape.features) << ", " << shape.values << " values, " << shape.heads
          << " heads, degree " << shape.degree << ", " << objective_name(options.objective);
    }
}

TEST(Trainer, SameBitsForAnyThreadsAndLanes) {
  const auto problem = all_of(3, 3);
  TrainOptions options = options_of(2, 19, 120);
  options.shape.features = FeatureKind::exp;
  options.threads = 1;
  options.lanes = 16;
  const auto first = trainer_of(problem, options);
  first->advance(120);
  for (const int threads : {1, 2, 3})
    for (const int lanes : {0, 1, 4, 8, 16}) {
      options.threads = threads;
      options.lanes = lanes;
      const auto other = trainer_of(problem, options);
      other->advance(120);
      EXPECT_TRUE(same_bits(first->state(), other->state())) << threads << " threads, " << lanes << " lanes";
    }
}

TEST(Trainer, SameBitsForAnyTurns) {
  const auto problem = all_of(3, 3);
  TrainOptions options = options_of(1, 5, 90);
  options.shape.features = FeatureKind::softplus;
  const auto whole = trainer_of(problem, options);
  whole->advance(90);
  const auto pieces = trainer_of(problem, options);
  for (const int steps : {1, 7, 2, 80}) pieces->advance(steps);
  EXPECT_TRUE(same_bits(whole->state(), pieces->state()));
}

TEST(Trainer, LearnsSmallCasesExactly) {
  // r*(3,3) = 1, r*(4,3) = 2 (theory 6.5): a head that says it solves does so on every input, in double.
  const auto three = all_of(3, 3), four = all_of(4, 3);
  const auto one = trainer_of(three, options_of(1, 4, 1500));
  one->advance(1500);
  int solved = 0;
  for (const HeadStatus& head : one->heads()) solved += head.fate == HeadFate::solved;
  EXPECT_GE(solved, 2);
  const auto two = trainer_of(four, options_of(2, 8, 1500));
  two->advance(1500);
  solved = 0;
  for (const HeadStatus& head : two->heads()) {
    if (head.fate != HeadFate::solved) continue;
    ++solved;
    const auto learned =
        learned_head(*four, two->options().shape, two->parameters(static_cast<int>(head.index)), "x");
    ASSERT_TRUE(learned.has_value());
    const auto all = evaluate_all(*learned, 3, 0.5);
    ASSERT_TRUE(all.has_value());
    EXPECT_TRUE(all->solved) << all->max_error;
  }
  EXPECT_GE(solved, 2);
}

TEST(Trainer, NeverSolvesBelowTheBound) {
  // Rank one is impossible at m = 4 (theory 6.5).
  const auto trainer = trainer_of(all_of(4, 3), options_of(1, 8, 600));
  trainer->advance(600);
  for (const HeadStatus& head : trainer->heads()) EXPECT_NE(head.fate, HeadFate::solved);
}

TEST(Trainer, ADivergingRunKeepsItsLastFiniteState) {
  const auto problem = all_of(3, 3);
  TrainOptions options = options_of(2, 3, 200);
  options.soft.rate = 1e6;
  options.schedule = Schedule::constant;
  options.objective = Objective::mean_square;
  options.shape.features = FeatureKind::any_sign;
  options.stop_when_solved = false;
  const auto trainer = trainer_of(problem, options);
  trainer->advance(200);
  int diverged = 0;
  for (const HeadStatus& head : trainer->heads()) {
    for (const float value : trainer->parameters(static_cast<int>(head.index)))
      EXPECT_TRUE(std::isfinite(value));
    if (head.fate != HeadFate::diverged) continue;
    ++diverged;
    EXPECT_NE(head.why.find("rate 1e+06"), std::string::npos) << head.why;
    EXPECT_TRUE(std::isfinite(head.loss));
    // The state kept is the one that an ordinary run has after so many steps.
    TrainOptions shorter = options;
    const auto again = trainer_of(problem, shorter);
    again->advance(head.step);
    EXPECT_EQ(again->parameters(static_cast<int>(head.index)),
              trainer->parameters(static_cast<int>(head.index)));
  }
  EXPECT_GT(diverged, 0);
}

TEST(Trainer, AHeadThatIsNotFiniteAtItsStartHasNoError) {
  // An error of 0 would make it the best head of all.
  const auto problem = all_of(2, 3);
  const TrainOptions options = options_of(1, 1);
  TrainState state = fresh_state(*problem, options);
  state.heads[0].parameters.back() = 1e30f;
  const auto trainer = make_cpu_trainer(problem, options, state);
  ASSERT_TRUE(trainer.has_value());
  const HeadStatus& head = (*trainer)->heads()[0];
  EXPECT_EQ(head.fate, HeadFate::diverged);
  EXPECT_TRUE(std::isinf(head.max_error));
  EXPECT_TRUE(std::isinf(head.best_error));
  EXPECT_TRUE(std::isinf(head.lowest_error));
  EXPECT_TRUE(std::isinf(head.loss));
}

TEST(Trainer, PlateauStopsAHeadThatStandsStill) {
  TrainOptions options = options_of(1, 4, 5000);
  options.plateau = 50;
  options.schedule = Schedule::constant;
  options.soft.rate = 1e-6;
  const auto trainer = trainer_of(all_of(4, 3), options);
  trainer->advance(5000);
  EXPECT_TRUE(trainer->done());
  for (const HeadStatus& head : trainer->heads()) {
    EXPECT_EQ(head.fate, HeadFate::plateau);
    EXPECT_LT(head.step, 500);
  }
}

TEST(Trainer, SoftOptionsInMidRunEqualARunGoneOnWithThem) {
  const auto problem = all_of(3, 3);
  TrainOptions options = options_of(1, 3, 200);
  options.schedule = Schedule::constant;
  options.stop_when_solved = false;
  const auto changed = trainer_of(problem, options);
  changed->advance(60);
  TrainState state = changed->state();
  SoftOptions soft = options.soft;
  soft.rate = 5e-3;
  soft.threshold = 0.3;
  ASSERT_TRUE(changed->set_soft(soft));
  changed->advance(60);
  TrainOptions next = options;
  next.soft = soft;
  state.soft = soft;
  auto resumed = make_cpu_trainer(problem, next, state);
  ASSERT_TRUE(resumed.has_value());
  (*resumed)->advance(60);
  EXPECT_TRUE(same_bits(changed->state(), (*resumed)->state()));
  soft.rate = -1.0;
  EXPECT_FALSE(changed->set_soft(soft));
}

TEST(Trainer, StopsOnRequestAndGoesOnAsIfNothingHappened) {
  const auto problem = problem_of(*shipped_family());
  TrainOptions options = options_of(8, 4, 400);
  options.stop_when_solved = false;
  const auto whole = trainer_of(problem, options);
  whole->advance(400);
  const auto stopped = trainer_of(problem, options);
  std::stop_source stop;
  std::jthread later([&stop] {
    std::this_thread::sleep_for(std::chrono::milliseconds(3));
    stop.request_stop();
  });
  const std::int64_t made = stopped->advance(400, stop.get_token());
  stopped->advance(400 - made);
  EXPECT_TRUE(same_bits(whole->state(), stopped->state()));
}

TEST(Trainer, RefusesBadOptions) {
  const auto problem = all_of(2, 3);
  TrainOptions options = options_of(0);
  EXPECT_FALSE(make_cpu_trainer(problem, options));
  options = options_of(2);
  options.soft.threshold = 0.5;
  EXPECT_FALSE(make_cpu_trainer(problem, options));
  options = options_of(2);
  options.lanes = 3;
  EXPECT_FALSE(make_cpu_trainer(problem, options));
  options = options_of(2);
  TrainState wrong = fresh_state(options, {Parameters(3, 0.0f)});
  EXPECT_FALSE(make_cpu_trainer(problem, options, wrong));
}

}  // namespace
}  // namespace tt
