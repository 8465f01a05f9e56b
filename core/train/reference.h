// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/train/trainer.h"

namespace tt {

/// Loss and gradient of one head in double by plain loops, straight from the formulas; what every engine is
/// tested against.
struct LossAndGradient {
  double loss = 0.0;       ///< with the floor penalty
  double max_error = 0.0;  ///< +inf for any_sign with a weight below kWeightFloor
  std::vector<double> gradient;
};
[[nodiscard]] LossAndGradient reference_gradient(const Problem& problem, const TrainOptions& options,
                                                 const std::vector<double>& parameters);

/// One Adam step (options.h) at step t in double.
struct ReferenceState {
  std::vector<double> parameters, first, second;
};
void reference_step(const Problem& problem, const TrainOptions& options, std::int64_t step,
                    ReferenceState& state);

}  // namespace tt
