// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rank/spectra.h"

#include <Eigen/SVD>
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

namespace tt {
namespace {

constexpr Eigen::Index kMaxRows = 4096;

}  // namespace

Expected<Spectrum> spectrum(const Eigen::MatrixXd& matrix) {
  if (matrix.size() == 0) return fail("matrix for a spectrum", "empty", "at least one entry");
  if (const Eigen::Index larger = std::max(matrix.rows(), matrix.cols()); larger > kMaxRows)
    return fail("rows or columns of a matrix for a spectrum", std::to_string(larger),
                "1 to " + std::to_string(kMaxRows));
  for (Eigen::Index i = 0; i < matrix.rows(); ++i) {
    for (Eigen::Index j = 0; j < matrix.cols(); ++j) {
      if (!std::isfinite(matrix(i, j)))
        return fail("entry (" + std::to_string(i) + ", " + std::to_string(j) + ") of a matrix for a spectrum",
                    std::to_string(matrix(i, j)), "a finite number");
    }
  }
  // Not through the eigenvalues of C^T C: squaring would lose the small half of the digits, and with it the
  // rank.
  const Eigen::BDCSVD<Eigen::MatrixXd> svd(matrix);
  const auto& values = svd.singularValues();
  return spectrum_of({values.data(), values.data() + values.size()}, static_cast<int>(matrix.rows()),
                     static_cast<int>(matrix.cols()));
}

Spectrum spectrum_of(std::vector<double> values, int rows, int cols, double share) {
  Spectrum spectrum;
  spectrum.values = std::move(values);
  const double largest = spectrum.values.empty() ? 0.0 : spectrum.values.front();
  if (!(largest > 0.0)) return spectrum;
  const double threshold = std::max(rows, cols) * std::numeric_limits<double>::epsilon() * largest;
  double energy = 0.0, sum = 0.0;
  for (const double s : spectrum.values) {
    const double relative = s / largest;
    if (s > threshold) ++spectrum.numeric_rank;
    energy += relative * relative;
    sum += relative;
  }
  spectrum.stable_rank = energy;
  double reached = 0.0, entropy = 0.0;
  for (const double s : spectrum.values) {
    const double relative = s / largest;
    if (reached < share * energy) ++spectrum.energy_rank;
    reached += relative * relative;
    if (relative > 0.0) entropy -= relative / sum * std::log(relative / sum);
  }
  spectrum.entropy_rank = std::exp(entropy);
  return spectrum;
}

}  // namespace tt
