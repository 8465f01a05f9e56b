// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMetaObject>
#include <QObject>
#include <functional>
#include <memory>
#include <mutex>
#include <stop_token>
#include <utility>

#include "ui/jobs/jobs.h"

namespace tt {

/// Newest wins: starting again stops the older run, and what it still delivers is dropped. Results arrive on
/// the UI thread; staleness is judged there only. Destroying it drops everything.
template <class Result>
class Latest {
 public:
  explicit Latest(Jobs& jobs) : jobs_(jobs), shared_(std::make_shared<Shared>()) {
    shared_->receiver = &receiver_;
  }
  Latest(const Latest&) = delete;
  Latest& operator=(const Latest&) = delete;
  ~Latest() {
    current_.request_stop();
    const std::scoped_lock lock(shared_->mutex);
    shared_->receiver = nullptr;
  }

  void start(std::function<Result(std::stop_token)> work, std::function<void(Result)> deliver) {
    current_.request_stop();
    const quint64 number = ++newest_;
    busy_ = true;
    current_ = jobs_.start([this, number, shared = shared_, work = std::move(work),
                            deliver = std::move(deliver)](std::stop_token stop) {
      auto result = std::make_shared<Result>(work(stop));
      const std::scoped_lock lock(shared->mutex);
      if (!shared->receiver) return;  // `this` is gone as well
      QMetaObject::invokeMethod(
          shared->receiver,
          [this, number, result, deliver] {
            if (number != newest_) return;
            busy_ = false;
            deliver(std::move(*result));
          },
          Qt::QueuedConnection);
    });
  }

  void cancel() {
    current_.request_stop();
    ++newest_;
    busy_ = false;
  }

  /// The newest request has not been answered yet.
  [[nodiscard]] bool busy() const { return busy_; }

 private:
  struct Shared {
    std::mutex mutex;
    QObject* receiver = nullptr;
  };

  Jobs& jobs_;
  QObject receiver_;
  std::shared_ptr<Shared> shared_;
  std::stop_source current_;
  quint64 newest_ = 0;
  bool busy_ = false;
};

}  // namespace tt
