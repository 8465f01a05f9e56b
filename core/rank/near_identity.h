// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>
#include <span>

#include "core/base/error.h"
#include "core/heads/feature_map.h"

namespace tt {

/// C_ij = alpha(x_i, ¬x_j) / alpha(x_i, ¬x_i) over code words (theory 5.2). Rows whose diagonal kernel value
/// is 0 are NaN.
[[nodiscard]] Eigen::MatrixXd near_identity_matrix(const Kernel& kernel, std::span<const BitToken> words);

/// Unit diagonal, seeded off-diagonals uniform in [-1/lambda, 1/lambda] (signed) or [0, 1/lambda]. T 1..4096,
/// lambda > 0.
[[nodiscard]] Expected<Eigen::MatrixXd> synthetic_near_identity(int size, double lambda, bool is_signed,
                                                                std::uint64_t seed);

/// t/(1+(t-1)/lambda^2): rank of a t x t matrix with unit diagonal and off-diagonals at most 1/lambda (5.1).
[[nodiscard]] double near_identity_bound(double size, double lambda);
/// t/(1+(t-1)/(2 lambda - 1)^2) - 1: nonnegative off-diagonals below 1/lambda, one rank for centering (5.4).
/// Requires lambda > 1/2.
[[nodiscard]] double centered_bound(double size, double lambda);
/// The same from log2 of both, result in log2 (-inf when <= 0); never overflows.
[[nodiscard]] double near_identity_bound_log2(double size_log2, double lambda_log2);
[[nodiscard]] double centered_bound_log2(double size_log2, double lambda_log2);

/// (tr C)^2 / ||C||_F^2 on the actual matrix (5.1); NaN when C has non-finite entries.
[[nodiscard]] double trace_bound(const Eigen::MatrixXd& c);
/// max over s of (tr(C - s))^2/||C - s||_F^2 - 1: the best constant shift (5.4). Also returns s.
struct ShiftedBound {
  double bound = 0.0, shift = 0.0;
};
[[nodiscard]] ShiftedBound best_shift_bound(const Eigen::MatrixXd& c);

/// Integer that a real bound implies: floor+1 when strict (r > bound), ceil when r >= bound; with 1 as the
/// least.
[[nodiscard]] double integer_rank(double bound, bool strict);

struct NearIdentityReport {
  int size = 0;
  double max_off_diagonal = 0.0;        ///< largest |C_ij|, i != j
  double min_off_diagonal = 0.0;        ///< least C_ij, i != j
  int worst_row = 0, worst_column = 0;  ///< of the largest; of the first entry that is not finite
  double lambda = 0.0;                  ///< 1 / max_off_diagonal (inf when 0)
  double rank_bound = 0.0;              ///< 5.1 at that lambda
  double centered = 0.0;                ///< 5.4 at that lambda; NaN when an entry is negative
  double trace = 0.0;                   ///< (tr C)^2/||C||^2
  ShiftedBound shifted;
  bool finite = true;
};
[[nodiscard]] NearIdentityReport near_identity_report(const Eigen::MatrixXd& c);

}  // namespace tt
