// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <cmath>

#include "ui/scene/painter.h"

namespace tt {
namespace {

struct Pair {
  QRgb light, dark;
};

// The candidates and bounds are Okabe-Ito; the dark column keeps the hues, lighter.
constexpr Pair colours(Role role) {
  switch (role) {
    case Role::ink:
      return {0xff1a2230, 0xffe8ebf0};
    case Role::muted:
      return {0xff5f6876, 0xffa3abb8};
    case Role::grid:
      return {0xffeaecf0, 0xff2c323b};
    case Role::axis:
      return {0xffb3b9c3, 0xff59616d};
    case Role::surface:
      return {0xfff3f4f6, 0xff14171c};
    case Role::card:
      return {0xffffffff, 0xff1c2027};
    case Role::hairline:
      return {0xffe1e4e9, 0xff343b45};
    case Role::accent:
    case Role::query:
      return {0xff0072b2, 0xff56aee2};
    case Role::right:
      return {0xff009e73, 0xff3cc49c};
    case Role::rival:
      return {0xffd55e00, 0xfff58a3d};
    case Role::other:
      return {0xff7b6fa6, 0xffaea4d6};
    case Role::lower:
    case Role::paper:
      return {0xff1f2733, 0xffdfe3ea};
    case Role::upper:
      return {0xffcc79a7, 0xffe09cc3};
    case Role::spectrum:
      return {0xff56b4e9, 0xff7cc6f0};
    case Role::holds:
      return {0xff2a8a57, 0xff55c98a};
    case Role::violated:
      return {0xffd55e00, 0xfff58a3d};
    case Role::neutral:
      return {0xff8a919c, 0xff98a0ac};
    case Role::holds_soft:
      return {0xffe4f4ee, 0xff1a3a2e};
    case Role::violated_soft:
      return {0xfffceadf, 0xff46291a};
    case Role::upper_soft:
      return {0xfff9eef4, 0xff3a2934};
    case Role::bit_off:
      return {0xffeeeff2, 0xff2b313a};
  }
  return {0xff000000, 0xffffffff};
}

double linear_light(double channel) {
  return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}

double luminance(QColor c) {
  return 0.2126 * linear_light(c.redF()) + 0.7152 * linear_light(c.greenF()) +
         0.0722 * linear_light(c.blueF());
}

QColor mixed(QColor a, QColor b, double t) {
  const auto channel = [t](int from, int to) {
    return static_cast<int>(std::lround(from + (to - from) * t));
  };
  return {channel(a.red(), b.red()), channel(a.green(), b.green()), channel(a.blue(), b.blue())};
}

/// The colour as far towards ink as the contrast to the card asks.
QColor readable(QColor colour, QColor ink, QColor card, double least) {
  for (int step = 0; step < 20; ++step) {
    const QColor candidate = mixed(colour, ink, step / 20.0);
    if (contrast(candidate, card) >= least) return candidate;
  }
  return ink;
}

// A little above what is asked, so that rounding in a viewer does not bring it below.
constexpr double kTextContrast = 4.6, kLineContrast = 3.05;

int channel(double value) { return static_cast<int>(std::lround(std::clamp(value, 0.0, 255.0))); }

// Cividis by a polynomial of degree five for each channel: an approximation to the published table.
QColor cividis(double t) {
  const double r = -4.54 - t * (35.34 - t * (2381.73 - t * (6402.7 - t * (7024.72 - t * 2710.57))));
  const double g = 32.49 + t * (170.73 + t * (52.82 - t * (131.46 - t * (176.58 - t * 67.37))));
  const double b = 81.24 + t * (442.36 - t * (2482.43 - t * (6167.24 - t * (6614.94 - t * 2475.67))));
  return {channel(r), channel(g), channel(b)};
}

QColor diverging(double t) {
  static const std::array<QColor, 5> stops = {QColor(0x00, 0x4f, 0x82), QColor(0x5c, 0xa5, 0xd2),
                                              QColor(0xfb, 0xfb, 0xfb), QColor(0xf2, 0xa2, 0x5c),
                                              QColor(0xa8, 0x47, 0x00)};
  const double position = t * 4.0;
  const int below = std::min(3, static_cast<int>(position));
  return mixed(stops[static_cast<std::size_t>(below)], stops[static_cast<std::size_t>(below) + 1],
               position - below);
}

// 256 steps, made once: heat maps look up a colour per cell.
std::array<QColor, 256> table_of(QColor (*palette)(double)) {
  std::array<QColor, 256> table;
  for (std::size_t i = 0; i < table.size(); ++i) table[i] = palette(static_cast<double>(i) / 255.0);
  return table;
}

}  // namespace

QColor Theme::colour(Role role) const {
  const Pair pair = colours(tinted && role == Role::card ? Role::surface : role);
  return QColor::fromRgb(dark ? pair.dark : pair.light);
}

QColor Theme::text_colour(Role role) const {
  return readable(colour(role), colour(Role::ink), colour(Role::card), kTextContrast);
}

QColor Theme::ordered(double t) const {
  return readable(palette_colour(Palette::cividis, t), colour(Role::ink), colour(Role::card), kLineContrast);
}

double contrast(QColor a, QColor b) {
  const double la = luminance(a) + 0.05, lb = luminance(b) + 0.05;
  return std::max(la, lb) / std::min(la, lb);
}

QColor palette_colour(Palette palette, double t) {
  static const auto ordered = table_of(cividis);
  static const auto signed_values = table_of(diverging);
  const double inside = std::isnan(t) ? 0.0 : std::clamp(t, 0.0, 1.0);
  const auto index = static_cast<std::size_t>(std::lround(inside * 255.0));
  return palette == Palette::cividis ? ordered[index] : signed_values[index];
}

QColor cell_colour(const HeatMap& map, double value) {
  // None of these lies near either palette.
  if (std::isnan(value)) return {0xc8, 0x9b, 0xd9};
  if (std::isinf(value)) return value > 0 ? QColor(0xd8, 0x1b, 0x60) : QColor(0x5e, 0x1a, 0x8a);
  if (!map.log) {
    const double width = map.high - map.low;
    return palette_colour(map.palette, width > 0 ? (value - map.low) / width : 0.5);
  }
  if (value <= 0) return {0xe6, 0xd9, 0xee};
  const double low = std::log(map.low), width = std::log(map.high) - low;
  return palette_colour(map.palette, width > 0 ? (std::log(value) - low) / width : 0.5);
}

}  // namespace tt
