// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

#include "core/session/training.h"

namespace tt {

// Results that a session alone does not give again, as JSON that gives them back: for figures that carry what
// they show, and for logs of runs.

/// {"family","bound","bound_source","epsilon","inputs","runs":[{"name","rank","seed","step","heads","curves"}]}.
/// Whole curves; what is not finite is written as text.
[[nodiscard]] Json kept_training(const TrainingResult& result);
/// The problem of what is read has its counts alone: enough to look at, not to train on.
[[nodiscard]] Expected<TrainingResult> training_from_kept(const Json& json, std::string_view source,
                                                          const std::string& run = {});

[[nodiscard]] Json kept_learned(const std::vector<LearnedShare>& shares);
[[nodiscard]] Expected<std::vector<LearnedShare>> learned_from_kept(const Json& json,
                                                                    std::string_view source);

}  // namespace tt
