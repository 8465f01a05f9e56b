// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/base/error.h"

namespace tt {

/// mu(d) = (n-2)(d-2 eps)/(2 eps): the factor that a gap of d forces (theory 4.1). (n-2)(d-1) at eps = 1/2.
/// Computed so that it is exact where eps is a power of two.
[[nodiscard]] double mu(int n, double epsilon, int d);

/// Why the lemma as stated does or does not apply: n >= 3, d > 2 eps and d >= eps (2n-2)/(n-2).
struct GapConditions {
  bool length = false;                                                         ///< n >= 3
  bool wide = false;                                                           ///< d > 2 eps
  bool wide_enough = false;                                                    ///< d >= eps (2n-2)/(n-2)
  [[nodiscard]] bool stated() const { return length && wide && wide_enough; }  ///< 4.1, nonnegative alpha
  [[nodiscard]] bool shifted() const { return length && wide; }                ///< 4.2, any sign, b' and c'
};
[[nodiscard]] GapConditions gap_conditions(int n, double epsilon, int d);

/// Gaps that multiply to the largest factor.
struct Gaps {
  std::vector<int> gaps;     ///< from first to last jump; when not empty they sum to the total distance asked
  double lambda_log2 = 0.0;  ///< log2 of prod mu(d_k); 0 (a factor of one) when gaps is empty
  double factor = 1.0;       ///< the product itself, +inf above the largest double
  [[nodiscard]] double lambda() const { return factor; }
};

/// Maximizes prod mu(d_k) over gaps with sum <= total by dynamic programming, using only gaps for which the
/// lemma as stated applies and mu > 1 (theory 5.3). In increasing order; fewer gaps where two choices tie.
/// O(total), since gaps of eight and more are never best.
[[nodiscard]] Gaps best_gaps(int n, double epsilon, int total);
/// best_gaps for every total 0..max_total at once: lambda_log2 per total.
[[nodiscard]] std::vector<double> best_lambda_log2(int n, double epsilon, int max_total);

/// floor(total/g) jumps of g, the remainder added to the last (theory 9); empty when total < g or g < 1.
/// Where the lemma does not apply to one of the gaps nothing is known: a factor of 0.
[[nodiscard]] Gaps equal_gaps(int n, double epsilon, int total, int g);

/// 7.3: the root mu_D(d) of eps * sum_{k=1..D+1} C(D+1,k) (1 + k/(D+1) (rho-1))^D = d - eps for a readout of
/// degree D at length D+2; degree 1 gives d - 1 at eps = 1/2. Relative error below 1e-12; 0 when no positive
/// root.
[[nodiscard]] double mu_degree(int degree, double epsilon, int d);

}  // namespace tt
