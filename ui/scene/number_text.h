// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace tt {

/// Shortest text that reads back as the same number; "NaN", "+inf", "-inf". Point decimals in every locale.
[[nodiscard]] std::string exact_text(double value);

/// Fixed decimals with a proper minus sign, for ticks.
[[nodiscard]] std::string fixed_text(double value, int decimals);

/// About `digits` significant digits with a proper minus sign, for labels: 0.23, 12.5, 1.2×10^{-7}.
[[nodiscard]] std::string short_text(double value, int digits);

}  // namespace tt
