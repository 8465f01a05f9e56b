// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <stop_token>
#include <thread>

namespace tt::cli {

/// Turns Ctrl-C (SIGINT) into a request to stop; a second one ends the program at once. The signal is blocked
/// in all threads and one thread waits for it, so that nothing runs inside a signal handler. Made before any
/// other thread.
class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  [[nodiscard]] std::stop_token token() const { return source_.get_token(); }

 private:
  void wait();

  std::stop_source source_;
  std::atomic<bool> closing_{false};
  std::thread waiter_;
};

}  // namespace tt::cli
