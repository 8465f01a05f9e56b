// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "core/base/options.h"
#include "core/bounds/bounds.h"
#include "core/bounds/certificate.h"
#include "core/codes/gilbert_varshamov.h"
#include "core/domination/gap.h"

namespace tt {
namespace {

// A code of fewer bits is a code of m bits with zeros added, so its bound carries over. Looking a few lengths
// back keeps the bound from falling where the best distance steps up or the parity of m changes.
constexpr int kLengthsBack = 4;

}  // namespace

Expected<void> check(const BoundsOptions& options) {
  if (auto ok = check_range("bits m", static_cast<long long>(options.m), 1, kMaxBoundBits); !ok) return ok;
  if (auto ok = check_range("length n", static_cast<long long>(options.n), 1, 1'000'000); !ok) return ok;
  if (auto ok = check_epsilon(options.epsilon); !ok) return ok;
  if (options.weight != -1)
    return check_range("code weight", static_cast<long long>(options.weight), 0, options.m);
  return {};
}

LowerBound certificate::optimized_with(const BoundsOptions& options, std::span<const double> lambda_log2,
                                       std::stop_token stop) {
  Candidate best;
  const int shortest = options.weight >= 0 ? options.m : std::max(1, options.m - kLengthsBack);
  for (int bits = options.m; bits >= shortest; --bits) {
    for (const int weight : weights(bits, options.weight)) {
      if (stop.stop_requested()) break;
      search_gv(bits, weight, lambda_log2, options.is_signed, best, stop);
    }
  }
  if (best.bits == 0) return small_bound(options);
  return certify(best, gilbert_varshamov(best.bits, best.weight, best.distance), options, "GV code");
}

Expected<LowerBound> optimized_bound(const BoundsOptions& options, std::stop_token stop) {
  if (auto ok = check(options); !ok) return tl::unexpected(ok.error());
  if (options.n < 3) return certificate::small_bound(options);
  return certificate::optimized_with(options, best_lambda_log2(options.n, options.epsilon, options.m / 2),
                                     stop);
}

}  // namespace tt
