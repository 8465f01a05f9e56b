// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/brackets/bracket.h"

#include <algorithm>
#include <chrono>
#include <thread>

#include "core/base/options.h"

namespace tt {
namespace {

using Clock = std::chrono::steady_clock;

/// Trivial ends: one feature at least, and 2^m always do (3.3).
Bracket trivial(const BracketOptions& options) {
  Bracket bracket;
  bracket.m = options.m;
  bracket.n = options.n;
  bracket.epsilon = exactly(options.epsilon);
  bracket.upper = 1L << options.m;
  bracket.lower_source = "a head has a feature";
  bracket.upper_source = "exact product features (3.3)";
  return bracket;
}

/// Certificates of the shipped table. A lower end holds at every greater epsilon's expense, so it is taken
/// for smaller ones too; an upper end only at its own.
void take_shipped(Bracket& bracket) {
  const auto shipped = shipped_brackets();
  if (!shipped) return;
  for (const Bracket& other : *shipped)
    for (Certificate certificate : other.certificates) {
      if (certificate.upper) {
        if (other.m != bracket.m || other.n != bracket.n || other.epsilon != bracket.epsilon) continue;
      } else {
        if (other.m > bracket.m || (other.m < bracket.m && other.n != bracket.n)) continue;
        certificate.m = bracket.m;  // zero bits change no overlap
        certificate.n = bracket.n;
        certificate.epsilon = bracket.epsilon;
      }
      improve(bracket, std::move(certificate));
    }
}

/// Tries ranks below the upper end with more and more effort, and submatrices beside it.
class Search {
 public:
  Search(Bracket& bracket, const BracketOptions& options, std::stop_token stop, Progress* progress)
      : bracket_(bracket), options_(options), stop_(std::move(stop)), progress_(progress) {
    end_ = Clock::now() + std::chrono::milliseconds(static_cast<std::int64_t>(1e3 * options.budget));
  }

  void run() {
    // The budget ends what is under way, as a stop does.
    std::stop_source budget;
    const std::stop_callback hand_on(stop_, [&budget] { budget.request_stop(); });
    std::jthread clock([this, &budget](const std::stop_token& done) { wait(done, budget); });
    constexpr double kSharpness[] = {30.0, 100.0, 300.0};
    HeadAttempt attempt{16, 1000, kSharpness[0], 3e-2, options_.seed, options_.threads};
    for (std::size_t round = 1; !bracket_.closed() && !budget.stop_requested(); ++round) {
      if (const auto found = search_submatrix(bracket_, std::min(2.0, options_.budget / 10.0), attempt.seed,
                                              budget.get_token()))
        improve(bracket_, *found);
      downward(attempt, budget.get_token());
      attempt.seed += 1000;
      attempt.sharpness = kSharpness[round % std::size(kSharpness)];
      if (round % std::size(kSharpness) == 0) attempt.steps *= 2;
    }
  }

 private:
  void wait(const std::stop_token& done, std::stop_source& budget) const {
    while (!done.stop_requested() && Clock::now() < end_)
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    budget.request_stop();
  }

  /// Halves the open part of the bracket while that succeeds, then goes down one by one.
  void downward(const HeadAttempt& attempt, const std::stop_token& stop) {
    long step = std::max(1L, (bracket_.upper - bracket_.lower) / 2);
    while (!bracket_.closed() && !stop.stop_requested()) {
      const long rank = std::max(bracket_.lower, bracket_.upper - step);
      if (progress_) ++progress_->done;
      const auto found =
          search_head(bracket_.m, bracket_.n, bracket_.epsilon, static_cast<int>(rank), attempt, stop);
      if (found)
        improve(bracket_, *found);
      else if (step == 1)
        return;
      step = found ? std::max(1L, std::min(step, (bracket_.upper - bracket_.lower) / 2)) : step / 2;
    }
  }

  Bracket& bracket_;
  const BracketOptions& options_;
  std::stop_token stop_;
  Progress* progress_;
  Clock::time_point end_;
};

}  // namespace

bool improve(Bracket& bracket, Certificate certificate) {
  if (certificate.m != bracket.m || certificate.n != bracket.n || certificate.epsilon != bracket.epsilon)
    return false;
  const bool better = certificate.upper ? certificate.rank < bracket.upper : certificate.rank > bracket.lower;
  if (!better || !verify(certificate)) return false;
  (certificate.upper ? bracket.upper : bracket.lower) = certificate.rank;
  (certificate.upper ? bracket.upper_source : bracket.lower_source) = source_text(certificate);
  std::erase_if(bracket.certificates, [&](const Certificate& old) { return old.upper == certificate.upper; });
  bracket.certificates.push_back(std::move(certificate));
  return true;
}

Expected<Bracket> bracket(const BracketOptions& options, std::stop_token stop, Progress* progress) {
  if (auto sound =
          check_range("bits m", static_cast<long long>(options.m), 1LL, static_cast<long long>(kBracketBits));
      !sound)
    return tl::unexpected(sound.error());
  if (auto sound = check_range("length n", static_cast<long long>(options.n), 3LL, 64LL); !sound)
    return tl::unexpected(sound.error());
  if (auto sound = check_epsilon(options.epsilon); !sound) return tl::unexpected(sound.error());
  if (auto sound = check_range("budget in seconds", options.budget, 0.0, 1e7); !sound)
    return tl::unexpected(sound.error());
  Bracket result = trivial(options);
  take_shipped(result);
  if (!shipped_ends(options.m, options.n, options.epsilon)) {
    add_quick_lower(result, stop);
    if (const auto solution = overlap_lp(options.m, std::min(options.n, 8), options.epsilon, stop);
        solution && *solution) {
      if (options.n <= 8) {
        const long rank = (*solution)->rank.get_si();
        improve(result, {options.m, options.n, result.epsilon, true, rank, **solution});
      }
    }
  }
  if (options.budget > 0.0) Search(result, options, std::move(stop), progress).run();
  return result;
}

}  // namespace tt
