// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>
#include <vector>

#include "core/base/error.h"

namespace tt {

/// Singular values and the ranks read off them.
struct Spectrum {
  std::vector<double> values;  ///< descending
  int numeric_rank = 0;        ///< values above max(rows,cols) * epsilon_machine * largest
  double stable_rank = 0.0;    ///< sum s^2 / max s^2
  int energy_rank = 0;         ///< least k with 99 % of sum s^2 (12.2)
  double entropy_rank = 0.0;   ///< exp of the entropy of s / sum s
};

/// Singular values only (Eigen divide and conquer). Fails on NaN or infinity, naming the entry, or above 4096
/// rows.
[[nodiscard]] Expected<Spectrum> spectrum(const Eigen::MatrixXd& matrix);
/// The ranks from given singular values (descending), of a rows x cols matrix; share is that of energy_rank.
[[nodiscard]] Spectrum spectrum_of(std::vector<double> values, int rows, int cols, double share = 0.99);

}  // namespace tt
