// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "core/bounds/bounds.h"
#include "core/bounds/certificate.h"
#include "core/codes/gilbert_varshamov.h"
#include "core/codes/greedy_code.h"
#include "core/domination/gap.h"

namespace tt {
namespace {

using certificate::Candidate;

// Longer lists take minutes, and there the counted size is already large.
constexpr int kMaxListedBits = 24;
constexpr double kMaxCountedSizeLog2 = 9.5;

// Johnson's count: two words share at most w - distance positions, so each set of w - distance + 1 positions
// lies in one word at most.
double most_words_log2(int bits, int weight, int distance) {
  const int k = weight - distance + 1;
  return std::log2(binomial(bits, k).get_d()) - std::log2(binomial(weight, k).get_d());
}

DistanceProfile listed(int bits, int weight, int distance, std::stop_token stop) {
  const auto code = greedy_code({.bits = bits, .weight = weight, .distance = distance}, stop);
  return code ? profile_of("listed lexicographic code", code->words) : DistanceProfile();
}

}  // namespace

Expected<LowerBound> known_code_bound(const BoundsOptions& options, std::stop_token stop) {
  auto best = optimized_bound(options, stop);
  if (!best || options.n < 3) return best;
  return certificate::with_profiles(std::move(*best), certificate::known_profiles(), options,
                                    best_lambda_log2(options.n, options.epsilon, options.m / 2));
}

Expected<LowerBound> listed_code_bound(const BoundsOptions& options, std::stop_token stop) {
  auto best = known_code_bound(options, stop);
  if (!best || options.n < 3 || (options.weight >= 0 && options.m > kMaxListedBits)) return best;
  const std::vector<double> lambda_log2 = best_lambda_log2(options.n, options.epsilon, options.m / 2);
  const int longest = std::min(options.m, kMaxListedBits), shortest = options.weight >= 0 ? options.m : 2;
  for (int bits = longest; bits >= shortest; --bits) {
    for (const int weight : certificate::weights(bits, options.weight)) {
      for (int distance = std::min(weight, bits - weight); distance >= 2; --distance) {
        if (stop.stop_requested()) return best;
        const double lambda = lambda_log2[static_cast<std::size_t>(distance)];
        if (!(lambda > 0.0) || gilbert_varshamov_log2(bits, weight, distance) > kMaxCountedSizeLog2) continue;
        const Candidate hope =
            certificate::best_form(most_words_log2(bits, weight, distance), lambda, options.is_signed);
        if (hope.rank_log2 <= best->rank_log2) continue;
        const DistanceProfile code = listed(bits, weight, distance, stop);
        *best = certificate::with_profiles(std::move(*best), {&code, 1}, options, lambda_log2);
      }
    }
  }
  return best;
}

std::span<const DistanceProfile> certificate::known_profiles() {
  static const std::vector<DistanceProfile> profiles = [] {
    std::vector<DistanceProfile> all(shipped_profiles().begin(), shipped_profiles().end());
    for (int bits = 4; bits <= kShortBits; ++bits)
      for (const int weight : weights(bits, -1))
        for (int distance = 2; distance <= weight; ++distance)
          all.push_back(listed(bits, weight, distance, {}));
    return all;
  }();
  return profiles;
}

}  // namespace tt
