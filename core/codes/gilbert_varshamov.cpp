// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/codes/gilbert_varshamov.h"

#include <limits>

#include "core/base/log2_number.h"

namespace tt {

Integer gilbert_varshamov(int bits, int weight, int distance) {
  // The i-th term counts the words at directed distance i of a given one.
  Integer ball = 0, here = 1, there = 1;  // C(w,i), C(M-w,i)
  for (int i = 0; i < distance; ++i) {
    ball += here * there;
    here = here * (weight - i) / (i + 1);
    there = there * (bits - weight - i) / (i + 1);
  }
  return at_least(Rational(binomial(bits, weight)) / Rational(ball));
}

double gilbert_varshamov_log2(int bits, int weight, int distance) {
  double ball = -std::numeric_limits<double>::infinity();
  for (int i = 0; i < distance; ++i)
    ball = log2_add(ball, log2_binomial(weight, i) + log2_binomial(bits - weight, i));
  return log2_binomial(bits, weight) - ball;
}

}  // namespace tt
