// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "ui/scene/builders/builders.h"

namespace tt {

/// "r = 32: 5 of 5 solve it; r = 15: 0 of 5, best error 1.49; the bound says r ≥ 11." for the runs of a name;
/// empty: all.
[[nodiscard]] std::string training_sentence(const TrainingResult& result, const std::string& run);
[[nodiscard]] std::string training_alt(const TrainingResult& result, const std::string& run);
/// One row a head.
[[nodiscard]] Table training_table(const TrainingResult& result);
/// "r = 15, seed 3 of run 1: solved at step 812, max error 0.41", and why it ended where it diverged.
[[nodiscard]] std::string head_words(const RunSnapshot& run, const HeadStatus& head);

}  // namespace tt
