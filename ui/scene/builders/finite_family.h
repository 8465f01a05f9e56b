// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/experiments/finite_family.h"
#include "ui/scene/scene.h"

namespace tt {

/// Experiment 1 as a figure: largest error against rank, plain runs, search, construction, excluded zones.
[[nodiscard]] Scene finite_family_scene(const FiniteFamilyReport& report);

}  // namespace tt
