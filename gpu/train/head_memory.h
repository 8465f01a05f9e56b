// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "gpu/train/task_view.h"

namespace tt::gpu {

/// Most threads of a block: the scratch for sums is as long.
inline constexpr int kMostThreads = 1024;

/// What one head works with, in one piece of memory: shared memory where it fits, else the device's.
struct HeadMemory {
  float *parameters, *first, *second;   ///< size each: the state
  float* features;                      ///< feature_rows x stride
  float *weights, *raw, *weight_slope;  ///< attention heads x entries; raw: before the floor, for any sign
  float *inverse, *channel, *channel_slope, *error;  ///< by input
  float *partial, *partial_most;                     ///< a float a thread
  float* totals;  ///< loss, greatest error, soundness, greatest square, sum, rate's scratch

  /// Lays the arrays out from `memory` on; returns how many floats they take (with nullptr it only counts).
  TT_BODY std::int64_t lay_out(const TaskView& task, float* memory) {
    float* next = memory;
    const auto take = [&next](std::int64_t count) {
      float* const here = next;
      next += count;
      return here;
    };
    const std::int64_t weights_count = static_cast<std::int64_t>(task.heads) * task.entries;
    parameters = take(task.size);
    first = take(task.size);
    second = take(task.size);
    features = take(static_cast<std::int64_t>(task.feature_rows()) * task.stride);
    weights = take(weights_count);
    raw = task.features == FeatureKind::any_sign ? take(weights_count) : weights;
    weight_slope = take(weights_count);
    inverse = take(static_cast<std::int64_t>(task.inputs) * task.heads);
    channel = take(static_cast<std::int64_t>(task.inputs) * task.channels);
    channel_slope = take(static_cast<std::int64_t>(task.inputs) * task.channels);
    error = take(task.inputs);
    partial = take(kMostThreads);
    partial_most = take(kMostThreads);
    totals = take(8);
    return next - memory;
  }
};

enum Total { kLoss = 0, kMostError, kSound, kMostSquare, kExponentials };

/// How a head stands, on the device.
struct HeadRecord {
  std::int32_t fate = 0;        ///< HeadFate
  std::int32_t from_start = 0;  ///< diverged before any update
  std::int64_t step = 0;        ///< updates made
  std::int64_t reached = 0;     ///< step of the schedule
  std::int64_t best_step = -1;
  float loss = 0, max_error = 0, best_error = 0, lowest = 0, highest = 0;
  float diverged_at = 0;  ///< learning rate of the update that did it
};

/// What a launch needs: numbers of up to kTurn updates, and how their results are judged.
inline constexpr int kTurn = 64;
struct Launch {
  int steps = 0;             ///< updates, at most kTurn
  bool judge_first = false;  ///< the state is new: judge it before the first update
  bool fresh_span = false;   ///< lowest and highest errors begin anew
  bool stop_when_solved = true;
  float threshold = 0.0f, sharpness = 1.0f, floor_weight = 1.0f;
  std::int64_t first_step = 0, last_step = 0, plateau = 0;  ///< of the schedule
  float rate[kTurn] = {}, plain_rate[kTurn] = {}, second_correction[kTurn] = {};
};

}  // namespace tt::gpu
