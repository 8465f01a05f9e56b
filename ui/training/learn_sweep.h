// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <vector>

#include "core/session/learned.h"
#include "ui/jobs/latest.h"
#include "ui/session/session_model.h"

namespace tt {

/// The learned layer of the phase view: which ranks learn which lengths at the session's m, filled in while a
/// worker sweeps. Kept until m changes.
class LearnSweep : public QObject {
  Q_OBJECT

 public:
  explicit LearnSweep(SessionModel& session, QObject* parent = nullptr);

  [[nodiscard]] const std::vector<LearnedShare>& shares() const { return shares_; }
  [[nodiscard]] bool running() const { return latest_.busy(); }
  /// m is small enough.
  [[nodiscard]] bool possible() const { return session_.session().m <= kLearnBits; }
  /// Shares that a figure carried, where they are of the session's m.
  void restore(std::vector<LearnedShare> shares);
  void start();
  void cancel();

 signals:
  /// New shares, or a beginning or end.
  void changed();
  void refused(const QString& message);

 private:
  void on_session();
  void take(const LearnedShare& share);

  SessionModel& session_;
  std::vector<LearnedShare> shares_;
  int m_ = 0;
  quint64 sweep_ = 0;
  Jobs jobs_;  // joined before the rest goes: the worker tells this object
  Latest<Expected<void>> latest_;
};

}  // namespace tt
