// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rank/interval_bound.h"

#include <map>

namespace tt {
namespace {

constexpr int kShiftSteps = 1024;

/// How often each value stands off the diagonal: a code has few distances.
std::map<Rational, long> off_diagonals(const std::vector<std::vector<Rational>>& high) {
  std::map<Rational, long> count;
  for (std::size_t i = 0; i < high.size(); ++i)
    for (std::size_t j = 0; j < high.size(); ++j)
      if (i != j) ++count[high[i][j]];
  return count;
}

template <class T>
T bound_at(const std::vector<std::pair<T, long>>& entries, long size, const T& shift) {
  const T diagonal = (T(1) - shift) * (T(1) - shift) * T(size);
  T norm = diagonal;
  for (const auto& [high, count] : entries) {
    const T above = high - shift;
    const T reach = above > shift ? above : shift;
    norm += reach * reach * T(count);
  }
  return diagonal * T(size) / norm - T(1);
}

/// A grid over [0, 1/2], and the middle of every range.
std::vector<Rational> shifts(const std::vector<std::pair<Rational, long>>& entries) {
  std::vector<Rational> result;
  for (int step = 0; step <= kShiftSteps / 2; ++step) {
    result.emplace_back(step, kShiftSteps);
    result.back().canonicalize();
  }
  for (const auto& [high, count] : entries)
    if (high <= 1) result.push_back(high / 2);
  return result;
}

}  // namespace

IntervalBound interval_bound(const std::vector<std::vector<Rational>>& high) {
  const auto count = off_diagonals(high);
  const std::vector<std::pair<Rational, long>> exact(count.begin(), count.end());
  std::vector<std::pair<double, long>> rough;
  for (const auto& [value, times] : exact) rough.emplace_back(value.get_d(), times);
  const auto size = static_cast<long>(high.size());
  Rational best;
  double best_bound = -2.0;
  for (const Rational& shift : shifts(exact)) {
    const double bound = bound_at(rough, size, shift.get_d());
    if (bound <= best_bound) continue;
    best = shift;
    best_bound = bound;
  }
  IntervalBound result;
  result.shift = best;
  result.bound = bound_at(exact, size, result.shift);
  result.rank = at_least(result.bound);
  if (result.rank < 1) result.rank = 1;
  return result;
}

}  // namespace tt
