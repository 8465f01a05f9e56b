// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/base/exact.h"
#include "core/heads/head.h"
#include "core/train/problem.h"

namespace tt {

/// What exact arithmetic says of a table head on a problem. The doubles of its tables are taken as the
/// rationals that they are; nothing is rounded on the way.
struct ExactVerdict {
  bool solves = false;                ///< every |output - target| < epsilon and every weight >= 0
  bool nonnegative_features = false;  ///< every used feature >= 0
  Rational max_error;                 ///< exact; 0 where a denominator is not positive
  std::string reason;                 ///< why it does not solve, empty when it does
};

/// Needs a head of kind `table` with a table readout that knows every entry of the problem.
[[nodiscard]] Expected<ExactVerdict> verify_exactly(const Head& head, const Problem& problem);

}  // namespace tt
