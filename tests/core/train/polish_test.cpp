// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/polish.h"

#include <cmath>
#include <thread>

#include "core/heads/constructions/constructions.h"
#include "core/heads/evaluate.h"
#include "core/train/exact_check.h"
#include "tests/core/train/train_test_support.h"

namespace tt {
namespace {

/// A head of m = 4 or less, trained for some steps, as tables.
Head trained(const std::shared_ptr<const Problem>& problem, TrainOptions options, std::int64_t steps) {
  const auto trainer = trainer_of(problem, options);
  trainer->advance(steps);
  int best = 0;
  for (std::size_t i = 0; i < trainer->heads().size(); ++i)
    if (trainer->heads()[i].max_error < trainer->heads()[static_cast<std::size_t>(best)].max_error)
      best = static_cast<int>(i);
  return *learned_head(*problem, options.shape, trainer->parameters(best), "trained");
}

TEST(Polish, LowersTheErrorOfAHalfTrainedHead) {
  const auto problem = all_of(3, 3);
  const Head head = trained(problem, options_of(2, 2, 400), 60);
  const auto polished = polish(head, *problem, {}, {});
  ASSERT_TRUE(polished.has_value()) << polished.error().message();
  EXPECT_LT(polished->after, polished->before);
  EXPECT_LT(polished->after, 0.5);
  EXPECT_TRUE(polished->complete);
  const auto all = evaluate_all(polished->head, 3, 0.5);
  ASSERT_TRUE(all.has_value());
  EXPECT_NEAR(all->max_error, polished->after, 1e-9);
  const auto verdict = verify_exactly(polished->head, *problem);
  ASSERT_TRUE(verdict.has_value());
  EXPECT_TRUE(verdict->solves) << verdict->reason;
  EXPECT_TRUE(verdict->nonnegative_features);
}

TEST(Polish, NeverMakesAHeadWorse) {
  const auto problem = all_of(3, 3);
  for (const bool nonnegative : {true, false}) {
    const Head head = trained(problem, options_of(1, 4, 1500), 1500);
    const auto polished = polish(head, *problem, {nonnegative, 2}, {});
    ASSERT_TRUE(polished.has_value());
    EXPECT_LE(polished->after, polished->before);
  }
}

TEST(Polish, LowersErrorsThatStayAboveEpsilon) {
  // Half trained and far from solving: no margin below 1/2 is found on the way.
  const auto problem = problem_of(*shipped_family());
  TrainOptions options = options_of(15, 1, 1500);
  options.objective = Objective::soft_maximum;
  options.soft.sharpness = 100.0;
  const Head head = trained(problem, options, 1500);
  const auto polished = polish(head, *problem, {true, 1}, {});
  ASSERT_TRUE(polished.has_value());
  EXPECT_GT(polished->after, 0.5);
  EXPECT_LT(polished->after, polished->before - 1e-3);
  const auto verdict = verify_exactly(polished->head, *problem);
  ASSERT_TRUE(verdict.has_value());
  EXPECT_NEAR(verdict->max_error.get_d(), polished->after, 1e-9);
}

TEST(Polish, RepairsVanishingWeights) {
  const auto problem = problem_of(*shipped_family());
  Head head = *family_head(*shipped_family(), 0.5);
  auto table = *head.map.table;
  table.query.row(0).setZero();
  head.map.table = std::make_shared<const FeatureTable>(table);
  const auto polished = polish(head, *problem, {}, {});
  ASSERT_TRUE(polished.has_value()) << polished.error().message();
  EXPECT_TRUE(std::isinf(polished->before));
  const auto verdict = verify_exactly(polished->head, *problem);
  ASSERT_TRUE(verdict.has_value());
  EXPECT_TRUE(verdict->solves) << verdict->reason;
}

TEST(Polish, TakesNumbersOfAnySize) {
  // Factors of one query's features or of all keys change no output, even where products overflow.
  const auto problem = all_of(3, 3);
  const Head head = trained(problem, options_of(1, 4, 300), 300);
  const auto plain = polish(head, *problem, {}, {});
  ASSERT_TRUE(plain.has_value());
  for (const double factor : {0x1p-600, 0x1p600}) {
    Head scaled = head;
    auto table = *head.map.table;
    table.query.row(1) *= factor;
    table.key *= factor;
    scaled.map.table = std::make_shared<const FeatureTable>(table);
    const auto polished = polish(scaled, *problem, {}, {});
    ASSERT_TRUE(polished.has_value()) << polished.error().message();
    EXPECT_EQ(polished->after, plain->after);
  }
}

TEST(Polish, StopsAndKeepsWhatItHas) {
  const auto problem = problem_of(*shipped_family());
  const Head head = *family_head(*shipped_family(), 0.5);
  std::stop_source stop;
  std::jthread later([&stop] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    stop.request_stop();
  });
  const auto polished = polish(head, *problem, {true, 1000}, stop.get_token());
  ASSERT_TRUE(polished.has_value()) << polished.error().message();
  EXPECT_FALSE(polished->complete);
  EXPECT_LE(polished->after, polished->before);
}

TEST(ExactCheck, AgreesWithTheEvaluationAndRefusesTamperedHeads) {
  const auto problem = all_of(3, 3);
  const Head head = trained(problem, options_of(1, 8, 1500), 1500);
  const auto verdict = verify_exactly(head, *problem);
  ASSERT_TRUE(verdict.has_value());
  const auto all = evaluate_all(head, 3, 0.5);
  EXPECT_NEAR(verdict->max_error.get_d(), all->max_error, 1e-12);
  EXPECT_EQ(verdict->solves, all->solved);
  EXPECT_TRUE(verdict->nonnegative_features);

  Head negative = head;
  auto table = *head.map.table;
  table.key.row(0) *= -1.0;
  negative.map.table = std::make_shared<const FeatureTable>(table);
  const auto refused = verify_exactly(negative, *problem);
  ASSERT_TRUE(refused.has_value());
  EXPECT_FALSE(refused->solves);
  EXPECT_NE(refused->reason.find("negative"), std::string::npos);

  Head wrong = head;
  auto lookup = *head.lookup;
  lookup.values.array() += 0.75;
  wrong.lookup = std::make_shared<const LookupTable>(lookup);
  EXPECT_FALSE(verify_exactly(wrong, *problem)->solves);
  EXPECT_FALSE(verify_exactly(*affine_head(3), *problem));
}

TEST(ExactCheck, ConstructedHeadSolvesTheShippedFamily) {
  const auto verdict = verify_exactly(*family_head(*shipped_family(), 0.5), *problem_of(*shipped_family()));
  ASSERT_TRUE(verdict.has_value());
  EXPECT_TRUE(verdict->solves);
  EXPECT_TRUE(verdict->nonnegative_features);
}

}  // namespace
}  // namespace tt
