// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

#include "core/base/error.h"

namespace tt {

/// Checks low <= value <= high; the error gives the name, the value and the range.
[[nodiscard]] Expected<void> check_range(std::string_view name, double value, double low, double high);

/// Checks a whole number the same way.
[[nodiscard]] Expected<void> check_range(std::string_view name, long long value, long long low,
                                         long long high);

/// Checks the regime of the theorems: 0 < epsilon <= 1/2 (theory, section 1).
[[nodiscard]] Expected<void> check_epsilon(double epsilon);

}  // namespace tt
