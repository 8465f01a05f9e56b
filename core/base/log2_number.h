// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace tt {

/// log2 C(n, k) in double by lgamma, for search and drawing (relative error about 1e-13); a claim uses
/// exact.h.
[[nodiscard]] double log2_binomial(double n, double k);

/// log2(2^a + 2^b) without overflow; -inf stands for zero.
[[nodiscard]] double log2_add(double a, double b);

/// A number given by its log2 as people read it: "13", "650", "2^17.0", "2^64". Below 2^20 it is written out
/// with three significant digits (integers whole); above as a power of two. Point decimals in every locale.
[[nodiscard]] std::string text_from_log2(double log2_value);

/// A double with `digits` significant digits, point decimals, no trailing zeros: 2.85, 0.42, 1e-12.
[[nodiscard]] std::string text(double value, int digits = 3);

}  // namespace tt
