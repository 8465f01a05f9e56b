// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/task/family.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "core/base/log2_number.h"
#include "core/base/options.h"
#include "core/base/random.h"
#include "core/task/min_ip.h"

namespace tt {
namespace {

constexpr double kMaxInputs = 20e6;
constexpr int kMaxLength = 64;

/// The next multiset of `length` kinds out of `kinds` as a non-decreasing list; false after the last.
bool next_multiset(std::vector<std::int32_t>& chosen, std::int32_t kinds) {
  for (std::size_t i = chosen.size(); i-- > 0;) {
    if (chosen[i] + 1 < kinds) {
      std::fill(chosen.begin() + static_cast<std::ptrdiff_t>(i), chosen.end(), chosen[i] + 1);
      return true;
    }
  }
  return false;
}

}  // namespace

Sequence Family::sequence(std::size_t i) const {
  Sequence result;
  for (const std::int32_t index : input(i)) result.push_back(tokens[static_cast<std::size_t>(index)]);
  return result;
}

std::size_t Family::distinct_inputs() const {
  std::set<std::vector<std::int32_t>> seen;
  for (std::size_t i = 0; i < size(); ++i) {
    const auto row = input(i);
    std::vector<std::int32_t> key(row.begin(), row.end());
    std::sort(key.begin() + 1, key.end());
    seen.insert(std::move(key));
  }
  return seen.size();
}

Expected<Family> all_inputs(int m, int n) {
  if (auto ok = check_range("bits m", static_cast<long long>(m), 1, 20); !ok) return tl::unexpected(ok.error());
  if (auto ok = check_range("length n", static_cast<long long>(n), 1, kMaxLength); !ok) return tl::unexpected(ok.error());
  const double kinds = std::exp2(m);
  const double count = kinds * std::exp2(log2_binomial(kinds + n - 2, n - 1));
  if (count > kMaxInputs)
    return fail("all inputs of " + std::to_string(m) + " bits and length " + std::to_string(n), text(count) + " inputs",
                "up to 20 million; take fewer bits or a shorter length");
  Family family;
  family.m = m;
  family.n = n;
  family.note = "all inputs";
  const auto tokens = static_cast<std::int32_t>(1 << m);
  for (std::int32_t t = 0; t < tokens; ++t) family.tokens.push_back({static_cast<std::uint64_t>(t), m});
  for (std::int32_t query = 0; query < tokens; ++query) {
    const BitToken x = family.tokens[static_cast<std::size_t>(query)];
    std::vector<std::int32_t> others(static_cast<std::size_t>(n - 1), 0);
    do {
      int target = weight(x);
      family.inputs.push_back(query);
      for (const std::int32_t other : others) {
        family.inputs.push_back(other);
        target = std::min(target, overlap(x, family.tokens[static_cast<std::size_t>(other)]));
      }
      family.targets.push_back(target);
    } while (next_multiset(others, tokens));
  }
  return family;
}

Sequence random_sequence(int m, int n, std::uint64_t seed) {
  const RandomStream stream(seed, Purpose::sequence);
  Sequence sequence;
  for (int j = 0; j < n; ++j) sequence.push_back({stream.at(static_cast<std::uint64_t>(j)) & low_mask(m), m});
  return sequence;
}

Expected<Family> random_family(int m, int n, int count, std::uint64_t seed) {
  if (auto ok = check_range("bits m", static_cast<long long>(m), 1, kMaxBits); !ok) return tl::unexpected(ok.error());
  if (auto ok = check_range("length n", static_cast<long long>(n), 1, kMaxLength); !ok) return tl::unexpected(ok.error());
  if (auto ok = check_range("sequences", static_cast<long long>(count), 1, 1000000); !ok) return tl::unexpected(ok.error());
  std::vector<Sequence> sequences;
  sequences.reserve(static_cast<std::size_t>(count));
  for (int row = 0; row < count; ++row) {
    const RandomStream stream(seed, Purpose::sequence, static_cast<std::uint64_t>(row) + 1);
    Sequence& sequence = sequences.emplace_back();
    for (int j = 0; j < n; ++j) sequence.push_back({stream.at(static_cast<std::uint64_t>(j)) & low_mask(m), m});
  }
  auto family = family_of(sequences);
  if (family) family->note = std::to_string(count) + " random sequences, seed " + std::to_string(seed);
  return family;
}

Expected<Family> family_of(std::span<const Sequence> sequences) {
  if (sequences.empty() || sequences.front().empty()) return fail("family", "no sequence", "at least one token");
  Family family;
  family.n = static_cast<int>(sequences.front().size());
  family.m = sequences.front().front().m;
  std::map<BitToken, std::int32_t> index;
  for (std::size_t row = 0; row < sequences.size(); ++row) {
    const Sequence& sequence = sequences[row];
    const std::string which = "sequence " + std::to_string(row + 1);
    if (static_cast<int>(sequence.size()) != family.n)
      return fail("length of " + which, std::to_string(sequence.size()), std::to_string(family.n) + " as the first has");
    for (const BitToken token : sequence) {
      if (token.m != family.m)
        return fail("bits in " + which, std::to_string(token.m), std::to_string(family.m) + " as the first token has");
      const auto [place, fresh] = index.try_emplace(token, static_cast<std::int32_t>(family.tokens.size()));
      if (fresh) family.tokens.push_back(token);
      family.inputs.push_back(place->second);
    }
    family.targets.push_back(min_ip_target(sequence, 0));
  }
  return family;
}

}  // namespace tt
