// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/heads/head.h"
#include "core/train/problem.h"

namespace tt {

/// How free numbers u become features.
enum class FeatureKind {
  softplus,  ///< log(1 + e^u), elementwise nonnegative
  exp,       ///< e^u, elementwise nonnegative (theory 11)
  any_sign   ///< u itself; the weights alpha are kept at kWeightFloor or above
};
inline constexpr int kFeatureKinds = 3;
[[nodiscard]] std::string_view feature_name(FeatureKind kind);  ///< "softplus", "exp", "signed"
[[nodiscard]] std::optional<FeatureKind> feature_kind(std::string_view name);

/// Least weight of a head with features of any sign. Below it training goes on with
/// floor * exp((alpha - floor)/floor), which is positive, and a penalty; such a head is never called solved.
inline constexpr float kWeightFloor = 1.0f / 64;

/// The architecture that is trained. With values = 0 each attention head has a free lookup p(x,z), and for
/// heads = 1, degree = 1 that is the whole readout. Otherwise the channels (one a head, or `values` a head)
/// go through a polynomial of the readout degree whose coefficients the query chooses.
struct Shape {
  int rank = 1;  ///< features of one attention head, 1..1024
  FeatureKind features = FeatureKind::exp;
  int values = 0;  ///< d_v; 0: query-token lookup. 0..16
  int heads = 1;   ///< H attention heads, 1..8
  int degree = 1;  ///< D of the readout, 1..4
  bool operator==(const Shape&) const = default;

  [[nodiscard]] int channels() const { return heads * (values > 0 ? values : 1); }
  /// Sum of the channels, no coefficients: lookups absorb them.
  [[nodiscard]] bool plain_readout() const { return values == 0 && degree == 1; }
};
[[nodiscard]] Expected<void> check(const Shape& shape);

/// Exponents of the monomials of total degree 0..degree in the channels, constant first, then by degree.
/// degree 1: 1, y_0, y_1, ... At most 512 monomials, else check() refuses the shape.
[[nodiscard]] std::vector<std::vector<std::uint8_t>> monomials(int channels, int degree);

/// Where the numbers of one head lie in its flat vector of parameters:
///   query features   [attention head][query][rank]
///   key features     [attention head][key][rank]
///   values           lookup: [attention head][entry];  d_v > 0: [attention head][key][value]
///   readout          [query][monomial], absent for a plain readout
struct ParameterLayout {
  std::size_t query = 0, key = 0, value = 0, readout = 0, size = 0;
  std::size_t queries = 0, keys = 0, values_per_head = 0, monomials = 0;
};
[[nodiscard]] ParameterLayout parameter_layout(const Problem& problem, const Shape& shape);

/// The parameters of one head, laid out as parameter_layout says.
using Parameters = std::vector<float>;

/// Features of one head as tables: queries x rank and keys x rank of attention head h.
struct FeatureMatrices {
  Eigen::MatrixXd query, key;
};
[[nodiscard]] FeatureMatrices feature_matrices(const Problem& problem, const Shape& shape,
                                               const Parameters& parameters, int attention_head = 0);

/// A trained head as any other head: free tables and, where values = 0 or the readout is affine, its lookup.
/// Refused for heads > 1 or degree > 1, which the one-head views cannot show.
[[nodiscard]] Expected<Head> learned_head(const Problem& problem, const Shape& shape,
                                          const Parameters& parameters, std::string name);

/// Outputs of all inputs in double, straight from the formulas (the independent path that trainers are tested
/// against); where alpha < kWeightFloor for any_sign, the continuation of FeatureKind is NOT used: what the
/// head says is what counts.
[[nodiscard]] std::vector<double> outputs(const Problem& problem, const Shape& shape,
                                          const Parameters& parameters);
/// max |output - target|; +inf where an output is not finite or a weight is negative.
[[nodiscard]] double max_error(const Problem& problem, const Shape& shape, const Parameters& parameters);

}  // namespace tt
