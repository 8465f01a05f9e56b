// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>

#include "core/heads/constructions/overlap_lp.h"

namespace tt {
namespace {

/// Row n - 3, column m - 1: what overlap_lp gives at epsilon = 1/2, each verified exactly.
constexpr std::array<std::array<long, 8>, 6> kRanks{{
    {1, 2, 4, 5, 7, 13, 29, 37},     // n = 3
    {1, 2, 4, 6, 12, 22, 30, 46},    // n = 4
    {1, 2, 5, 9, 16, 23, 37, 74},    // n = 5
    {1, 2, 5, 10, 17, 29, 58, 102},  // n = 6
    {1, 2, 5, 10, 17, 29, 58, 122},  // n = 7
    {1, 2, 5, 10, 21, 38, 72, 130},  // n = 8
}};

}  // namespace

std::optional<long> known_overlap_rank(int m, int n) {
  if (m < 1 || m > 8 || n < 3 || n > 8) return std::nullopt;
  return kRanks[static_cast<std::size_t>(n) - 3][static_cast<std::size_t>(m) - 1];
}

}  // namespace tt
