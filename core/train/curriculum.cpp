// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/curriculum.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

namespace tt {
namespace {

std::size_t size_of(int value) { return static_cast<std::size_t>(value); }

/// Share of each feature in the weights, every query counting the same.
Eigen::VectorXd shares(const Problem& problem, const FeatureMatrices& features) {
  Eigen::VectorXd total = Eigen::VectorXd::Zero(features.query.rows());
  for (const auto& [query, key] : problem.entries)
    total(query) += features.query.row(query).cwiseProduct(features.key.row(key)).cwiseAbs().sum();
  Eigen::VectorXd share = Eigen::VectorXd::Zero(features.query.cols());
  for (const auto& [query, key] : problem.entries)
    share +=
        features.query.row(query).cwiseProduct(features.key.row(key)).cwiseAbs().transpose() / total(query);
  return share;
}

/// Cosine of the rank-one parts of two features: the product of the cosines of their columns.
double likeness(const FeatureMatrices& f, Eigen::Index a, Eigen::Index b) {
  const auto cosine = [&](const Eigen::MatrixXd& table) {
    return table.col(a).dot(table.col(b)) / std::max(1e-30, table.col(a).norm() * table.col(b).norm());
  };
  return cosine(f.query) * cosine(f.key);
}

/// The free number whose feature is phi.
double free_number(FeatureKind kind, double phi) {
  const double positive = std::max(phi, 1e-12);
  switch (kind) {
    case FeatureKind::exp:
      return std::log(positive);
    case FeatureKind::softplus:
      return positive > 20.0 ? positive : std::log(std::expm1(positive));
    case FeatureKind::any_sign:
      return phi;
  }
  return phi;
}

/// Feature a becomes the best rank-one fit of a and b together: the greatest singular pair of Q K^T, where Q
/// and K are the two columns of each side. With nonnegative features it is nonnegative (Perron-Frobenius).
void merge_into(FeatureMatrices& f, Eigen::Index a, Eigen::Index b) {
  Eigen::MatrixX2d query(f.query.rows(), 2), key(f.key.rows(), 2);
  query << f.query.col(a), f.query.col(b);
  key << f.key.col(a), f.key.col(b);
  const Eigen::Matrix2d in_query = query.transpose() * query, in_key = key.transpose() * key;
  // The left singular vector is Q s, where s is the greatest eigenvector of the 2 x 2 matrix below.
  const Eigen::Matrix2d product = in_key * in_query;
  const double half = (product(0, 0) - product(1, 1)) / 2.0;
  const double root = std::sqrt(std::max(0.0, half * half + product(0, 1) * product(1, 0)));
  Eigen::Vector2d s =
      half >= 0.0 ? Eigen::Vector2d{half + root, product(1, 0)} : Eigen::Vector2d{product(0, 1), root - half};
  if (s.isZero(0.0)) s = Eigen::Vector2d::UnitX();  // orthogonal and of one size: either will do
  const Eigen::VectorXd left = query * s, right = key * (in_query * s) / left.squaredNorm();
  if (!(right.norm() > 0.0)) return;  // nothing in either feature
  // Both sides keep their proportion, which the rate of training feels though no output does.
  const double balance = std::sqrt(right.norm() / left.norm() * query.norm() / key.norm());
  f.query.col(a) = balance * left;
  f.key.col(a) = right / balance;
}

Parameters with_features(const Problem& problem, const Shape& shape, const Parameters& before,
                         const FeatureMatrices& features, Eigen::Index left_out) {
  Shape fewer = shape;
  fewer.rank -= 1;
  const ParameterLayout old = parameter_layout(problem, shape), now = parameter_layout(problem, fewer);
  Parameters result(now.size);
  const auto fill = [&](const Eigen::MatrixXd& table, std::size_t first) {
    for (Eigen::Index row = 0; row < table.rows(); ++row)
      for (Eigen::Index k = 0, to = 0; k < table.cols(); ++k)
        if (k != left_out)
          result[first + static_cast<std::size_t>(row * (table.cols() - 1) + to++)] =
              static_cast<float>(free_number(shape.features, table(row, k)));
  };
  fill(features.query, now.query);
  fill(features.key, now.key);
  std::copy(before.begin() + static_cast<std::ptrdiff_t>(old.value), before.end(),
            result.begin() + static_cast<std::ptrdiff_t>(now.value));
  return result;
}

/// Trains to the end of the schedule, or to the stop.
RankTried train_rank(Trainer& trainer, std::stop_token stop) {
  const auto started = std::chrono::steady_clock::now();
  trainer.advance(trainer.options().steps, stop);
  RankTried tried;
  tried.rank = trainer.options().shape.rank;
  tried.heads = static_cast<int>(trainer.heads().size());
  tried.best_error = std::numeric_limits<double>::infinity();
  tried.steps = trainer.step();
  int best = 0;
  for (std::size_t i = 0; i < trainer.heads().size(); ++i) {
    const HeadStatus& head = trainer.heads()[i];
    if (head.fate == HeadFate::solved) {
      ++tried.solved_heads;
      if (!tried.solved || head.step < tried.steps) tried.steps = head.step;
      tried.solved = true;
    }
    const bool evaluated = head.best_step >= 0;  // else it is not finite where it starts and has no error
    if (evaluated && static_cast<double>(head.max_error) < tried.best_error) {
      tried.best_error = static_cast<double>(head.max_error);
      best = static_cast<int>(i);
    }
  }
  tried.best = trainer.parameters(best);
  tried.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
  return tried;
}

/// The next rank's beginning: what solved, reduced in both ways, then fresh heads.
std::vector<Parameters> next_start(const Trainer& trainer, const TrainOptions& next) {
  std::vector<Parameters> start;
  for (const Reduction reduction : {Reduction::drop, Reduction::merge})
    for (std::size_t i = 0; i < trainer.heads().size(); ++i)
      if (trainer.heads()[i].fate == HeadFate::solved && start.size() < size_of(next.heads))
        start.push_back(reduced(trainer.problem(), trainer.options().shape,
                                trainer.parameters(static_cast<int>(i)), reduction));
  for (int i = static_cast<int>(start.size()); i < next.heads; ++i)
    start.push_back(initial_parameters(trainer.problem(), next, i));
  return start;
}

}  // namespace

Parameters reduced(const Problem& problem, const Shape& shape, const Parameters& parameters,
                   Reduction reduction) {
  FeatureMatrices features = feature_matrices(problem, shape, parameters);
  Eigen::Index left_out = 0;
  if (reduction == Reduction::drop) {
    shares(problem, features).minCoeff(&left_out);
  } else {
    Eigen::Index kept = 0;
    double most = -2.0;
    for (Eigen::Index a = 0; a < shape.rank; ++a)
      for (Eigen::Index b = a + 1; b < shape.rank; ++b)
        if (const double alike = likeness(features, a, b); alike > most) {
          most = alike;
          kept = a;
          left_out = b;
        }
    merge_into(features, kept, left_out);
  }
  return with_features(problem, shape, parameters, features, left_out);
}

Expected<CurriculumResult> curriculum(std::shared_ptr<const Problem> problem, TrainOptions options,
                                      int lowest_rank, std::stop_token stop, Progress* progress) {
  if (options.shape.heads != 1)
    return fail("attention heads", std::to_string(options.shape.heads), "1 for a curriculum");
  if (lowest_rank < 1 || lowest_rank > options.shape.rank)
    return fail("lowest rank", std::to_string(lowest_rank), "1.." + std::to_string(options.shape.rank));
  if (progress) progress->total = options.shape.rank - lowest_rank + 1;
  CurriculumResult result;
  auto trainer = make_cpu_trainer(problem, options);
  while (trainer && !stop.stop_requested()) {
    result.tried.push_back(train_rank(**trainer, stop));
    if (progress) ++progress->done;
    if (!result.tried.back().solved || options.shape.rank == lowest_rank) break;
    --options.shape.rank;
    trainer = make_cpu_trainer(problem, options, fresh_state(options, next_start(**trainer, options)));
  }
  if (!trainer) return tl::unexpected(trainer.error());
  return result;
}

}  // namespace tt
