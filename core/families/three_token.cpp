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
void add_inputs(std::vector<Sequence>& inputs, BitToken x, BitToken y, BitToken z, int n) {
  const auto rest = static_cast<std::size_t>(n - 1);
  for (const auto& [first, others] : {std::pair{y, y}, std::pair{z, z}, std::pair{y, z}}) {
    Sequence sequence(rest, others);
    sequence.front() = first;
    sequence.insert(sequence.begin(), x);
    inputs.push_back(std::move(sequence));
  }
}

}  // namespace

Expected<Family> three_token_family(std::span<const BitToken> words, int gap, int n) {
  if (words.size() < 2) return fail("code words", std::to_string(words.size()), "two or more");
  if (auto ok = check_range("gap", static_cast<long long>(gap), 1, words.front().m); !ok) return tl::unexpected(ok.error());
  if (auto ok = check_range("length n", static_cast<long long>(n), 3, 64); !ok) return tl::unexpected(ok.error());
  std::vector<Sequence> inputs;
  std::int64_t jumps = 0;
  for (const BitToken x : words) {
    for (const BitToken other : words) {
      if (x == other) continue;
      const auto gaps = jump_gaps(directed_distance(x, other), gap);
      if (gaps.empty()) continue;
      auto chain = make_chain(x, complement(x), complement(other), gaps);
      if (!chain) return tl::unexpected(chain.error());
      for (std::size_t k = 0; k + 1 < chain->tokens.size(); ++k, ++jumps)
        add_inputs(inputs, x, chain->tokens[k], chain->tokens[k + 1], n);
    }
  }
  if (inputs.empty()) return fail("gap", std::to_string(gap), "at most the distance of the words");
  auto family = family_of(inputs);
  if (!family) return family;
  family->words.assign(words.begin(), words.end());
  family->jumps = jumps;
  family->note = std::to_string(words.size()) + " words of " + std::to_string(family->m) + " bits, gap " + std::to_string(gap) +
                 ": " + std::to_string(jumps) + " jumps, " + std::to_string(family->size()) + " inputs (" +
                 std::to_string(family->distinct_inputs()) + " distinct), " + std::to_string(family->tokens.size()) + " tokens";
  return family;
}

}  // namespace tt
