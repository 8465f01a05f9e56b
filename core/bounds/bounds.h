// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/base/error.h"

namespace tt {

inline constexpr int kMaxBoundBits = 10000;

/// A lower bound on the feature rank, everything as log2.
struct LowerBound {
  double bound_log2 = 0.0;                 ///< certified real lower bound, rounded down; >= 0
  double rank_log2 = 0.0;                  ///< log2 of the integer it implies
  double rank = 0.0;                       ///< that integer as a double where below 2^53, else +inf
  double bound = 0.0;                      ///< as a double where below 2^1000, else +inf
  bool strict = false;                     ///< r > bound (plain form) rather than r >= bound
  std::string form;                        ///< "plain" or "centered"
  int distance = 0, weight = 0, bits = 0;  ///< code parameters: Delta, w, M <= m (zeros fill up to m bits)
  double code_size_log2 = 0.0, code_size = 0.0;
  double lambda_log2 = 0.0, lambda = 0.0;
  std::vector<int> gaps;
  std::string source;  ///< "GV" or "listed lexicographic code", theorem
};

struct UpperBound {
  double rank_log2 = 0.0;
  double rank = 0.0;   ///< +inf above 2^1000
  std::string source;  ///< "rank one (3.1)", "overlap LP (3.6)", "exact product features (3.3)"
};

struct BoundsOptions {
  int m = 12, n = 3;
  double epsilon = 0.5;
  bool is_signed = false;  ///< plain form minus one (4.2)
  int weight = -1;         ///< fix the code weight; -1: search near the middle
};

/// m 1..10000, n 1..1000000, eps in (0,1/2].
[[nodiscard]] Expected<void> check(const BoundsOptions& options);

/// log2 of the paper's Theorem 6 (6.2): 4 floor(M/40) - 1 for M = 2 floor(m/2), m >= 168, n >= 3, eps = 1/2
/// or less; nullopt where it says nothing (vacuous).
[[nodiscard]] std::optional<double> paper_bound_log2(int m, int n, double epsilon);

/// Best integer bound over distance, near-middle weights and both forms with Gilbert-Varshamov sizes, Lambda
/// from the best gaps (6.3, 6.4); found in double, then the winner is recomputed with exact counts and
/// rounded outwards. Codes of a few bits less are tried too, so that the bound does not fall as m grows; a
/// fixed weight keeps M = m. At n <= 2, or where nothing above one is found, rank = 1 and source says so. A
/// stop leaves the best found so far.
[[nodiscard]] Expected<LowerBound> optimized_bound(const BoundsOptions& options, std::stop_token stop = {});

/// The better of optimized_bound and what codes give whose distances are known pair by pair: short listed
/// codes and weight classes of linear codes up to 64 bits (resources/data/code-profiles.json). Each
/// off-diagonal entry is bounded by its own distance. Fast; never below optimized_bound.
[[nodiscard]] Expected<LowerBound> known_code_bound(const BoundsOptions& options, std::stop_token stop = {});

/// The same over listed greedy lexicographic codes of up to 24 bits (every distance whose code can help and
/// has no more than some thousand words), T = actual size. Never below known_code_bound. A stop leaves the
/// best found so far.
[[nodiscard]] Expected<LowerBound> listed_code_bound(const BoundsOptions& options, std::stop_token stop = {});

/// The least exact upper bound known: 1 at n <= 2 (3.1), a shipped overlap LP (3.6, eps = 1/2), else 2^m
/// (3.3).
[[nodiscard]] Expected<UpperBound> best_upper_bound(int m, int n, double epsilon);

/// r needed against n at one m, and over (m, n): what the phase view draws.
struct PhaseRow {
  int m = 0, n = 0;
  double lower_log2 = 0.0, upper_log2 = 0.0;
  std::optional<double> paper_log2;
  std::string lower_source, upper_source;
};
/// Listed codes of up to 16 bits count in. n_max 1..4096; a stop is an error, never a part of the rows.
[[nodiscard]] Expected<std::vector<PhaseRow>> phase_curve(int m, int n_max, double epsilon,
                                                          std::stop_token stop = {});
/// Rows for m = 1..m_max, n = 1..n_max, m outer; at most 2^20 rows.
[[nodiscard]] Expected<std::vector<PhaseRow>> phase_map(int m_max, int n_max, double epsilon,
                                                        std::stop_token stop = {});

}  // namespace tt
