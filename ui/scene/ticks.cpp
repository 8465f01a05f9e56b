// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scene/ticks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "ui/scene/number_text.h"

namespace tt {
namespace {

using Ticks = std::vector<Axis::Tick>;

constexpr double kRoundingRoom = 1e-9;
constexpr std::size_t kMostTicks = 200;

bool inside(const Axis& axis, double value) {
  const double place = place_on_axis(axis.scale, axis.low, axis.high, value);
  return place >= -kRoundingRoom && place <= 1.0 + kRoundingRoom;
}

/// Labels of linear ticks share their decimals; very large and very small steps share a power of ten.
std::string linear_text(double value, double step, double largest) {
  const int magnitude = static_cast<int>(std::floor(std::log10(largest)));
  const int step_magnitude = static_cast<int>(std::floor(std::log10(step) + kRoundingRoom));
  if (magnitude >= 6 || magnitude <= -4) {
    if (value == 0.0) return "0";
    return fixed_text(value * std::pow(10.0, -magnitude), std::max(0, magnitude - step_magnitude)) + "×10^{" +
           fixed_text(magnitude, 0) + "}";
  }
  return fixed_text(value, std::max(0, -step_magnitude));
}

Ticks linear_ticks(const Axis& axis, double step) {
  Ticks ticks;
  const double first = std::ceil(axis.low / step - kRoundingRoom);
  const double last = std::floor(axis.high / step + kRoundingRoom);
  const double largest = std::max({std::abs(axis.low), std::abs(axis.high), step});
  for (double k = first; k <= last && ticks.size() < kMostTicks; k += 1.0)
    ticks.push_back({k * step, linear_text(k * step, step, largest)});
  return ticks;
}

std::string power_of_two_text(int exponent, bool as_power) {
  if (exponent == 0) return "1";
  if (as_power) return "2^{" + fixed_text(exponent, 0) + "}";
  const std::string whole = fixed_text(std::ldexp(1.0, std::abs(exponent)), 0);
  return exponent > 0 ? whole : "1/" + whole;
}

std::string power_of_ten_text(int exponent, bool as_power) {
  if (exponent == 0) return "1";
  if (as_power) return "10^{" + fixed_text(exponent, 0) + "}";
  return fixed_text(std::pow(10.0, exponent), std::max(0, -exponent));
}

Ticks power_ticks(const Axis& axis, int step) {
  const bool binary = axis.scale == Scale::log2;
  const auto exponent_of = [binary](double v) { return binary ? std::log2(v) : std::log10(v); };
  int first = static_cast<int>(std::ceil((exponent_of(axis.low) - kRoundingRoom) / step));
  const int last = static_cast<int>(std::floor((exponent_of(axis.high) + kRoundingRoom) / step));
  if (axis.whole_numbers) first = std::max(first, 0);
  // One manner for the whole axis: numbers as long as all of them are short.
  const int least = first * step, most = last * step;
  const bool as_power = binary ? (most > 13 || least < -7) : (most > 4 || least < -3);
  Ticks ticks;
  for (int k = first; k <= last && ticks.size() < kMostTicks; ++k) {
    const int e = k * step;
    ticks.push_back({binary ? std::ldexp(1.0, e) : std::pow(10.0, e),
                     binary ? power_of_two_text(e, as_power) : power_of_ten_text(e, as_power)});
  }
  return ticks;
}

double centre(const Axis& axis, const Axis::Tick& tick, double length) {
  return place_on_axis(axis.scale, axis.low, axis.high, tick.at) * length;
}

bool crowded(const Axis& axis, const Ticks& ticks, double length, double gap, const LabelExtent& extent) {
  if (static_cast<double>(ticks.size()) * gap > 2.0 * length + 4.0 * gap) return true;
  double end = -std::numeric_limits<double>::infinity();
  for (const auto& tick : ticks) {
    if (tick.text.empty()) continue;
    const double half = extent(tick.text) / 2.0, at = centre(axis, tick, length);
    if (at - half < end + gap) return true;
    end = at + half;
  }
  return false;
}

/// Keeps the text of every k-th label, k as small as the room allows.
Ticks thinned(const Axis& axis, const Ticks& given, double length, double gap, const LabelExtent& extent) {
  Ticks sorted;
  std::copy_if(given.begin(), given.end(), std::back_inserter(sorted),
               [&](const Axis::Tick& tick) { return inside(axis, tick.at); });
  std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return a.at < b.at; });
  for (std::size_t k = 1; k <= sorted.size(); ++k) {
    Ticks kept = sorted, labels;
    for (std::size_t i = 0; i < kept.size(); ++i) {
      if (i % k != 0) kept[i].text.clear();
      if (!kept[i].text.empty()) labels.push_back(kept[i]);
    }
    if (!crowded(axis, labels, length, gap, extent)) return kept;
  }
  for (auto& tick : sorted) tick.text.clear();
  return sorted;
}

Ticks first_with_room(const Axis& axis, double length, double gap, const LabelExtent& extent,
                      const std::function<Ticks(int)>& finer_to_coarser) {
  for (int level = 0; level < 64; ++level) {
    Ticks ticks = finer_to_coarser(level);
    if (!crowded(axis, ticks, length, gap, extent)) return ticks;
  }
  return {};
}

Ticks automatic_linear(const Axis& axis, double length, double gap, const LabelExtent& extent) {
  static constexpr std::array<double, 3> kSteps = {1.0, 2.0, 5.0};
  const double finest = (axis.high - axis.low) / std::clamp(length / 24.0, 2.0, 12.0);
  int magnitude = static_cast<int>(std::floor(std::log10(finest)));
  if (axis.whole_numbers) magnitude = std::max(magnitude, 0);
  const auto step_at = [magnitude](int i) {
    return kSteps[static_cast<std::size_t>(i % 3)] * std::pow(10.0, magnitude + i / 3);
  };
  int start = 0;
  while (step_at(start) < finest * (1.0 - kRoundingRoom)) ++start;
  Ticks ticks = first_with_room(axis, length, gap, extent,
                                [&](int level) { return linear_ticks(axis, step_at(start + level)); });
  if (axis.scale != Scale::linear) std::erase_if(ticks, [](const auto& tick) { return tick.at <= 0.0; });
  return ticks;
}

Ticks automatic_powers(const Axis& axis, double length, double gap, const LabelExtent& extent) {
  // 1, 2, 4, 8, ... powers of two apart; 1, 2, 5, 10, ... powers of ten apart.
  static constexpr std::array<int, 3> kDecades = {1, 2, 5};
  return first_with_room(axis, length, gap, extent, [&](int level) {
    const int step = axis.scale == Scale::log2 ? 1 << std::min(level, 20)
                                               : kDecades[static_cast<std::size_t>(level % 3)] *
                                                     static_cast<int>(std::pow(10.0, std::min(level / 3, 6)));
    return power_ticks(axis, step);
  });
}

}  // namespace

double place_on_axis(Scale scale, double low, double high, double value) {
  if (scale == Scale::linear) return (value - low) / (high - low);
  if (!(value > 0.0)) return std::numeric_limits<double>::quiet_NaN();
  // One formula for both bases; binary logarithms keep powers of two exact.
  const double start = std::log2(low);
  return (std::log2(value) - start) / (std::log2(high) - start);
}

double value_on_axis(Scale scale, double low, double high, double place) {
  if (scale == Scale::linear) return low + place * (high - low);
  const double start = std::log2(low);
  return std::exp2(start + place * (std::log2(high) - start));
}

std::vector<Axis::Tick> ticks_for(const Axis& axis, double length, double gap, const LabelExtent& extent) {
  if (!(length > 0.0) || !(axis.high > axis.low)) return {};
  if (!axis.ticks.empty()) return thinned(axis, axis.ticks, length, gap, extent);
  if (axis.scale == Scale::linear) return automatic_linear(axis, length, gap, extent);
  Ticks ticks = automatic_powers(axis, length, gap, extent);
  // Less than an octave or a decade: plain numbers say more.
  return ticks.size() >= 2 ? ticks : automatic_linear(axis, length, gap, extent);
}

}  // namespace tt
