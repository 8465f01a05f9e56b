// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/options.h"

#include "core/base/log2_number.h"

namespace tt {

Expected<void> check_range(std::string_view name, double value, double low, double high) {
  if (value >= low && value <= high) return {};  // false for NaN
  return fail(std::string(name), text(value, 6), text(low, 6) + " to " + text(high, 6));
}

Expected<void> check_range(std::string_view name, long long value, long long low, long long high) {
  if (value >= low && value <= high) return {};
  return fail(std::string(name), std::to_string(value), std::to_string(low) + " to " + std::to_string(high));
}

Expected<void> check_epsilon(double epsilon) {
  if (epsilon > 0.0 && epsilon <= 0.5) return {};
  return fail("error epsilon", text(epsilon, 6), "above 0, at most 0.5");
}

}  // namespace tt
