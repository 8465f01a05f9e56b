// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <span>

#include "core/session/results.h"

namespace tt {

/// The longest length and the most bits of a sweep: all inputs are trained on.
inline constexpr int kLearnBits = 6, kLearnLength = 6;
inline constexpr int kLearnSeeds = 16;

/// Ranks that a sweep tries at m bits: 1, 2, 3, 4, 6, 8, 12, ... up to 2^m.
[[nodiscard]] std::vector<int> learn_ranks(int m);

/// Trains kLearnSeeds heads on all inputs of length n at the session's m (hinge, exp features, theory 11).
/// Refused above limits::train_terms. done = false where a stop came first.
[[nodiscard]] Expected<LearnedShare> learn_share(const Session& session, int n, int rank,
                                                 std::stop_token stop = {});

/// Lengths 2..kLearnLength, for each the ranks from the least up to the first at which all seeds solve it; a
/// length with too many inputs is left out. Each share is told as it comes.
[[nodiscard]] Expected<void> learn_sweep(const Session& session,
                                         const std::function<void(const LearnedShare&)>& tell,
                                         std::stop_token stop = {});

}  // namespace tt
