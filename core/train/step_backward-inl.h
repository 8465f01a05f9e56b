// SPDX-License-Identifier: GPL-3.0-or-later
// Included once for each instruction set (see Highway's foreach_target.h), hence no #pragma once.
#if defined(TT_STEP_BACKWARD_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TT_STEP_BACKWARD_INL
#undef TT_STEP_BACKWARD_INL
#else
#define TT_STEP_BACKWARD_INL
#endif

#include <algorithm>

#include "core/train/step_forward-inl.h"
#include "core/train/step_kernels.h"
#include "core/train/step_math-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tt::train::HWY_NAMESPACE {

/// d loss / d output of one input.
template <class L>
HWY_INLINE VecOf<L> output_slope(const L& at, const Plan& plan, const Rows& rows, const StepNumbers& numbers,
                                 std::size_t input) {
  const auto error = at.load(rows.error, input);
  const auto twice = hn::Set(at.d, 2.0f * plan.input_weight[input]);
  switch (numbers.objective) {
    case Objective::mean_square:
      return hn::Mul(twice, error);
    case Objective::hinge: {
      const auto beyond = hn::Max(hn::Zero(at.d), hn::Sub(hn::Abs(error), hn::Set(at.d, numbers.threshold)));
      return hn::Mul(twice, hn::CopySign(beyond, error));
    }
    case Objective::soft_maximum: {
      const auto below =
          hn::Mul(hn::Set(at.d, numbers.sharpness), hn::Sub(hn::Mul(error, error), at.load(rows.spread, 0)));
      return hn::Div(hn::Mul(hn::Mul(twice, error), exponential(at.d, below)), at.load(rows.spread, 1));
    }
  }
  return hn::Zero(at.d);
}

/// Readout: from d loss / d output to the slopes of the channels, which it leaves behind the monomials'
/// scratch rows, and to the gradient of the query's coefficients.
template <class L>
HWY_INLINE void readout_gradient(const L& at, const Plan& plan, const Rows& rows, std::size_t input,
                                 VecOf<L> slope) {
  const auto channels = static_cast<std::size_t>(plan.shape.channels());
  const std::size_t count = plan.layout.monomials;
  float* channel_slope = rows.monomial + 2 * count * at.stride;
  if (plan.shape.plain_readout()) {
    for (std::size_t c = 0; c < channels; ++c) at.store(slope, channel_slope, c);
    return;
  }
  monomial_values(at, plan, rows, input);
  float* monomial_slope = rows.monomial + count * at.stride;
  const std::size_t first =
      plan.layout.readout + static_cast<std::size_t>(plan.problem->input_query[input]) * count;
  for (std::size_t c = 0; c < channels; ++c) at.store(hn::Zero(at.d), channel_slope, c);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t to = first + i - plan.layout.value;
    at.store(hn::MulAdd(slope, at.load(rows.monomial, i), at.load(rows.gradient, to)), rows.gradient, to);
    at.store(hn::Mul(slope, at.load(rows.parameters, first + i)), monomial_slope, i);
  }
  for (std::size_t i = count; i-- > 1;) {
    const auto parent = static_cast<std::size_t>(plan.parent[i]);
    const auto factor = static_cast<std::size_t>(plan.factor[i]);
    const auto here = at.load(monomial_slope, i);
    at.store(
        hn::MulAdd(here, at.load(rows.channel, input * channels + factor), at.load(monomial_slope, parent)),
        monomial_slope, parent);
    at.store(hn::MulAdd(here, at.load(rows.monomial, parent), at.load(channel_slope, factor)), channel_slope,
             factor);
  }
}

/// From the slopes of the channels to the gradients of weights and values.
template <class L>
HWY_INLINE void channel_gradient(const L& at, const Plan& plan, const Rows& rows, std::size_t input) {
  const auto heads = static_cast<std::size_t>(plan.shape.heads);
  const auto channels = static_cast<std::size_t>(plan.shape.channels());
  const std::size_t per_head = channels / heads, entries = plan.problem->entries.size();
  const float* channel_slope = rows.monomial + 2 * plan.layout.monomials * at.stride;
  for (std::size_t head = 0; head < heads; ++head) {
    const auto inverse = at.load(rows.inverse, input * heads + head);
    for (std::size_t c = 0; c < per_head; ++c) {
      const std::size_t channel = head * per_head + c;
      const auto slope = hn::Mul(at.load(channel_slope, channel), inverse);
      const auto mean = at.load(rows.channel, input * channels + channel);
      for (const Problem::Term& term : plan.problem->input(input)) {
        const auto entry = static_cast<std::size_t>(term.entry);
        const std::size_t weight = head * entries + entry, value = value_row(plan, head, entry, c);
        const auto part = hn::Mul(hn::Set(at.d, static_cast<float>(term.count)), slope);
        at.store(hn::MulAdd(part, hn::Sub(at.load(rows.parameters, value), mean),
                            at.load(rows.weight_gradient, weight)),
                 rows.weight_gradient, weight);
        const std::size_t to = value - plan.layout.value;
        at.store(hn::MulAdd(part, at.load(rows.weights, weight), at.load(rows.gradient, to)), rows.gradient,
                 to);
      }
    }
  }
}

/// What the continuation below the floor and its penalty make of the gradient of the weights.
template <class L>
void floor_gradient(const L& at, const Plan& plan, const Rows& rows, const StepNumbers& numbers) {
  const std::size_t count = static_cast<std::size_t>(plan.shape.heads) * plan.problem->entries.size();
  const auto floor = hn::Set(at.d, kWeightFloor), one = hn::Set(at.d, 1.0f);
  const auto scale = hn::Set(at.d, -2.0f * numbers.floor_weight / static_cast<float>(count));
  for (std::size_t i = 0; i < count; ++i) {
    const auto alpha = at.load(rows.raw_weights, i);
    const auto slope = hn::IfThenElse(hn::Ge(alpha, floor), one,
                                      hn::Mul(at.load(rows.weights, i), hn::Set(at.d, 1.0f / kWeightFloor)));
    const auto lack = hn::Max(hn::Zero(at.d), hn::Sub(floor, alpha));
    at.store(hn::MulAdd(scale, lack, hn::Mul(at.load(rows.weight_gradient, i), slope)), rows.weight_gradient,
             i);
  }
}

/// Gradients of weights, values and readout from the errors of the last forward pass.
template <class L>
void error_gradients(const L& at, const Plan& plan, const Rows& rows, const StepNumbers& numbers) {
  const std::size_t weights = static_cast<std::size_t>(plan.shape.heads) * plan.problem->entries.size();
  for (std::size_t i = 0; i < weights; ++i) at.store(hn::Zero(at.d), rows.weight_gradient, i);
  for (std::size_t i = plan.layout.value; i < plan.layout.size; ++i)
    at.store(hn::Zero(at.d), rows.gradient, i - plan.layout.value);
  for (std::size_t i = 0; i < plan.problem->inputs(); ++i) {
    readout_gradient(at, plan, rows, i, output_slope(at, plan, rows, numbers, i));
    channel_gradient(at, plan, rows, i);
  }
  if (plan.shape.features == FeatureKind::any_sign) floor_gradient(at, plan, rows, numbers);
}

/// Adam on one row after another (options.h). Pointers are copied here: the compiler has to assume that a
/// vector store may change those in Rows.
template <class L>
struct AdamStep {
  using D = typename L::D;
  using V = typename L::V;
  L at;
  V rate, correction;
  hn::Mask<D> active;
  float *parameters, *first, *second;

  HWY_INLINE void operator()(std::size_t i, V gradient) const {
    const D d = at.d;
    const V m0 = at.load(first, i), v0 = at.load(second, i), u0 = at.load(parameters, i);
    const V m = hn::MulAdd(hn::Set(d, adam::beta1), m0, hn::Mul(hn::Set(d, 1.0f - adam::beta1), gradient));
    const V v = hn::MulAdd(hn::Set(d, adam::beta2), v0,
                           hn::Mul(hn::Mul(hn::Set(d, 1.0f - adam::beta2), gradient), gradient));
    const V root = reciprocal_root(d, hn::MulAdd(v, correction, hn::Set(d, adam::epsilon * adam::epsilon)));
    const V u = hn::NegMulAdd(hn::Mul(rate, m), root, u0);
    at.store(hn::IfThenElse(active, m, m0), first, i);
    at.store(hn::IfThenElse(active, v, v0), second, i);
    at.store(hn::IfThenElse(active, u, u0), parameters, i);
  }
};

/// to += slope * from, `rank` rows.
template <class L>
HWY_INLINE void add_rows(const L& at, VecOf<L> slope, const float* HWY_RESTRICT from, float* HWY_RESTRICT to,
                         std::size_t rank) {
  for (std::size_t k = 0; k < rank; ++k) at.store(hn::MulAdd(slope, at.load(from, k), at.load(to, k)), to, k);
}

/// Steps `count` rows of feature parameters from the gradients of their features, then renews the features:
/// two loops, so that each is a short chain of operations and the processor overlaps many rows.
template <FeatureKind kKind, class L>
HWY_INLINE void step_features(const AdamStep<L>& step, float* HWY_RESTRICT features,
                              const float* HWY_RESTRICT gradient, std::size_t first, std::size_t count) {
  const L at = step.at;
  const float* HWY_RESTRICT parameters = step.parameters;
  for (std::size_t i = 0; i < count; ++i) {
    const auto slope =
        feature_slope<kKind>(at.d, at.load(parameters, first + i), at.load(features, first + i));
    step(first + i, hn::Mul(at.load(gradient, i), slope));
  }
  for (std::size_t i = 0; i < count; ++i)
    at.store(feature<kKind>(at.d, at.load(parameters, first + i)), features, first + i);
}

/// Query features of one attention head: gradient from all keys as they are, then the step. The old features
/// stay in rows.old_query for the keys.
template <FeatureKind kKind, class L>
void update_queries(const AdamStep<L>& step, const Plan& plan, const Rows& rows, std::size_t head) {
  const L at = step.at;
  const auto rank = static_cast<std::size_t>(plan.shape.rank);
  const ParameterLayout& lay = plan.layout;
  const std::size_t first = lay.query + head * lay.queries * rank, count = lay.queries * rank;
  for (std::size_t i = 0; i < count; ++i) {
    at.store(hn::Zero(at.d), rows.query_gradient, i);
    at.store(at.load(rows.features, first + i), rows.old_query, i);
  }
  const float* weight_gradient = rows.weight_gradient + head * plan.problem->entries.size() * at.stride;
  const float* keys = rows.features + (lay.key + head * lay.keys * rank) * at.stride;
  for (std::size_t entry = 0; entry < plan.problem->entries.size(); ++entry) {
    const Problem::Entry& pair = plan.problem->entries[entry];
    add_rows(at, at.load(weight_gradient, entry),
             keys + static_cast<std::size_t>(pair.key) * rank * at.stride,
             rows.query_gradient + static_cast<std::size_t>(pair.query) * rank * at.stride, rank);
  }
  step_features<kKind>(step, rows.features, rows.query_gradient, first, count);
}

/// Features of one key: gradient from the old query features, the step, and its new weights while the row is
/// close at hand.
template <FeatureKind kKind, class L>
HWY_INLINE void update_key(const AdamStep<L>& step, const Plan& plan, const Rows& rows, std::size_t head,
                           std::size_t key) {
  const L at = step.at;
  const auto rank = static_cast<std::size_t>(plan.shape.rank);
  const std::size_t first = plan.layout.key + (head * plan.layout.keys + key) * rank;
  const float* weight_gradient = rows.weight_gradient + head * plan.problem->entries.size() * at.stride;
  for (std::size_t k = 0; k < rank; ++k) at.store(hn::Zero(at.d), rows.key_gradient, k);
  for (std::int32_t i = plan.key_begin[key]; i < plan.key_begin[key + 1]; ++i) {
    const auto entry = static_cast<std::size_t>(plan.key_entries[static_cast<std::size_t>(i)]);
    const auto query = static_cast<std::size_t>(plan.problem->entries[entry].query);
    add_rows(at, at.load(weight_gradient, entry), rows.old_query + query * rank * at.stride,
             rows.key_gradient, rank);
  }
  step_features<kKind>(step, rows.features, rows.key_gradient, first, rank);
  key_weights<kKind>(at, plan, rows, head, key);
}

template <FeatureKind kKind, class L>
void update_all(const L& at, const Plan& plan, const Rows& rows, const StepNumbers& numbers) {
  const AdamStep<L> step{at,
                         hn::Set(at.d, numbers.rate),
                         hn::Set(at.d, numbers.second_correction),
                         hn::Gt(at.load(rows.active, 0), hn::Zero(at.d)),
                         rows.parameters,
                         rows.first,
                         rows.second};
  for (std::size_t i = plan.layout.value; i < plan.layout.size; ++i)
    step(i, at.load(rows.gradient, i - plan.layout.value));
  for (std::size_t head = 0; head < static_cast<std::size_t>(plan.shape.heads); ++head) {
    update_queries<kKind>(step, plan, rows, head);
    for (std::size_t key = 0; key < plan.layout.keys; ++key) update_key<kKind>(step, plan, rows, head, key);
  }
}

}  // namespace tt::train::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
