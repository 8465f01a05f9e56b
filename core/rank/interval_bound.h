// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>
#include <vector>

#include "core/base/exact.h"

namespace tt {

/// A lower bound on the rank of every matrix with unit diagonal and off-diagonals 0 <= C_ij <= high_ij.
struct IntervalBound {
  Rational shift;  ///< s, subtracted everywhere (one rank)
  Rational bound;  ///< T^2 (1-s)^2 / (T (1-s)^2 + sum max(s, high_ij - s)^2) - 1, exactly
  Integer rank;    ///< the integer it implies, at least 1
};

/// 5.4 with the entries' own ranges: after the shift each entry lies within max(s, high_ij - s) of zero, and
/// rank >= (tr)^2/||.||_F^2. The shift is the best of a grid over [0, 1/2] and the middles of
/// the ranges; the bound at it is exact.
/// high: T rows of T entries >= 0, the diagonal ignored; T >= 1.
[[nodiscard]] IntervalBound interval_bound(const std::vector<std::vector<Rational>>& high);

/// How often each range 0 <= C_ij <= high stands off the diagonal.
struct RangeCount {
  Rational high;
  Integer count;
};
/// The same of a matrix of `size` rows whose ranges are counted; the counts add up to size (size - 1).
[[nodiscard]] IntervalBound interval_bound(const Integer& size, const std::vector<RangeCount>& ranges);
/// The best shift in double: for comparing, not yet a claim. high and counts side by side.
[[nodiscard]] double interval_bound_estimate(double size,
                                             const std::vector<std::pair<double, double>>& ranges,
                                             double& shift);

}  // namespace tt
