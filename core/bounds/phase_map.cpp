// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/options.h"
#include "core/bounds/bounds.h"
#include "core/bounds/certificate.h"
#include "core/domination/gap.h"

namespace tt {
namespace {

constexpr int kMaxLength = 4096;
constexpr long long kMaxRows = 1 << 20;

// Lower bound with the listed codes that are at hand; longer tokens use them with zeros added.
LowerBound lower_bound(const BoundsOptions& options, std::span<const double> lambda_log2,
                       std::stop_token stop) {
  if (options.n < 3) return certificate::small_bound(options);
  LowerBound best = certificate::optimized_with(options, lambda_log2, stop);
  return certificate::with_profiles(std::move(best), certificate::known_profiles(), options, lambda_log2);
}

Expected<std::vector<PhaseRow>> rows(int m_first, int m_last, int n_max, double epsilon,
                                     std::stop_token stop) {
  if (auto ok = check(BoundsOptions{.m = m_last, .epsilon = epsilon}); !ok) return tl::unexpected(ok.error());
  if (auto ok = check_range("largest length n", static_cast<long long>(n_max), 1, kMaxLength); !ok)
    return tl::unexpected(ok.error());
  if (auto ok = check_range("rows of a phase map", static_cast<std::int64_t>(m_last - m_first + 1) * n_max, 1,
                            kMaxRows);
      !ok)
    return tl::unexpected(ok.error());
  std::vector<std::vector<double>> factors;  // per length; none are needed below three
  for (int n = 1; n <= n_max; ++n)
    factors.push_back(n < 3 ? std::vector<double>{} : best_lambda_log2(n, epsilon, m_last / 2));
  std::vector<PhaseRow> result;
  for (int m = m_first; m <= m_last; ++m) {
    for (int n = 1; n <= n_max; ++n) {
      const LowerBound lower =
          lower_bound({.m = m, .n = n, .epsilon = epsilon}, factors[static_cast<std::size_t>(n) - 1], stop);
      if (stop.stop_requested()) return fail("phase map: stopped before the end");
      const auto upper = best_upper_bound(m, n, epsilon);
      if (!upper) return tl::unexpected(upper.error());
      result.push_back({m, n, lower.rank_log2, upper->rank_log2, paper_bound_log2(m, n, epsilon),
                        lower.source, upper->source});
    }
  }
  return result;
}

}  // namespace

Expected<std::vector<PhaseRow>> phase_curve(int m, int n_max, double epsilon, std::stop_token stop) {
  return rows(m, m, n_max, epsilon, stop);
}

Expected<std::vector<PhaseRow>> phase_map(int m_max, int n_max, double epsilon, std::stop_token stop) {
  return rows(1, m_max, n_max, epsilon, stop);
}

}  // namespace tt
