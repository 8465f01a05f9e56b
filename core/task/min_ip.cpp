// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/task/min_ip.h"

#include <algorithm>

namespace tt {

int min_ip_target(std::span<const BitToken> sequence, std::size_t position) {
  const BitToken query = sequence[position];
  int least = weight(query);
  for (const BitToken other : sequence) least = std::min(least, overlap(query, other));
  return least;
}

std::vector<int> min_ip_targets(std::span<const BitToken> sequence) {
  std::vector<int> targets;
  targets.reserve(sequence.size());
  for (std::size_t i = 0; i < sequence.size(); ++i) targets.push_back(min_ip_target(sequence, i));
  return targets;
}

}  // namespace tt
