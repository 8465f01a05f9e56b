// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/log2_number.h"

#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

namespace tt {
namespace {

/// std::to_chars never asks the locale.
std::string general(double value, int digits) {
  std::array<char, 64> buffer{};
  const auto end =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::general, digits)
          .ptr;
  return {buffer.data(), end};
}

std::string fixed(double value, int decimals) {
  std::array<char, 400> buffer{};
  const auto end =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::fixed, decimals)
          .ptr;
  return {buffer.data(), end};
}

/// ln Gamma(x + 1) for x >= 0. std::lgamma would write the sign to a global that all threads share.
double log_factorial(double x) {
  int sign = 1;
  return ::lgamma_r(x + 1, &sign);
}

}  // namespace

double log2_binomial(double n, double k) {
  if (k < 0 || k > n) return -std::numeric_limits<double>::infinity();
  return (log_factorial(n) - log_factorial(k) - log_factorial(n - k)) * std::numbers::log2e;
}

double log2_add(double a, double b) {
  if (a < b) std::swap(a, b);
  if (std::isinf(a)) return a;
  return a + std::log1p(std::exp2(b - a)) * std::numbers::log2e;
}

std::string text_from_log2(double log2_value) {
  if (std::isnan(log2_value)) return "not a number";
  if (std::isinf(log2_value)) return log2_value < 0 ? "0" : "∞";
  if (log2_value < 20.0) {
    const double value = std::exp2(log2_value);
    const double nearest = std::round(value);
    if (nearest >= 1.0 && std::abs(value - nearest) <= 1e-9 * nearest) return fixed(nearest, 0);
    return text(value);
  }
  const double whole = std::round(log2_value);
  if (std::abs(log2_value - whole) <= 1e-9) return "2^" + fixed(whole, 0);
  return "2^" + fixed(log2_value, 1);
}

std::string text(double value, int digits) {
  if (std::isnan(value)) return "not a number";
  if (std::isinf(value)) return value < 0 ? "−∞" : "∞";
  if (value == 0.0) return "0";
  // Below a million, what has more whole digits is written out; general form would turn 1234 into 1.23e+03,
  // and 999.7 into 1e+03.
  if (std::abs(value) >= std::pow(10.0, digits) - 0.5 && std::abs(value) < 1e6)
    return fixed(std::round(value), 0);
  return general(value, digits);
}

}  // namespace tt
