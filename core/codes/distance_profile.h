// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/json.h"
#include "core/task/bit_token.h"

namespace tt {

/// How far the words of a constant-weight code lie apart: all that a bound on the rank needs to know of it.
struct DistanceProfile {
  std::string name;  ///< "RM(2,6), weight 32"
  int bits = 0, weight = 0;
  std::int64_t size = 0;            ///< T
  std::vector<std::int64_t> pairs;  ///< ordered pairs at directed distance d = 0..weight; [0] is 0

  [[nodiscard]] int least_distance() const;  ///< 0 where there is no pair
};

/// Of listed words, all of one weight; by brute force.
[[nodiscard]] DistanceProfile profile_of(std::string name, std::span<const BitToken> words);

/// A binary linear code by its generators, at most 22 of them and independent.
struct LinearCode {
  std::string name;
  int bits = 1;
  std::vector<std::uint64_t> generators;
};
inline constexpr int kMostGenerators = 22;

/// Reed-Muller codes RM(r, k) of 2^k bits (k = 3..6), as far as they have up to 22 generators.
[[nodiscard]] LinearCode reed_muller(int r, int k);
/// The extended Golay code of 24 bits.
[[nodiscard]] LinearCode golay();
/// Extended primitive BCH code of 2^k bits (k = 4..6) from the roots alpha^1..alpha^(2t) of its generator
/// polynomial.
[[nodiscard]] LinearCode extended_bch(int k, int t);
/// The words that are zero on the last `by` bits, without these bits.
[[nodiscard]] LinearCode shortened(const LinearCode& code, int by);

/// Distances between the words of one weight, by one Walsh transform over all words: their number of ordered
/// pairs with a given sum is a convolution. All in whole numbers.
[[nodiscard]] DistanceProfile weight_class(const LinearCode& code, int weight);
/// The words of one weight, increasing.
[[nodiscard]] std::vector<BitToken> words_of_weight(const LinearCode& code, int weight);
/// The code that a shipped profile is a class of, by its name.
[[nodiscard]] std::optional<LinearCode> code_of(const DistanceProfile& profile);
/// The weights that a code has, 0 and those above half of the bits left out.
[[nodiscard]] std::vector<int> weights_of(const LinearCode& code);

/// The weight classes that come with the program (resources/data/code-profiles.json).
[[nodiscard]] std::span<const DistanceProfile> shipped_profiles();
/// Made afresh from their codes: what the file holds; some seconds.
[[nodiscard]] std::vector<DistanceProfile> computed_profiles();
/// The file's text, built into the program.
[[nodiscard]] std::string_view shipped_profiles_text();

/// {"format":"threetokens-code-profiles","version":1,"profiles":[{"name","bits","weight","size","pairs"}]}
[[nodiscard]] Json profiles_json(std::span<const DistanceProfile> profiles);
[[nodiscard]] Expected<std::vector<DistanceProfile>> profiles_from_json(const Json& json,
                                                                        std::string_view source);

}  // namespace tt
