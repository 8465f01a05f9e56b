// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "core/base/random.h"
#include "core/train/reference.h"
#include "tests/core/train/train_test_support.h"

namespace tt {
namespace {

struct Combination {
  Objective objective;
  FeatureKind features;
  int values, heads, degree;
};

std::string name_of(const Combination& c) {
  return std::string(objective_name(c.objective)) + "_" + std::string(feature_name(c.features)) + "_v" +
         std::to_string(c.values) + "_h" + std::to_string(c.heads) + "_d" + std::to_string(c.degree);
}

std::vector<Combination> all_combinations() {
  std::vector<Combination> all;
  for (int objective = 0; objective < kObjectives; ++objective)
    for (int features = 0; features < kFeatureKinds; ++features)
      for (const int values : {0, 2})
        for (const int heads : {1, 2})
          for (const int degree : {1, 2, 3})
            all.push_back({static_cast<Objective>(objective), static_cast<FeatureKind>(features), values,
                           heads, degree});
  return all;
}

TrainOptions combined(const Combination& c) {
  TrainOptions options = options_of(3, 2);
  options.objective = c.objective;
  options.shape.features = c.features;
  options.shape.values = c.values;
  options.shape.heads = c.heads;
  options.shape.degree = c.degree;
  options.soft.threshold = 0.1;
  options.soft.sharpness = 2.0;
  options.stop_when_solved = false;
  return options;
}

class Gradient : public testing::TestWithParam<Combination> {};

/// Random parameters in general position, some weights of any_sign heads below the floor.
std::vector<double> some_parameters(const Problem& problem, const TrainOptions& options) {
  const ParameterLayout lay = parameter_layout(problem, options.shape);
  const RandomStream random(11, Purpose::test);
  std::vector<double> u;
  for (std::size_t i = 0; i < lay.size; ++i) {
    const bool feature = i < lay.value;
    const double offset = feature && options.shape.features == FeatureKind::any_sign ? 0.7 : 0.0;
    u.push_back(offset + (feature ? 0.5 : 0.8) * random.normal(i));
  }
  return u;
}

TEST_P(Gradient, AgreesWithCentralDifferences) {
  const auto problem = all_of(2, 3);
  const TrainOptions options = combined(GetParam());
  const std::vector<double> u = some_parameters(*problem, options);
  const LossAndGradient at = reference_gradient(*problem, options, u);
  double size = 0.0;
  for (const double g : at.gradient) size = std::max(size, std::abs(g));
  ASSERT_GT(size, 0.0);
  for (std::size_t i = 0; i < u.size(); ++i) {
    const double h = 1e-5;
    std::vector<double> up = u, down = u;
    up[i] += h;
    down[i] -= h;
    const double slope =
        (reference_gradient(*problem, options, up).loss - reference_gradient(*problem, options, down).loss) /
        (2 * h);
    EXPECT_NEAR(at.gradient[i], slope, 2e-6 * (1.0 + size)) << "parameter " << i;
  }
}

/// One engine step moves every parameter as the reference's does: its gradient has the same sign and, through
/// the moments, the same value.
TEST_P(Gradient, EngineAgreesWithTheReference) {
  const auto problem = all_of(2, 3);
  TrainOptions options = combined(GetParam());
  options.heads = 1;
  options.lanes = 4;
  const std::vector<double> u = some_parameters(*problem, options);
  const Parameters single(u.begin(), u.end());
  const std::vector<double> rounded(single.begin(), single.end());
  auto trainer = make_cpu_trainer(problem, options, fresh_state(options, {single}));
  ASSERT_TRUE(trainer.has_value()) << trainer.error().message();
  const LossAndGradient at = reference_gradient(*problem, options, rounded);
  EXPECT_NEAR((*trainer)->heads()[0].loss, at.loss, 1e-4 * (1.0 + at.loss));
  (*trainer)->advance(1);
  const std::vector<float> first = (*trainer)->state().heads[0].first;
  double size = 0.0;
  for (const double g : at.gradient) size = std::max(size, std::abs(g));
  for (std::size_t i = 0; i < first.size(); ++i)
    EXPECT_NEAR(static_cast<double>(first[i]) / 0.1, at.gradient[i], 2e-4 * (size + std::abs(at.gradient[i])))
        << "parameter " << i;
}

INSTANTIATE_TEST_SUITE_P(All, Gradient, testing::ValuesIn(all_combinations()), [](const auto& test) {
  std::string name = name_of(test.param);
  std::ranges::replace(name, '-', '_');
  return name;
});

}  // namespace
}  // namespace tt
