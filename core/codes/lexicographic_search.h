// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/codes/greedy_code.h"
#include "core/codes/pace.h"

namespace tt {

/// Adds to an empty code (bits, weight >= distance and distance set) what plain greedy keeps when it tries
/// all words of the weight in increasing order: exactly that, found by refusing whole ranges of words at
/// once. Ends early at `limit` words (0: no limit) or when the pace says so; `complete` tells whether every
/// candidate was decided.
void search_lexicographically(Code& code, std::int64_t limit, Pace& pace);

}  // namespace tt
