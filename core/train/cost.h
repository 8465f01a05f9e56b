// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <stop_token>

#include "core/train/model.h"

namespace tt {

/// What one training step of one head cannot do without.
struct StepCost {
  double operations = 0.0;  ///< floating-point, a multiplication with an addition counts as one
  double bytes = 0.0;       ///< parameters and both moments read and written once, in 32 bits
};

/// Operations: three products of rank terms for every used entry (weight, both gradients); four a term of the
/// distinct inputs forward and four backward; Adam with ten and, for exp or softplus, eight for the feature
/// of every parameter. No program that keeps Adam's moments moves fewer bytes.
[[nodiscard]] StepCost step_cost(const Problem& problem, const Shape& shape);

/// What one core of this machine reaches at best with the engine's vectors.
struct MachineSpeed {
  double operations_per_us = 0.0;  ///< multiply-adds on registers
  double bytes_per_us = 0.0;       ///< read and written, over as much memory as a block of heads has
};
/// Measured, in about a tenth of a second.
[[nodiscard]] MachineSpeed machine_speed(const StepCost& cost, std::stop_token stop = {});

}  // namespace tt
