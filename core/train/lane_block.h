// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "core/train/step_kernels.h"
#include "core/train/trainer.h"

namespace tt::train {

/// Heads side by side: their rows, and how each stands. A block is trained by one thread.
class LaneBlock {
 public:
  LaneBlock(const Plan& plan, const TrainOptions& options, int lanes,
            std::span<const TrainState::HeadState> heads, std::int64_t step);
  LaneBlock(LaneBlock&&) = default;

  [[nodiscard]] int heads() const { return static_cast<int>(status_.size()); }
  [[nodiscard]] const HeadStatus& status(int head) const { return status_[static_cast<std::size_t>(head)]; }
  [[nodiscard]] bool done() const;
  [[nodiscard]] TrainState::HeadState state(int head) const;
  [[nodiscard]] Parameters parameters(int head) const;

  /// So many steps of every head that still runs; a block whose heads have all ended stands still.
  void advance(const TrainOptions& options, std::int64_t steps);
  /// Losses, errors and fates under these options, which later steps go on from.
  void evaluate(const TrainOptions& options);
  void time_out();
  /// Lowest and highest errors count from here on.
  void begin_span();
  /// Step of the schedule that the block has reached.
  [[nodiscard]] std::int64_t step() const { return step_; }

 private:
  struct Free {
    void operator()(float* rows) const;
  };
  using Store = std::unique_ptr<float[], Free>;

  [[nodiscard]] Store make(std::size_t rows);
  void lay_out();
  [[nodiscard]] std::vector<float> column(const float* rows, std::size_t count, int lane) const;
  void set_column(float* rows, std::span<const float> values, int lane);
  void look(const TrainOptions& options);
  void judge(const TrainOptions& options);
  void recover(const TrainOptions& options, int lane);
  void anchor();
  [[nodiscard]] StepNumbers numbers(const TrainOptions& options, std::int64_t step) const;

  const Plan* plan_;
  int lanes_;
  Rows rows_;
  Store store_, anchor_;
  std::size_t state_rows_ = 0;  ///< parameters and moments, at the beginning of the store
  std::int64_t step_ = 0, anchor_step_ = 0;
  std::vector<HeadStatus> status_;
};

}  // namespace tt::train
