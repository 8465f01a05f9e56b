// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/step_kernels.h"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/train/step_kernels.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
// Highway includes this file once for each instruction set.
#include <hwy/highway.h>

#include "core/train/step_backward-inl.h"
#include "core/train/step_forward-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tt::train::HWY_NAMESPACE {

/// Calls body(lane) for each vector of a row; the stride is known to it when compiling.
template <int kStride, class Body>
void each_vector(const Body& body) {
  const hn::CappedTag<float, kStride> d;
  for (std::size_t offset = 0; offset < kStride; offset += hn::Lanes(d))
    body(Lane<hn::CappedTag<float, kStride>, kStride>{d, offset});
}

template <class Body>
void with_stride(int stride, const Body& body) {
  switch (stride) {
    case 16:
      return each_vector<16>(body);
    case 8:
      return each_vector<8>(body);
    case 4:
      return each_vector<4>(body);
    default:
      return each_vector<1>(body);
  }
}

template <class Body>
void with_kind(FeatureKind kind, const Body& body) {
  switch (kind) {
    case FeatureKind::softplus:
      return body(std::integral_constant<FeatureKind, FeatureKind::softplus>());
    case FeatureKind::exp:
      return body(std::integral_constant<FeatureKind, FeatureKind::exp>());
    case FeatureKind::any_sign:
      return body(std::integral_constant<FeatureKind, FeatureKind::any_sign>());
  }
}

void weights_of_target(const Plan& plan, const Rows& rows) {
  with_stride(rows.stride, [&](const auto& at) {
    with_kind(plan.shape.features, [&](auto kind) { all_weights<kind()>(at, plan, rows); });
  });
}

void forward_target(const Plan& plan, const Rows& rows, const StepNumbers& numbers) {
  with_stride(rows.stride, [&](const auto& at) { all_errors(at, plan, rows, numbers); });
}

void update_target(const Plan& plan, const Rows& rows, const StepNumbers& numbers) {
  with_stride(rows.stride, [&](const auto& at) {
    error_gradients(at, plan, rows, numbers);
    with_kind(plan.shape.features, [&](auto kind) { update_all<kind()>(at, plan, rows, numbers); });
  });
}

/// Twelve sums at once keep both multiply-add units of a core busy through their latency.
double multiply_adds_target(int rounds) {
  const hn::CappedTag<float, 16> d;
  constexpr int kSums = 12;
  hn::Vec<decltype(d)> sums[kSums];
  const auto factor = hn::Set(d, 0.999f), addend = hn::Set(d, 1e-3f);
  for (auto& sum : sums) sum = factor;
  for (int round = 0; round < rounds; ++round)
    for (auto& sum : sums) sum = hn::MulAdd(sum, factor, addend);
  auto total = sums[0];
  for (const auto& sum : sums) total = hn::Add(total, sum);
  static thread_local float kept;  // the sums must not be thrown away
  kept = hn::GetLane(total);
  return kept > -1.0f ? static_cast<double>(rounds) * kSums * static_cast<double>(hn::Lanes(d)) : 0.0;
}

void stream_target(float* values, std::size_t count) {
  const hn::CappedTag<float, 16> d;
  const auto factor = hn::Set(d, 0.999f);
  for (std::size_t i = 0; i + hn::Lanes(d) <= count; i += hn::Lanes(d))
    hn::StoreU(hn::Mul(hn::LoadU(d, values + i), factor), d, values + i);
}

int lanes_target() { return static_cast<int>(hn::Lanes(hn::CappedTag<float, 16>())); }

const char* name_target() { return hwy::TargetName(HWY_TARGET); }

}  // namespace tt::train::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tt::train {

HWY_EXPORT(weights_of_target);
HWY_EXPORT(forward_target);
HWY_EXPORT(update_target);
HWY_EXPORT(multiply_adds_target);
HWY_EXPORT(stream_target);
HWY_EXPORT(lanes_target);
HWY_EXPORT(name_target);

void weights_of(const Plan& plan, const Rows& rows) { HWY_DYNAMIC_DISPATCH(weights_of_target)(plan, rows); }

void forward(const Plan& plan, const Rows& rows, const StepNumbers& numbers) {
  HWY_DYNAMIC_DISPATCH(forward_target)(plan, rows, numbers);
}

void update(const Plan& plan, const Rows& rows, const StepNumbers& numbers) {
  HWY_DYNAMIC_DISPATCH(update_target)(plan, rows, numbers);
}

double multiply_adds(int rounds) { return HWY_DYNAMIC_DISPATCH(multiply_adds_target)(rounds); }

void stream(float* values, std::size_t count) { HWY_DYNAMIC_DISPATCH(stream_target)(values, count); }

int native_lanes() { return HWY_DYNAMIC_DISPATCH(lanes_target)(); }
std::string instruction_set() { return HWY_DYNAMIC_DISPATCH(name_target)(); }

}  // namespace tt::train
#endif  // HWY_ONCE
