// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/train/trainer.h"
#include "gpu/train/step_body.h"

namespace tt::gpu {

/// Copies a head's state: parameters and both moments, each `size` floats.
template <class Block>
TT_BODY void copy_state(const Block& block, const TaskView& task, const float* from, float* to) {
  block.each([&](int thread, int threads) {
    for (int i = thread; i < 3 * task.size; i += threads) to[i] = from[i];
  });
}

/// Reads loss and error of a sound head, and ends it where it is through (by one thread).
TT_BODY inline void judge_sound(const TaskView& task, const HeadMemory& h, const Launch& launch,
                                std::int64_t reached, HeadRecord& r) {
  r.loss = h.totals[kLoss];
  r.max_error = h.totals[kMostError];
  r.lowest = least(r.lowest, r.max_error);
  r.highest = most(r.highest, r.max_error);
  if (r.best_step < 0 || r.max_error < r.best_error - kBestStep) {
    r.best_error = r.max_error;
    r.best_step = r.step;
  }
  if (launch.stop_when_solved && r.max_error < task.epsilon)
    r.fate = static_cast<std::int32_t>(HeadFate::solved);
  else if (reached >= launch.last_step)
    r.fate = static_cast<std::int32_t>(HeadFate::finished);
  else if (launch.plateau > 0 && r.step - r.best_step >= launch.plateau)
    r.fate = static_cast<std::int32_t>(HeadFate::plateau);
}

/// A head whose outputs are no longer finite goes back to its last finite state: from the one that the launch
/// began with, `updates` - 1 updates on.
template <class Block>
TT_BODY void recover(const Block& block, const TaskView& task, const HeadMemory& h, const Launch& launch,
                     const float* anchor, int updates, HeadRecord& r) {
  if (updates > 0) {
    copy_state(block, task, anchor, h.parameters);
    weights_of(block, task, h);
    forward(block, task, h, launch);
    for (int s = 0; s + 1 < updates; ++s) {
      update(block, task, h, launch, s);
      weights_of(block, task, h);
      forward(block, task, h, launch);
    }
  }
  block.each([&](int thread, int) {
    if (thread != 0) return;
    r.fate = static_cast<std::int32_t>(HeadFate::diverged);
    r.from_start = updates == 0 ? 1 : 0;
    r.loss = updates == 0 ? HUGE_VALF : h.totals[kLoss];
    r.max_error = updates == 0 ? HUGE_VALF : h.totals[kMostError];
    if (updates == 0 && r.best_step < 0) r.best_error = r.max_error;
    if (updates > 0) {
      r.step -= 1;
      r.diverged_at = launch.plain_rate[updates - 1];
    }
  });
}

TT_BODY inline bool is_sound(const HeadMemory& h) {
  const float loss = h.totals[kLoss];
  return h.totals[kSound] != 0.0f && loss - loss == 0.0f;
}

/// Up to launch.steps updates of one head. state: three arrays in the device's memory, read at the beginning,
/// written at the end; memory: what the head works in meanwhile.
template <class Block>
TT_BODY void train_head(const Block& block, const TaskView& task, const Launch& launch, float* state,
                        float* memory, HeadRecord& r) {
  HeadMemory h;
  h.lay_out(task, memory);
  // Read by all threads before one of them may change it.
  const bool runs = r.fate == static_cast<std::int32_t>(HeadFate::running);
  block.each([&](int thread, int) {
    if (thread == 0 && launch.fresh_span) r.lowest = r.highest = r.max_error;
  });
  if (!runs) return;
  copy_state(block, task, state, h.parameters);
  weights_of(block, task, h);
  forward(block, task, h, launch);
  if (launch.judge_first) {
    if (!is_sound(h)) {
      recover(block, task, h, launch, state, 0, r);
      return;
    }
    block.each([&](int thread, int) {
      if (thread != 0) return;
      judge_sound(task, h, launch, launch.first_step, r);
    });
  }
  for (int s = 0; s < launch.steps && r.fate == static_cast<std::int32_t>(HeadFate::running); ++s) {
    update(block, task, h, launch, s);
    weights_of(block, task, h);
    forward(block, task, h, launch);
    const bool sound = is_sound(h);
    block.each([&](int thread, int) {
      if (thread != 0) return;
      ++r.step;
      r.reached = launch.first_step + s + 1;
      if (sound) judge_sound(task, h, launch, r.reached, r);
    });
    if (!sound) {
      recover(block, task, h, launch, state, s + 1, r);
      break;
    }
  }
  copy_state(block, task, h.parameters, state);
}

}  // namespace tt::gpu
