// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/codes/greedy_code.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "core/base/log2_number.h"
#include "core/base/options.h"
#include "core/base/random.h"

namespace tt {
namespace {

constexpr std::int64_t kListed = std::int64_t{1} << 22;  // random order: more candidates than this are drawn, not listed
constexpr std::int64_t kStopEvery = 1 << 12;

/// The words kept so far, the one that refused last in front: neighbouring candidates tend to be refused by the same word.
class Kept {
 public:
  Kept(int weight, int distance) : most_(weight - distance) {}

  /// A kept word that shares more than weight - distance ones with the candidate, else zero.
  [[nodiscard]] std::uint64_t refusing(std::uint64_t candidate) {
    for (std::size_t i = 0; i < recent_.size(); ++i) {
      if (std::popcount(candidate & recent_[i]) <= most_) continue;
      const std::uint64_t word = recent_[i];
      if (i > 0) {
        recent_[i] = recent_[i / 2];
        recent_[i / 2] = word;
      }
      return word;
    }
    return 0;
  }
  void keep(std::uint64_t word) { recent_.push_back(word); }
  [[nodiscard]] int most() const { return most_; }

 private:
  int most_;
  std::vector<std::uint64_t> recent_;
};

/// The next larger word of the same weight (Gosper); the caller knows that there is one.
std::uint64_t next_word(std::uint64_t word) {
  const std::uint64_t low = word & (~word + 1), ripple = word + low;
  return ripple | (((word ^ ripple) >> 2) / low);
}

/// The last word of the block of all words that agree with `candidate` above some bit and that `word` is sure to refuse:
/// the ones shared above the bit, and those that the ones below cannot avoid, already are too many.
std::uint64_t end_of_refused_block(std::uint64_t candidate, std::uint64_t word, int bits, int most) {
  const std::uint64_t shared = candidate & word;
  for (int below = bits - 1; below > 0; --below) {
    const std::uint64_t mask = low_mask(below);
    const int ones = std::popcount(candidate & mask);
    const int forced = std::max(0, ones + std::popcount(word & mask) - below);
    if (std::popcount(shared & ~mask) + forced <= most) continue;
    return (candidate & ~mask) | (low_mask(ones) << (below - ones));
  }
  return candidate;
}

/// Counts steps; true while the search may go on.
class Pace {
 public:
  Pace(const CodeRequest& request, std::stop_token stop, Progress* progress)
      : budget_(request.budget), stop_(std::move(stop)), progress_(progress) {}
  [[nodiscard]] bool go_on() {
    ++steps_;
    if (budget_ > 0 && steps_ > budget_) return false;
    if (steps_ % kStopEvery != 0) return true;
    if (progress_) progress_->done = steps_;
    return !stop_.stop_requested();
  }

 private:
  std::int64_t steps_ = 0, budget_;
  std::stop_token stop_;
  Progress* progress_;
};

bool full(const Code& code, const CodeRequest& request) {
  return request.limit > 0 && static_cast<std::int64_t>(code.words.size()) >= request.limit;
}

void search_in_order(Code& code, const CodeRequest& request, Pace& pace) {
  Kept kept(code.weight, code.distance);
  std::uint64_t candidate = low_mask(code.weight);
  const std::uint64_t last = low_mask(code.weight) << (code.bits - code.weight);
  while (!full(code, request) && pace.go_on()) {
    const std::uint64_t word = kept.refusing(candidate);
    if (word == 0) {
      kept.keep(candidate);
      code.words.push_back({candidate, code.bits});
    } else {
      candidate = end_of_refused_block(candidate, word, code.bits, kept.most());
    }
    if (candidate == last) {
      code.complete = true;
      return;
    }
    candidate = next_word(candidate);
  }
}

/// A uniform word by choosing its positions one after another; random numbers addressed by draw.
std::uint64_t drawn_word(int bits, int weight, const RandomStream& stream, std::uint64_t draw) {
  std::array<int, kMaxBits> places{};
  std::iota(places.begin(), places.begin() + bits, 0);
  std::uint64_t word = 0;
  for (int k = 0; k < weight; ++k) {
    const auto at = static_cast<std::size_t>(k) +
                    stream.below(draw * kMaxBits + static_cast<std::uint64_t>(k), static_cast<std::uint64_t>(bits - k));
    std::swap(places[static_cast<std::size_t>(k)], places[at]);
    word |= 1ull << places[static_cast<std::size_t>(k)];
  }
  return word;
}

std::vector<std::uint64_t> shuffled_words(int bits, int weight, const RandomStream& stream) {
  std::vector<std::uint64_t> words{low_mask(weight)};
  const std::uint64_t last = low_mask(weight) << (bits - weight);
  while (words.back() != last) words.push_back(next_word(words.back()));
  for (std::size_t i = words.size(); i > 1; --i) std::swap(words[i - 1], words[stream.below(i, i)]);
  return words;
}

void search_at_random(Code& code, const CodeRequest& request, Pace& pace) {
  const RandomStream stream(request.seed, Purpose::code);
  Kept kept(code.weight, code.distance);
  const auto try_word = [&](std::uint64_t word) {
    if (kept.refusing(word) != 0) return;
    kept.keep(word);
    code.words.push_back({word, code.bits});
  };
  if (std::exp2(log2_binomial(code.bits, code.weight)) <= static_cast<double>(kListed)) {
    for (const std::uint64_t word : shuffled_words(code.bits, code.weight, stream)) {
      if (full(code, request) || !pace.go_on()) return;
      try_word(word);
    }
    code.complete = true;
    return;
  }
  for (std::int64_t draw = 0; draw < kListed && !full(code, request) && pace.go_on(); ++draw)
    try_word(drawn_word(code.bits, code.weight, stream, static_cast<std::uint64_t>(draw)));
}

Expected<void> check(const CodeRequest& request) {
  const auto whole = [](std::string_view name, long long value, long long low, long long high) {
    return check_range(name, value, low, high);
  };
  if (auto ok = whole("code bits", request.bits, 1, kMaxBits); !ok) return ok;
  if (auto ok = whole("code weight", request.weight, -1, request.bits); !ok) return ok;
  if (auto ok = whole("code distance", request.distance, 1, request.bits); !ok) return ok;
  if (auto ok = whole("limit of words", request.limit, 0, std::int64_t{1} << 40); !ok) return ok;
  return {};
}

}  // namespace

Expected<Code> greedy_code(const CodeRequest& request, std::stop_token stop, Progress* progress) {
  if (auto ok = check(request); !ok) return tl::unexpected(ok.error());
  Code code;
  code.bits = request.bits;
  code.weight = request.weight < 0 ? request.bits / 2 : request.weight;
  code.distance = request.distance;
  if (code.weight < code.distance) {  // two different words of this weight never lie so far apart: one word is all
    code.words.push_back({low_mask(code.weight), code.bits});
    code.complete = true;
    return code;
  }
  Pace pace(request, std::move(stop), progress);
  if (request.order == CodeOrder::lexicographic) search_in_order(code, request, pace);
  else search_at_random(code, request, pace);
  return code;
}

}  // namespace tt
