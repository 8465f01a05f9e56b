// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <bit>
#include <compare>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"

namespace tt {

inline constexpr int kMaxBits = 64;

/// A token of {0,1}^m. Bit k of the word is position k; bits at or above m are zero. Written position 0
/// first.
struct BitToken {
  std::uint64_t word = 0;
  int m = 1;
  auto operator<=>(const BitToken&) const = default;
};

using Sequence = std::vector<BitToken>;

/// The m lowest bits set, 0 <= m <= 64.
[[nodiscard]] constexpr std::uint64_t low_mask(int m) { return m >= 64 ? ~0ull : (1ull << m) - 1; }

[[nodiscard]] constexpr int weight(BitToken x) { return std::popcount(x.word); }
/// <x,z>: the number of positions where both are 1.
[[nodiscard]] constexpr int overlap(BitToken x, BitToken z) { return std::popcount(x.word & z.word); }
/// |x \ y|: positions where x is 1 and y is 0.
[[nodiscard]] constexpr int directed_distance(BitToken x, BitToken y) {
  return std::popcount(x.word & ~y.word);
}
/// The complement in m bits.
[[nodiscard]] constexpr BitToken complement(BitToken x) { return {~x.word & low_mask(x.m), x.m}; }
[[nodiscard]] constexpr bool bit(BitToken x, int k) { return (x.word >> k) & 1; }
[[nodiscard]] constexpr BitToken flipped(BitToken x, int k) { return {x.word ^ (1ull << k), x.m}; }

/// "1100": position 0 first.
[[nodiscard]] std::string to_string(BitToken x);
/// Reads 1 to 64 characters 0 or 1; the error names the first wrong character and its place.
[[nodiscard]] Expected<BitToken> parse_token(std::string_view text);

}  // namespace tt
