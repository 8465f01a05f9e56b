// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/codes/greedy_code.h"
#include "core/task/family.h"

namespace tt {

/// The inputs that the chains of a code use (theory 5.3, 5.5, 9): for each ordered pair of words i != j the
/// chain from ¬x_i to ¬x_j with floor(|x_i\x_j| / gap) jumps (what is left over goes into the last), and for
/// each jump (x; y -> z) the three inputs (x,y,..,y), (x,z,..,z), (x,y,z,..,z). Repeats are kept. n >= 3, gap
/// >= 1.
[[nodiscard]] Expected<Family> three_token_family(std::span<const BitToken> words, int gap, int n = 3);

}  // namespace tt
