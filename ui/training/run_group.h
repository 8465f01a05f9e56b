// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "core/session/training.h"

namespace tt {

/// One head of a group, and the key frame at which it is looked at (-1: as it is now).
struct HeadChoice {
  int ensemble = -1, head = -1;
  std::int64_t frame = -1;  ///< a step of the group's key frames
  bool operator==(const HeadChoice&) const = default;
};

/// The watched head as other views can show it.
struct WatchedHead {
  HeadChoice choice;
  std::int64_t step = 0;
  std::shared_ptr<const Head> head;  ///< null: no head of one table (several attention heads, a bent readout)
  std::vector<double> errors;        ///< by input of the task's problem
};

/// A group at one moment. Values only; never changes once published.
struct GroupSnapshot {
  std::string error;  ///< why it cannot train; empty: it can
  bool ready = false, playing = false, done = false;
  TrainingTask task;
  std::vector<RunSnapshot> runs;  ///< one a rank
  std::shared_ptr<const WatchedHead> watched;
};

/// A named run of the window: one ensemble a rank, advanced in turns of some milliseconds on one thread of
/// its own. Every function may be called from the UI thread and returns at once; what happens is seen in the
/// next snapshot, of which there are at most 30 a second. Destroying it stops the thread and waits for it.
class RunGroup {
 public:
  struct Ensembles {
    TrainingTask task;
    std::vector<TrainingRun> runs;
  };
  /// Made on the group's own thread.
  using Make = std::function<Expected<Ensembles>(std::stop_token)>;

  RunGroup(std::string name, Make make);
  /// A run that was kept in a figure or a log: to be looked at; it does not go on.
  RunGroup(std::string name, const TrainingTask& task, std::vector<RunSnapshot> runs);
  RunGroup(const RunGroup&) = delete;
  RunGroup& operator=(const RunGroup&) = delete;

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] bool kept() const { return !thread_.joinable(); }
  void play();
  void pause();
  void step(std::int64_t steps);
  void set_soft(const SoftOptions& soft);
  void watch(std::optional<HeadChoice> choice);
  [[nodiscard]] std::shared_ptr<const GroupSnapshot> snapshot() const;

  /// Every ensemble from its last key frame at or before a step. Waits for the turn that is being made: call
  /// it from a worker, on a group that pauses.
  [[nodiscard]] Expected<Ensembles> branch(std::int64_t step, const std::string& name,
                                           const SoftOptions& soft) const;

 private:
  struct Commands {
    bool playing = false, changed = false;
    std::int64_t steps = 0;
    std::optional<SoftOptions> soft;
    std::optional<HeadChoice> watch;
  };

  void work(const Make& make, std::stop_token stop);
  void train(std::stop_token stop);
  Commands next_commands(std::stop_token stop);
  void change(const SoftOptions& soft);
  bool turn(std::int64_t most, std::stop_token stop);
  void publish();
  [[nodiscard]] bool done() const;
  [[nodiscard]] std::shared_ptr<const WatchedHead> watched_head() const;
  template <class Change>
  void command(Change change);

  std::string name_;
  Ensembles ensembles_;  // the worker's; other threads read it under turn_mutex_
  std::int64_t turn_steps_ = 1;
  mutable std::mutex turn_mutex_;

  mutable std::mutex mutex_;  // of what follows
  std::condition_variable_any wake_;
  Commands commands_;
  std::shared_ptr<const GroupSnapshot> snapshot_;

  std::jthread thread_;  // last: it uses the rest
};

}  // namespace tt
