// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/progress_line.h"

#include <unistd.h>

#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <mutex>

namespace tt::cli {
namespace {

void follow(std::stop_token stop, const std::string& name, const Progress& progress) {
  std::mutex mutex;
  std::condition_variable_any wake;
  std::unique_lock lock(mutex);
  bool written = false;
  // Short work shows nothing: the first line comes after a moment.
  while (!wake.wait_for(lock, stop, std::chrono::milliseconds(300), [&] { return stop.stop_requested(); })) {
    if (stop.stop_requested()) break;
    const auto done = static_cast<long long>(progress.done), total = static_cast<long long>(progress.total);
    if (total > 0)
      std::fprintf(stderr, "\r%s: %lld of %lld\033[K", name.c_str(), done, total);
    else
      std::fprintf(stderr, "\r%s: %lld\033[K", name.c_str(), done);
    std::fflush(stderr);
    written = true;
  }
  if (written) std::fputs("\r\033[K", stderr);
}

}  // namespace

ProgressLine::ProgressLine(std::string name, const Progress& progress) {
  if (!isatty(STDERR_FILENO)) return;
  thread_ = std::jthread(
      [name = std::move(name), &progress](std::stop_token stop) { follow(stop, name, progress); });
}

}  // namespace tt::cli
