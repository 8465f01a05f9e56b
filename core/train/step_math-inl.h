// SPDX-License-Identifier: GPL-3.0-or-later
// Included once for each instruction set (see Highway's foreach_target.h), hence no #pragma once.
#if defined(TT_STEP_MATH_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TT_STEP_MATH_INL
#undef TT_STEP_MATH_INL
#else
#define TT_STEP_MATH_INL
#endif

#include <hwy/contrib/math/math-inl.h>  // Log
#include <hwy/highway.h>

#include "core/train/options.h"

HWY_BEFORE_NAMESPACE();
namespace tt::train::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// e^x within 2 ulp for |x| <= 87; beyond it stays at the ends, so that it is never zero nor infinite.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V exponential(D d, V x) {
  const hn::RebindToSigned<D> di;
  x = hn::Min(hn::Max(x, hn::Set(d, -87.0f)), hn::Set(d, 88.0f));
  // Added to 1.5 * 2^23 a number is rounded to a whole one, which then stands in the lowest bits.
  const V magic = hn::Set(d, 12582912.0f);
  const V shifted = hn::MulAdd(x, hn::Set(d, 1.44269504088896341f), magic);
  const V whole = hn::Sub(shifted, magic);
  V rest = hn::NegMulAdd(whole, hn::Set(d, 0.693359375f), x);
  rest = hn::NegMulAdd(whole, hn::Set(d, -2.12194440e-4f), rest);
  V p = hn::Set(d, 1.9875691500e-4f);
  p = hn::MulAdd(p, rest, hn::Set(d, 1.3981999507e-3f));
  p = hn::MulAdd(p, rest, hn::Set(d, 8.3334519073e-3f));
  p = hn::MulAdd(p, rest, hn::Set(d, 4.1665795894e-2f));
  p = hn::MulAdd(p, rest, hn::Set(d, 1.6666665459e-1f));
  p = hn::MulAdd(p, rest, hn::Set(d, 5.0000001201e-1f));
  p = hn::MulAdd(hn::Mul(rest, rest), p, hn::Add(rest, hn::Set(d, 1.0f)));
  const auto exponent = hn::ShiftLeft<23>(hn::BitCast(di, shifted));
  return hn::BitCast(d, hn::Add(hn::BitCast(di, p), exponent));
}

/// A first guess at 1/sqrt(x), the same bits at every vector width, and the Newton steps that it needs.
/// AVX-512 has one instruction for it at all widths; the estimates of older sets differ between widths, so
/// that there the exponent is halved as a whole number.
#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3
constexpr int kRootSteps = 1;
HWY_INLINE __m512 root14(__m512 x) { return _mm512_rsqrt14_ps(x); }
HWY_INLINE __m256 root14(__m256 x) { return _mm256_rsqrt14_ps(x); }
HWY_INLINE __m128 root14(__m128 x) { return _mm_rsqrt14_ps(x); }
template <class D, class V = hn::Vec<D>>
HWY_INLINE V root_guess(D, V x) {
  return V{root14(x.raw)};
}
#else
constexpr int kRootSteps = 3;
template <class D, class V = hn::Vec<D>>
HWY_INLINE V root_guess(D d, V x) {
  const hn::RebindToSigned<D> di;
  return hn::BitCast(d, hn::Sub(hn::Set(di, 0x5f375a86), hn::ShiftRight<1>(hn::BitCast(di, x))));
}
#endif

/// 1/sqrt(x) for normal x > 0 within 2 ulp.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V reciprocal_root(D d, V x) {
  const V half = hn::Mul(x, hn::Set(d, 0.5f)), three_halves = hn::Set(d, 1.5f);
  V y = root_guess(d, x);
  for (int i = 0; i < kRootSteps; ++i) y = hn::Mul(y, hn::NegMulAdd(half, hn::Mul(y, y), three_halves));
  return y;
}

/// log(1 + x) for 0 <= x <= 1 within 3 ulp: 2 artanh(t) with t = x/(2 + x) <= 1/3.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V log_one_plus(D d, V x) {
  const V t = hn::Div(x, hn::Add(x, hn::Set(d, 2.0f))), square = hn::Mul(t, t);
  V p = hn::Set(d, 2.0f / 13.0f);
  p = hn::MulAdd(p, square, hn::Set(d, 2.0f / 11.0f));
  p = hn::MulAdd(p, square, hn::Set(d, 2.0f / 9.0f));
  p = hn::MulAdd(p, square, hn::Set(d, 2.0f / 7.0f));
  p = hn::MulAdd(p, square, hn::Set(d, 2.0f / 5.0f));
  p = hn::MulAdd(p, square, hn::Set(d, 2.0f / 3.0f));
  return hn::MulAdd(hn::Mul(p, square), t, hn::Add(t, t));
}

/// phi(u) and, for the update, phi'(u).
template <FeatureKind kKind, class D, class V = hn::Vec<D>>
HWY_INLINE V feature(D d, V u) {
  if constexpr (kKind == FeatureKind::exp) return exponential(d, u);
  if constexpr (kKind == FeatureKind::any_sign) return u;
  return hn::Add(hn::Max(u, hn::Zero(d)), log_one_plus(d, exponential(d, hn::Neg(hn::Abs(u)))));
}

template <FeatureKind kKind, class D, class V = hn::Vec<D>>
HWY_INLINE V feature_slope(D d, V u, V phi) {
  if constexpr (kKind == FeatureKind::exp) return phi;
  if constexpr (kKind == FeatureKind::any_sign) return hn::Set(d, 1.0f);
  const V one = hn::Set(d, 1.0f), small = exponential(d, hn::Neg(hn::Abs(u)));
  return hn::Div(hn::IfThenElse(hn::Ge(u, hn::Zero(d)), one, small), hn::Add(one, small));
}

}  // namespace tt::train::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
