// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/codes/lexicographic_search.h"

#include <algorithm>
#include <array>
#include <bit>

#include "core/codes/low_parts.h"

namespace tt {
namespace {

constexpr std::size_t at(int i) { return static_cast<std::size_t>(i); }

/// C(n, k) up to n = 64, all of which fit.
constexpr auto kBinomial = [] {
  std::array<std::array<std::int64_t, kMaxBits + 1>, kMaxBits + 1> c{};
  for (int n = 0; n <= kMaxBits; ++n) {
    c[at(n)][0] = 1;
    for (int k = 1; k <= n; ++k) c[at(n)][at(k)] = c[at(n - 1)][at(k - 1)] + c[at(n - 1)][at(k)];
  }
  return c;
}();

/// The patterns of the low bits that no kept word has refused so far, by their place in LowParts::of_weight.
class Undecided {
 public:
  Undecided(const LowParts& low, int weight) : low_(low), weight_(weight), blocks_(low.blocks(weight)) {
    const int size = static_cast<int>(low.of_weight(weight).size());
    for (int b = 0; b < blocks_; ++b) set_[at(b)] = low_mask(std::min(64, size - 64 * b));
  }

  /// Takes out what shares more than t ones with the pattern of these sets; false when nothing is left.
  bool keep_only(const std::uint64_t* sets, int t) {
    const std::uint64_t* allowed = sets + low_.place(weight_, t);
    std::uint64_t any = 0;
    for (int b = 0; b < blocks_; ++b) any |= set_[at(b)] &= allowed[b];
    return any != 0;
  }

  /// The least one, -1 when nothing is left.
  [[nodiscard]] int first() const {
    for (int b = 0; b < blocks_; ++b)
      if (set_[at(b)] != 0) return 64 * b + std::countr_zero(set_[at(b)]);
    return -1;
  }

 private:
  const LowParts& low_;
  int weight_, blocks_;
  std::array<std::uint64_t, LowParts::kMaxBlocks> set_{};
};

/// Words are tried in increasing order by a depth-first walk over their high bits, zero before one. A prefix
/// is refused with everything below it when some kept word is sure to share more than weight - distance ones
/// with any completion: those shared in the prefix plus those that the remaining ones cannot avoid. Where
/// only the low bits are open, all completions are decided together as a set (LowParts).
class Search {
 public:
  Search(Code& code, std::int64_t limit, Pace& pace)
      : code_(code),
        limit_(limit),
        pace_(pace),
        most_(code.weight - code.distance),
        low_(std::min(LowParts::kMaxBits, code.bits / 2)),
        levels_(at(code.bits) + 1) {}

  void run() { code_.complete = walk(code_.bits, 0, code_.weight); }

 private:
  /// What is known of the kept words when `below` bits are open; one entry a kept word. `shared` belongs to
  /// the prefix that the walk stands on.
  struct Level {
    std::vector<std::uint8_t> shared;  // ones shared with the prefix
    std::vector<std::uint8_t> open;    // ones of the kept word among the open bits
    std::vector<std::uint8_t> next;    // the kept word's highest open bit
  };

  /// Decides all words that begin with the prefix and have `ones` more ones; false when the search ends here.
  bool walk(int below, std::uint64_t prefix, int ones);
  bool decide_low_parts(std::uint64_t prefix, int ones);
  bool refused(Undecided& undecided, int ones);
  bool enter(int below, int bit, int ones);
  void keep(std::uint64_t word);

  [[nodiscard]] std::int64_t cost() const { return 1 + static_cast<std::int64_t>(code_.words.size() / 16); }

  Code& code_;
  std::int64_t limit_;
  Pace& pace_;
  int most_;
  LowParts low_;
  std::vector<Level> levels_;               // by the number of open bits
  std::vector<const std::uint64_t*> sets_;  // of the low bits of each kept word
  std::vector<std::uint32_t> order_;        // kept words, those that refused lately in front
};

bool Search::walk(int below, std::uint64_t prefix, int ones) {
  if (below == low_.bits()) return decide_low_parts(prefix, ones);
  --below;
  for (int bit = 0; bit <= 1; ++bit) {
    const int left = ones - bit;
    if (left < 0 || left > below) continue;
    if (!pace_.spend(cost())) return false;
    if (!enter(below, bit, left))
      pace_.decide(kBinomial[at(below)][at(left)]);
    else if (!walk(below, prefix | (static_cast<std::uint64_t>(bit) << below), left))
      return false;
  }
  return true;
}

/// Takes one more bit of the prefix; false when a kept word refuses all that follows.
bool Search::enter(int below, int bit, int ones) {
  const Level& above = levels_[at(below) + 1];
  Level& here = levels_[at(below)];
  const std::size_t count = code_.words.size();
  const auto mask = static_cast<std::uint8_t>(bit), room = static_cast<std::uint8_t>(below),
             wanted = static_cast<std::uint8_t>(ones);
  const std::uint8_t *before = above.shared.data(), *next = above.next.data(), *open = here.open.data();
  std::uint8_t* shared = here.shared.data();
  std::uint8_t worst = 0;
  for (std::size_t y = 0; y < count; ++y) {
    const auto now = static_cast<std::uint8_t>(before[y] + (next[y] & mask));
    const auto needed = static_cast<std::uint8_t>(open[y] + wanted);
    const auto forced = static_cast<std::uint8_t>(std::max(needed, room) - room);
    worst = std::max(worst, static_cast<std::uint8_t>(now + forced));
    shared[y] = now;
  }
  return worst <= most_;
}

bool Search::decide_low_parts(std::uint64_t prefix, int ones) {
  if (!pace_.spend(cost())) return false;
  const auto parts = low_.of_weight(ones);
  Undecided undecided(low_, ones);
  if (!refused(undecided, ones)) {
    for (int first = undecided.first(); first >= 0; first = undecided.first()) {
      keep(prefix | parts[at(first)]);
      if (limit_ > 0 && static_cast<std::int64_t>(code_.words.size()) >= limit_) return false;
      // The new word shares the whole prefix; as the distance is at least one, it takes itself out as well.
      const int t = most_ - std::popcount(prefix);
      if (t < 0) break;
      undecided.keep_only(sets_.back(), t);
    }
  }
  pace_.decide(static_cast<std::int64_t>(parts.size()));
  return true;
}

/// Takes out what the kept words refuse; true when nothing is left.
bool Search::refused(Undecided& undecided, int ones) {
  const Level& here = levels_[at(low_.bits())];
  for (std::size_t i = 0; i < order_.size(); ++i) {
    const std::uint32_t y = order_[i];
    const int t = most_ - here.shared[y];
    if (t >= std::min<int>(ones, here.open[y])) continue;  // shares no more whatever the low bits are
    if (undecided.keep_only(sets_[y], t)) continue;
    std::swap(order_[i], order_[i / 2]);
    return true;
  }
  return false;
}

void Search::keep(std::uint64_t word) {
  for (int below = low_.bits(); below <= code_.bits; ++below) {
    Level& level = levels_[at(below)];
    // The walk stands on this very word, so that it shares all its ones with the prefix.
    level.shared.push_back(static_cast<std::uint8_t>(std::popcount(word & ~low_mask(below))));
    level.open.push_back(static_cast<std::uint8_t>(std::popcount(word & low_mask(below))));
    level.next.push_back(below > 0 ? static_cast<std::uint8_t>((word >> (below - 1)) & 1) : std::uint8_t{0});
  }
  sets_.push_back(low_.sets_of(static_cast<std::uint16_t>(word & low_mask(low_.bits()))));
  order_.push_back(static_cast<std::uint32_t>(code_.words.size()));
  code_.words.push_back({word, code_.bits});
}

}  // namespace

void search_lexicographically(Code& code, std::int64_t limit, Pace& pace) { Search(code, limit, pace).run(); }

}  // namespace tt
