// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <stop_token>
#include <vector>

#include "core/base/exact.h"
#include "core/heads/head.h"
#include "core/task/family.h"

namespace tt {

// Each construction solves Min-IP as its theorem says; the exact evaluations use integers or rationals.

/// 3.1: rank one, exact at n <= 2.
[[nodiscard]] Head rank_one_head(int m);
/// Exact output of the rank-one head at one position: (1/n) sum_j (2 <x,x_j> - |x|).
[[nodiscard]] Rational rank_one_output(std::span<const BitToken> sequence, std::size_t position);

/// 3.2: dense softmax; tau = 0 means the advised log(n/epsilon).
[[nodiscard]] Expected<Head> softmax_head(int m, int n, double epsilon, double tau = 0.0);
/// log(n/epsilon): enough for error < epsilon when n >= 2, epsilon <= 1/2 (3.2).
[[nodiscard]] double advised_tau(int n, double epsilon);

/// 3.3: exact positive features, 2^m of them.
[[nodiscard]] Expected<Head> exact_product_head(int m, int n, double epsilon, double tau = 0.0);
/// The 2^m singular values of the kernel matrix over all tokens, descending: products of the two of
/// [[1,1],[1,e^-tau]] (closed form). m <= 20.
[[nodiscard]] std::vector<double> exact_product_singular_values(int m, double tau);

[[nodiscard]] Expected<Head> affine_head(int m, double offset = 0.0);

/// 3.4: uniform attention and a readout of degree D at exact length D + 1: sum_{t=1..|x|} C(N_t, D), exactly.
/// The sequence must have length degree + 1.
[[nodiscard]] Expected<Rational> degree_readout_output(std::span<const BitToken> sequence,
                                                       std::size_t position, int degree);

/// 3.5: one scalar feature and value B^{index(z)}; decoding the base-B digits of n * average.
struct ScalarDecoding {
  Integer base;              ///< B = n + 1
  Integer average_times_n;   ///< sum_j B^{index(x_j)}
  std::vector<int> targets;  ///< decoded, one per position
  double bits = 0.0;         ///< 2^m log2 B, the value range in bits
};
/// m <= 16.
[[nodiscard]] Expected<ScalarDecoding> scalar_decoding(std::span<const BitToken> sequence);

/// Theory 9: the r = T head of a three-token family by construction: phi_Q(x_i) = e_i, one geometric row per
/// query, free lookup p = <x,z>. Solves every input of the family; elementwise nonnegative.
[[nodiscard]] Expected<Head> family_head(const Family& family, double epsilon);

/// Seeded random projections of rank r: kind is elu1, relu, exp or favor. tau is the temperature of favor and
/// the scale of the other projections; either way a larger one sharpens the weights.
[[nodiscard]] Expected<Head> random_head(MapKind kind, int m, int rank, double tau, std::uint64_t seed);

}  // namespace tt
