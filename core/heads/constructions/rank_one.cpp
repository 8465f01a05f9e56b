// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/heads/constructions/constructions.h"

namespace tt {

Head rank_one_head(int m) {
  Head head = head_with({.kind = MapKind::constant, .m = m});
  head.name = "rank one";
  return head;
}

Rational rank_one_output(std::span<const BitToken> sequence, std::size_t position) {
  const BitToken x = sequence[position];
  long sum = 0;
  for (const BitToken z : sequence) sum += 2L * overlap(x, z) - weight(x);
  Rational output(sum, static_cast<long>(sequence.size()));
  output.canonicalize();
  return output;
}

}  // namespace tt
