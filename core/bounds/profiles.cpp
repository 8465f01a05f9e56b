// SPDX-License-Identifier: GPL-3.0-or-later
// Bounds from the distances that a code really has, instead of from its least one.
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/bounds/certificate.h"
#include "core/domination/gap.h"
#include "core/rank/interval_bound.h"

namespace tt::certificate {
namespace {

using Ranges = std::vector<std::pair<double, double>>;

/// Upper ends of the off-diagonals with their counts; empty where a distance forces nothing.
Ranges ranges_of(const DistanceProfile& code, std::span<const double> lambda_log2) {
  Ranges ranges;
  for (std::size_t d = 1; d < code.pairs.size(); ++d) {
    if (code.pairs[d] == 0) continue;
    if (d >= lambda_log2.size() || !(lambda_log2[d] > 0.0)) return {};
    ranges.emplace_back(std::exp2(-lambda_log2[d]), static_cast<double>(code.pairs[d]));
  }
  return ranges;
}

double plain_estimate(double size, const Ranges& ranges) {
  double norm = size;
  for (const auto& [high, count] : ranges) norm += high * high * count;
  return size * size / norm;
}

/// What a code gives in double: the larger of both forms.
double estimate(const DistanceProfile& code, std::span<const double> lambda_log2, bool is_signed) {
  const Ranges ranges = ranges_of(code, lambda_log2);
  if (ranges.empty()) return 0.0;
  const auto size = static_cast<double>(code.size);
  const double plain = plain_estimate(size, ranges);
  if (is_signed) return plain - 1.0;
  double shift = 0.0;
  return std::max(plain, interval_bound_estimate(size, ranges, shift));
}

/// 1 / prod mu(d_k) exactly.
Rational exact_high(int distance, const BoundsOptions& options) {
  const Rational epsilon = exactly(options.epsilon);
  Rational factor = 1;
  for (const int d : best_gaps(options.n, options.epsilon, distance).gaps)
    factor *= (options.n - 2) * (d - 2 * epsilon) / (2 * epsilon);
  return 1 / factor;
}

struct ExactBound {
  Rational bound;
  Integer rank;
  bool centered = false;
};

ExactBound exact_bound(const DistanceProfile& code, const BoundsOptions& options) {
  std::vector<RangeCount> ranges;
  const Integer size(static_cast<long>(code.size));
  Rational norm(size);
  for (std::size_t d = 1; d < code.pairs.size(); ++d) {
    if (code.pairs[d] == 0) continue;
    ranges.push_back({exact_high(static_cast<int>(d), options), Integer(static_cast<long>(code.pairs[d]))});
    norm += ranges.back().high * ranges.back().high * ranges.back().count;
  }
  ExactBound plain{Rational(size) * size / norm - (options.is_signed ? 1 : 0), 0, false};
  plain.rank = strictly_above(plain.bound);
  if (options.is_signed) return plain;
  const IntervalBound shifted = interval_bound(size, ranges);
  return shifted.rank > plain.rank ? ExactBound{shifted.bound, shifted.rank, true} : plain;
}

LowerBound claim(const DistanceProfile& code, const BoundsOptions& options) {
  const ExactBound exact = exact_bound(code, options);
  LowerBound result = small_bound(options);
  if (exact.rank <= 1 || exact.rank < result.rank) return result;
  const Gaps gaps = best_gaps(options.n, options.epsilon, code.least_distance());
  result.strict = !exact.centered;
  result.form = exact.centered ? "centered" : "plain";
  result.bound_log2 = exact.bound > 1 ? log2_down(exact.bound) : 0.0;
  result.bound = exact.bound.get_d();
  result.rank_log2 = log2_down(exact.rank);
  result.rank = exact.rank.get_d();
  result.bits = code.bits;
  result.weight = code.weight;
  result.distance = code.least_distance();
  result.code_size = static_cast<double>(code.size);
  result.code_size_log2 = std::log2(result.code_size);
  result.lambda_log2 = gaps.lambda_log2;
  result.lambda = gaps.lambda();
  result.gaps = gaps.gaps;
  result.source = code.name + ", its own distances" +
                  (exact.centered      ? ", centered (5.4)"
                   : options.is_signed ? ", near-identity minus one (5.1, 4.2)"
                                       : ", near-identity (5.1)");
  return result;
}

bool improves(const LowerBound& a, const LowerBound& b) {
  if (a.rank_log2 != b.rank_log2) return a.rank_log2 > b.rank_log2;
  return a.bound_log2 > b.bound_log2;
}

}  // namespace

std::vector<DistanceProfile> useful_profiles(std::span<const DistanceProfile> profiles) {
  constexpr int kLengths[] = {3, 4, 5, 6, 8, 12, 16, 32, 64, 256};
  constexpr double kErrors[] = {0.5, 0.4, 0.25, 0.1, 0.05};
  std::vector<char> useful(profiles.size(), 0);
  for (const int n : kLengths)
    for (const double epsilon : kErrors)
      for (const bool is_signed : {false, true})
        for (int bits = 1; bits <= kMaxBits; ++bits) {
          const std::vector<double> lambda_log2 = best_lambda_log2(n, epsilon, bits / 2);
          std::size_t best = profiles.size();
          double most = 1.0;
          for (std::size_t i = 0; i < profiles.size(); ++i) {
            if (profiles[i].bits != bits) continue;
            const double bound = estimate(profiles[i], lambda_log2, is_signed);
            if (bound > most) most = bound, best = i;
          }
          if (best < profiles.size()) useful[best] = 1;
        }
  std::vector<DistanceProfile> kept;
  for (std::size_t i = 0; i < profiles.size(); ++i)
    if (useful[i]) kept.push_back(profiles[i]);
  return kept;
}

LowerBound with_profiles(LowerBound best, std::span<const DistanceProfile> profiles,
                         const BoundsOptions& options, std::span<const double> lambda_log2) {
  const DistanceProfile* chosen = nullptr;
  double most = 0.0;
  for (const DistanceProfile& code : profiles) {
    const bool fits = code.bits <= options.m && code.size >= 2 &&
                      (options.weight < 0 || (code.bits == options.m && code.weight == options.weight));
    // No form gives more than the size of the code.
    if (!fits || static_cast<double>(code.size) <= most) continue;
    const double bound = estimate(code, lambda_log2, options.is_signed);
    if (bound <= most) continue;
    most = bound;
    chosen = &code;
  }
  if (!chosen) return best;
  LowerBound found = claim(*chosen, options);
  return improves(found, best) ? found : best;
}

}  // namespace tt::certificate
