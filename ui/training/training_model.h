// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>
#include <memory>
#include <vector>

#include "ui/session/session_model.h"
#include "ui/training/run_group.h"

namespace tt {

/// The runs of the window: up to eight named ones are kept, one of them is current. Looks at their snapshots
/// 60 times a second while something happens. The chosen head of the current run becomes the session's head
/// (one undo step), and follows the training past undo for as long as the user leaves it alone.
class TrainingModel : public QObject {
  Q_OBJECT

 public:
  static constexpr std::size_t kMostRuns = 8;

  struct Run {
    std::shared_ptr<RunGroup> group;
    std::shared_ptr<const GroupSnapshot> seen;
    bool shown = true;  ///< overlaid in the charts
  };

  explicit TrainingModel(SessionModel& session, QObject* parent = nullptr);

  /// Where further runs are trained; those that are there stay where they are.
  void set_backend(Backend backend) { backend_ = std::move(backend); }

  [[nodiscard]] const std::vector<Run>& runs() const { return runs_; }
  [[nodiscard]] int current() const { return current_; }
  [[nodiscard]] const GroupSnapshot* seen() const;
  [[nodiscard]] bool playing() const;
  [[nodiscard]] const HeadChoice& chosen() const { return chosen_; }
  /// The session's head is the chosen one and follows it.
  [[nodiscard]] bool live() const { return live_; }
  /// The session asks for another training than the current run's: Play goes on, New run takes it up.
  [[nodiscard]] bool outdated() const;

  /// Goes on, or starts a first run.
  void play();
  void pause();
  void step(std::int64_t steps);
  /// The current run from its beginning with what the session asks for now; paused.
  void reset();
  /// A further run with what the session asks for now, played at once.
  void start_new();
  /// A further run from the current one's key frame at or before a step, with the session's rate, threshold
  /// and sharpness.
  void branch(std::int64_t step);
  /// Runs of a figure or a log join the others, to be looked at.
  void add_kept(const TrainingResult& result);
  /// Stops a run for good and lets go of what it found.
  void dismiss(int run);
  void set_current(int run);
  void set_shown(int run, bool shown);

  void choose(int ensemble, int head);
  /// Looks at a key frame; -1: at the newest step.
  void look_at(std::int64_t frame);

 signals:
  /// Something new to show.
  void changed();
  void refused(const QString& message);

 private:
  void add(std::shared_ptr<RunGroup> group, std::size_t at);
  /// No current run that could go on.
  [[nodiscard]] bool rests() const;
  [[nodiscard]] RunGroup::Make make_of(const Session& session, const std::string& name) const;
  [[nodiscard]] std::string free_name(const std::string& wish) const;
  void look();
  void wake();
  void follow_head();
  void drop_failed();
  void on_session();

  SessionModel& session_;
  Backend backend_ = cpu_backend();
  std::vector<Run> runs_;
  int current_ = -1;
  int counter_ = 0;
  HeadChoice chosen_;
  bool live_ = false, choosing_ = false, writing_ = false;
  std::shared_ptr<const WatchedHead> shown_head_;
  Json shown_json_;
  QTimer timer_;
  int quiet_looks_ = 0;
};

}  // namespace tt
