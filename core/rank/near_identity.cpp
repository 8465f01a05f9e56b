// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rank/near_identity.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/base/options.h"
#include "core/base/random.h"

namespace tt {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// t/(1+(t-1)/lambda^2), the limits 0 and infinity of lambda included.
double quotient(double size, double lambda) {
  if (size <= 1.0) return size;
  const double reciprocal = 1.0 / lambda;
  return size / (1.0 + (size - 1.0) * reciprocal * reciprocal);
}

// log2(2^a - 1), -inf at a <= 0.
double log2_less_one(double a) {
  return a > 0.0 ? a + std::log1p(-std::exp2(-a)) * std::numbers::log2e : -kInfinity;
}

// log2(1 + 2^a).
double log2_plus_one(double a) {
  return a > 0.0 ? a + std::log1p(std::exp2(-a)) * std::numbers::log2e
                 : std::log1p(std::exp2(a)) * std::numbers::log2e;
}

double quotient_log2(double size_log2, double lambda_log2) {
  if (size_log2 <= 0.0) return size_log2;
  return size_log2 - log2_plus_one(log2_less_one(size_log2) - 2.0 * lambda_log2);
}

}  // namespace

Eigen::MatrixXd near_identity_matrix(const Kernel& kernel, std::span<const BitToken> words) {
  std::vector<BitToken> keys;
  keys.reserve(words.size());
  for (const BitToken x : words) keys.push_back(complement(x));
  Eigen::MatrixXd c = kernel.matrix(words, keys);
  for (Eigen::Index i = 0; i < c.rows(); ++i) {
    const double diagonal = c(i, i);
    if (diagonal == 0.0)
      c.row(i).setConstant(kNan);
    else
      c.row(i) /= diagonal;
  }
  return c;
}

Expected<Eigen::MatrixXd> synthetic_near_identity(int size, double lambda, bool is_signed,
                                                  std::uint64_t seed) {
  if (auto ok = check_range("size T", static_cast<long long>(size), 1, 4096); !ok)
    return tl::unexpected(ok.error());
  if (!std::isfinite(lambda) || lambda <= 0.0)
    return fail("lambda", std::to_string(lambda), "a finite number above 0");
  const RandomStream random(seed, Purpose::matrix);
  Eigen::MatrixXd c(size, size);
  for (int i = 0; i < size; ++i) {
    for (int j = 0; j < size; ++j) {
      const double u = random.uniform(static_cast<std::uint64_t>(i) * static_cast<std::uint64_t>(size) +
                                      static_cast<std::uint64_t>(j));
      c(i, j) = i == j ? 1.0 : (is_signed ? 2.0 * u - 1.0 : u) / lambda;
    }
  }
  return c;
}

double near_identity_bound(double size, double lambda) { return quotient(size, lambda); }

double centered_bound(double size, double lambda) { return quotient(size, 2.0 * lambda - 1.0) - 1.0; }

double near_identity_bound_log2(double size_log2, double lambda_log2) {
  return quotient_log2(size_log2, lambda_log2);
}

double centered_bound_log2(double size_log2, double lambda_log2) {
  return log2_less_one(quotient_log2(size_log2, log2_less_one(lambda_log2 + 1.0)));
}

double trace_bound(const Eigen::MatrixXd& c) {
  if (!c.allFinite()) return kNan;
  const double largest = c.size() == 0 ? 0.0 : c.cwiseAbs().maxCoeff();
  if (largest == 0.0) return 0.0;
  // Scaled, so that no square overflows.
  const double trace = c.trace() / largest;
  return trace * trace / (c / largest).squaredNorm();
}

ShiftedBound best_shift_bound(const Eigen::MatrixXd& c) {
  if (!c.allFinite()) return {kNan, 0.0};
  const ShiftedBound unshifted{trace_bound(c) - 1.0, 0.0};
  if (c.size() == 0) return unshifted;
  // With t = tr C, f = ||C||^2, S = the sum of the entries and T rows, (t - sT)^2/(f - 2sS + s^2 T^2) is
  // stationary at t = sT, where it is least, and at s = (tS - Tf)/(T(tT - S)), where it is largest.
  const auto rows = static_cast<double>(c.rows());
  const double t = c.trace(), sum = c.sum();
  const double below = rows * (t * rows - sum);
  if (below == 0.0) return unshifted;
  const double shift = (t * sum - rows * c.squaredNorm()) / below;
  const ShiftedBound shifted{trace_bound((c.array() - shift).matrix()) - 1.0, shift};
  return shifted.bound > unshifted.bound ? shifted : unshifted;
}

double integer_rank(double bound, bool strict) {
  const double rank = strict ? std::floor(bound) + 1.0 : std::ceil(bound);
  return rank > 1.0 ? rank : 1.0;
}

namespace {

/// The first entry, row by row, that is not finite.
void name_first_strange(const Eigen::MatrixXd& c, NearIdentityReport& report) {
  for (Eigen::Index i = 0; i < c.rows(); ++i)
    for (Eigen::Index j = 0; j < c.cols(); ++j)
      if (!std::isfinite(c(i, j))) {
        report.worst_row = static_cast<int>(i);
        report.worst_column = static_cast<int>(j);
        return;
      }
}

}  // namespace

NearIdentityReport near_identity_report(const Eigen::MatrixXd& c) {
  NearIdentityReport report;
  report.size = static_cast<int>(c.rows());
  report.finite = c.allFinite();
  if (!report.finite) {
    report.max_off_diagonal = report.min_off_diagonal = report.lambda = kNan;
    report.rank_bound = report.centered = report.trace = report.shifted.bound = kNan;
    name_first_strange(c, report);
    return report;
  }
  bool first = true;
  for (Eigen::Index i = 0; i < c.rows(); ++i) {
    for (Eigen::Index j = 0; j < c.cols(); ++j) {
      if (i == j) continue;
      if (first || std::abs(c(i, j)) > report.max_off_diagonal) {
        report.max_off_diagonal = std::abs(c(i, j));
        report.worst_row = static_cast<int>(i);
        report.worst_column = static_cast<int>(j);
      }
      report.min_off_diagonal = first ? c(i, j) : std::min(report.min_off_diagonal, c(i, j));
      first = false;
    }
  }
  report.lambda = report.max_off_diagonal > 0.0 ? 1.0 / report.max_off_diagonal : kInfinity;
  report.rank_bound = near_identity_bound(report.size, report.lambda);
  const bool can_center = report.min_off_diagonal >= 0.0 && report.lambda > 0.5;
  report.centered = can_center ? centered_bound(report.size, report.lambda) : kNan;
  report.trace = trace_bound(c);
  report.shifted = best_shift_bound(c);
  return report;
}

}  // namespace tt
