// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "core/base/progress.h"
#include "core/heads/head.h"
#include "core/task/family.h"

namespace tt {

/// One sequence through one head. Rows are queries, columns the tokens they attend to. In Scope::causal_final
/// only the last row counts: the others are 0, their outputs NaN and their errors 0.
struct Evaluation {
  Eigen::MatrixXd kernel;       ///< alpha, n x n
  Eigen::MatrixXd weights;      ///< normalized; rows sum to 1, or are NaN where the denominator is 0
  std::vector<double> outputs;  ///< NaN where the denominator is 0
  std::vector<int> targets;
  std::vector<double> errors;  ///< |output - target|; +inf where the output is NaN
  double max_error = 0.0;
  std::string trouble;  ///< empty, or a sentence naming the query whose denominator vanishes
};

/// Path one: sums over pairs. O(n^2) kernel values. In Scope::causal_final only the last row is filled.
[[nodiscard]] Evaluation evaluate_pairs(const Head& head, const Kernel& kernel,
                                        std::span<const BitToken> sequence);

/// Path two: through the sketch S = sum phi_K(x_j) v(x_j)^T and z = sum phi_K(x_j) with v one-hot over the
/// distinct tokens (so any lookup fits). Agrees with path one to rounding. Fails where features are not
/// finite.
[[nodiscard]] Expected<Evaluation> evaluate_sketch(const Head& head, const Kernel& kernel,
                                                   std::span<const BitToken> sequence);

/// A head over many sequences.
struct FamilyEvaluation {
  std::int64_t sequences = 0;  ///< evaluated, permutations counted once
  double max_error = 0.0;
  double exact_accuracy = 0.0;  ///< share of sequences with every checked position within 1/2
  bool solved = false;          ///< max_error < epsilon, over everything that was asked
  bool complete = true;         ///< false when stopped before the end
  struct Worst {
    Sequence sequence;  ///< query first
    int target = 0;
    double output = 0.0;
  } worst;
  std::string scope;  ///< "all inputs of length 3", "4096 random sequences, seed 1", ...
};

/// The query-first inputs of a family; exact_accuracy counts inputs whose query is right. In
/// Scope::causal_final the query stands behind the others, where position gains are looked up.
[[nodiscard]] Expected<FamilyEvaluation> evaluate_family(const Head& head, const Family& family,
                                                         double epsilon, std::stop_token stop = {},
                                                         Progress* progress = nullptr);

/// Every multiset of n tokens of m bits, every position a query. exact_accuracy weighs a multiset by its
/// number of orderings. Refused above 2^32 multisets (m = 8, n = 3 has 2.8 million), m = 11 (m = 20
/// at n = 1) or n = 64, and for heads whose keys depend on the position (a multiset has no positions).
[[nodiscard]] Expected<FamilyEvaluation> evaluate_all(const Head& head, int n, double epsilon,
                                                      std::stop_token stop = {},
                                                      Progress* progress = nullptr);

/// `count` seeded uniform sequences of length n (those of random_family), every position a query.
[[nodiscard]] Expected<FamilyEvaluation> evaluate_random(const Head& head, int n, int count,
                                                         std::uint64_t seed, double epsilon,
                                                         std::stop_token stop = {});

/// Exact worst error over ALL inputs of length n for a kernel of the overlap alone with readout overlap or
/// doubled_overlap, by query weight and multiset of overlaps: any m <= 64. exact_accuracy is the share of
/// (sequence, position) pairs that come out right, sequences uniform; `sequences` counts the cases. Refused
/// for other heads or when the number of cases passes 2^26.
[[nodiscard]] Expected<FamilyEvaluation> evaluate_by_overlap(const Head& head, int n, double epsilon,
                                                             std::stop_token stop = {});

}  // namespace tt
