// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

#include "core/task/family.h"

namespace tt {

/// The family of theory 9 that comes with the program: 15 words of 24 bits, 424 jumps, 1272 inputs.
[[nodiscard]] Expected<Family> shipped_family();

/// Its file (resources/data/finite-family-424.json), built into the program.
[[nodiscard]] std::string_view shipped_family_text();

}  // namespace tt
