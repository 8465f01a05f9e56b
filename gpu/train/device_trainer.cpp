// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <chrono>
#include <cmath>

#include "core/base/log2_number.h"
#include "gpu/train/train_device.h"

namespace tt::gpu {
namespace {

using Clock = std::chrono::steady_clock;

HeadRecord record_of(const HeadStatus& s, std::int64_t reached) {
  HeadRecord r;
  r.fate = static_cast<std::int32_t>(s.fate);
  r.step = s.step;
  r.reached = reached;
  r.best_step = s.best_step;
  r.loss = s.loss;
  r.max_error = s.max_error;
  r.best_error = s.best_error;
  r.lowest = s.lowest_error;
  r.highest = s.highest_error;
  return r;
}

std::string why_diverged(const HeadRecord& r) {
  if (r.from_start != 0) return "the outputs are not finite at the start";
  return "update " + std::to_string(r.step + 1) + " at rate " + text(static_cast<double>(r.diverged_at)) +
         " made the outputs infinite or undefined; the state before it is kept. A smaller rate helps.";
}

class DeviceTrainer final : public Trainer {
 public:
  DeviceTrainer(std::unique_ptr<TrainDevice> device, std::shared_ptr<const Problem> problem,
                const TrainOptions& options)
      : device_(std::move(device)), problem_(std::move(problem)), options_(options) {
    backend_ = device_->name();
  }

  Expected<void> begin(const TrainState& from) {
    step_ = from.step;
    options_.soft = from.soft;
    const TaskTables tables(*problem_, options_.shape, options_.objective);
    std::vector<std::vector<float>> states;
    for (const TrainState::HeadState& head : from.heads) {
      std::vector<float> all = head.parameters;
      all.insert(all.end(), head.first.begin(), head.first.end());
      all.insert(all.end(), head.second.begin(), head.second.end());
      states.push_back(std::move(all));
      status_.push_back(head.status);
      records_.push_back(record_of(head.status, step_));
    }
    if (auto loaded = device_->load(tables, states, records_); !loaded) return loaded;
    return judge_now();
  }

  std::string_view backend() const override { return backend_; }
  const Problem& problem() const override { return *problem_; }
  const TrainOptions& options() const override { return options_; }
  std::int64_t step() const override { return step_; }
  bool done() const override {
    return std::ranges::none_of(status_, [](const HeadStatus& s) { return s.fate == HeadFate::running; });
  }
  std::span<const HeadStatus> heads() const override { return status_; }

  Parameters parameters(int head) const override {
    auto all = device_->state(static_cast<std::size_t>(head));
    all.resize(all.size() / 3);
    return all;
  }

  std::int64_t advance(std::int64_t steps, std::stop_token stop) override {
    const std::int64_t before = step_, last = std::min(options_.steps, step_ + steps);
    bool fresh = true;
    while (step_ < last && !done() && !stop.stop_requested()) {
      const auto started = Clock::now();
      Launch launch = launch_for(static_cast<int>(std::min<std::int64_t>(kTurn, last - step_)));
      launch.fresh_span = std::exchange(fresh, false);
      if (!device_->run(launch)) break;  // the card is gone: what was found stays
      take_records();
      step_ = done() ? furthest() : step_ + launch.steps;
      seconds_ += std::chrono::duration<double>(Clock::now() - started).count();
      if (options_.seconds > 0.0 && seconds_ >= options_.seconds) time_out();
    }
    return step_ - before;
  }

  Expected<void> set_soft(const SoftOptions& soft) override {
    TrainOptions changed = options_;
    changed.soft = soft;
    if (const auto sound = check(changed, *problem_); !sound) return sound;
    options_ = changed;
    return judge_now();
  }

  TrainState state() const override {
    TrainState state;
    state.step = step_;
    state.soft = options_.soft;
    for (std::size_t i = 0; i < status_.size(); ++i) {
      const std::vector<float> all = device_->state(i);
      const auto third = static_cast<std::ptrdiff_t>(all.size() / 3);
      state.heads.push_back({{all.begin(), all.begin() + third},
                             {all.begin() + third, all.begin() + 2 * third},
                             {all.begin() + 2 * third, all.end()},
                             status_[i]});
    }
    return state;
  }

 private:
  Launch launch_for(int steps) const {
    Launch launch;
    launch.steps = steps;
    launch.stop_when_solved = options_.stop_when_solved;
    launch.threshold = static_cast<float>(options_.soft.threshold);
    launch.sharpness = static_cast<float>(options_.soft.sharpness);
    launch.floor_weight = static_cast<float>(options_.soft.floor_weight);
    launch.first_step = step_;
    launch.last_step = options_.steps;
    launch.plateau = options_.plateau;
    for (int s = 0; s < steps; ++s) {
      const double power = static_cast<double>(step_ + s + 1), rate = rate_at(options_, step_ + s);
      launch.plain_rate[s] = static_cast<float>(rate);
      launch.rate[s] = static_cast<float>(rate / (1.0 - std::pow(static_cast<double>(adam::beta1), power)));
      launch.second_correction[s] =
          static_cast<float>(1.0 / (1.0 - std::pow(static_cast<double>(adam::beta2), power)));
    }
    return launch;
  }

  /// Losses, errors and fates of the state as it is.
  Expected<void> judge_now() {
    Launch launch = launch_for(0);
    launch.judge_first = true;
    if (auto ran = device_->run(launch); !ran) return ran;
    take_records();
    for (HeadStatus& s : status_) s.lowest_error = s.highest_error = s.max_error;
    return {};
  }

  void take_records() {
    device_->records(records_);
    for (std::size_t i = 0; i < records_.size(); ++i) {
      const HeadRecord& r = records_[i];
      HeadStatus& s = status_[i];
      // Time is up for a head here alone; the device knows nothing of it.
      if (s.fate != HeadFate::timed_out) s.fate = static_cast<HeadFate>(r.fate);
      s.step = r.step;
      s.loss = r.loss;
      s.max_error = r.max_error;
      s.best_error = r.best_error;
      s.best_step = r.best_step;
      s.lowest_error = r.lowest;
      s.highest_error = r.highest;
      if (s.fate == HeadFate::diverged && s.why.empty()) s.why = why_diverged(r);
    }
  }

  std::int64_t furthest() const {
    std::int64_t far = step_;
    for (const HeadRecord& r : records_) far = std::max(far, r.reached);
    return far;
  }

  void time_out() {
    for (HeadStatus& s : status_)
      if (s.fate == HeadFate::running) s.fate = HeadFate::timed_out;
  }

  std::unique_ptr<TrainDevice> device_;
  std::shared_ptr<const Problem> problem_;
  TrainOptions options_;
  std::string backend_;
  std::int64_t step_ = 0;
  double seconds_ = 0.0;
  std::vector<HeadStatus> status_;
  std::vector<HeadRecord> records_;
};

}  // namespace

Expected<std::unique_ptr<Trainer>> make_device_trainer(std::unique_ptr<TrainDevice> device,
                                                       std::shared_ptr<const Problem> problem,
                                                       const TrainOptions& options, TrainState from) {
  if (const auto sound = check(options, *problem); !sound) return tl::unexpected(sound.error());
  const std::size_t size = parameter_layout(*problem, options.shape).size;
  if (const auto sound = check_state(from, size); !sound) return tl::unexpected(sound.error());
  auto trainer = std::make_unique<DeviceTrainer>(std::move(device), std::move(problem), options);
  if (auto begun = trainer->begin(from); !begun) return tl::unexpected(begun.error());
  return trainer;
}

Expected<std::unique_ptr<Trainer>> make_device_trainer(std::unique_ptr<TrainDevice> device,
                                                       std::shared_ptr<const Problem> problem,
                                                       const TrainOptions& options) {
  if (const auto sound = check(options, *problem); !sound) return tl::unexpected(sound.error());
  TrainState start = fresh_state(*problem, options);
  return make_device_trainer(std::move(device), std::move(problem), options, std::move(start));
}

}  // namespace tt::gpu
