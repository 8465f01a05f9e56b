// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/jobs/jobs.h"

#include <QMetaObject>
#include <QThread>
#include <algorithm>

namespace tt {

Jobs::Jobs(QObject* parent) : QObject(parent) {
  pool_.setMaxThreadCount(std::max(2, QThread::idealThreadCount()));
}

Jobs::~Jobs() {
  stop_all_.request_stop();
  pool_.waitForDone();
}

std::stop_source Jobs::start(std::function<void(std::stop_token)> work) {
  std::stop_source source;
  bump(1);
  pool_.start([this, source, all = stop_all_.get_token(), work = std::move(work)]() mutable {
    {
      const std::stop_callback forward(all, [&source] { source.request_stop(); });
      if (!source.stop_requested()) work(source.get_token());
    }
    QMetaObject::invokeMethod(
        this, [this] { bump(-1); }, Qt::QueuedConnection);
  });
  return source;
}

void Jobs::bump(int by) {
  running_ += by;
  emit running_changed(running_);
}

}  // namespace tt
