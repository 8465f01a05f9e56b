// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/codes/random_search.h"

#include <array>
#include <bit>
#include <numeric>

#include "core/base/exact.h"
#include "core/base/random.h"

namespace tt {
namespace {

/// Ones of a word by partial sums: without a machine instruction for it, std::popcount is a call.
int ones(std::uint64_t x) {
  x -= (x >> 1) & 0x5555555555555555ull;
  x = (x & 0x3333333333333333ull) + ((x >> 2) & 0x3333333333333333ull);
  x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0full;
  return static_cast<int>((x * 0x0101010101010101ull) >> 56);
}

/// Tries words one after another and keeps those far enough from all kept ones.
class Trial {
 public:
  Trial(Code& code, std::int64_t limit, Pace& pace)
      : code_(code), limit_(limit), pace_(pace), most_(code.weight - code.distance) {}

  /// False when the search ends here.
  bool operator()(std::uint64_t word) {
    if (!pace_.spend(1 + static_cast<std::int64_t>(code_.words.size() / 16))) return false;
    pace_.decide(1);
    for (const BitToken kept : code_.words)
      if (ones(kept.word & word) > most_) return true;
    code_.words.push_back({word, code_.bits});
    return limit_ == 0 || static_cast<std::int64_t>(code_.words.size()) < limit_;
  }

 private:
  Code& code_;
  std::int64_t limit_;
  Pace& pace_;
  int most_;
};

/// The next larger word of the same weight (Gosper); the caller knows that there is one.
std::uint64_t next_word(std::uint64_t word) {
  const std::uint64_t low = word & (~word + 1), ripple = word + low;
  return ripple | (((word ^ ripple) >> 2) >> std::countr_zero(low));
}

/// Fills the list of all `count` words of the code's bits and weight; false when stopped on the way.
bool list_words(std::vector<std::uint64_t>& words, const Code& code, std::int64_t count, Pace& pace) {
  std::uint64_t word = low_mask(code.weight);
  words.reserve(static_cast<std::size_t>(count));
  while (pace.spend(1)) {
    words.push_back(word);
    if (static_cast<std::int64_t>(words.size()) == count) return true;
    word = next_word(word);
  }
  return false;
}

/// A uniform word by choosing its positions one after another; random numbers addressed by draw.
std::uint64_t drawn_word(int bits, int weight, const RandomStream& stream, std::uint64_t draw) {
  std::array<int, kMaxBits> places{};
  std::iota(places.begin(), places.begin() + bits, 0);
  std::uint64_t word = 0;
  for (int k = 0; k < weight; ++k) {
    const auto at =
        static_cast<std::size_t>(k) +
        stream.below(draw * kMaxBits + static_cast<std::uint64_t>(k), static_cast<std::uint64_t>(bits - k));
    std::swap(places[static_cast<std::size_t>(k)], places[at]);
    word |= 1ull << places[static_cast<std::size_t>(k)];
  }
  return word;
}

}  // namespace

void search_at_random(Code& code, std::uint64_t seed, std::int64_t limit, Pace& pace) {
  const RandomStream stream(seed, Purpose::code);
  Trial keep_going(code, limit, pace);
  const Integer count = binomial(code.bits, code.weight);
  if (count > kListedCandidates) {
    for (std::int64_t draw = 0; draw < kListedCandidates; ++draw)
      if (!keep_going(drawn_word(code.bits, code.weight, stream, static_cast<std::uint64_t>(draw)))) return;
    return;
  }
  std::vector<std::uint64_t> words;
  if (!list_words(words, code, count.get_si(), pace)) return;
  // Shuffled as far as the search comes: a code of a few words needs only a few of them.
  for (std::size_t i = 0; i < words.size(); ++i) {
    std::swap(words[i], words[i + stream.below(i, words.size() - i)]);
    if (!keep_going(words[i])) return;
  }
  code.complete = true;
}

}  // namespace tt
