// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>
#include <memory>
#include <vector>

#include "core/heads/head.h"
#include "gpu/eval/eval_body.h"
#include "gpu/place.h"

namespace tt::gpu {

/// Largest error of a head over all inputs of length n, in single precision: every query, every multiset of
/// the n - 1 others. m 1..12, n 2..5, at most 2^42 inputs.
struct WorstCase {
  double max_error = 0.0;
  Sequence sequence;  ///< query first
  double inputs = 0.0;
};
[[nodiscard]] Expected<WorstCase> worst_case(const Head& head, int n, Place place);

/// Greedy lexicographic code as core/codes finds it: candidates of the weight in increasing order, those too
/// near to a chosen word struck out all at once. At most 2^28 candidates, bits 1..64.
[[nodiscard]] Expected<std::vector<BitToken>> sieve_code(int bits, int weight, int distance, Place place);

/// Singular values, descending, of matrices of one shape, by one-sided Jacobi in double precision: small ones
/// are as good as large ones. Up to 4096 columns; at least one matrix, rows >= columns.
[[nodiscard]] Expected<std::vector<std::vector<double>>> singular_values(
    const std::vector<Eigen::MatrixXd>& matrices, Place place);

// The part that runs on a card or on the host.

/// Worst input of each query, `queries` long.
[[nodiscard]] Expected<std::vector<WorstInput>> worst_inputs(const KernelTables& tables, Place place);

/// Words that can still be struck out.
class Sieve {
 public:
  virtual ~Sieve() = default;
  /// Strikes out what is too near to a word; returns the least candidate left from `from` on, -1: none.
  [[nodiscard]] virtual Expected<std::int64_t> strike(std::uint64_t chosen, int distance,
                                                      std::int64_t from) = 0;
};
[[nodiscard]] Expected<std::unique_ptr<Sieve>> make_sieve(const std::vector<std::uint64_t>& candidates,
                                                          Place place);

/// One sweep of rotations over `count` matrices of rows x columns, column major, one after the other; returns
/// how far from orthogonal any two columns were. `columns` is even (fill up with zeros).
class Rotations {
 public:
  virtual ~Rotations() = default;
  [[nodiscard]] virtual Expected<double> sweep() = 0;
  [[nodiscard]] virtual Expected<std::vector<double>> values() const = 0;
};
[[nodiscard]] Expected<std::unique_ptr<Rotations>> make_rotations(const std::vector<double>& values, int rows,
                                                                  int columns, int count, Place place);

}  // namespace tt::gpu
