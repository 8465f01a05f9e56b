// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <stop_token>
#include <vector>

#include "core/base/exact.h"
#include "core/heads/head.h"

namespace tt {

/// A nonnegative kernel of the overlap alone that solves every input of length n, found by linear programming
/// and verified in exact arithmetic (theory 3.6).
struct OverlapSolution {
  int m = 1, n = 3;
  Rational epsilon;
  std::vector<int> basis;                     ///< S: f(o) = sum_{k in S} c_k C(o,k)
  std::vector<Rational> f;                    ///< f(0..m), exact
  std::vector<std::vector<Rational>> lookup;  ///< [w][o]: p for query weight w and overlap o
  Integer rank;                               ///< sum_{k in S} C(m,k)
};

/// The cheapest feasible basis for (m, n, epsilon). Tries bases in order of rank, solves each LP with GLPK,
/// rounds to rationals and checks every multiset exactly with a strict margin; nullopt when stopped or none
/// passes. 1 <= m <= 8, 3 <= n <= 8.
[[nodiscard]] Expected<std::optional<OverlapSolution>> overlap_lp(int m, int n, double epsilon,
                                                                  std::stop_token stop = {});

/// Exact re-check of a solution against every query weight and multiset of overlaps; independent of the LP.
[[nodiscard]] bool verify(const OverlapSolution& solution);

/// The head of a solution (kernel `overlap`, table readout over all 2^m tokens; m <= 8).
[[nodiscard]] Head head_of(const OverlapSolution& solution);

/// Ranks that overlap_lp was run for and that shipped with the program: epsilon = 1/2; nullopt where it was
/// not run.
[[nodiscard]] std::optional<long> known_overlap_rank(int m, int n);

}  // namespace tt
