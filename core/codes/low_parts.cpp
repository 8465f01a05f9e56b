// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/codes/low_parts.h"

#include <bit>

namespace tt {

LowParts::LowParts(int bits) : bits_(bits), parts_(index(bits) + 1), sets_(std::size_t{1} << bits) {
  for (std::uint32_t part = 0; part < sets_.size(); ++part)
    parts_[index(std::popcount(part))].push_back(static_cast<std::uint16_t>(part));
  for (int weight = 0; weight <= bits_; ++weight) {
    place_.push_back(size_);
    size_ += index(weight) * index(blocks(weight));
  }
}

const std::uint64_t* LowParts::sets_of(std::uint16_t pattern) {
  std::vector<std::uint64_t>& sets = sets_[pattern];
  if (!sets.empty() || size_ == 0) return sets.data();
  sets.assign(size_, 0);
  for (int weight = 1; weight <= bits_; ++weight) {
    const auto parts = of_weight(weight);
    for (std::size_t i = 0; i < parts.size(); ++i)
      for (int t = std::popcount(static_cast<unsigned>(parts[i] & pattern)); t < weight; ++t)
        sets[place(weight, t) + i / 64] |= 1ull << (i % 64);
  }
  return sets.data();
}

}  // namespace tt
