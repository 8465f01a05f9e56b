// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>

namespace tt {

/// Random numbers are addressed, not drawn: the same (seed, purpose, index...) gives the same number on every
/// machine and in any order. SplitMix64 finalizer over the mixed key.
[[nodiscard]] constexpr std::uint64_t mix64(std::uint64_t z) {
  z += 0x9e3779b97f4a7c15ull;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
  return z ^ (z >> 31);
}

/// What a stream of random numbers is for; a number of one purpose never equals that of another by design.
enum class Purpose : std::uint64_t { code = 1, sequence, projection, matrix, test, initial, certificate };

/// One addressed stream: at(i) is the i-th 64-bit number.
class RandomStream {
 public:
  constexpr RandomStream(std::uint64_t seed, Purpose purpose, std::uint64_t index = 0)
      : key_(mix64(mix64(mix64(seed) ^ static_cast<std::uint64_t>(purpose)) ^ index)) {}

  [[nodiscard]] constexpr std::uint64_t at(std::uint64_t i) const { return mix64(key_ ^ mix64(i)); }

  /// Uniform in [0, 1), 53 bits.
  [[nodiscard]] constexpr double uniform(std::uint64_t i) const {
    return static_cast<double>(at(i) >> 11) * 0x1p-53;
  }

  /// Uniform integer in [0, bound), bound >= 1; the bias is below bound / 2^64.
  [[nodiscard]] constexpr std::uint64_t below(std::uint64_t i, std::uint64_t bound) const {
    return static_cast<std::uint64_t>((static_cast<__uint128_t>(at(i)) * bound) >> 64);
  }

  /// Standard normal by Box-Muller from the two numbers at 2i and 2i+1 of a sister stream.
  [[nodiscard]] double normal(std::uint64_t i) const {
    const double u = 1.0 - static_cast<double>(mix64(key_ ^ mix64(~(2 * i))) >> 11) * 0x1p-53;
    const double v = static_cast<double>(mix64(key_ ^ mix64(~(2 * i + 1))) >> 11) * 0x1p-53;
    return std::sqrt(-2.0 * std::log(u)) * std::cos(2.0 * std::numbers::pi * v);
  }

 private:
  std::uint64_t key_;
};

}  // namespace tt
