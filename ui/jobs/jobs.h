// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QThreadPool>
#include <functional>
#include <stop_token>

namespace tt {

/// The pool that long work of the window runs on. Made by the window, handed to what needs it; its destructor
/// asks all work to stop and waits for it.
class Jobs : public QObject {
  Q_OBJECT

 public:
  explicit Jobs(QObject* parent = nullptr);
  ~Jobs() override;

  /// Runs work on a worker thread. Returns the handle that stops it.
  std::stop_source start(std::function<void(std::stop_token)> work);
  [[nodiscard]] int running() const { return running_; }
  [[nodiscard]] int threads() const { return pool_.maxThreadCount(); }

 signals:
  void running_changed(int running);

 private:
  void bump(int by);

  QThreadPool pool_;
  std::stop_source stop_all_;
  int running_ = 0;  // touched on the UI thread only
};

}  // namespace tt
