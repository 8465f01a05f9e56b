// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/options.h"
#include "core/heads/constructions/constructions.h"

namespace tt {
namespace {

/// The average over the sequence of 1[<x,z> >= t]: one coordinate of the attention output with one-hot
/// values.
Rational average_at_least(std::span<const BitToken> sequence, BitToken x, int t) {
  long count = 0;
  for (const BitToken z : sequence) count += overlap(x, z) >= t ? 1 : 0;
  Rational average(count, static_cast<long>(sequence.size()));
  average.canonicalize();
  return average;
}

/// C(a, k) as the polynomial of degree k that it is.
Rational binomial_polynomial(const Rational& a, int k) {
  Rational value = 1;
  for (int i = 0; i < k; ++i) value *= (a - i) / (i + 1);
  return value;
}

}  // namespace

Expected<Rational> degree_readout_output(std::span<const BitToken> sequence, std::size_t position,
                                         int degree) {
  if (auto ok = check_range("degree D", static_cast<long long>(degree), 1, 4096); !ok) {
    return tl::unexpected<Error>(ok.error());
  }
  if (sequence.size() != static_cast<std::size_t>(degree) + 1) {
    return fail("sequence length", std::to_string(sequence.size()),
                "degree + 1 = " + std::to_string(degree + 1));
  }
  if (position >= sequence.size()) {
    return fail("position", std::to_string(position), "0 to " + std::to_string(sequence.size() - 1));
  }
  const BitToken x = sequence[position];
  Rational output = 0;
  for (int t = 1; t <= weight(x); ++t) {
    output += binomial_polynomial((degree + 1) * average_at_least(sequence, x, t) - 1, degree);
  }
  return output;
}

}  // namespace tt
