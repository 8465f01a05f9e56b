// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tt {

/// All patterns of a few low bits by weight, and for a given pattern the sets of those that share at most t
/// ones with it. A set over the patterns of one weight is a row of bits in increasing order, so that 64
/// candidates are refused by one operation.
class LowParts {
 public:
  static constexpr int kMaxBits = 12;    ///< the largest set then has C(12, 6) = 924 members
  static constexpr int kMaxBlocks = 15;  ///< which fit into so many 64-bit blocks

  explicit LowParts(int bits);

  [[nodiscard]] int bits() const { return bits_; }
  /// The patterns of a weight in increasing order.
  [[nodiscard]] std::span<const std::uint16_t> of_weight(int weight) const { return parts_[index(weight)]; }
  /// 64-bit blocks of a set over of_weight(weight).
  [[nodiscard]] int blocks(int weight) const {
    return static_cast<int>((parts_[index(weight)].size() + 63) / 64);
  }
  /// All sets of one pattern; made on first use and valid as long as this object.
  [[nodiscard]] const std::uint64_t* sets_of(std::uint16_t pattern);
  /// Where in sets_of the set "of this weight, at most t shared" begins, 0 <= t < weight.
  [[nodiscard]] std::size_t place(int weight, int t) const {
    return place_[index(weight)] + index(t) * static_cast<std::size_t>(blocks(weight));
  }

 private:
  static std::size_t index(int i) { return static_cast<std::size_t>(i); }

  int bits_;
  std::vector<std::vector<std::uint16_t>> parts_;  // by weight
  std::vector<std::size_t> place_;                 // by weight
  std::size_t size_ = 0;                           // of all sets of one pattern
  std::vector<std::vector<std::uint64_t>> sets_;   // by pattern, empty until used
};

}  // namespace tt
