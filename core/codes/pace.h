// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <stop_token>
#include <utility>

#include "core/base/progress.h"

namespace tt {

/// The pace of one search: counts its steps against the budget, hears the stop and reports how many
/// candidates are decided. A step is a comparison with up to sixteen kept words or a comparable piece of
/// work, a few nanoseconds.
class Pace {
 public:
  Pace(std::int64_t budget, std::stop_token stop, Progress* progress)
      : budget_(budget), stop_(std::move(stop)), progress_(progress) {}

  /// Counts the steps of the next piece of work; false when the search has to end before it.
  [[nodiscard]] bool spend(std::int64_t steps) {
    spent_ += steps;
    if (budget_ > 0 && spent_ > budget_) return false;
    if (spent_ < next_look_) return true;
    next_look_ = spent_ + kLookEvery;
    report();
    return !stop_.stop_requested();
  }
  void decide(std::int64_t candidates) { decided_ += candidates; }
  void report() const {
    if (progress_) progress_->done = decided_;
  }

 private:
  static constexpr std::int64_t kLookEvery = 1 << 14;  // well below a millisecond

  std::int64_t budget_, spent_ = 0, next_look_ = kLookEvery, decided_ = 0;
  std::stop_token stop_;
  Progress* progress_;
};

}  // namespace tt
