// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/exact.h"

namespace tt {

/// ceil(C(M,w) / sum_{i<distance} C(w,i) C(M-w,i)): words that a maximal code is sure to have (theory 6.3).
/// Requires 1 <= w < M, distance >= 1.
[[nodiscard]] Integer gilbert_varshamov(int bits, int weight, int distance);

/// log2 of the same quotient (no ceiling) in double, for searching; error below 1e-9 for M <= 10 000.
[[nodiscard]] double gilbert_varshamov_log2(int bits, int weight, int distance);

}  // namespace tt
