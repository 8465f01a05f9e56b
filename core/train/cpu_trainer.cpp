// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>

#include "core/train/lane_block.h"
#include "core/train/trainer.h"

namespace tt {
namespace {

using Clock = std::chrono::steady_clock;

/// A turn aims at this long: short enough to stop well within 200 ms, long enough to hide its threads' start.
constexpr double kTurnSeconds = 0.02;
constexpr std::int64_t kLongestTurn = 1024;

/// Blocks of heads, shared out among threads. A block keeps its thread for a whole advance().
class CpuTrainer final : public Trainer {
 public:
  CpuTrainer(std::shared_ptr<const Problem> problem, const TrainOptions& options, const TrainState& from)
      : problem_(std::move(problem)),
        options_(options),
        plan_(train::make_plan(*problem_, options.shape)),
        step_(from.step) {
    options_.soft = from.soft;
    threads_ = options.threads > 0 ? options.threads
                                   : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    lanes_ = lanes_for(static_cast<int>(from.heads.size()));
    const std::span heads(from.heads);
    for (std::size_t first = 0; first < heads.size(); first += static_cast<std::size_t>(lanes_))
      blocks_.emplace_back(
          plan_, options_, lanes_,
          heads.subspan(first, std::min(heads.size() - first, static_cast<std::size_t>(lanes_))), step_);
    gather();
  }

  std::string_view backend() const override { return backend_; }
  const Problem& problem() const override { return *problem_; }
  const TrainOptions& options() const override { return options_; }
  std::int64_t step() const override { return step_; }
  bool done() const override {
    return std::ranges::all_of(blocks_, [](const train::LaneBlock& block) { return block.done(); });
  }
  std::span<const HeadStatus> heads() const override { return status_; }
  Parameters parameters(int head) const override {
    return blocks_[static_cast<std::size_t>(head / lanes_)].parameters(head % lanes_);
  }

  std::int64_t advance(std::int64_t steps, std::stop_token stop) override;
  Expected<void> set_soft(const SoftOptions& soft) override;
  TrainState state() const override;

 private:
  [[nodiscard]] int lanes_for(int heads) const;
  void gather();
  void run(std::int64_t steps);

  std::shared_ptr<const Problem> problem_;
  TrainOptions options_;
  train::Plan plan_;
  std::int64_t step_ = 0;
  int threads_ = 1, lanes_ = 1;
  std::string backend_;
  std::vector<train::LaneBlock> blocks_;
  std::vector<HeadStatus> status_;
  double seconds_ = 0.0;
  std::int64_t turn_ = 1;  ///< steps of a turn, adapted to their time
};

/// As asked, else the widest vectors, halved while some threads would have no block.
int CpuTrainer::lanes_for(int heads) const {
  int lanes = options_.lanes > 0 ? options_.lanes : train::native_lanes();
  if (options_.lanes == 0)
    while (lanes > 4 && (heads + lanes - 1) / lanes < threads_ && heads > lanes / 2) lanes /= 2;
  return lanes;
}

void CpuTrainer::gather() {
  status_.clear();
  for (const train::LaneBlock& block : blocks_)
    for (int i = 0; i < block.heads(); ++i) status_.push_back(block.status(i));
  backend_ = "cpu (" + train::instruction_set() + ", " + std::to_string(lanes_) +
             (lanes_ == 1 ? " lane, " : " lanes, ") + std::to_string(threads_) +
             (threads_ == 1 ? " thread)" : " threads)");
}

void CpuTrainer::run(std::int64_t steps) {
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    for (std::size_t i = next++; i < blocks_.size(); i = next++) blocks_[i].advance(options_, steps);
  };
  const std::size_t helpers = std::min<std::size_t>(static_cast<std::size_t>(threads_), blocks_.size()) - 1;
  std::vector<std::jthread> pool;
  for (std::size_t i = 0; i < helpers; ++i) pool.emplace_back(work);
  work();
}

// A stop must leave all blocks at the same step, or a resumed run would differ from an unbroken one: work is
// given out in short turns, and a turn that has begun is finished.
std::int64_t CpuTrainer::advance(std::int64_t steps, std::stop_token stop) {
  const std::int64_t before = step_;
  const std::int64_t last = std::min(options_.steps, step_ + steps);
  for (train::LaneBlock& block : blocks_) block.begin_span();
  while (step_ < last && !done() && !stop.stop_requested()) {
    const auto start = Clock::now();
    const std::int64_t turn = std::min<std::int64_t>(turn_, last - step_);
    run(turn);
    // Where all heads end within a turn, the run has come as far as the last of them.
    for (const train::LaneBlock& block : blocks_) step_ = std::max(step_, block.step());
    const double took = std::chrono::duration<double>(Clock::now() - start).count();
    seconds_ += took;
    turn_ = took > kTurnSeconds ? std::max<std::int64_t>(1, turn_ / 2)
                                : std::min<std::int64_t>(kLongestTurn, turn_ * 2);
    if (options_.seconds > 0.0 && seconds_ >= options_.seconds)
      for (train::LaneBlock& block : blocks_) block.time_out();
  }
  gather();
  return step_ - before;
}

Expected<void> CpuTrainer::set_soft(const SoftOptions& soft) {
  TrainOptions changed = options_;
  changed.soft = soft;
  if (const auto sound = check(changed, *problem_); !sound) return sound;
  options_ = changed;
  for (train::LaneBlock& block : blocks_) block.evaluate(options_);
  gather();
  return {};
}

TrainState CpuTrainer::state() const {
  TrainState state;
  state.step = step_;
  state.soft = options_.soft;
  for (const train::LaneBlock& block : blocks_)
    for (int i = 0; i < block.heads(); ++i) state.heads.push_back(block.state(i));
  return state;
}

}  // namespace

Expected<void> check_state(const TrainState& state, std::size_t size) {
  if (state.heads.empty()) return fail("heads of the state", "none", "at least one");
  for (const TrainState::HeadState& head : state.heads)
    if (head.parameters.size() != size || head.first.size() != size || head.second.size() != size)
      return fail("parameters of a head", std::to_string(head.parameters.size()),
                  std::to_string(size) + ", as the problem and the shape say");
  return {};
}

Expected<std::unique_ptr<Trainer>> make_cpu_trainer(std::shared_ptr<const Problem> problem,
                                                    const TrainOptions& options, TrainState from) {
  if (const auto sound = check(options, *problem); !sound) return tl::unexpected(sound.error());
  const std::size_t size = parameter_layout(*problem, options.shape).size;
  if (const auto sound = check_state(from, size); !sound) return tl::unexpected(sound.error());
  return std::make_unique<CpuTrainer>(std::move(problem), options, from);
}

Expected<std::unique_ptr<Trainer>> make_cpu_trainer(std::shared_ptr<const Problem> problem,
                                                    const TrainOptions& options) {
  if (const auto sound = check(options, *problem); !sound) return tl::unexpected(sound.error());
  TrainState start = fresh_state(*problem, options);
  return make_cpu_trainer(std::move(problem), options, std::move(start));
}

Backend cpu_backend() {
  return [](std::shared_ptr<const Problem> problem, const TrainOptions& options, TrainState from) {
    return make_cpu_trainer(std::move(problem), options, std::move(from));
  };
}

std::string_view text(HeadFate fate) {
  switch (fate) {
    case HeadFate::running:
      return "running";
    case HeadFate::solved:
      return "solved";
    case HeadFate::plateau:
      return "plateau";
    case HeadFate::finished:
      return "finished";
    case HeadFate::timed_out:
      return "out of time";
    case HeadFate::diverged:
      return "diverged";
  }
  return "";
}

}  // namespace tt
