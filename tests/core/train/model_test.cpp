// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/model.h"

#include <cmath>

#include "core/heads/evaluate.h"
#include "tests/core/train/train_test_support.h"

namespace tt {
namespace {

TEST(Model, LearnedHeadAnswersAsTheParametersDo) {
  const Family family = *all_inputs(3, 3);
  const auto problem = problem_of(family);
  for (const FeatureKind features : {FeatureKind::exp, FeatureKind::softplus, FeatureKind::any_sign})
    for (const int values : {0, 1, 2, 5})
      for (const Start start : {Start::overlap, Start::normal}) {
        if (features == FeatureKind::any_sign && start == Start::normal) continue;  // weights of any sign
        TrainOptions options = options_of(3, 1);
        options.shape.features = features;
        options.shape.values = values;
        options.start = start;
        const Parameters parameters = initial_parameters(*problem, options, 0);
        const auto head = learned_head(*problem, options.shape, parameters, "x");
        ASSERT_TRUE(head.has_value());
        const auto evaluation = evaluate_family(*head, family, 0.5);
        ASSERT_TRUE(evaluation.has_value()) << evaluation.error().message();
        EXPECT_NEAR(evaluation->max_error, max_error(*problem, options.shape, parameters), 1e-9);
        const std::vector<double> all = outputs(*problem, options.shape, parameters);
        double worst = 0.0;
        for (std::size_t i = 0; i < all.size(); ++i)
          worst = std::max(worst, std::abs(all[i] - problem->target[i]));
        EXPECT_NEAR(evaluation->max_error, worst, 1e-9);
      }
}

TEST(Model, RefusesToShowWhatOneTableCannot) {
  const auto problem = all_of(2, 3);
  for (const auto& [heads, degree] : {std::pair{2, 1}, std::pair{1, 2}}) {
    TrainOptions options = options_of(2, 1);
    options.shape.heads = heads;
    options.shape.degree = degree;
    EXPECT_FALSE(learned_head(*problem, options.shape, initial_parameters(*problem, options, 0), "x"));
  }
}

TEST(Model, ANegativeWeightIsNoSolution) {
  const auto problem = all_of(2, 3);
  TrainOptions options = options_of(1, 1);
  options.shape.features = FeatureKind::any_sign;
  Parameters parameters = initial_parameters(*problem, options, 0);
  const ParameterLayout lay = parameter_layout(*problem, options.shape);
  EXPECT_TRUE(std::isfinite(max_error(*problem, options.shape, parameters)));
  parameters[lay.key] = -std::abs(parameters[lay.key]);
  EXPECT_TRUE(std::isinf(max_error(*problem, options.shape, parameters)));
}

}  // namespace
}  // namespace tt
