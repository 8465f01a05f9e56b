// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/training/run_group.h"

#include <algorithm>
#include <chrono>

namespace tt {
namespace {

using Clock = std::chrono::steady_clock;

/// A turn over all ensembles: short, so that a stop or a new rate is heard soon.
constexpr auto kTurn = std::chrono::milliseconds(8);
constexpr auto kFrame =
    std::chrono::milliseconds(28);  // between snapshots, so that a turn more makes 30 a second

/// The last key frame at or before a step; the first one where none is.
std::size_t frame_at(const TrainingRun& run, std::int64_t step) {
  const auto& frames = run.key_frames();
  std::size_t at = 0;
  while (at + 1 < frames.size() && frames[at + 1].step <= step) ++at;
  return at;
}

}  // namespace

RunGroup::RunGroup(std::string name, const TrainingTask& task, std::vector<RunSnapshot> runs)
    : name_(std::move(name)) {
  GroupSnapshot kept;
  kept.ready = kept.done = true;
  kept.task = task;
  kept.runs = std::move(runs);
  snapshot_ = std::make_shared<const GroupSnapshot>(std::move(kept));
}

RunGroup::RunGroup(std::string name, Make make)
    : name_(std::move(name)),
      snapshot_(std::make_shared<const GroupSnapshot>()),
      thread_([this, make = std::move(make)](std::stop_token stop) { work(make, stop); }) {}

template <class Change>
void RunGroup::command(Change change) {
  {
    const std::scoped_lock lock(mutex_);
    change(commands_);
    commands_.changed = true;
  }
  wake_.notify_one();
}

void RunGroup::play() {
  command([](Commands& c) { c.playing = true; });
}
void RunGroup::pause() {
  command([](Commands& c) {
    c.playing = false;
    c.steps = 0;
  });
}
void RunGroup::step(std::int64_t steps) {
  command([steps](Commands& c) {
    c.playing = false;
    c.steps += steps;
  });
}
void RunGroup::set_soft(const SoftOptions& soft) {
  command([&soft](Commands& c) { c.soft = soft; });
}
void RunGroup::watch(std::optional<HeadChoice> choice) {
  command([&choice](Commands& c) { c.watch = choice; });
}

std::shared_ptr<const GroupSnapshot> RunGroup::snapshot() const {
  const std::scoped_lock lock(mutex_);
  return snapshot_;
}

Expected<RunGroup::Ensembles> RunGroup::branch(std::int64_t step, const std::string& name,
                                               const SoftOptions& soft) const {
  const std::scoped_lock lock(turn_mutex_);
  Ensembles branched;
  branched.task = ensembles_.task;
  for (const TrainingRun& run : ensembles_.runs) {
    auto one = run.branch(frame_at(run, step), name, soft);
    if (!one) return tl::unexpected(one.error());
    branched.runs.push_back(*std::move(one));
  }
  return branched;
}

void RunGroup::work(const Make& make, std::stop_token stop) {
  auto made = make(stop);
  if (!made) {
    const std::scoped_lock lock(mutex_);
    auto failed = std::make_shared<GroupSnapshot>();
    failed->error = made.error().message();
    snapshot_ = std::move(failed);
    return;
  }
  {
    const std::scoped_lock lock(turn_mutex_);
    ensembles_ = *std::move(made);
  }
  train(stop);
}

void RunGroup::train(std::stop_token stop) {
  publish();
  auto shown = Clock::now();
  while (!stop.stop_requested()) {
    const Commands now = next_commands(stop);
    if (stop.stop_requested()) return;
    if (now.soft) change(*now.soft);
    const bool trains = now.playing || now.steps > 0;
    const bool more = trains && turn(now.playing ? turn_steps_ : std::min(turn_steps_, now.steps), stop);
    if (more && !now.changed && Clock::now() - shown < kFrame) continue;
    publish();
    shown = Clock::now();
  }
}

/// Already checked against the session's ranges; a run that refuses (a threshold above its own epsilon) keeps
/// what it has.
void RunGroup::change(const SoftOptions& soft) {
  const std::scoped_lock lock(turn_mutex_);
  for (TrainingRun& run : ensembles_.runs) static_cast<void>(run.set_soft(soft));
}

/// Waits while there is nothing to do; takes what is to be done once.
RunGroup::Commands RunGroup::next_commands(std::stop_token stop) {
  std::unique_lock lock(mutex_);
  if (done()) {
    commands_.playing = false;
    commands_.steps = 0;
  }
  wake_.wait(lock, stop, [this] { return commands_.changed || commands_.playing || commands_.steps > 0; });
  const Commands now = commands_;
  commands_.changed = false;
  commands_.soft.reset();
  return now;
}

/// The same number of steps for every ensemble; true while more is to be done. The steps of a turn follow its
/// time.
bool RunGroup::turn(std::int64_t most, std::stop_token stop) {
  const auto begun = Clock::now();
  std::int64_t made = 0;
  {
    const std::scoped_lock lock(turn_mutex_);
    for (TrainingRun& run : ensembles_.runs) made = std::max(made, run.advance(most, stop));
  }
  const auto took = Clock::now() - begun;
  if (took > kTurn)
    turn_steps_ = std::max<std::int64_t>(1, turn_steps_ / 2);
  else if (2 * took < kTurn && most == turn_steps_)
    turn_steps_ *= 2;
  const std::scoped_lock lock(mutex_);
  commands_.steps = std::max<std::int64_t>(0, commands_.steps - made);
  return !done() && (commands_.playing || commands_.steps > 0);
}

bool RunGroup::done() const {
  return std::all_of(ensembles_.runs.begin(), ensembles_.runs.end(),
                     [](const TrainingRun& run) { return run.trainer().done(); });
}

std::shared_ptr<const WatchedHead> RunGroup::watched_head() const {
  std::optional<HeadChoice> choice;
  {
    const std::scoped_lock lock(mutex_);
    choice = commands_.watch;
  }
  if (!choice || choice->ensemble < 0 || choice->ensemble >= static_cast<int>(ensembles_.runs.size()))
    return nullptr;
  const TrainingRun& run = ensembles_.runs[static_cast<std::size_t>(choice->ensemble)];
  const std::span<const HeadStatus> heads = run.trainer().heads();
  if (choice->head < 0 || choice->head >= static_cast<int>(heads.size())) return nullptr;
  const Shape& shape = run.trainer().options().shape;
  auto watched = std::make_shared<WatchedHead>();
  watched->choice = *choice;
  Parameters parameters;
  if (choice->frame < 0) {
    parameters = run.trainer().parameters(choice->head);
    watched->step = heads[static_cast<std::size_t>(choice->head)].step;
  } else {
    const KeyFrame& frame = run.key_frames()[frame_at(run, choice->frame)];
    parameters = frame.state->heads[static_cast<std::size_t>(choice->head)].parameters;
    watched->step = frame.step;
  }
  const std::string name =
      "learned, r = " + std::to_string(shape.rank) + ", seed " +
      std::to_string(run.trainer().options().seed + heads[static_cast<std::size_t>(choice->head)].index);
  if (auto head = learned_head(*ensembles_.task.problem, shape, parameters, name))
    watched->head = std::make_shared<const Head>(*std::move(head));
  watched->errors = input_errors(*ensembles_.task.problem, shape, parameters);
  return watched;
}

void RunGroup::publish() {
  auto seen = std::make_shared<GroupSnapshot>();
  seen->ready = true;
  seen->done = done();
  seen->task = ensembles_.task;
  for (const TrainingRun& run : ensembles_.runs) seen->runs.push_back(run.snapshot());
  seen->watched = watched_head();
  const std::scoped_lock lock(mutex_);
  seen->playing = !seen->done && (commands_.playing || commands_.steps > 0);
  snapshot_ = std::move(seen);
}

}  // namespace tt
