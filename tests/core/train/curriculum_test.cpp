// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/curriculum.h"

#include <Eigen/SVD>
#include <cmath>

#include "tests/core/train/train_test_support.h"

namespace tt {
namespace {

Eigen::MatrixXd weights_of(const FeatureMatrices& f) { return f.query * f.key.transpose(); }

/// Weights of a head before and after the merge of two of its features.
struct Merged {
  FeatureMatrices before;
  Eigen::MatrixXd after;
};
Merged merged(const Problem& problem, const Shape& shape, const Parameters& parameters) {
  Shape fewer = shape;
  fewer.rank -= 1;
  const Parameters less = reduced(problem, shape, parameters, Reduction::merge);
  return {feature_matrices(problem, shape, parameters), weights_of(feature_matrices(problem, fewer, less))};
}

TEST(Curriculum, MergingParallelFeaturesChangesNoWeight) {
  const auto problem = all_of(3, 3);
  TrainOptions options = options_of(3, 1);
  Parameters parameters = initial_parameters(*problem, options, 0);
  const ParameterLayout lay = parameter_layout(*problem, options.shape);
  // With exp features a shift is a factor: feature 2 becomes e^-3 times feature 0.
  for (std::size_t i = 0; i < lay.value; i += 3) parameters[i + 2] = parameters[i] - 1.5f;
  const Merged m = merged(*problem, options.shape, parameters);
  EXPECT_LT((weights_of(m.before) - m.after).norm(), 1e-5 * m.after.norm());
}

TEST(Curriculum, MergesAtTheCostOfTheSecondSingularValue) {
  // At rank 2 the merge leaves the best matrix of rank one (Eckart and Young).
  const auto problem = all_of(3, 3);
  for (const FeatureKind features : {FeatureKind::exp, FeatureKind::softplus, FeatureKind::any_sign})
    for (int head = 0; head < 5; ++head) {
      TrainOptions options = options_of(2, 1);
      options.shape.features = features;
      const Merged m = merged(*problem, options.shape, initial_parameters(*problem, options, head));
      const Eigen::VectorXd sigma = Eigen::JacobiSVD<Eigen::MatrixXd>(weights_of(m.before)).singularValues();
      EXPECT_NEAR((weights_of(m.before) - m.after).norm(), sigma(1), 1e-5 * sigma(0));
    }
}

TEST(Curriculum, MergesZeroAndOrthogonalFeatures) {
  const auto problem = all_of(1, 3);
  TrainOptions options = options_of(2, 1);
  options.shape.features = FeatureKind::any_sign;
  const ParameterLayout lay = parameter_layout(*problem, options.shape);
  Parameters orthogonal = initial_parameters(*problem, options, 0);
  for (std::size_t i = 0; i < lay.value; ++i) orthogonal[i] = i % 4 == 0 || i % 4 == 3 ? 1.0f : 0.0f;
  Parameters zero = orthogonal;
  for (std::size_t i = 1; i < lay.value; i += 2) zero[i] = 0.0f;
  Parameters nothing(lay.size, 0.0f);
  for (const Parameters& parameters : {orthogonal, zero, nothing}) {
    const Merged m = merged(*problem, options.shape, parameters);
    EXPECT_TRUE(m.after.allFinite());
    const Eigen::VectorXd sigma = Eigen::JacobiSVD<Eigen::MatrixXd>(weights_of(m.before)).singularValues();
    EXPECT_NEAR((weights_of(m.before) - m.after).norm(), sigma(1), 1e-6);
  }
}

TEST(Curriculum, ReductionsKeepTheRest) {
  const auto problem = all_of(3, 3);
  for (const FeatureKind features : {FeatureKind::exp, FeatureKind::softplus, FeatureKind::any_sign}) {
    TrainOptions options = options_of(3, 1);
    options.shape.features = features;
    const Parameters before = initial_parameters(*problem, options, 0);
    const FeatureMatrices f = feature_matrices(*problem, options.shape, before);
    for (const Reduction reduction : {Reduction::drop, Reduction::merge}) {
      const Parameters after = reduced(*problem, options.shape, before, reduction);
      Shape fewer = options.shape;
      fewer.rank = 2;
      ASSERT_EQ(after.size(), parameter_layout(*problem, fewer).size);
      const FeatureMatrices g = feature_matrices(*problem, fewer, after);
      int kept = 0;  // columns that came through as they were
      for (Eigen::Index a = 0; a < 3; ++a)
        for (Eigen::Index b = 0; b < 2; ++b)
          kept += (f.query.col(a) - g.query.col(b)).norm() < 1e-4 * f.query.col(a).norm();
      EXPECT_EQ(kept, reduction == Reduction::drop ? 2 : 1);
    }
  }
}

TEST(Curriculum, ReportsTheErrorOfTheHeadItReturns) {
  // Of any sign, a head that lost a feature may have weights so far below 0 that it has no finite outputs.
  const auto problem = problem_of(*shipped_family());
  TrainOptions options = options_of(19, 16, 8000);
  options.shape.features = FeatureKind::any_sign;
  options.soft.rate = 1e-2;
  options.seed = 101;
  const auto result = curriculum(problem, options, 18);
  ASSERT_TRUE(result.has_value());
  ASSERT_EQ(result->tried.size(), 2u);
  for (const RankTried& tried : result->tried) {
    Shape shape = options.shape;
    shape.rank = tried.rank;
    EXPECT_TRUE(tried.solved);
    EXPECT_LT(tried.best_error, 0.5);
    EXPECT_NEAR(max_error(*problem, shape, tried.best), tried.best_error, 1e-3) << "rank " << tried.rank;
  }
}

TEST(Curriculum, GoesDownToTheLeastRank) {
  // r*(4,3) = 2 (theory 6.5).
  TrainOptions options = options_of(4, 8, 1500);
  const auto result = curriculum(all_of(4, 3), options, 1);
  ASSERT_TRUE(result.has_value());
  std::vector<int> solved;
  for (const RankTried& tried : result->tried)
    if (tried.solved) solved.push_back(tried.rank);
  EXPECT_EQ(solved, (std::vector<int>{4, 3, 2}));
  EXPECT_EQ(result->tried.back().rank, 1);
  EXPECT_FALSE(result->tried.back().solved);
  EXPECT_FALSE(curriculum(all_of(2, 3), options, 9));
}

}  // namespace
}  // namespace tt
