// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/colour_vision.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace tt {
namespace {

using Triple = std::array<double, 3>;
using Matrix = std::array<Triple, 3>;

constexpr Matrix kProtan = {
    {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}};
constexpr Matrix kDeutan = {
    {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}};
constexpr Matrix kTritan = {
    {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}};
/// Linear sRGB to CIE XYZ, relative to the white point D65.
constexpr Matrix kToXyz = {{{0.4124564 / 0.95047, 0.3575761 / 0.95047, 0.1804375 / 0.95047},
                            {0.2126729, 0.7151522, 0.0721750},
                            {0.0193339 / 1.08883, 0.1191920 / 1.08883, 0.9503041 / 1.08883}}};

Triple times(const Matrix& m, const Triple& v) {
  Triple out{};
  for (std::size_t i = 0; i < 3; ++i) out[i] = m[i][0] * v[0] + m[i][1] * v[1] + m[i][2] * v[2];
  return out;
}

double to_linear(double c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); }
double from_linear(double c) {
  const double inside = std::clamp(c, 0.0, 1.0);
  return inside <= 0.0031308 ? inside * 12.92 : 1.055 * std::pow(inside, 1.0 / 2.4) - 0.055;
}

Triple linear(QColor c) { return {to_linear(c.redF()), to_linear(c.greenF()), to_linear(c.blueF())}; }

/// L*, a*, b*.
Triple lab(QColor colour) {
  Triple f = times(kToXyz, linear(colour));
  for (double& value : f)
    value = value > 216.0 / 24389.0 ? std::cbrt(value) : (24389.0 / 27.0 * value + 16.0) / 116.0;
  return {116.0 * f[1] - 16.0, 500.0 * (f[0] - f[1]), 200.0 * (f[1] - f[2])};
}

}  // namespace

QColor seen_by(Vision vision, QColor colour) {
  const Matrix& matrix = vision == Vision::protan ? kProtan : vision == Vision::deutan ? kDeutan : kTritan;
  const Triple seen = times(matrix, linear(colour));
  return QColor::fromRgbF(static_cast<float>(from_linear(seen[0])), static_cast<float>(from_linear(seen[1])),
                          static_cast<float>(from_linear(seen[2])));
}

double difference(QColor a, QColor b) {
  const Triple p = lab(a), q = lab(b);
  return std::hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
}

double lightness(QColor colour) { return lab(colour)[0]; }

}  // namespace tt
