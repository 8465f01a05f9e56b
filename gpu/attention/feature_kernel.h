// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>

#include "gpu/body.h"

namespace tt::gpu {

/// Features in a self-dual cone, whose kernels are nonnegative (theory 12.1).
enum class Cone {
  orthant,  ///< phi = ELU + 1, elementwise; r = d
  lorentz,  ///< phi = (|x|, x), kernel |q||k| + q.k; r = d + 1
  psd       ///< phi = x x^T, kernel (q.k)^2; r = d (d + 1) / 2
};

TT_BODY inline int feature_count(Cone cone, int width) {
  return cone == Cone::orthant ? width : cone == Cone::lorentz ? width + 1 : width * (width + 1) / 2;
}

TT_BODY inline float elu1(float x) { return x > 0.0f ? x + 1.0f : expf(x); }

/// alpha(q, k) without its features. q_norm, k_norm: lengths, used by the Lorentz cone alone.
template <int kWidth>
TT_BODY float kernel_value(Cone cone, const float* q, const float* k, float q_norm, float k_norm) {
  float sum = 0.0f;
  if (cone == Cone::orthant) {
    for (int i = 0; i < kWidth; ++i) sum += elu1(q[i]) * elu1(k[i]);
    return sum;
  }
  for (int i = 0; i < kWidth; ++i) sum += q[i] * k[i];
  return cone == Cone::lorentz ? q_norm * k_norm + sum : sum * sum;
}

template <int kWidth>
TT_BODY float norm(const float* x) {
  float sum = 0.0f;
  for (int i = 0; i < kWidth; ++i) sum += x[i] * x[i];
  return sqrtf(sum);
}

/// Feature i of x. psd: the upper triangle row by row, off-diagonals times the root of two.
template <int kWidth>
TT_BODY float feature_of(Cone cone, const float* x, float length, int i) {
  if (cone == Cone::orthant) return elu1(x[i]);
  if (cone == Cone::lorentz) return i == 0 ? length : x[i - 1];
  int row = 0, left = i;
  while (left >= kWidth - row) {
    left -= kWidth - row;
    ++row;
  }
  return (left == 0 ? 1.0f : 1.41421356237f) * x[row] * x[row + left];
}

/// Sixteen bits of a float: sign, eight of exponent, seven of fraction; rounded to nearest, ties to even.
struct Bf16 {
  std::uint16_t bits = 0;
};

TT_BODY inline float load(float value) { return value; }
TT_BODY inline float load(Bf16 value) {
  const std::uint32_t wide = static_cast<std::uint32_t>(value.bits) << 16;
  float out;
  memcpy(&out, &wide, sizeof out);
  return out;
}
TT_BODY inline void store(float value, float& to) { to = value; }
TT_BODY inline void store(float value, Bf16& to) {
  std::uint32_t wide;
  memcpy(&wide, &value, sizeof wide);
  const bool is_nan = (wide & 0x7fffffffu) > 0x7f800000u;
  to.bits = static_cast<std::uint16_t>(is_nan ? (wide >> 16) | 0x40u
                                              : (wide + 0x7fffu + ((wide >> 16) & 1u)) >> 16);
}

}  // namespace tt::gpu
