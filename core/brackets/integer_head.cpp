// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <bit>
#include <optional>
#include <string>

#include "core/brackets/certificate.h"

namespace tt {
namespace {

__extension__ using Wide = __int128;

/// Sizes for which no sum below leaves 128 bits.
constexpr std::int64_t kMaxFeature = std::int64_t{1} << 26, kMaxLookup = std::int64_t{1} << 26;
constexpr int kMaxRank = 256;

std::string shape_trouble(const IntegerHead& head, int m, int n) {
  const std::size_t tokens = std::size_t{1} << m, rank = static_cast<std::size_t>(head.rank);
  if (head.rank < 1 || head.rank > kMaxRank || n > 4096) return "rank or length out of range";
  if (head.lookup_bits < 0 || head.lookup_bits > 20) return "lookup bits out of range";
  if (head.query.size() != tokens * rank || head.key.size() != tokens * rank ||
      head.lookup.size() != tokens * tokens)
    return "tables of the wrong size";
  const auto within = [](const std::vector<std::int64_t>& values, std::int64_t low, std::int64_t high) {
    return std::ranges::all_of(values, [=](std::int64_t value) { return low <= value && value <= high; });
  };
  if (!within(head.query, 0, kMaxFeature) || !within(head.key, 0, kMaxFeature))
    return "a feature is negative or too large";
  if (!within(head.lookup, -kMaxLookup, kMaxLookup)) return "a lookup value is too large";
  return {};
}

/// Greatest `over` (least `under`) among the keys of one overlap, and of at least it.
struct Extremes {
  std::optional<Wide> over, under;
  void take(Wide up, Wide down) {
    if (!over || up > *over) over = up;
    if (!under || down < *under) under = down;
  }
};

class QueryCheck {
 public:
  QueryCheck(const IntegerHead& head, int m, int n, const Rational& epsilon, std::uint64_t x)
      : head_(head), m_(m), n_(n), x_(x), tokens_(std::uint64_t{1} << m) {
    numerator_ = epsilon.get_num().get_si();
    denominator_ = epsilon.get_den().get_si();
    for (std::uint64_t z = 0; z < tokens_; ++z) weight_.push_back(weight(z));
  }

  /// |N - t S| < epsilon S for all inputs with minimum t, N and S sums over the query and its n-1 others.
  [[nodiscard]] bool right(int t) const {
    Extremes exact, above;
    for (std::uint64_t z = 0; z < tokens_; ++z) {
      const int overlap = std::popcount(x_ & z);
      if (overlap < t) continue;
      above.take(over(z, t), under(z, t));
      if (overlap == t) exact.take(over(z, t), under(z, t));
    }
    const Wide others = n_ - 2;
    return over(x_, t) + *exact.over + others * *above.over < 0 &&
           under(x_, t) + *exact.under + others * *above.under > 0;
  }

 private:
  [[nodiscard]] Wide weight(std::uint64_t z) const {
    Wide sum = 0;
    const auto rank = static_cast<std::uint64_t>(head_.rank);
    for (std::uint64_t k = 0; k < rank; ++k)
      sum += static_cast<Wide>(head_.query[x_ * rank + k]) * head_.key[z * rank + k];
    return sum;
  }
  /// den (h - t omega) in units of 2^-lookup_bits.
  [[nodiscard]] Wide centred(std::uint64_t z, int t) const {
    const Wide value = head_.lookup[x_ * tokens_ + z] - (static_cast<Wide>(t) << head_.lookup_bits);
    return denominator_ * weight_[z] * value;
  }
  [[nodiscard]] Wide allowed(std::uint64_t z) const { return numerator_ * (weight_[z] << head_.lookup_bits); }
  [[nodiscard]] Wide over(std::uint64_t z, int t) const { return centred(z, t) - allowed(z); }
  [[nodiscard]] Wide under(std::uint64_t z, int t) const { return centred(z, t) + allowed(z); }

  const IntegerHead& head_;
  int m_, n_;
  std::uint64_t x_, tokens_;
  Wide numerator_ = 1, denominator_ = 2;
  std::vector<Wide> weight_;
};

}  // namespace

std::string trouble_of(const IntegerHead& head, int m, int n, const Rational& epsilon) {
  if (std::string trouble = shape_trouble(head, m, n); !trouble.empty()) return trouble;
  if (epsilon.get_den() > 1'000'000) return "epsilon has too large a denominator";
  for (std::uint64_t x = 0; x < std::uint64_t{1} << m; ++x) {
    const QueryCheck check(head, m, n, epsilon, x);
    for (int t = 0; t <= std::popcount(x); ++t)
      if (!check.right(t))
        return "query " + to_string(BitToken{x, m}) + " is wrong by epsilon or more at minimum " +
               std::to_string(t);
  }
  return {};
}

}  // namespace tt
