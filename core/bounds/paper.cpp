// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/options.h"
#include "core/bounds/bounds.h"

namespace tt {

std::optional<double> paper_bound_log2(int m, int n, double epsilon) {
  constexpr int kFirstBits = 168;
  if (m < kFirstBits || n < 3 || !check_epsilon(epsilon)) return std::nullopt;
  const int even = 2 * (m / 2);
  return 4.0 * (even / 40) - 1.0;
}

}  // namespace tt
