// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <gmpxx.h>

#include <string>

namespace tt {

using Integer = mpz_class;
using Rational = mpq_class;

/// C(n, k) exactly; 0 when k < 0 or k > n. n >= 0.
[[nodiscard]] Integer binomial(long n, long k);

/// log2 of a positive integer, rounded down (up) so that it never lies on the wrong side of the truth.
[[nodiscard]] double log2_down(const Integer& value);
[[nodiscard]] double log2_up(const Integer& value);

/// log2 of a positive rational, rounded down, so that a bound is never overstated.
[[nodiscard]] double log2_down(const Rational& value);

/// The rational that a finite double is exactly.
[[nodiscard]] Rational exactly(double value);

/// Smallest integer strictly above (at or above) a rational.
[[nodiscard]] Integer strictly_above(const Rational& value);
[[nodiscard]] Integer at_least(const Rational& value);

}  // namespace tt
