// SPDX-License-Identifier: GPL-3.0-or-later
// Included once for each instruction set (see Highway's foreach_target.h), hence no #pragma once.
#if defined(TT_STEP_FORWARD_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TT_STEP_FORWARD_INL
#undef TT_STEP_FORWARD_INL
#else
#define TT_STEP_FORWARD_INL
#endif

#include "core/train/step_kernels.h"
#include "core/train/step_math-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tt::train::HWY_NAMESPACE {

/// One vector of lanes of the rows: load(p, i) is row i of the array p. Rows are kStride floats, known when
/// compiling, so that addresses cost nothing.
template <class Tag, int kStride>
struct Lane {
  using D = Tag;
  using V = hn::Vec<D>;
  static constexpr std::size_t stride = kStride;
  D d;
  std::size_t offset;
  HWY_INLINE V load(const float* rows, std::size_t i) const {
    return hn::Load(d, rows + i * stride + offset);
  }
  HWY_INLINE void store(V value, float* rows, std::size_t i) const {
    hn::Store(value, d, rows + i * stride + offset);
  }
};
template <class L>
using VecOf = typename L::V;

/// <phi_Q, phi_K>: four sums, so that the additions do not wait for each other.
template <class L>
HWY_INLINE VecOf<L> dot(const L& at, const float* query, const float* key, std::size_t rank) {
  auto s0 = hn::Zero(at.d), s1 = s0, s2 = s0, s3 = s0;
  std::size_t k = 0;
  for (; k + 4 <= rank; k += 4) {
    s0 = hn::MulAdd(at.load(query, k), at.load(key, k), s0);
    s1 = hn::MulAdd(at.load(query, k + 1), at.load(key, k + 1), s1);
    s2 = hn::MulAdd(at.load(query, k + 2), at.load(key, k + 2), s2);
    s3 = hn::MulAdd(at.load(query, k + 3), at.load(key, k + 3), s3);
  }
  for (; k < rank; ++k) s0 = hn::MulAdd(at.load(query, k), at.load(key, k), s0);
  return hn::Add(hn::Add(s0, s1), hn::Add(s2, s3));
}

/// The weights of one key. Of any sign, a weight below the floor goes on as floor e^{(alpha - floor)/floor}.
template <FeatureKind kKind, class L>
HWY_INLINE void key_weights(const L& at, const Plan& plan, const Rows& rows, std::size_t head,
                            std::size_t key) {
  const auto rank = static_cast<std::size_t>(plan.shape.rank);
  const ParameterLayout& lay = plan.layout;
  const float* key_row = rows.features + (lay.key + (head * lay.keys + key) * rank) * at.stride;
  for (std::int32_t i = plan.key_begin[key]; i < plan.key_begin[key + 1]; ++i) {
    const auto entry = static_cast<std::size_t>(plan.key_entries[static_cast<std::size_t>(i)]);
    const auto query = static_cast<std::size_t>(plan.problem->entries[entry].query);
    const std::size_t to = head * plan.problem->entries.size() + entry;
    auto alpha =
        dot(at, rows.features + (lay.query + (head * lay.queries + query) * rank) * at.stride, key_row, rank);
    if constexpr (kKind == FeatureKind::any_sign) {
      at.store(alpha, rows.raw_weights, to);
      const auto floor = hn::Set(at.d, kWeightFloor);
      const auto below = hn::Mul(hn::Sub(alpha, floor), hn::Set(at.d, 1.0f / kWeightFloor));
      alpha = hn::IfThenElse(hn::Ge(alpha, floor), alpha,
                             hn::Mul(floor, exponential(at.d, hn::Min(below, hn::Zero(at.d)))));
    }
    at.store(alpha, rows.weights, to);
  }
}

template <FeatureKind kKind, class L>
void all_weights(const L& at, const Plan& plan, const Rows& rows) {
  for (std::size_t i = 0; i < plan.layout.value; ++i)
    at.store(feature<kKind>(at.d, at.load(rows.parameters, i)), rows.features, i);
  for (std::size_t head = 0; head < static_cast<std::size_t>(plan.shape.heads); ++head)
    for (std::size_t key = 0; key < plan.layout.keys; ++key) key_weights<kKind>(at, plan, rows, head, key);
}

/// Row of the value that channel c of an attention head gives an entry: its lookup, or coordinate c of its
/// key's vector.
HWY_INLINE std::size_t value_row(const Plan& plan, std::size_t head, std::size_t entry, std::size_t c) {
  const ParameterLayout& lay = plan.layout;
  const std::size_t base = lay.value + head * lay.values_per_head;
  if (plan.shape.values == 0) return base + entry;
  return base +
         static_cast<std::size_t>(plan.problem->entries[entry].key) *
             static_cast<std::size_t>(plan.shape.values) +
         c;
}

/// The channels of one input and, by attention head, one over the denominator.
template <class L>
HWY_INLINE void input_channels(const L& at, const Plan& plan, const Rows& rows, std::size_t input) {
  const auto heads = static_cast<std::size_t>(plan.shape.heads);
  const auto channels = static_cast<std::size_t>(plan.shape.channels());
  const std::size_t per_head = channels / heads, entries = plan.problem->entries.size();
  const auto terms = plan.problem->input(input);
  for (std::size_t head = 0; head < heads; ++head) {
    auto sum = hn::Zero(at.d);
    for (const Problem::Term& term : terms)
      sum = hn::MulAdd(hn::Set(at.d, static_cast<float>(term.count)),
                       at.load(rows.weights, head * entries + static_cast<std::size_t>(term.entry)), sum);
    const auto inverse = hn::Div(hn::Set(at.d, 1.0f), sum);
    at.store(inverse, rows.inverse, input * heads + head);
    for (std::size_t c = 0; c < per_head; ++c) {
      auto total = hn::Zero(at.d);
      for (const Problem::Term& term : terms) {
        const auto entry = static_cast<std::size_t>(term.entry);
        const auto weight = hn::Mul(hn::Set(at.d, static_cast<float>(term.count)),
                                    at.load(rows.weights, head * entries + entry));
        total = hn::MulAdd(weight, at.load(rows.parameters, value_row(plan, head, entry, c)), total);
      }
      at.store(hn::Mul(total, inverse), rows.channel, input * channels + head * per_head + c);
    }
  }
}

/// Values of all monomials at the channels of one input, into rows.monomial.
template <class L>
HWY_INLINE void monomial_values(const L& at, const Plan& plan, const Rows& rows, std::size_t input) {
  const auto channels = static_cast<std::size_t>(plan.shape.channels());
  at.store(hn::Set(at.d, 1.0f), rows.monomial, 0);
  for (std::size_t i = 1; i < plan.layout.monomials; ++i)
    at.store(hn::Mul(at.load(rows.monomial, static_cast<std::size_t>(plan.parent[i])),
                     at.load(rows.channel, input * channels + static_cast<std::size_t>(plan.factor[i]))),
             rows.monomial, i);
}

template <class L>
HWY_INLINE VecOf<L> output(const L& at, const Plan& plan, const Rows& rows, std::size_t input) {
  const auto channels = static_cast<std::size_t>(plan.shape.channels());
  auto sum = hn::Zero(at.d);
  if (plan.shape.plain_readout()) {
    for (std::size_t c = 0; c < channels; ++c)
      sum = hn::Add(sum, at.load(rows.channel, input * channels + c));
    return sum;
  }
  monomial_values(at, plan, rows, input);
  const std::size_t count = plan.layout.monomials;
  const std::size_t first =
      plan.layout.readout + static_cast<std::size_t>(plan.problem->input_query[input]) * count;
  for (std::size_t i = 0; i < count; ++i)
    sum = hn::MulAdd(at.load(rows.parameters, first + i), at.load(rows.monomial, i), sum);
  return sum;
}

/// The penalty of weights below the floor, and infinity added to the error of a head that has one.
template <class L>
void add_floor_penalty(const L& at, const Plan& plan, const Rows& rows, const StepNumbers& numbers) {
  const std::size_t count = static_cast<std::size_t>(plan.shape.heads) * plan.problem->entries.size();
  const auto floor = hn::Set(at.d, kWeightFloor);
  auto sum = hn::Zero(at.d), least = floor;
  for (std::size_t i = 0; i < count; ++i) {
    const auto alpha = at.load(rows.raw_weights, i);
    const auto lack = hn::Max(hn::Zero(at.d), hn::Sub(floor, alpha));
    sum = hn::MulAdd(lack, lack, sum);
    least = hn::Min(least, alpha);
  }
  const auto scale = hn::Set(at.d, numbers.floor_weight / static_cast<float>(count));
  at.store(hn::MulAdd(scale, sum, at.load(rows.loss, 0)), rows.loss, 0);
  at.store(hn::IfThenElse(hn::Lt(least, floor), hn::Inf(at.d), at.load(rows.max_error, 0)), rows.max_error,
           0);
}

/// (1/s) log mean e^{s e^2}, and in rows.spread what its gradient needs.
template <class L>
VecOf<L> soft_maximum(const L& at, const Plan& plan, const Rows& rows, const StepNumbers& numbers) {
  const auto sharpness = hn::Set(at.d, numbers.sharpness);
  auto greatest = hn::Zero(at.d), sum = hn::Zero(at.d);
  for (std::size_t i = 0; i < plan.problem->inputs(); ++i) {
    const auto e = at.load(rows.error, i);
    greatest = hn::Max(greatest, hn::Mul(e, e));
  }
  for (std::size_t i = 0; i < plan.problem->inputs(); ++i) {
    const auto e = at.load(rows.error, i);
    const auto below = hn::Mul(sharpness, hn::Sub(hn::Mul(e, e), greatest));
    sum = hn::MulAdd(hn::Set(at.d, plan.input_weight[i]), exponential(at.d, below), sum);
  }
  at.store(greatest, rows.spread, 0);
  at.store(sum, rows.spread, 1);
  return hn::Add(greatest, hn::Div(hn::Log(at.d, sum), sharpness));
}

template <class L>
void all_errors(const L& at, const Plan& plan, const Rows& rows, const StepNumbers& numbers) {
  const auto threshold =
      hn::Set(at.d, numbers.objective == Objective::mean_square ? 0.0f : numbers.threshold);
  auto loss = hn::Zero(at.d), greatest = hn::Zero(at.d);
  auto sound = hn::Set(at.d, 1.0f);
  for (std::size_t i = 0; i < plan.problem->inputs(); ++i) {
    input_channels(at, plan, rows, i);
    const auto error =
        hn::Sub(output(at, plan, rows, i), hn::Set(at.d, static_cast<float>(plan.problem->target[i])));
    at.store(error, rows.error, i);
    const auto size = hn::Abs(error);
    // Comparisons with NaN are false, whatever Max makes of it.
    sound = hn::IfThenElseZero(hn::Lt(size, hn::Set(at.d, 1e18f)), sound);
    greatest = hn::Max(greatest, size);
    const auto beyond = hn::Max(hn::Zero(at.d), hn::Sub(size, threshold));
    loss = hn::MulAdd(hn::Mul(hn::Set(at.d, plan.input_weight[i]), beyond), beyond, loss);
  }
  at.store(sound, rows.sound, 0);
  at.store(greatest, rows.max_error, 0);
  if (numbers.objective == Objective::soft_maximum) loss = soft_maximum(at, plan, rows, numbers);
  at.store(loss, rows.loss, 0);
  if (plan.shape.features == FeatureKind::any_sign) add_floor_penalty(at, plan, rows, numbers);
}

}  // namespace tt::train::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
