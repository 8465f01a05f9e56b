// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/codes/greedy_code.h"
#include "core/codes/pace.h"

namespace tt {

/// Candidates up to this many are listed and each visited once; of more, as many are drawn.
inline constexpr std::int64_t kListedCandidates = std::int64_t{1} << 22;

/// Adds to an empty code (bits, weight and distance set) what greedy keeps when it tries words of the weight
/// in the seeded order. Ends early at `limit` words (0: no limit) or when the pace says so; `complete` tells
/// whether every candidate was decided.
void search_at_random(Code& code, std::uint64_t seed, std::int64_t limit, Pace& pace);

}  // namespace tt
