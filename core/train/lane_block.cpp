// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/lane_block.h"

#include <hwy/aligned_allocator.h>
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>

#include "core/base/log2_number.h"

namespace tt::train {
namespace {

/// Steps between two copies of the state. A head that diverges is computed again from the last copy up to
/// its last finite state, which costs nothing while all goes well.
constexpr std::int64_t kAnchorSteps = 64;

std::size_t count(int value) { return static_cast<std::size_t>(value); }

}  // namespace

void LaneBlock::Free::operator()(float* rows) const { hwy::FreeAlignedBytes(rows, nullptr, nullptr); }

LaneBlock::Store LaneBlock::make(std::size_t rows) {
  const std::size_t bytes = rows * count(lanes_) * sizeof(float);
  auto* memory = static_cast<float*>(hwy::AllocateAlignedBytes(bytes, nullptr, nullptr));
  std::memset(memory, 0, bytes);
  return Store(memory);
}

LaneBlock::LaneBlock(const Plan& plan, const TrainOptions& options, int lanes,
                     std::span<const TrainState::HeadState> heads, std::int64_t step)
    : plan_(&plan), lanes_(lanes), step_(step) {
  lay_out();
  for (std::size_t i = 0; i < heads.size(); ++i) {
    const int lane = static_cast<int>(i);
    set_column(rows_.parameters, heads[i].parameters, lane);
    set_column(rows_.first, heads[i].first, lane);
    set_column(rows_.second, heads[i].second, lane);
    status_.push_back(heads[i].status);
  }
  weights_of(*plan_, rows_);
  evaluate(options);
  begin_span();
}

/// One allocation for all rows: state first, so that it can be copied in one piece.
void LaneBlock::lay_out() {
  const ParameterLayout& lay = plan_->layout;
  const std::size_t entries = plan_->problem->entries.size(), inputs = plan_->problem->inputs();
  const std::size_t weights = count(plan_->shape.heads) * entries;
  const bool raw = plan_->shape.features == FeatureKind::any_sign;
  const std::size_t query_rows = lay.queries * count(plan_->shape.rank);
  const struct {
    float** at;
    std::size_t rows;
  } parts[] = {{&rows_.parameters, lay.size},
               {&rows_.first, lay.size},
               {&rows_.second, lay.size},
               {&rows_.features, lay.value},
               {&rows_.weights, weights},
               {&rows_.raw_weights, raw ? weights : 0},
               {&rows_.weight_gradient, weights},
               {&rows_.gradient, lay.size - lay.value},
               {&rows_.query_gradient, query_rows},
               {&rows_.old_query, query_rows},
               {&rows_.key_gradient, count(plan_->shape.rank)},
               {&rows_.channel, inputs * count(plan_->shape.channels())},
               {&rows_.inverse, inputs * count(plan_->shape.heads)},
               {&rows_.error, inputs},
               {&rows_.monomial, 2 * lay.monomials + count(plan_->shape.channels())},
               {&rows_.loss, 1},
               {&rows_.max_error, 1},
               {&rows_.sound, 1},
               {&rows_.active, 1},
               {&rows_.spread, 2}};
  std::size_t total = 0;
  for (const auto& part : parts) total += part.rows;
  store_ = make(total);
  rows_.stride = lanes_;
  float* next = store_.get();
  for (const auto& part : parts) {
    *part.at = next;
    next += part.rows * count(lanes_);
  }
  state_rows_ = 3 * lay.size;
  anchor_ = make(state_rows_);
}

std::vector<float> LaneBlock::column(const float* rows, std::size_t size, int lane) const {
  std::vector<float> values(size);
  for (std::size_t i = 0; i < size; ++i) values[i] = rows[i * count(lanes_) + count(lane)];
  return values;
}

void LaneBlock::set_column(float* rows, std::span<const float> values, int lane) {
  for (std::size_t i = 0; i < values.size(); ++i) rows[i * count(lanes_) + count(lane)] = values[i];
}

Parameters LaneBlock::parameters(int head) const {
  return column(rows_.parameters, plan_->layout.size, head);
}

TrainState::HeadState LaneBlock::state(int head) const {
  return {parameters(head), column(rows_.first, plan_->layout.size, head),
          column(rows_.second, plan_->layout.size, head), status(head)};
}

bool LaneBlock::done() const {
  return std::ranges::none_of(status_, [](const HeadStatus& s) { return s.fate == HeadFate::running; });
}

StepNumbers LaneBlock::numbers(const TrainOptions& options, std::int64_t step) const {
  StepNumbers numbers;
  numbers.objective = options.objective;
  numbers.threshold = static_cast<float>(options.soft.threshold);
  numbers.sharpness = static_cast<float>(options.soft.sharpness);
  numbers.floor_weight = static_cast<float>(options.soft.floor_weight);
  const double power = static_cast<double>(step + 1);
  numbers.rate =
      static_cast<float>(rate_at(options, step) / (1.0 - std::pow(static_cast<double>(adam::beta1), power)));
  numbers.second_correction =
      static_cast<float>(1.0 / (1.0 - std::pow(static_cast<double>(adam::beta2), power)));
  return numbers;
}

void LaneBlock::anchor() {
  std::memcpy(anchor_.get(), store_.get(), state_rows_ * count(lanes_) * sizeof(float));
  anchor_step_ = step_;
}

void LaneBlock::evaluate(const TrainOptions& options) {
  anchor();
  look(options);
}

void LaneBlock::look(const TrainOptions& options) {
  forward(*plan_, rows_, numbers(options, step_));
  judge(options);
}

/// Reads losses and errors of the heads that run, and ends those that are through.
void LaneBlock::judge(const TrainOptions& options) {
  for (int lane = 0; lane < heads(); ++lane) {
    HeadStatus& status = status_[count(lane)];
    rows_.active[lane] = 0.0f;
    if (status.fate != HeadFate::running) continue;
    if (rows_.sound[lane] == 0.0f || !std::isfinite(rows_.loss[lane])) {
      recover(options, lane);
      continue;
    }
    status.loss = rows_.loss[lane];
    status.max_error = rows_.max_error[lane];
    status.lowest_error = std::min(status.lowest_error, status.max_error);
    status.highest_error = std::max(status.highest_error, status.max_error);
    if (status.best_step < 0 || status.max_error < status.best_error - kBestStep) {
      status.best_error = status.max_error;
      status.best_step = status.step;
    }
    if (options.stop_when_solved && status.max_error < static_cast<float>(plan_->problem->epsilon))
      status.fate = HeadFate::solved;
    else if (step_ >= options.steps)
      status.fate = HeadFate::finished;
    else if (options.plateau > 0 && status.step - status.best_step >= options.plateau)
      status.fate = HeadFate::plateau;
    else
      rows_.active[lane] = 1.0f;
  }
}

/// The loss of a lane is not finite: finds its last finite state again, from the anchor, and ends it there.
void LaneBlock::recover(const TrainOptions& options, int lane) {
  HeadStatus& status = status_[count(lane)];
  const std::int64_t last = step_ - 1;
  status.fate = HeadFate::diverged;
  if (last < anchor_step_) {  // not finite from the start
    status.why = "the outputs are not finite at the start";
    status.loss = status.max_error = std::numeric_limits<float>::infinity();
    if (status.best_step < 0) status.best_error = status.max_error;
    return;
  }
  status.step -= 1;
  status.why = "update " + std::to_string(status.step + 1) + " at rate " + text(rate_at(options, last)) +
               " made the outputs infinite or undefined; the state before it is kept. A smaller rate helps.";
  TrainState::HeadState alone{
      column(anchor_.get(), plan_->layout.size, lane),
      column(anchor_.get() + plan_->layout.size * count(lanes_), plan_->layout.size, lane),
      column(anchor_.get() + 2 * plan_->layout.size * count(lanes_), plan_->layout.size, lane),
      {}};
  alone.status.best_step = -1;
  TrainOptions again = options;
  again.stop_when_solved = false;
  again.plateau = 0;
  LaneBlock replay(*plan_, again, lanes_, std::span(&alone, 1), anchor_step_);
  replay.advance(again, last - anchor_step_);
  const TrainState::HeadState found = replay.state(0);
  set_column(rows_.parameters, found.parameters, lane);
  set_column(rows_.first, found.first, lane);
  set_column(rows_.second, found.second, lane);
  weights_of(*plan_, rows_);  // the lane's weights; the others' are computed again to the same bits
  status.loss = found.status.loss;
  status.max_error = found.status.max_error;
}

void LaneBlock::advance(const TrainOptions& options, std::int64_t steps) {
  for (std::int64_t i = 0; i < steps && !done(); ++i) {
    if (step_ - anchor_step_ >= kAnchorSteps) anchor();
    update(*plan_, rows_, numbers(options, step_));
    ++step_;
    for (int lane = 0; lane < heads(); ++lane)
      if (rows_.active[lane] != 0.0f) ++status_[count(lane)].step;
    look(options);
  }
}

void LaneBlock::begin_span() {
  for (HeadStatus& status : status_) status.lowest_error = status.highest_error = status.max_error;
}

void LaneBlock::time_out() {
  for (HeadStatus& status : status_)
    if (status.fate == HeadFate::running) status.fate = HeadFate::timed_out;
}

}  // namespace tt::train
