// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <vector>

#include "core/task/bit_token.h"

namespace tt {

/// t_i = min over j of <x_i, x_j>, j = i included, for every position (theory, section 1). O(n^2).
[[nodiscard]] std::vector<int> min_ip_targets(std::span<const BitToken> sequence);

/// The target of one position.
[[nodiscard]] int min_ip_target(std::span<const BitToken> sequence, std::size_t position);

}  // namespace tt
