// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/exact.h"

#include <cassert>
#include <cmath>
#include <limits>

namespace tt {
namespace {

/// mantissa in [1/2, 1) and exponent with value = mantissa * 2^exponent, the mantissa truncated to a double.
double split(const Integer& value, long& exponent) { return mpz_get_d_2exp(&exponent, value.get_mpz_t()); }

// log2 of a double in [1/2, 1) is right to about an ulp of 1; two ulps of the sum cover it and the
// truncation.
double slack(double value) { return 4.0 * std::numeric_limits<double>::epsilon() * (1.0 + std::abs(value)); }

/// A power of two has an exact log2 and needs no slack.
bool power_of_two(const Integer& value) { return mpz_popcount(value.get_mpz_t()) == 1; }

double log2_nearest(const Integer& value) {
  assert(value > 0);
  long exponent = 0;
  const double mantissa = split(value, exponent);
  return static_cast<double>(exponent) + std::log2(mantissa);
}

}  // namespace

Integer binomial(long n, long k) {
  assert(n >= 0);
  if (k < 0 || k > n) return 0;
  Integer result;
  mpz_bin_uiui(result.get_mpz_t(), static_cast<unsigned long>(n), static_cast<unsigned long>(k));
  return result;
}

double log2_down(const Integer& value) {
  const double nearest = log2_nearest(value);
  return power_of_two(value) ? nearest : nearest - slack(nearest);
}

double log2_up(const Integer& value) {
  const double nearest = log2_nearest(value);
  return power_of_two(value) ? nearest : nearest + slack(nearest);
}

double log2_down(const Rational& value) {
  const double below = log2_down(value.get_num()) - log2_up(value.get_den());
  return power_of_two(value.get_num()) && power_of_two(value.get_den()) ? below : below - slack(below);
}

Rational exactly(double value) {
  assert(std::isfinite(value));
  return Rational(value);
}

Integer strictly_above(const Rational& value) {
  Integer floor;
  mpz_fdiv_q(floor.get_mpz_t(), value.get_num_mpz_t(), value.get_den_mpz_t());
  return floor + 1;
}

Integer at_least(const Rational& value) {
  Integer ceiling;
  mpz_cdiv_q(ceiling.get_mpz_t(), value.get_num_mpz_t(), value.get_den_mpz_t());
  return ceiling;
}

}  // namespace tt
