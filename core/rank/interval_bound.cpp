// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rank/interval_bound.h"

#include <map>

namespace tt {
namespace {

constexpr int kShiftSteps = 1024, kPartsOfRange = 16;

/// T (1-s)^2 T / (T (1-s)^2 + sum max(s, high - s)^2) - 1.
template <class T>
T bound_at(const std::vector<std::pair<T, T>>& ranges, const T& size, const T& shift) {
  const T diagonal = (T(1) - shift) * (T(1) - shift) * size;
  T norm = diagonal;
  for (const auto& [high, count] : ranges) {
    const T above = high - shift;
    const T reach = above > shift ? above : shift;
    norm += reach * reach * count;
  }
  return diagonal * size / norm - T(1);
}

/// A grid over [0, 1/2], and parts of every range: with many distant words the best shift is small.
std::vector<double> shifts(const std::vector<std::pair<double, double>>& ranges) {
  std::vector<double> result;
  for (int step = 0; step <= kShiftSteps / 2; ++step)
    result.push_back(static_cast<double>(step) / kShiftSteps);
  for (const auto& [high, count] : ranges)
    for (int part = 1; part <= kPartsOfRange && high <= 1.0; ++part)
      result.push_back(high * part / (2 * kPartsOfRange));
  return result;
}

}  // namespace

double interval_bound_estimate(double size, const std::vector<std::pair<double, double>>& ranges,
                               double& shift) {
  double best = -2.0;
  for (const double candidate : shifts(ranges)) {
    const double bound = bound_at(ranges, size, candidate);
    if (bound <= best) continue;
    best = bound;
    shift = candidate;
  }
  return best;
}

IntervalBound interval_bound(const Integer& size, const std::vector<RangeCount>& ranges) {
  std::vector<std::pair<double, double>> rough;
  std::vector<std::pair<Rational, Rational>> exact;
  for (const RangeCount& range : ranges) {
    rough.emplace_back(range.high.get_d(), range.count.get_d());
    exact.emplace_back(range.high, Rational(range.count));
  }
  double shift = 0.0;
  static_cast<void>(interval_bound_estimate(size.get_d(), rough, shift));
  IntervalBound result;
  result.shift = exactly(shift);
  result.bound = bound_at(exact, Rational(size), result.shift);
  result.rank = at_least(result.bound);
  if (result.rank < 1) result.rank = 1;
  return result;
}

IntervalBound interval_bound(const std::vector<std::vector<Rational>>& high) {
  std::map<Rational, long> count;
  for (std::size_t i = 0; i < high.size(); ++i)
    for (std::size_t j = 0; j < high.size(); ++j)
      if (i != j) ++count[high[i][j]];
  std::vector<RangeCount> ranges;
  for (const auto& [value, times] : count) ranges.push_back({value, times});
  return interval_bound(Integer(static_cast<long>(high.size())), ranges);
}

}  // namespace tt
