// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/scene/scene.h"

namespace tt {

/// Draws the learned shares of the session's m into the panel of the curve: discs filled by the share of
/// seeds that solve (n, log2 r), and what they mean.
void add_learned(Panel& panel, const PhaseResult& result);
/// "learned so far: n = 3 with r = 2, ..."; empty without shares.
[[nodiscard]] std::string learned_words(const PhaseResult& result);

}  // namespace tt
