// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/interrupt.h"

#include <signal.h>
#include <unistd.h>

#include "app/cli/output.h"

namespace tt::cli {
namespace {

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
  while (sigwait(&set, &signal_number) == 0 && !closing_) {
    if (source_.stop_requested()) _exit(kInterrupted);
    source_.request_stop();
    if (isatty(STDERR_FILENO)) say("stopping; press Ctrl-C again to stop at once");
  }
}

}  // namespace tt::cli
