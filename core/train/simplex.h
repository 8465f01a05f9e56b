// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <stop_token>

struct glp_prob;

namespace tt {

/// GLPK's simplex from a fresh basis, in slices so that a stop is seen within about 100 ms. True where an
/// optimum was found; false where the program has none, a stop came first or the numbers gave trouble.
[[nodiscard]] bool solve_in_slices(glp_prob* program, const std::stop_token& stop);

}  // namespace tt
