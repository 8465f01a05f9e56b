// SPDX-License-Identifier: GPL-3.0-or-later
// What blocks of threads do, run on the host, against the CPU engine.
#include <gtest/gtest.h>

#include <cmath>

#include "core/families/shipped.h"
#include "core/train/reference.h"
#include "gpu/train/train_body.h"
#include "gpu/train/train_device.h"

namespace tt::gpu {
namespace {

std::shared_ptr<const Problem> all_problem(int m, int n) {
  return std::make_shared<const Problem>(compile(all_inputs(m, n).value(), 0.5).value());
}

TrainOptions options(FeatureKind features, Objective objective, Shape shape = {}) {
  TrainOptions o;
  o.shape = shape;
  o.shape.features = features;
  o.objective = objective;
  o.heads = 3;
  o.steps = 100;
  o.stop_when_solved = false;
  o.threads = 1;
  return o;
}

std::unique_ptr<Trainer> on_host(std::shared_ptr<const Problem> problem, const TrainOptions& o,
                                 int threads = 7) {
  auto made = make_device_trainer(make_host_device(threads), std::move(problem), o);
  EXPECT_TRUE(made) << (made ? "" : made.error().message());
  return made ? std::move(*made) : nullptr;
}

struct Case {
  const char* name;
  Shape shape;
};

const Case kShapes[] = {{"one feature", {.rank = 1}},
                        {"odd rank", {.rank = 5}},
                        {"two heads", {.rank = 3, .heads = 2}},
                        {"values", {.rank = 4, .values = 3}},
                        {"values, two heads", {.rank = 2, .values = 2, .heads = 2}},
                        {"bent readout", {.rank = 4, .degree = 2}},
                        {"all of it", {.rank = 3, .values = 2, .heads = 2, .degree = 3}}};

/// One update from the same state, against the double reference.
TEST(TrainBody, OneUpdateIsThatOfTheFormulas) {
  const auto problem = all_problem(3, 3);
  for (const Case& one : kShapes)
    for (const FeatureKind features : {FeatureKind::exp, FeatureKind::softplus, FeatureKind::any_sign})
      for (const Objective objective : {Objective::mean_square, Objective::hinge, Objective::soft_maximum}) {
        TrainOptions o = options(features, objective, one.shape);
        o.soft.threshold = 0.2;
        o.heads = 1;
        const TrainState start = fresh_state(*problem, o);
        ReferenceState exact;
        exact.parameters.assign(start.heads[0].parameters.begin(), start.heads[0].parameters.end());
        exact.first.assign(exact.parameters.size(), 0.0);
        exact.second = exact.first;
        reference_step(*problem, o, 0, exact);
        auto trainer = on_host(problem, o);
        ASSERT_EQ(trainer->advance(1), 1);
        const TrainState after = trainer->state();
        double worst = 0.0;
        for (std::size_t i = 0; i < exact.first.size(); ++i)
          worst = std::max(worst, std::abs(static_cast<double>(after.heads[0].first[i]) - exact.first[i]));
        double scale = 1e-6;
        for (const double value : exact.first) scale = std::max(scale, std::abs(value));
        EXPECT_LT(worst / scale, 2e-4)
            << one.name << " " << feature_name(features) << " " << objective_name(objective);
      }
}

TEST(TrainBody, HundredStepsAgreeWithTheCpuEngine) {
  const auto problem = all_problem(3, 3);
  for (const Case& one : kShapes)
    for (const FeatureKind features : {FeatureKind::exp, FeatureKind::softplus})
      for (const Objective objective : {Objective::mean_square, Objective::hinge, Objective::soft_maximum}) {
        TrainOptions o = options(features, objective, one.shape);
        o.soft.rate = 3e-3;
        auto cpu = make_cpu_trainer(problem, o).value();
        auto body = on_host(problem, o);
        cpu->advance(100);
        body->advance(100);
        ASSERT_EQ(body->step(), 100);
        for (std::size_t i = 0; i < cpu->heads().size(); ++i) {
          const HeadStatus &a = cpu->heads()[i], &b = body->heads()[i];
          EXPECT_NEAR(b.loss, a.loss, 2e-3f * std::max(1.0f, a.loss)) << one.name;
          EXPECT_NEAR(b.max_error, a.max_error, 5e-3f * std::max(1.0f, a.max_error)) << one.name;
          EXPECT_EQ(b.step, a.step);
          EXPECT_EQ(b.fate, a.fate);
        }
      }
}

TEST(TrainBody, VerdictsOfWholeRunsAreTheSame) {
  const auto problem = all_problem(3, 3);
  TrainOptions o = options(FeatureKind::exp, Objective::hinge, {.rank = 4});
  o.heads = 4;
  o.steps = 1500;
  o.stop_when_solved = true;
  auto cpu = make_cpu_trainer(problem, o).value();
  auto body = on_host(problem, o, 16);
  cpu->advance(o.steps);
  body->advance(o.steps);
  int solved = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(body->heads()[i].fate, cpu->heads()[i].fate) << i;
    solved += body->heads()[i].fate == HeadFate::solved ? 1 : 0;
  }
  EXPECT_GT(solved, 0);
  EXPECT_TRUE(body->done());
  // What it says of itself is what its parameters say.
  for (int i = 0; i < 4; ++i)
    EXPECT_NEAR(static_cast<double>(body->heads()[static_cast<std::size_t>(i)].max_error),
                max_error(*problem, o.shape, body->parameters(i)), 1e-3);
}

TEST(TrainBody, ThreadsOfABlockChangeNothingButRounding) {
  const auto problem = all_problem(4, 3);
  TrainOptions o = options(FeatureKind::softplus, Objective::hinge, {.rank = 6});
  std::vector<float> losses;
  for (const int threads : {1, 2, 31, 33, 512, 1024}) {
    auto body = on_host(problem, o, threads);
    body->advance(20);
    losses.push_back(body->heads()[0].loss);
  }
  for (const float loss : losses) EXPECT_NEAR(loss, losses.front(), 1e-4f * losses.front());
}

TEST(TrainBody, AnInterruptedRunGoesOnBitForBit) {
  const auto problem = all_problem(3, 3);
  const TrainOptions o = options(FeatureKind::exp, Objective::hinge, {.rank = 4});
  auto whole = on_host(problem, o);
  whole->advance(100);
  auto first = on_host(problem, o);
  first->advance(64);
  auto second = make_device_trainer(make_host_device(7), problem, o, first->state()).value();
  second->advance(36);
  EXPECT_EQ(second->parameters(1), whole->parameters(1));
  EXPECT_EQ(second->state().heads[2].second, whole->state().heads[2].second);
}

TEST(TrainBody, ADivergedHeadKeepsItsLastFiniteState) {
  const auto problem = all_problem(3, 3);
  TrainOptions o = options(FeatureKind::exp, Objective::mean_square, {.rank = 4});
  o.soft.rate = 1e6;
  auto cpu = make_cpu_trainer(problem, o).value();
  auto body = on_host(problem, o);
  cpu->advance(100);
  body->advance(100);
  for (std::size_t i = 0; i < body->heads().size(); ++i) {
    const HeadStatus& head = body->heads()[i];
    EXPECT_EQ(head.fate, cpu->heads()[i].fate);
    if (head.fate != HeadFate::diverged) continue;
    EXPECT_FALSE(head.why.empty());
    EXPECT_TRUE(std::isfinite(head.max_error));
    for (const float value : body->parameters(static_cast<int>(i))) EXPECT_TRUE(std::isfinite(value));
  }
}

TEST(TrainBody, StopRulesHold) {
  const auto problem = all_problem(3, 3);
  TrainOptions o = options(FeatureKind::exp, Objective::hinge, {.rank = 1});
  o.plateau = 5;
  o.soft.rate = 1e-9;
  auto body = on_host(problem, o);
  body->advance(1000);
  EXPECT_EQ(body->heads()[0].fate, HeadFate::plateau);
  EXPECT_EQ(body->heads()[0].step, 5);
  EXPECT_EQ(body->step(), 5);
  o.plateau = 0;
  auto full = on_host(problem, o);
  EXPECT_EQ(full->advance(70), 70);
  EXPECT_EQ(full->advance(70), 30);
  EXPECT_EQ(full->heads()[0].fate, HeadFate::finished);
  std::stop_source stop;
  stop.request_stop();
  EXPECT_EQ(on_host(problem, o)->advance(50, stop.get_token()), 0);
}

TEST(TrainBody, NewSoftOptionsAreJudgedAtOnce) {
  const auto problem = all_problem(3, 3);
  TrainOptions o = options(FeatureKind::exp, Objective::hinge, {.rank = 3});
  auto body = on_host(problem, o);
  body->advance(10);
  const float before = body->heads()[0].loss;
  SoftOptions soft = o.soft;
  soft.threshold = 0.0;
  ASSERT_TRUE(body->set_soft(soft));
  EXPECT_GT(body->heads()[0].loss, before);
  soft.threshold = 7.0;
  EXPECT_FALSE(body->set_soft(soft));
}

TEST(TrainBody, TheShippedFamilyFitsItsTables) {
  const auto problem = std::make_shared<const Problem>(compile(shipped_family().value(), 0.5).value());
  TrainOptions o = options(FeatureKind::exp, Objective::hinge, {.rank = 32});
  o.heads = 1;
  auto cpu = make_cpu_trainer(problem, o).value();
  auto body = on_host(problem, o, 512);
  cpu->advance(20);
  body->advance(20);
  EXPECT_NEAR(body->heads()[0].loss, cpu->heads()[0].loss, 1e-3f * cpu->heads()[0].loss);
  // On a card with 227 KiB a block, state and scratch of such a head fit into shared memory.
  HeadMemory memory;
  const TaskTables tables(*problem, o.shape, o.objective);
  EXPECT_LT(memory.lay_out(tables.view, nullptr) * 4, 227 * 1024);
}

TEST(TrainBody, WrongStatesAreRefused) {
  const auto problem = all_problem(2, 3);
  const TrainOptions o = options(FeatureKind::exp, Objective::hinge, {.rank = 2});
  EXPECT_FALSE(make_device_trainer(make_host_device(4), problem, o, TrainState{}));
  TrainState state = fresh_state(*problem, o);
  state.heads[0].first.pop_back();
  EXPECT_FALSE(make_device_trainer(make_host_device(4), problem, o, state));
}

}  // namespace
}  // namespace tt::gpu
