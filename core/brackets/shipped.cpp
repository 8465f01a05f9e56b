// SPDX-License-Identifier: GPL-3.0-or-later
#include <string_view>

#include "core/brackets/bracket.h"
#include "core/brackets/shipped_text.h"

namespace tt {

Expected<std::vector<Bracket>> shipped_brackets() {
  const auto json = parse_json(shipped_brackets_text(), "the shipped brackets");
  if (!json) return tl::unexpected(json.error());
  return brackets_from_json(*json, "the shipped brackets");
}

std::optional<BracketEnds> shipped_ends(int m, int n, double epsilon) {
  static const std::vector<Bracket> all = shipped_brackets().value_or(std::vector<Bracket>());
  for (const Bracket& b : all)
    if (b.m == m && b.n == n && b.epsilon == exactly(epsilon))
      return BracketEnds{b.lower, b.upper, b.lower_source, b.upper_source};
  return std::nullopt;
}

std::optional<BracketEnds> shipped_lower(int m, int n) {
  std::optional<BracketEnds> best;
  for (const int length : kBracketLengths) {
    const auto ends = length <= n ? shipped_ends(m, length, 0.5) : std::nullopt;
    if (ends && (!best || ends->lower > best->lower)) best = ends;
  }
  return best;
}

}  // namespace tt
