// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

#include "core/base/error.h"

namespace tt {

inline constexpr double kMmPerInch = 25.4, kPointsPerInch = 72.0;

/// Millimetres to points (1/72 inch).
[[nodiscard]] constexpr double points(double mm) { return mm / kMmPerInch * kPointsPerInch; }

/// "82.55mm", "3.25in", "252pt", "8cm" to millimetres; 10..1000 mm.
[[nodiscard]] Expected<double> parse_length_mm(std::string_view text);

}  // namespace tt
