// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "core/base/json.h"
#include "core/task/bit_token.h"

namespace tt {

inline constexpr int kMaxFamilyLength = 4096;  ///< tokens of one input of a family

/// A list of inputs of one length over a table of distinct tokens. In each input the query comes first and
/// the target is the query's. Repeats of an input are kept.
struct Family {
  int m = 1;
  int n = 1;
  std::vector<BitToken> words;        ///< code words behind it, empty when there are none
  std::vector<BitToken> tokens;       ///< distinct
  std::vector<std::int32_t> inputs;   ///< size() rows of n indices into tokens
  std::vector<std::int32_t> targets;  ///< one per input
  std::int64_t jumps = 0;             ///< three-token families: number of chain jumps
  std::string note;

  [[nodiscard]] std::size_t size() const { return targets.size(); }
  [[nodiscard]] std::span<const std::int32_t> input(std::size_t i) const {
    return {inputs.data() + i * static_cast<std::size_t>(n), static_cast<std::size_t>(n)};
  }
  /// The i-th input as tokens, query first.
  [[nodiscard]] Sequence sequence(std::size_t i) const;
  /// Number of distinct inputs, the order of the other tokens ignored.
  [[nodiscard]] std::size_t distinct_inputs() const;
};

/// Collects inputs of one family over a table of distinct tokens.
class FamilyBuilder {
 public:
  FamilyBuilder(int m, int n) {
    family_.m = m;
    family_.n = n;
  }
  /// n tokens of m bits, query first; the target is computed.
  void add(std::span<const BitToken> sequence);
  [[nodiscard]] Family take() && { return std::move(family_); }

 private:
  Family family_;
  std::map<BitToken, std::int32_t> index_;
};

/// Refuses families above 20 million inputs or 100 million tokens in all; `what` begins the error.
[[nodiscard]] Expected<void> check_family_size(int n, double inputs, const std::string& what);

/// Every query with every multiset of n-1 other tokens: 2^m * C(2^m + n - 2, n - 1) inputs (the order of the
/// others never matters). Refused above the size of check_family_size.
[[nodiscard]] Expected<Family> all_inputs(int m, int n);

/// `count` sequences of uniform random tokens, query first; addressed by (seed, row).
[[nodiscard]] Expected<Family> random_family(int m, int n, int count, std::uint64_t seed);

/// One uniform random sequence.
[[nodiscard]] Sequence random_sequence(int m, int n, std::uint64_t seed);

/// A family from explicit sequences of equal length and bits, query first; targets are computed.
[[nodiscard]] Expected<Family> family_of(std::span<const Sequence> sequences);

/// User sequences. Text: one sequence a line, tokens separated by blanks or commas, # starts a comment. JSON:
/// a list of lists of bit strings, or an object with key "sequences", or a family file. At least one
/// sequence, and none empty; lengths and bits may differ.
[[nodiscard]] Expected<std::vector<Sequence>> parse_sequences(std::string_view text, std::string_view source);

/// The family file: {"format":"threetokens-family","version":1,"m","n","words","tokens","inputs","targets"},
/// and "note" and "jumps" where there are any.
[[nodiscard]] Json to_json(const Family& family);
[[nodiscard]] Expected<Family> family_from_json(const Json& json, std::string_view source);
[[nodiscard]] Expected<Family> load_family(const std::filesystem::path& path);

}  // namespace tt
