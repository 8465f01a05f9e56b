// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

#include "core/experiments/finite_family.h"

namespace tt {

/// Experiment 1 as it was run for this version: resources/data/finite-family-report.json. Its times are left
/// out (0).
[[nodiscard]] Expected<FiniteFamilyReport> shipped_finite_family();

/// The file's text, built into the program.
[[nodiscard]] std::string_view shipped_finite_family_text();

}  // namespace tt
