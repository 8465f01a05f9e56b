// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <limits>

#include "core/bounds/bounds.h"
#include "core/heads/constructions/overlap_lp.h"

namespace tt {

Expected<UpperBound> best_upper_bound(int m, int n, double epsilon) {
  if (auto ok = check(BoundsOptions{.m = m, .n = n, .epsilon = epsilon}); !ok)
    return tl::unexpected(ok.error());
  if (n <= 2) return UpperBound{0.0, 1.0, "rank one (3.1)"};
  // The linear programs were solved at epsilon = 1/2; a smaller error asks for more.
  if (epsilon == 0.5) {
    if (const auto rank = known_overlap_rank(m, n)) {
      const auto value = static_cast<double>(*rank);
      return UpperBound{std::log2(value), value, "overlap LP (3.6)"};
    }
  }
  return UpperBound{static_cast<double>(m), m < 1000 ? std::exp2(m) : std::numeric_limits<double>::infinity(),
                    "exact product features (3.3)"};
}

}  // namespace tt
