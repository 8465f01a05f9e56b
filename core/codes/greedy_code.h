// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

#include "core/base/json.h"
#include "core/base/progress.h"
#include "core/task/bit_token.h"

namespace tt {

enum class CodeOrder { lexicographic, random };

/// What code to look for. Words of `bits` bits and weight `weight` with |x \ y| >= distance for all x != y.
struct CodeRequest {
  int bits = 12;                               ///< M, 1..64
  int weight = -1;                             ///< 0..M; -1 means floor(M/2)
  int distance = 3;                            ///< directed distance, 1..M
  CodeOrder order = CodeOrder::lexicographic;  ///< order in which candidates are tried
  std::uint64_t seed = 1;                      ///< of the random order
  std::int64_t limit = 0;                      ///< stop at this many words; 0: no limit
  std::int64_t budget = 0;                     ///< give up after this many steps of the search; 0: never
  bool operator==(const CodeRequest&) const = default;
};

struct Code {
  int bits = 1;
  int weight = 0;
  int distance = 1;  ///< as asked; the least distance present may be larger
  std::vector<BitToken> words;
  bool complete = false;  ///< all candidates were tried (not stopped, no limit or budget reached)
};

/// Greedy constant-weight code: candidates in the order asked, each kept when far enough from all kept ones
/// (theory 6.1). Lexicographic order over increasing words decides whole ranges of candidates at once; random
/// order visits every candidate once where C(M,w) <= 2^22, and otherwise draws 2^22 seeded candidates. A stop
/// is heard within a millisecond and returns what was found so far; the progress counts decided candidates.
[[nodiscard]] Expected<Code> greedy_code(const CodeRequest& request, std::stop_token stop = {},
                                         Progress* progress = nullptr);

/// Least directed distance over ordered pairs by brute force; nullopt with fewer than two words.
[[nodiscard]] std::optional<int> min_directed_distance(std::span<const BitToken> words);

/// histogram[d] = number of ordered pairs at directed distance d, d = 0..bits.
[[nodiscard]] std::vector<std::int64_t> distance_histogram(std::span<const BitToken> words, int bits);

/// {"format":"threetokens-code","version":1,"bits","weight","distance","size","min_distance","words"}.
[[nodiscard]] Json to_json(const Code& code);
[[nodiscard]] Expected<Code> code_from_json(const Json& json, std::string_view source);

}  // namespace tt
