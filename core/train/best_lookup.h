// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <stop_token>
#include <vector>

#include "core/train/problem.h"

namespace tt {

/// Lookup values are kept within this many times m beyond 0..m: an entry of tiny weight must not have a huge
/// one.
inline constexpr double kLookupReach = 4.0;

/// The lookup that suits given weights best: for every query the values p of its entries that make the
/// largest error over its inputs least, a linear program by GLPK's simplex in double. `weights` and `present`
/// stand by entry. Where a denominator is not positive or a stop comes first, a query keeps its present
/// values.
[[nodiscard]] std::vector<double> best_lookup(const Problem& problem, std::span<const double> weights,
                                              std::span<const double> present, std::stop_token stop = {});

}  // namespace tt
