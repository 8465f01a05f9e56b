// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/training/learn_sweep.h"

namespace tt {

LearnSweep::LearnSweep(SessionModel& session, QObject* parent)
    : QObject(parent), session_(session), m_(session.session().m), latest_(jobs_) {
  connect(&session_, &SessionModel::changed, this, &LearnSweep::on_session);
}

void LearnSweep::restore(std::vector<LearnedShare> shares) {
  cancel();
  m_ = session_.session().m;
  shares_ = std::move(shares);
  std::erase_if(shares_, [this](const LearnedShare& one) { return one.m != m_; });
  emit changed();
}

void LearnSweep::start() {
  shares_.clear();
  const quint64 number = ++sweep_;
  latest_.start(
      [this, number, session = session_.session()](std::stop_token stop) {
        return learn_sweep(
            session,
            [this, number, stop](const LearnedShare& share) {
              if (stop.stop_requested()) return;
              QMetaObject::invokeMethod(
                  this,
                  [this, number, share] {
                    if (number == sweep_) take(share);
                  },
                  Qt::QueuedConnection);
            },
            stop);
      },
      [this](const Expected<void>& ended) {
        if (!ended) emit refused(QString::fromStdString(ended.error().message()));
        emit changed();
      });
  emit changed();
}

void LearnSweep::cancel() {
  latest_.cancel();
  ++sweep_;
  emit changed();
}

void LearnSweep::take(const LearnedShare& share) {
  shares_.push_back(share);
  emit changed();
}

void LearnSweep::on_session() {
  if (session_.session().m == m_) return;
  m_ = session_.session().m;
  shares_.clear();
  cancel();
}

}  // namespace tt
