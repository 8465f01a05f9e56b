// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/interrupt.h"

#include <signal.h>
#include <unistd.h>

#include <chrono>

#include "app/cli/output.h"

namespace tt::cli {
namespace {

// Wrappers such as timeout(1) send the same interrupt twice, to the program and to its group.
constexpr std::chrono::milliseconds kOneKeystroke{500};

sigset_t interrupts() {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  return set;
}

}  // namespace

Interrupt::Interrupt() {
  const sigset_t set = interrupts();
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
  waiter_ = std::thread([this] { wait(); });
}

Interrupt::~Interrupt() {
  closing_ = true;
  pthread_kill(waiter_.native_handle(), SIGINT);
  waiter_.join();
}

void Interrupt::wait() {
  const sigset_t set = interrupts();
  int signal_number = 0;
  std::chrono::steady_clock::time_point first;
  while (sigwait(&set, &signal_number) == 0 && !closing_) {
    const auto now = std::chrono::steady_clock::now();
    if (source_.request_stop()) {
      first = now;
      // The first characters clear a line of progress.
      if (isatty(STDERR_FILENO)) say("\r\033[Kstopping; press Ctrl-C again to stop at once");
    } else if (now - first > kOneKeystroke) {
      _exit(kInterrupted);
    }
  }
}

}  // namespace tt::cli
