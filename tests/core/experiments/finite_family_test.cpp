// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/finite_family.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/families/shipped.h"
#include "core/train/exact_check.h"

namespace tt {
namespace {

FiniteFamilyPlan small_plan() {
  FiniteFamilyPlan plan;
  plan.ranks = {1, 15};
  plan.seeds = 2;
  plan.steps = 50;
  plan.search_steps = 30;
  plan.search_heads = 2;
  plan.threads = 1;
  return plan;
}

TEST(FiniteFamily, BoundsAreThoseOfTheory9) {
  const FamilyBound bound = family_bound(*shipped_family(), 3, 0.5);
  EXPECT_EQ(bound.paper, 8);
  EXPECT_EQ(bound.strict, 9);
  EXPECT_EQ(bound.centered, 11);
}

TEST(FiniteFamily, RunsItsPlan) {
  const auto report = finite_family(*shipped_family(), small_plan());
  ASSERT_TRUE(report.has_value()) << report.error().message();
  EXPECT_EQ(report->jumps, 424);
  EXPECT_EQ(report->inputs, 1272);
  EXPECT_EQ(report->plain.size(), 4u);
  EXPECT_EQ(report->constructed_rank, 15);
  EXPECT_TRUE(report->constructed_verified);
  EXPECT_LT(report->constructed_error, 0.5);
  EXPECT_TRUE(report->complete);
  for (const PlainRun& run : report->plain)
    if (run.rank < report->excluded_ours) {
      EXPECT_FALSE(run.solved);
    }
}

TEST(FiniteFamily, LearnsFifteenFeaturesFromRandomStarts) {
  FiniteFamilyPlan plan = small_plan();
  plan.ranks = {};
  plan.search_steps = 3000;
  plan.search_heads = 16;
  plan.threads = 0;
  const auto report = finite_family(*shipped_family(), plan);
  ASSERT_TRUE(report.has_value());
  const RankSearch& fifteen = report->search.front();
  EXPECT_EQ(fifteen.rank, 15);
  EXPECT_EQ(fifteen.features, "exp");
  EXPECT_TRUE(fifteen.verified);
  EXPECT_LT(fifteen.exact_error, 0.5);
  ASSERT_FALSE(report->learned.empty());
  const auto problem = compile(*shipped_family(), 0.5);
  const auto verdict = verify_exactly(report->learned.front(), *problem);
  ASSERT_TRUE(verdict.has_value());
  EXPECT_TRUE(verdict->solves);
  EXPECT_TRUE(verdict->nonnegative_features);
}

TEST(FiniteFamily, SurvivesItsJson) {
  const auto report = finite_family(*shipped_family(), small_plan());
  ASSERT_TRUE(report.has_value());
  const auto again = finite_family_from_json(Json::parse(to_json(*report).dump()), "a test");
  ASSERT_TRUE(again.has_value()) << again.error().message();
  EXPECT_EQ(to_json(*again), to_json(*report));
  EXPECT_FALSE(finite_family_from_json(Json{{"format", "something"}}, "a test"));
}

TEST(FiniteFamily, StopsWithWhatItHas) {
  std::stop_source stop;
  stop.request_stop();
  const auto report = finite_family(*shipped_family(), small_plan(), stop.get_token());
  ASSERT_TRUE(report.has_value());
  EXPECT_FALSE(report->complete);
  EXPECT_TRUE(report->plain.empty());
}

}  // namespace
}  // namespace tt
