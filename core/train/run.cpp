// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/run.h"

#include <algorithm>
#include <chrono>

namespace tt {
namespace {

constexpr std::size_t kKeyFrames = 17;

/// Half as many points, the errors between them kept. The last point stays: it is where a head ended.
void thin(Curve& curve) {
  Curve kept;
  for (std::size_t i = 0; i < curve.size(); i += 2) {
    CurvePoint point = curve[i];
    if (i > 0) {
      point.lowest_error = std::min(point.lowest_error, curve[i - 1].lowest_error);
      point.highest_error = std::max(point.highest_error, curve[i - 1].highest_error);
    }
    kept.push_back(point);
  }
  if (curve.size() % 2 == 0) kept.push_back(curve.back());
  curve = std::move(kept);
}

/// Steps between points at first: a run to its end fills the curves without being thinned.
std::int64_t first_stride(const TrainOptions& options) {
  return std::max<std::int64_t>(1, options.steps / static_cast<std::int64_t>(kCurvePoints));
}

}  // namespace

TrainingRun::TrainingRun(std::string name, std::shared_ptr<const Problem> problem, Backend backend,
                         std::unique_ptr<Trainer> trainer)
    : name_(std::move(name)),
      problem_(std::move(problem)),
      backend_(std::move(backend)),
      trainer_(std::move(trainer)) {
  curves_.resize(trainer_->heads().size());
  for (const HeadStatus& head : trainer_->heads()) span_.emplace_back(head.max_error, head.max_error);
  stride_ = first_stride(trainer_->options());
  record();
  keep_frame();
}

Expected<TrainingRun> TrainingRun::start(std::string name, std::shared_ptr<const Problem> problem,
                                         const TrainOptions& options, const Backend& backend) {
  if (const auto sound = check(options, *problem); !sound) return tl::unexpected(sound.error());
  auto trainer = backend(problem, options, fresh_state(*problem, options));
  if (!trainer) return tl::unexpected(trainer.error());
  return TrainingRun(std::move(name), std::move(problem), backend, std::move(*trainer));
}

Expected<TrainingRun> TrainingRun::resume(std::string name, std::shared_ptr<const Problem> problem,
                                          Checkpoint from, const Backend& backend) {
  for (TrainState::HeadState& head : from.state.heads)
    if (head.status.fate == HeadFate::timed_out) head.status.fate = HeadFate::running;
  auto trainer = backend(problem, from.options, std::move(from.state));
  if (!trainer) return tl::unexpected(trainer.error());
  return TrainingRun(std::move(name), std::move(problem), backend, std::move(*trainer));
}

Expected<TrainingRun> TrainingRun::branch(std::size_t key_frame, std::string name,
                                          const SoftOptions& soft) const {
  if (key_frame >= frames_.size())
    return fail("key frame", std::to_string(key_frame), "0.." + std::to_string(frames_.size() - 1));
  auto trainer = backend_(problem_, trainer_->options(), *frames_[key_frame].state);
  if (!trainer) return tl::unexpected(trainer.error());
  if (const auto changed = (*trainer)->set_soft(soft); !changed) return tl::unexpected(changed.error());
  TrainingRun run(std::move(name), problem_, backend_, std::move(*trainer));
  run.branched_from_ = frames_[key_frame].step;
  return run;
}

Expected<void> TrainingRun::set_soft(const SoftOptions& soft) { return trainer_->set_soft(soft); }

void TrainingRun::widen() {
  const auto heads = trainer_->heads();
  for (std::size_t i = 0; i < span_.size(); ++i)
    span_[i] = {std::min(span_[i].first, heads[i].lowest_error),
                std::max(span_[i].second, heads[i].highest_error)};
}

/// A point for every head that has moved. When the curves are full, every other point goes.
void TrainingRun::record() {
  const auto heads = trainer_->heads();
  bool full = false;
  for (std::size_t i = 0; i < curves_.size(); ++i) {
    if (!curves_[i].empty() && curves_[i].back().step == heads[i].step) continue;
    curves_[i].push_back({heads[i].step, heads[i].loss, heads[i].max_error, span_[i].first, span_[i].second});
    span_[i] = {heads[i].max_error, heads[i].max_error};
    full = full || curves_[i].size() > kCurvePoints;
  }
  if (!full) return;
  for (Curve& curve : curves_) thin(curve);
  stride_ *= 2;
}

void TrainingRun::keep_frame() {
  if (!frames_.empty() && frames_.back().step == trainer_->step()) return;
  frames_.push_back({trainer_->step(), std::make_shared<const TrainState>(trainer_->state())});
  if (frames_.size() <= kKeyFrames) return;
  // By step and not by place: a run that begins in mid-stride has its later frames at equal distances too.
  frame_stride_ *= 2;
  const std::int64_t first = frames_.front().step;
  std::erase_if(frames_, [&](const KeyFrame& f) { return f.step != first && f.step % frame_stride_ != 0; });
}

std::int64_t TrainingRun::advance(std::int64_t steps, std::stop_token stop) {
  const std::int64_t before = trainer_->step(), last = before + steps;
  while (trainer_->step() < last && !trainer_->done() && !stop.stop_requested()) {
    const auto next = [&](std::int64_t stride) { return (trainer_->step() / stride + 1) * stride; };
    const std::int64_t to = std::min({last, next(stride_), next(frame_stride_)});
    const auto started = std::chrono::steady_clock::now();
    std::int64_t done = 0;
    for (const HeadStatus& head : trainer_->heads()) done -= head.step;
    trainer_->advance(to - trainer_->step(), stop);
    for (const HeadStatus& head : trainer_->heads()) done += head.step;
    seconds_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
    head_steps_ += done;
    widen();
    if (trainer_->step() % stride_ == 0 || trainer_->done()) record();
    if (trainer_->step() % frame_stride_ == 0) keep_frame();
  }
  return trainer_->step() - before;
}

RunSnapshot TrainingRun::snapshot() const {
  RunSnapshot seen;
  seen.name = name_;
  seen.backend = trainer_->backend();
  seen.options = trainer_->options();
  seen.step = trainer_->step();
  seen.seconds = seconds_;
  seen.us_per_head_step = head_steps_ > 0 ? 1e6 * seconds_ / static_cast<double>(head_steps_) : 0.0;
  seen.done = trainer_->done();
  seen.heads.assign(trainer_->heads().begin(), trainer_->heads().end());
  for (const Curve& curve : curves_) seen.curves.push_back(std::make_shared<const Curve>(curve));
  for (const KeyFrame& frame : frames_) seen.key_frames.push_back(frame.step);
  seen.branched_from = branched_from_;
  return seen;
}

}  // namespace tt
