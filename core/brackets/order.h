// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <stop_token>

#include "core/brackets/certificate.h"

namespace tt {

/// Is there a linear order of the 2^m queries in which, for every difference, all x with <d,x> >= 2 stand
/// before all with <d,x> <= -2, or all behind? Decided by trying both directions of each difference and
/// looking for cycles; nothing is shared with the solver that finds cores. m 1..10.
[[nodiscard]] bool order_exists(const std::vector<Difference>& differences, int m);

/// A small set of differences that no order satisfies, found by a SAT solver (CaDiCaL) over the relative
/// order of all pairs, then reduced one by one; nullopt where an order of all differences exists, or on a
/// stop. m 1..6.
[[nodiscard]] std::optional<OrderCore> order_core(int m, std::stop_token stop = {});

/// All differences of m bits with queries on both sides, one of each pair +-d.
[[nodiscard]] std::vector<Difference> opposed_differences(int m);

}  // namespace tt
