// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>
#include <cmath>
#include <optional>
#include <span>

#include "core/heads/head.h"

// What the evaluators share: kernel values with position gains, and the ratio that is an output.

namespace tt {

/// log q of the kernels q^{<x,z>} (exact_product, softmax, geometric), else nullopt.
[[nodiscard]] std::optional<double> log_of_power(const FeatureMap& map);

/// phi_K of a token at a position, gains included.
[[nodiscard]] Expected<Eigen::VectorXd> gained_key(const Head& head, const Kernel& kernel, BitToken z,
                                                   std::size_t position);

/// alpha of queries against the keys at positions 0, 1, ..., gains included. Gains by feature need features.
[[nodiscard]] Expected<Eigen::MatrixXd> gained_alpha(const Head& head, const Kernel& kernel,
                                                     std::span<const BitToken> queries,
                                                     std::span<const BitToken> keys);

/// The same up to one positive factor per query, which normalization cancels: powers q^{<x,z>} are taken
/// relative to the query's least overlap, so that no temperature makes a whole row underflow.
[[nodiscard]] Expected<Eigen::MatrixXd> relative_alpha(const Head& head, const Kernel& kernel,
                                                       std::span<const BitToken> queries,
                                                       std::span<const BitToken> keys);

/// sum alpha p / sum alpha; NaN where the denominator vanishes or anything is not finite.
struct Ratio {
  double numerator = 0.0;
  double denominator = 0.0;
  void add(double alpha, double p) {
    numerator += alpha * p;
    denominator += alpha;
  }
  [[nodiscard]] double value() const {
    if (denominator == 0.0 || !std::isfinite(denominator)) return std::nan("");
    return numerator / denominator;
  }
};

/// |output - target|, +inf where the output is not a number.
[[nodiscard]] inline double error_of(double output, int target) {
  return std::isfinite(output) ? std::abs(output - target) : INFINITY;
}

/// A table of p(x,z) over queries and keys.
[[nodiscard]] Eigen::MatrixXd lookup_matrix(const Head& head, std::span<const BitToken> queries,
                                            std::span<const BitToken> keys);

/// 1 <= n <= most.
[[nodiscard]] Expected<void> check_length(long long n, long long most);

}  // namespace tt
