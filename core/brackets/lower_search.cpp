// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>

#include "core/base/random.h"
#include "core/brackets/bracket.h"
#include "core/brackets/order.h"
#include "core/domination/gap.h"

namespace tt {
namespace {

using Clock = std::chrono::steady_clock;

/// Random numbers in a row, from one addressed stream.
class Draw {
 public:
  explicit Draw(std::uint64_t seed, std::uint64_t index) : stream_(seed, Purpose::certificate, index) {}
  std::uint64_t below(std::uint64_t bound) { return stream_.below(next_++, bound); }
  std::uint64_t word(int m) { return stream_.at(next_++) & low_mask(m); }

 private:
  RandomStream stream_;
  std::uint64_t next_ = 0;
};

/// Three bits of words, and what they force of each other, in double: good for searching.
class Matrix {
 public:
  Matrix(int m, int n, double epsilon) : factor_(static_cast<std::size_t>(m) + 1, 1.0) {
    const std::vector<double> lambda = best_lambda_log2(n, epsilon, m);
    for (std::size_t d = 0; d < factor_.size(); ++d) factor_[d] = std::exp2(lambda[d]);
  }

  /// 1/Lambda of the entry (i, j), or a number above one where nothing is forced.
  [[nodiscard]] double high(const Submatrix& part, std::size_t i, std::size_t j) const {
    const int distance =
        std::popcount(part.queries[i] & part.keys[j]) - std::popcount(part.queries[i] & part.keys[i]);
    return distance < 2 ? 2.0 : 1.0 / factor_[static_cast<std::size_t>(distance)];
  }

  /// The real bound, plain or centered at the shift 1/(2 Lambda) of the least factor; 0 where an entry is
  /// free.
  [[nodiscard]] double bound(const Submatrix& part) const {
    const std::size_t size = part.queries.size();
    double square = 0.0, greatest = 0.0;
    for (std::size_t i = 0; i < size; ++i)
      for (std::size_t j = 0; j < size; ++j) {
        if (i == j) continue;
        const double entry = high(part, i, j);
        if (entry > 1.0) return 0.0;
        square += entry * entry;
        greatest = std::max(greatest, entry);
      }
    const auto count = static_cast<double>(size);
    const double plain = count * count / (count + square);
    const double shift = greatest / 2.0, kept = (1.0 - shift) * (1.0 - shift);
    const double centered =
        count * count * kept / (count * kept + count * (count - 1.0) * shift * shift) - 1.0;
    return std::max(plain, centered);
  }

 private:
  std::vector<double> factor_;
};

/// Words whose complements are the keys, taken greedily in a random order of one or more weights.
Submatrix random_code(int m, int distance, Draw& draw) {
  std::vector<std::uint64_t> words;
  const int low = m / 2 - static_cast<int>(draw.below(2)), high = low + static_cast<int>(draw.below(2));
  for (std::uint64_t x = 0; x < std::uint64_t{1} << m; ++x)
    if (std::popcount(x) >= low && std::popcount(x) <= high) words.push_back(x);
  for (std::size_t i = words.size(); i > 1; --i) std::swap(words[i - 1], words[draw.below(i)]);
  Submatrix code;
  for (const std::uint64_t x : words) {
    const bool apart = std::ranges::all_of(code.queries, [&](std::uint64_t other) {
      return std::popcount(x & ~other) >= distance && std::popcount(other & ~x) >= distance;
    });
    if (!apart) continue;
    code.queries.push_back(x);
    code.keys.push_back(~x & low_mask(m));
  }
  return code;
}

/// Adds, replaces or removes one pair of a query and a key below its complement.
Submatrix neighbour(Submatrix part, int m, Draw& draw) {
  const std::uint64_t x = draw.word(m),
                      y = ~x & low_mask(m) & (draw.below(4) == 0 ? draw.word(m) : ~std::uint64_t{0});
  const std::uint64_t move = draw.below(8);
  if (part.queries.empty() || move < 4) {
    part.queries.push_back(x);
    part.keys.push_back(y);
    return part;
  }
  const std::size_t at = draw.below(part.queries.size());
  if (move < 7) {
    part.queries[at] = x;
    part.keys[at] = y;
  } else {
    part.queries.erase(part.queries.begin() + static_cast<std::ptrdiff_t>(at));
    part.keys.erase(part.keys.begin() + static_cast<std::ptrdiff_t>(at));
  }
  return part;
}

Certificate lower(const Bracket& bracket, long rank, decltype(Certificate::proof) proof) {
  return {bracket.m, bracket.n, bracket.epsilon, false, rank, std::move(proof)};
}

/// The greatest k with a shattered set of the first k blocks of four bits: 1100 against 0011.
ShatteredSet blocks(int m) {
  ShatteredSet set;
  for (int i = 0; i < m / 4; ++i) set.differences.push_back({0b0011ull << (4 * i), 0b1100ull << (4 * i)});
  for (std::uint64_t pattern = 0; pattern < std::uint64_t{1} << set.differences.size(); ++pattern) {
    std::uint64_t x = 0;
    for (std::size_t i = 0; i < set.differences.size(); ++i)
      x |= (pattern >> i & 1) != 0 ? set.differences[i].minus : set.differences[i].plus;
    set.queries.push_back(x);
  }
  return set;
}

/// Queries for all sign patterns, or nothing.
std::optional<ShatteredSet> completed(std::vector<Difference> differences, int m, int& met) {
  ShatteredSet set{std::move(differences), {}};
  const std::size_t patterns = std::size_t{1} << set.differences.size();
  std::vector<bool> seen(patterns, false);
  set.queries.assign(patterns, 0);
  met = 0;
  for (std::uint64_t x = 0; x < std::uint64_t{1} << m; ++x) {
    std::size_t pattern = 0;
    bool decided = true;
    for (std::size_t i = 0; i < set.differences.size() && decided; ++i) {
      const int value = along(set.differences[i], x);
      decided = value >= 2 || value <= -2;
      if (value <= -2) pattern |= std::size_t{1} << i;
    }
    if (!decided || seen[pattern]) continue;
    seen[pattern] = true;
    set.queries[pattern] = x;
    ++met;
  }
  if (met < static_cast<int>(patterns)) return std::nullopt;
  return set;
}

}  // namespace

std::optional<ShatteredSet> search_shattered(int m, int k, std::uint64_t seed, std::stop_token stop) {
  const std::vector<Difference> all = opposed_differences(m);
  constexpr int kRestarts = 40, kMoves = 400;
  for (std::uint64_t restart = 0; restart < kRestarts && !all.empty(); ++restart) {
    Draw draw(seed, restart);
    std::vector<Difference> now;
    for (int i = 0; i < k; ++i) now.push_back(all[draw.below(all.size())]);
    int met = 0;
    auto found = completed(now, m, met);
    for (int move = 0; move < kMoves && !found && !stop.stop_requested(); ++move) {
      std::vector<Difference> next = now;
      next[draw.below(next.size())] = all[draw.below(all.size())];
      int more = 0;
      found = completed(next, m, more);
      if (more >= met) {
        now = std::move(next);
        met = more;
      }
    }
    if (found || stop.stop_requested()) return found;
  }
  return std::nullopt;
}

void add_quick_lower(Bracket& bracket, std::stop_token stop) {
  if (bracket.m >= 4) improve(bracket, lower(bracket, 2, OpposedPair{{0b0011, 0b1100}, 0b0011, 0b1100}));
  // A refutation at five bits holds at more: zero bits change no overlap.
  if (bracket.m >= 5 && bracket.lower < 3)
    if (const auto core = order_core(5, stop)) improve(bracket, lower(bracket, 3, *core));
  const ShatteredSet plain = blocks(bracket.m);
  int k = static_cast<int>(plain.differences.size());
  if (k > 0) improve(bracket, lower(bracket, k + 1, plain));
  while (bracket.m <= 8) {  // one more than blocks give, while there is one
    const auto set = search_shattered(bracket.m, ++k, 1, stop);
    if (!set) break;
    improve(bracket, lower(bracket, k + 1, *set));
  }
}

std::optional<Certificate> search_submatrix(const Bracket& bracket, double seconds, std::uint64_t seed,
                                            std::stop_token stop) {
  const Matrix matrix(bracket.m, bracket.n, bracket.epsilon.get_d());
  const auto end = Clock::now() + std::chrono::duration<double>(seconds);
  std::optional<Certificate> best;
  long rank = bracket.lower;
  for (std::uint64_t restart = 0; Clock::now() < end && !stop.stop_requested(); ++restart) {
    Draw draw(seed, restart);
    Submatrix now = random_code(bracket.m, 2 + static_cast<int>(draw.below(3)), draw);
    double bound = matrix.bound(now);
    constexpr int kMoves = 3000;
    for (int move = 0; move < kMoves && !stop.stop_requested(); ++move) {
      Submatrix next = neighbour(now, bracket.m, draw);
      const double other = matrix.bound(next);
      if (other < bound) continue;
      bound = other;
      now = std::move(next);
    }
    if (now.queries.empty() || std::ceil(bound) <= static_cast<double>(rank) - 1.0) continue;
    const long proved = submatrix_rank(now, bracket.n, bracket.epsilon);
    if (proved <= rank) continue;
    rank = proved;
    best = lower(bracket, proved, now);
  }
  return best;
}

}  // namespace tt
