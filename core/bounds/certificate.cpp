// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bounds/certificate.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/base/log2_number.h"
#include "core/domination/gap.h"
#include "core/rank/near_identity.h"

namespace tt::certificate {
namespace {

// Below this log2 a double still tells integers apart.
constexpr double kWholeLog2 = 50.0;
constexpr int kWeightsBelowMiddle = 3;

Candidate candidate_of(double bound_log2, bool centered, double whole_offset) {
  Candidate candidate;
  candidate.centered = centered;
  candidate.bound_log2 = bound_log2;
  candidate.rank_log2 = bound_log2;
  if (bound_log2 < kWholeLog2) {
    // A bound that is a whole number may come out a hair off; the exact recomputation decides.
    const double bound = std::exp2(bound_log2);
    const double hair = 1e-10 * std::max(bound, 1.0);
    const double rank = centered ? std::ceil(bound - hair) : std::floor(bound + hair) + 1.0;
    candidate.rank_log2 = std::log2(std::max(rank + whole_offset, 1.0));
  }
  return candidate;
}

// prod mu(d_k) = numerator / denominator.
struct Factor {
  Integer numerator = 1, denominator = 1;
};

Factor exact_factor(std::span<const int> gaps, int n, double epsilon) {
  const Rational twice = 2 * exactly(epsilon);
  Factor factor;
  for (const int d : gaps) {
    factor.numerator *= (n - 2) * (d * twice.get_den() - twice.get_num());
    factor.denominator *= twice.get_num();
  }
  return factor;
}

// T/(1+(T-1)/lambda^2) with lambda = a/b.
Rational exact_quotient(const Integer& size, const Integer& a, const Integer& b) {
  const Integer square = a * a;
  Rational value(size * square, square + (size - 1) * b * b);
  value.canonicalize();
  return value;
}

double as_double(const Integer& value, double log2_limit) {
  return log2_up(value) < log2_limit ? value.get_d() : std::numeric_limits<double>::infinity();
}

}  // namespace

bool better(const Candidate& a, const Candidate& b) {
  if (a.rank_log2 != b.rank_log2) return a.rank_log2 > b.rank_log2;
  return a.bound_log2 > b.bound_log2;
}

Candidate best_form(double size_log2, double lambda_log2, bool is_signed) {
  const double plain = near_identity_bound_log2(size_log2, lambda_log2);
  if (is_signed) return candidate_of(plain, false, -1.0);
  const Candidate strict = candidate_of(plain, false, 0.0);
  const Candidate centered = candidate_of(centered_bound_log2(size_log2, lambda_log2), true, 0.0);
  return better(centered, strict) ? centered : strict;
}

void search_gv(int bits, int weight, std::span<const double> lambda_log2, bool is_signed, Candidate& best,
               std::stop_token stop) {
  const int small = std::min(weight, bits - weight), large = bits - small;
  const double all_log2 = log2_binomial(bits, small);
  double term = 1.0, sum = 1.0, scale_log2 = 0.0;  // sum over i < distance of C(w,i) C(M-w,i), times 2^-scale
  for (int distance = 1; distance <= small; ++distance) {
    double size_log2 = std::max(0.0, all_log2 - std::log2(sum) - scale_log2);
    if (size_log2 < kWholeLog2) size_log2 = std::log2(std::ceil(std::exp2(size_log2) * (1.0 - 1e-11)));
    // No form gives more than the size of the code, and the code only shrinks from here.
    if (size_log2 < best.rank_log2) return;
    if (const double lambda = lambda_log2[static_cast<std::size_t>(distance)]; lambda > 0.0) {
      Candidate candidate = best_form(size_log2, lambda, is_signed);
      candidate.bits = bits;
      candidate.weight = weight;
      candidate.distance = distance;
      if (better(candidate, best)) best = candidate;
    }
    const double i = distance;
    term *= (small - i + 1.0) * (large - i + 1.0) / (i * i);
    sum += term;
    if (sum > 0x1p600) {
      sum *= 0x1p-600;
      term *= 0x1p-600;
      scale_log2 += 600.0;
    }
    if (distance % 256 == 0 && stop.stop_requested()) return;
  }
}

std::vector<int> weights(int bits, int asked) {
  if (asked >= 0) return {asked};
  // |x\y| counts the same for complements, so weights above the middle repeat those below.
  std::vector<int> tried;
  for (int below = 0; below <= kWeightsBelowMiddle && bits / 2 - below >= 1; ++below)
    tried.push_back(bits / 2 - below);
  return tried;
}

LowerBound certify(const Candidate& candidate, const Integer& size, const BoundsOptions& options,
                   const std::string& source) {
  const Gaps gaps = best_gaps(options.n, options.epsilon, candidate.distance);
  const Factor lambda = exact_factor(gaps.gaps, options.n, options.epsilon);
  Rational bound;
  Integer rank;
  if (candidate.centered) {
    bound = exact_quotient(size, 2 * lambda.numerator - lambda.denominator, lambda.denominator) - 1;
    rank = at_least(bound);
  } else {
    bound = exact_quotient(size, lambda.numerator, lambda.denominator);
    if (options.is_signed) bound -= 1;
    rank = strictly_above(bound);
  }
  LowerBound result = small_bound(options);
  if (rank <= 1 || rank < result.rank) return result;
  result.strict = !candidate.centered;
  result.form = candidate.centered ? "centered" : "plain";
  result.bound_log2 = bound > 1 ? log2_down(bound) : 0.0;
  result.bound = result.bound_log2 < 1000.0 ? bound.get_d() : std::numeric_limits<double>::infinity();
  result.rank_log2 = log2_down(rank);
  result.rank = as_double(rank, 53.0);
  result.bits = candidate.bits;
  result.weight = candidate.weight;
  result.distance = candidate.distance;
  result.code_size_log2 = log2_down(size);
  result.code_size = as_double(size, 1000.0);
  result.lambda_log2 = gaps.lambda_log2;
  result.lambda = gaps.lambda();
  result.gaps = gaps.gaps;
  result.source = source + (candidate.centered  ? ", centered (5.4)"
                            : options.is_signed ? ", near-identity minus one (5.1, 4.2)"
                                                : ", near-identity (5.1)");
  return result;
}

LowerBound small_bound(const BoundsOptions& options) {
  LowerBound bound;
  bound.rank = bound.bound = 1.0;
  bound.form = "plain";
  bound.source = options.n <= 2 ? "any head; rank one suffices at this length (3.1)" : "any head";
  if (options.is_signed || options.n < 3) return bound;
  // Words x and y of weight d without a common one: (x; y -> x) and (y; x -> y) are jumps of d. The lemma as
  // stated applies to d exactly where mu(d) >= 1; then alpha(x,y) > alpha(x,x) and alpha(y,x) > alpha(y,y),
  // which the two rows of a rank-one kernel cannot both do.
  int d = 1;
  while (!gap_conditions(options.n, options.epsilon, d).stated()) ++d;
  const bool fixed = options.weight >= 0;
  const int bits = fixed ? options.m : 2 * d, weight = fixed ? options.weight : d;
  if (bits > options.m || std::min(weight, bits - weight) < d) return bound;
  bound.strict = true;
  bound.rank = 2.0;
  bound.rank_log2 = 1.0;
  bound.distance = d;
  bound.bits = bits;
  bound.weight = weight;
  bound.code_size = 2.0;
  bound.code_size_log2 = 1.0;
  bound.lambda = mu(options.n, options.epsilon, d);
  bound.lambda_log2 = std::log2(bound.lambda);
  bound.gaps = {d};
  bound.source = "two words that dominate each other (6.5)";
  return bound;
}

}  // namespace tt::certificate
