// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/task/family.h"

#include <algorithm>
#include <cmath>

#include "core/base/log2_number.h"
#include "core/base/options.h"
#include "core/base/random.h"
#include "core/task/min_ip.h"

namespace tt {
namespace {

constexpr double kMaxInputs = 20e6;
constexpr double kMaxIndices = 100e6;  // tokens of all inputs together, four bytes each

Sequence random_row(int m, int n, const RandomStream& stream) {
  Sequence sequence;
  for (int j = 0; j < n; ++j) sequence.push_back({stream.at(static_cast<std::uint64_t>(j)) & low_mask(m), m});
  return sequence;
}

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
  const auto length = static_cast<std::size_t>(n);
  std::vector<std::int32_t> keys = inputs;
  std::vector<std::span<const std::int32_t>> rows;
  rows.reserve(size());
  for (std::size_t i = 0; i < size(); ++i) {
    const auto row = std::span(keys).subspan(i * length, length);
    std::ranges::sort(row.subspan(1));
    rows.push_back(row);
  }
  std::ranges::sort(rows, [](auto a, auto b) { return std::ranges::lexicographical_compare(a, b); });
  const auto repeats = std::ranges::unique(rows, [](auto a, auto b) { return std::ranges::equal(a, b); });
  return rows.size() - repeats.size();
}

void FamilyBuilder::add(std::span<const BitToken> sequence) {
  for (const BitToken token : sequence) {
    const auto [place, fresh] = index_.try_emplace(token, static_cast<std::int32_t>(family_.tokens.size()));
    if (fresh) family_.tokens.push_back(token);
    family_.inputs.push_back(place->second);
  }
  family_.targets.push_back(min_ip_target(sequence, 0));
}

Expected<void> check_family_size(int n, double inputs, const std::string& what) {
  if (inputs > kMaxInputs) return fail(what, text(inputs) + " inputs", "up to 20 million");
  if (inputs * n > kMaxIndices) return fail(what, text(inputs * n) + " tokens in all", "up to 100 million");
  return {};
}

Expected<Family> all_inputs(int m, int n) {
  if (auto ok = check_range("bits m", static_cast<long long>(m), 1, 20); !ok)
    return tl::unexpected(ok.error());
  if (auto ok = check_range("length n", static_cast<long long>(n), 1, kMaxFamilyLength); !ok)
    return tl::unexpected(ok.error());
  const double kinds = std::exp2(m);
  const double count = kinds * std::exp2(log2_binomial(kinds + n - 2, n - 1));
  const std::string what = "all inputs of " + std::to_string(m) + " bits and length " + std::to_string(n);
  if (auto ok = check_family_size(n, count, what); !ok) return tl::unexpected(ok.error());
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
  return random_row(m, n, RandomStream(seed, Purpose::sequence));
}

Expected<Family> random_family(int m, int n, int count, std::uint64_t seed) {
  if (auto ok = check_range("bits m", static_cast<long long>(m), 1, kMaxBits); !ok)
    return tl::unexpected(ok.error());
  if (auto ok = check_range("length n", static_cast<long long>(n), 1, kMaxFamilyLength); !ok)
    return tl::unexpected(ok.error());
  if (auto ok = check_range("sequences", static_cast<long long>(count), 1, 1000000); !ok)
    return tl::unexpected(ok.error());
  if (auto ok = check_family_size(n, count, "random sequences"); !ok) return tl::unexpected(ok.error());
  FamilyBuilder builder(m, n);
  for (int row = 0; row < count; ++row)
    builder.add(random_row(m, n, RandomStream(seed, Purpose::sequence, static_cast<std::uint64_t>(row) + 1)));
  Family family = std::move(builder).take();
  family.note = std::to_string(count) + " random sequences, seed " + std::to_string(seed);
  return family;
}

Expected<Family> family_of(std::span<const Sequence> sequences) {
  if (sequences.empty() || sequences.front().empty())
    return fail("family", "no sequence", "at least one token");
  const int n = static_cast<int>(sequences.front().size()), m = sequences.front().front().m;
  FamilyBuilder builder(m, n);
  for (std::size_t row = 0; row < sequences.size(); ++row) {
    const Sequence& sequence = sequences[row];
    const std::string which = "sequence " + std::to_string(row + 1);
    if (static_cast<int>(sequence.size()) != n)
      return fail("length of " + which, std::to_string(sequence.size()),
                  std::to_string(n) + " as the first has");
    for (const BitToken token : sequence)
      if (token.m != m)
        return fail("bits in " + which, std::to_string(token.m),
                    std::to_string(m) + " as the first token has");
    builder.add(sequence);
  }
  return std::move(builder).take();
}

}  // namespace tt
