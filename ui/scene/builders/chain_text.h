// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "ui/scene/scene.h"

namespace tt {

/// The jump whose sequences are shown: the first that fails, else the first to which the lemma applies, else
/// the first.
[[nodiscard]] int shown_jump(const MeasuredChain& measured);

/// "× 1.33, needs > 2: fails", or that nothing is asked.
[[nodiscard]] std::string jump_text(const Jump& jump);
[[nodiscard]] Role jump_role(const Jump& jump);

[[nodiscard]] std::string chain_sentence(const ChainResult& result);
[[nodiscard]] std::string chain_alt(const ChainResult& result);
[[nodiscard]] Table chain_table(const ChainResult& result);

/// The three sequences of a jump as they are written: "x,y,…,y".
[[nodiscard]] std::string probe_name(int which, int n);

}  // namespace tt
