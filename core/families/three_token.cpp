// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/families/three_token.h"

#include "core/base/options.h"
#include "core/domination/chain.h"

namespace tt {
namespace {

/// floor(distance/gap) gaps, what is left over in the last.
std::vector<int> jump_gaps(int distance, int gap) {
  std::vector<int> gaps(static_cast<std::size_t>(distance / gap), gap);
  if (!gaps.empty()) gaps.back() += distance % gap;
  return gaps;
}

/// (x,y,..,y), (x,z,..,z), (x,y,z,..,z).
void add_inputs(FamilyBuilder& builder, BitToken x, BitToken y, BitToken z, int n) {
  for (const auto& [first, others] : {std::pair{y, y}, std::pair{z, z}, std::pair{y, z}}) {
    Sequence sequence(static_cast<std::size_t>(n), others);
    sequence[0] = x;
    sequence[1] = first;
    builder.add(sequence);
  }
}

Expected<std::int64_t> count_jumps(std::span<const BitToken> words, int gap) {
  std::int64_t jumps = 0;
  for (const BitToken x : words) {
    if (x.m != words.front().m)
      return fail("code word " + to_string(x), std::to_string(x.m) + " bits",
                  std::to_string(words.front().m) + " as the first has");
    for (const BitToken other : words) jumps += directed_distance(x, other) / gap;
  }
  if (jumps == 0) return fail("gap", std::to_string(gap), "at most a distance of the words");
  return jumps;
}

}  // namespace

Expected<Family> three_token_family(std::span<const BitToken> words, int gap, int n) {
  if (words.size() < 2) return fail("code words", std::to_string(words.size()), "two or more");
  if (auto ok = check_range("gap", static_cast<long long>(gap), 1, words.front().m); !ok)
    return tl::unexpected(ok.error());
  if (auto ok = check_range("length n", static_cast<long long>(n), 3, kMaxFamilyLength); !ok)
    return tl::unexpected(ok.error());
  const auto jumps = count_jumps(words, gap);
  if (!jumps) return tl::unexpected(jumps.error());
  if (auto ok = check_family_size(n, 3.0 * static_cast<double>(*jumps), "three-token family"); !ok)
    return tl::unexpected(ok.error());
  FamilyBuilder builder(words.front().m, n);
  for (const BitToken x : words) {
    for (const BitToken other : words) {
      const auto gaps = jump_gaps(directed_distance(x, other), gap);
      if (gaps.empty()) continue;
      const auto chain = make_chain(x, complement(x), complement(other), gaps);
      if (!chain) return tl::unexpected(chain.error());
      for (std::size_t k = 0; k + 1 < chain->tokens.size(); ++k)
        add_inputs(builder, x, chain->tokens[k], chain->tokens[k + 1], n);
    }
  }
  Family family = std::move(builder).take();
  family.words.assign(words.begin(), words.end());
  family.jumps = *jumps;
  family.note = std::to_string(words.size()) + " words of " + std::to_string(family.m) + " bits, gap " +
                std::to_string(gap) + ": " + std::to_string(*jumps) + " jumps, " +
                std::to_string(family.size()) + " inputs (" + std::to_string(family.distinct_inputs()) +
                " distinct), " + std::to_string(family.tokens.size()) + " tokens";
  return family;
}

}  // namespace tt
