// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <stop_token>
#include <vector>

#include "core/base/exact.h"
#include "core/bounds/bounds.h"
#include "core/codes/distance_profile.h"

namespace tt::certificate {

// What the parts of core/bounds share: a code and a factor become a rank.

/// A code and a form of the near-identity lemma, with the bound it gives in double: good for comparing, not
/// yet a claim.
struct Candidate {
  int bits = 0, weight = 0, distance = 0;  ///< bits = 0: nothing found yet, rank one
  bool centered = false;
  double rank_log2 = 0.0;   ///< of the integer implied
  double bound_log2 = 0.0;  ///< of the real bound
};

/// By the integer implied, then by the real bound.
[[nodiscard]] bool better(const Candidate& a, const Candidate& b);

/// The better of the forms 5.1 and 5.4 (5.1 minus one for a signed kernel) for a code size and a factor above
/// one.
[[nodiscard]] Candidate best_form(double size_log2, double lambda_log2, bool is_signed);

/// Improves `best` by Gilbert-Varshamov codes of one length and weight, at every distance whose factor
/// exceeds one. lambda_log2[d] for d = 0..min(weight, bits - weight) at least. A stop leaves the best so far.
void search_gv(int bits, int weight, std::span<const double> lambda_log2, bool is_signed, Candidate& best,
               std::stop_token stop);

/// The weights that are tried: the asked one, or those next to the middle.
[[nodiscard]] std::vector<int> weights(int bits, int asked);

/// The claim, in exact arithmetic and rounded outwards, for a code of `size` words.
[[nodiscard]] LowerBound certify(const Candidate& candidate, const Integer& size,
                                 const BoundsOptions& options, const std::string& source);

/// Rank one, or rank two where two words of the least useful weight dominate each other (6.5).
[[nodiscard]] LowerBound small_bound(const BoundsOptions& options);

/// The optimized bound with the factors already at hand: lambda_log2[d] for d = 0..m/2.
[[nodiscard]] LowerBound optimized_with(const BoundsOptions& options, std::span<const double> lambda_log2,
                                        std::stop_token stop);

/// Greedy lexicographic codes of up to kShortBits bits next to the middle weight, listed once, and the weight
/// classes of linear codes that come with the program.
inline constexpr int kShortBits = 16;
[[nodiscard]] std::span<const DistanceProfile> known_profiles();

/// Those of some profiles that give the best bound of their length for some n and epsilon.
[[nodiscard]] std::vector<DistanceProfile> useful_profiles(std::span<const DistanceProfile> profiles);

/// The better of `best` and what the distances of a code give: each pair of words by its own distance, the
/// best form and shift (5.1, 5.4). Where a distance of the code forces nothing the code is passed over.
[[nodiscard]] LowerBound with_profiles(LowerBound best, std::span<const DistanceProfile> profiles,
                                       const BoundsOptions& options, std::span<const double> lambda_log2);

}  // namespace tt::certificate
