// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>

#include "gpu/train/head_memory.h"

// One step of one head by one block of threads: features and weights, errors, gradients, Adam (theory 11; the
// same formulas as core/train, see reference.cpp for the plain ones). Phases are separated by barriers; in
// each a thread owns what it writes.

namespace tt::gpu {

TT_BODY inline float least(float a, float b) { return a < b ? a : b; }
TT_BODY inline float most(float a, float b) { return a > b ? a : b; }

TT_BODY inline float feature(FeatureKind kind, float u) {
  if (kind == FeatureKind::any_sign) return u;
  if (kind == FeatureKind::exp) return expf(least(most(u, -87.0f), 88.0f));
  return most(u, 0.0f) + log1pf(expf(-fabsf(u)));
}

TT_BODY inline float feature_slope(FeatureKind kind, float u, float phi) {
  if (kind == FeatureKind::exp) return phi;
  if (kind == FeatureKind::any_sign) return 1.0f;
  const float small = expf(-fabsf(u));
  return (u >= 0.0f ? 1.0f : small) / (1.0f + small);
}

/// Features and weights from the parameters.
template <class Block>
TT_BODY void weights_of(const Block& block, const TaskView& task, const HeadMemory& h) {
  block.each([&](int thread, int threads) {
    for (int i = thread; i < task.value_at; i += threads)
      h.features[i / task.rank * task.stride + i % task.rank] = feature(task.features, h.parameters[i]);
  });
  block.each([&](int thread, int threads) {
    for (int w = thread; w < task.heads * task.entries; w += threads) {
      const int head = w / task.entries, entry = w % task.entries;
      const float* query = h.features + task.query_row(head, task.entry_query[entry]) * task.stride;
      const float* key = h.features + task.key_row(head, task.entry_key[entry]) * task.stride;
      float sum = 0.0f;
      for (int k = 0; k < task.rank; ++k) sum += query[k] * key[k];
      h.raw[w] = sum;
      const bool low = task.features == FeatureKind::any_sign && sum < kWeightFloor;
      h.weights[w] = low ? kWeightFloor * expf((sum - kWeightFloor) / kWeightFloor) : sum;
    }
  });
}

/// Sums `partial` and takes the greatest of `partial_most` over all threads, in one order: sixteen by
/// sixteen, then the sixteen... Results go to totals[sum_at] (added) and totals[most_at] (greatest).
template <class Block>
TT_BODY void reduce(const Block& block, const HeadMemory& h, int sum_at, int most_at) {
  block.each([&](int thread, int threads) {
    if (thread % 32 != 0) return;
    for (int i = thread + 1; i < threads && i < thread + 32; ++i) {
      h.partial[thread] += h.partial[i];
      h.partial_most[thread] = most(h.partial_most[thread], h.partial_most[i]);
    }
  });
  block.each([&](int thread, int threads) {
    if (thread != 0) return;
    float sum = 0.0f, greatest = 0.0f;
    for (int i = 0; i < threads; i += 32) {
      sum += h.partial[i];
      greatest = most(greatest, h.partial_most[i]);
    }
    h.totals[sum_at] += sum;
    h.totals[most_at] = most(h.totals[most_at], greatest);
  });
}

/// The product of a monomial's channels, leaving one factor out (-1: none).
TT_BODY inline float monomial(const TaskView& task, const float* channel, int index, int without) {
  float product = 1.0f;
  for (int k = 0; k < kMostDegree; ++k) {
    const int c = task.factors[index * kMostDegree + k];
    if (c >= 0 && k != without) product *= channel[c];
  }
  return product;
}

TT_BODY inline float output(const TaskView& task, const HeadMemory& h, int input, const float* channel) {
  float sum = 0.0f;
  if (task.monomials == 0) {
    for (int c = 0; c < task.channels; ++c) sum += channel[c];
    return sum;
  }
  const float* coefficients = h.parameters + task.readout_at + task.input_query[input] * task.monomials;
  for (int i = 0; i < task.monomials; ++i) sum += coefficients[i] * monomial(task, channel, i, -1);
  return sum;
}

/// Channels and error of one input.
TT_BODY inline float input_error(const TaskView& task, const HeadMemory& h, int input) {
  float* channel = h.channel + input * task.channels;
  const int begin = task.term_begin[input], end = task.term_begin[input + 1];
  for (int head = 0; head < task.heads; ++head) {
    const float* weights = h.weights + head * task.entries;
    float sum = 0.0f;
    for (int t = begin; t < end; ++t)
      sum += static_cast<float>(task.term_count[t]) * weights[task.term_entry[t]];
    const float inverse = 1.0f / sum;
    h.inverse[input * task.heads + head] = inverse;
    for (int c = 0; c < task.per_head; ++c) {
      float total = 0.0f;
      for (int t = begin; t < end; ++t) {
        const int entry = task.term_entry[t];
        total += static_cast<float>(task.term_count[t]) * weights[entry] *
                 h.parameters[task.value_of(head, entry, c)];
      }
      channel[head * task.per_head + c] = total * inverse;
    }
  }
  return output(task, h, input, channel) - task.target[input];
}

/// The sum behind the soft maximum (1/s) log mean e^{s e^2}, relative to the greatest square.
template <class Block>
TT_BODY void soft_maximum(const Block& block, const TaskView& task, const HeadMemory& h,
                          const Launch& launch) {
  block.each([&](int thread, int threads) {
    const float greatest = h.totals[kMostError] * h.totals[kMostError];
    h.partial[thread] = h.partial_most[thread] = 0.0f;
    for (int i = thread; i < task.inputs; i += threads)
      h.partial[thread] +=
          task.input_weight[i] * expf(launch.sharpness * (h.error[i] * h.error[i] - greatest));
  });
  block.each([&](int thread, int) {
    if (thread == 0) h.totals[kExponentials] = 0.0f;
  });
  reduce(block, h, kExponentials, kMostSquare);
  block.each([&](int thread, int) {
    if (thread != 0) return;
    h.totals[kMostSquare] = h.totals[kMostError] * h.totals[kMostError];
    h.totals[kLoss] = h.totals[kMostSquare] + logf(h.totals[kExponentials]) / launch.sharpness;
  });
}

/// Penalty of weights below the floor; such a head has an infinite error.
template <class Block>
TT_BODY void floor_penalty(const Block& block, const TaskView& task, const HeadMemory& h,
                           const Launch& launch) {
  const int count = task.heads * task.entries;
  block.each([&](int thread, int threads) {
    h.partial[thread] = h.partial_most[thread] = 0.0f;
    for (int w = thread; w < count; w += threads) {
      const float lack = most(0.0f, kWeightFloor - h.raw[w]);
      h.partial[thread] += launch.floor_weight / static_cast<float>(count) * lack * lack;
      if (lack > 0.0f) h.partial_most[thread] = HUGE_VALF;
    }
  });
  reduce(block, h, kLoss, kMostError);
}

/// Errors of all inputs, loss, greatest error, and whether all of it is finite, into totals.
template <class Block>
TT_BODY void forward(const Block& block, const TaskView& task, const HeadMemory& h, const Launch& launch) {
  const float threshold = task.objective == Objective::mean_square ? 0.0f : launch.threshold;
  block.each([&](int thread, int threads) {
    if (thread == 0) h.totals[kLoss] = h.totals[kMostError] = h.totals[kSound] = 0.0f;
    h.partial[thread] = h.partial_most[thread] = 0.0f;
    for (int i = thread; i < task.inputs; i += threads) {
      h.error[i] = input_error(task, h, i);
      const float size = fabsf(h.error[i]);
      const float beyond = most(0.0f, size - threshold);
      h.partial[thread] += task.input_weight[i] * beyond * beyond;
      // Comparisons with NaN are false: what is not below the limit is unsound.
      h.partial_most[thread] = size < 1e18f ? most(h.partial_most[thread], size) : HUGE_VALF;
    }
  });
  reduce(block, h, kLoss, kMostError);
  block.each([&](int thread, int) {
    if (thread == 0) h.totals[kSound] = h.totals[kMostError] < 1e18f ? 1.0f : 0.0f;
  });
  if (task.objective == Objective::soft_maximum) soft_maximum(block, task, h, launch);
  if (task.features == FeatureKind::any_sign) floor_penalty(block, task, h, launch);
}

/// d loss / d output of one input.
TT_BODY inline float output_slope(const TaskView& task, const HeadMemory& h, const Launch& launch,
                                  int input) {
  const float error = h.error[input], twice = 2.0f * task.input_weight[input];
  if (task.objective == Objective::mean_square) return twice * error;
  if (task.objective == Objective::hinge)
    return twice * copysignf(most(0.0f, fabsf(error) - launch.threshold), error);
  return twice * error * expf(launch.sharpness * (error * error - h.totals[kMostSquare])) /
         h.totals[kExponentials];
}

/// From the slope of the output to those of the channels.
TT_BODY inline void channel_slopes(const TaskView& task, const HeadMemory& h, int input, float slope) {
  float* slopes = h.channel_slope + input * task.channels;
  const float* channel = h.channel + input * task.channels;
  for (int c = 0; c < task.channels; ++c) slopes[c] = task.monomials == 0 ? slope : 0.0f;
  const float* coefficients =
      h.parameters + task.readout_at + static_cast<std::int64_t>(task.input_query[input]) * task.monomials;
  for (int i = 0; i < task.monomials; ++i)
    for (int k = 0; k < kMostDegree; ++k) {
      const int c = task.factors[i * kMostDegree + k];
      if (c >= 0) slopes[c] += slope * coefficients[i] * monomial(task, channel, i, k);
    }
}

/// d loss / d raw weight.
TT_BODY inline float weight_gradient(const TaskView& task, const HeadMemory& h, const Launch& launch, int w) {
  const int head = w / task.entries, entry = w % task.entries;
  float sum = 0.0f;
  for (int p = task.pair_begin[entry]; p < task.pair_begin[entry + 1]; ++p) {
    const int input = task.pair_input[p];
    const float scale = static_cast<float>(task.pair_count[p]) * h.inverse[input * task.heads + head];
    for (int c = 0; c < task.per_head; ++c) {
      const int at = input * task.channels + head * task.per_head + c;
      sum += scale * h.channel_slope[at] * (h.parameters[task.value_of(head, entry, c)] - h.channel[at]);
    }
  }
  if (task.features != FeatureKind::any_sign) return sum;
  const float alpha = h.raw[w], lack = most(0.0f, kWeightFloor - alpha);
  const float slope = alpha < kWeightFloor ? expf((alpha - kWeightFloor) / kWeightFloor) : 1.0f;
  return sum * slope - 2.0f * launch.floor_weight / static_cast<float>(task.heads * task.entries) * lack;
}

/// What an entry adds to the gradient of its value, channel c of a head.
TT_BODY inline float value_gradient(const TaskView& task, const HeadMemory& h, int head, int entry, int c) {
  float sum = 0.0f;
  for (int p = task.pair_begin[entry]; p < task.pair_begin[entry + 1]; ++p) {
    const int input = task.pair_input[p];
    sum += static_cast<float>(task.pair_count[p]) * h.inverse[input * task.heads + head] *
           h.channel_slope[input * task.channels + head * task.per_head + c];
  }
  return sum * h.weights[head * task.entries + entry];
}

/// Gradient of the feature parameter i: from the keys that its query meets, or the queries that its key
/// meets.
TT_BODY inline float feature_gradient(const TaskView& task, const HeadMemory& h, int i) {
  const bool is_query = i < task.key_at;
  const int row = (is_query ? i : i - task.key_at) / task.rank, k = i % task.rank;
  const int of_head = is_query ? task.queries : task.keys, head = row / of_head, token = row % of_head;
  const float* slopes = h.weight_slope + head * task.entries;
  float sum = 0.0f;
  if (is_query) {
    for (int e = task.query_begin[token]; e < task.query_begin[token + 1]; ++e)
      sum += slopes[e] * h.features[task.key_row(head, task.entry_key[e]) * task.stride + k];
  } else {
    for (int at = task.key_begin[token]; at < task.key_begin[token + 1]; ++at) {
      const int e = task.key_entries[at];
      sum += slopes[e] * h.features[task.query_row(head, task.entry_query[e]) * task.stride + k];
    }
  }
  const int own = is_query ? task.query_row(head, token) : task.key_row(head, token);
  return sum * feature_slope(task.features, h.parameters[i], h.features[own * task.stride + k]);
}

/// Gradient of any parameter.
TT_BODY inline float gradient(const TaskView& task, const HeadMemory& h, const Launch& launch, int i) {
  if (i < task.value_at) return feature_gradient(task, h, i);
  if (task.monomials > 0 && i >= task.readout_at) {
    const int query = (i - task.readout_at) / task.monomials, index = (i - task.readout_at) % task.monomials;
    float sum = 0.0f;
    for (int input = task.input_begin[query]; input < task.input_begin[query + 1]; ++input)
      sum +=
          output_slope(task, h, launch, input) * monomial(task, h.channel + input * task.channels, index, -1);
    return sum;
  }
  const int head = (i - task.value_at) / task.values_per_head,
            place = (i - task.value_at) % task.values_per_head;
  if (task.values == 0) return value_gradient(task, h, head, place, 0);
  const int key = place / task.values, c = place % task.values;
  float sum = 0.0f;
  for (int at = task.key_begin[key]; at < task.key_begin[key + 1]; ++at)
    sum += value_gradient(task, h, head, task.key_entries[at], c);
  return sum;
}

/// Gradients and one step of Adam. Errors and channels belong to the parameters as they are.
template <class Block>
TT_BODY void update(const Block& block, const TaskView& task, const HeadMemory& h, const Launch& launch,
                    int s) {
  block.each([&](int thread, int threads) {
    for (int i = thread; i < task.inputs; i += threads)
      channel_slopes(task, h, i, output_slope(task, h, launch, i));
  });
  block.each([&](int thread, int threads) {
    for (int w = thread; w < task.heads * task.entries; w += threads)
      h.weight_slope[w] = weight_gradient(task, h, launch, w);
  });
  // A parameter's gradient looks at features, weights, channels and its own parameter, which only its thread
  // changes; the readout's coefficients have done their work in channel_slopes.
  block.each([&](int thread, int threads) {
    for (int i = thread; i < task.size; i += threads) {
      const float g = gradient(task, h, launch, i);
      h.first[i] = adam::beta1 * h.first[i] + (1.0f - adam::beta1) * g;
      h.second[i] = adam::beta2 * h.second[i] + (1.0f - adam::beta2) * g * g;
      h.parameters[i] -= launch.rate[s] * h.first[i] /
                         sqrtf(h.second[i] * launch.second_correction[s] + adam::epsilon * adam::epsilon);
    }
  });
}

}  // namespace tt::gpu
