// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/task/bit_token.h"

namespace tt {

/// Kernels alpha(x,z) = <phi_Q(x), phi_K(z)> that the program offers (theory, section 2).
enum class MapKind {
  constant,       ///< alpha = 1; rank one (3.1)
  exact_product,  ///< e^{-tau <x,z>} through 2^m nonnegative product features (3.3)
  geometric,      ///< q^{<x,z>}, 0 < q < 1: the same kernel written with a ratio
  overlap,        ///< f(<x,z>) from a table f(0..m), rank by its binomial basis (3.6)
  affine,         ///< c - <x,z>, c >= m; rank m + 1
  elu1,           ///< ELU + 1 of seeded random projections, rank r
  relu,           ///< ReLU of the same
  exp,            ///< exp of the same
  favor,          ///< FAVOR+: positive random features of e^{-tau <x,z>}, rank r
  taylor2,        ///< 1 + s + s^2/2 with s = -tau <x,z>; rank at most 1 + m + C(m,2)
  table,          ///< free feature tables, loaded or constructed
  softmax         ///< dense softmax e^{-tau <x,z>}, the reference; no finite features used
};
inline constexpr int kMapKinds = 12;

/// Free features: rows of `query` and `key` belong to the tokens of the same index.
struct FeatureTable {
  std::vector<BitToken> query_tokens, key_tokens;
  Eigen::MatrixXd query, key;  ///< tokens x r
  bool operator==(const FeatureTable& other) const;
  [[nodiscard]] std::optional<Eigen::Index> query_row(BitToken x) const;
  [[nodiscard]] std::optional<Eigen::Index> key_row(BitToken z) const;
};

struct FeatureMap {
  MapKind kind = MapKind::constant;
  int m = 1;                      ///< bits, 1..64
  double tau = 1.0;               ///< exact_product, favor, taylor2, softmax; > 0
  double ratio = 0.5;             ///< geometric; 0 < q < 1
  double offset = 0.0;            ///< affine c; >= m (0 stands for m)
  int rank = 1;                   ///< elu1, relu, exp, favor; 1..65536
  double scale = 1.0;             ///< elu1, relu, exp: size of the projections; > 0
  std::uint64_t seed = 1;         ///< of the projections
  std::vector<double> overlap{};  ///< overlap: f(0..m)
  std::shared_ptr<const FeatureTable> table{};
};

/// What is known of a map without running it.
struct MapFacts {
  std::string name;           ///< "affine c - <x,z>"
  std::string formula;        ///< plain text with Unicode
  std::string source;         ///< theorem or section of theory.md
  double rank_log2 = 0.0;     ///< log2 of the feature rank
  bool rank_is_exact = true;  ///< false: an upper bound on the rank
  bool rank_is_free = false;  ///< the user chooses r
  bool nonnegative = true;    ///< alpha >= 0 by construction
  bool finite_features = true;
};

[[nodiscard]] std::string_view map_name(
    MapKind kind);  ///< "rank-one", "exact", "geometric", "overlap", "affine",
                    ///< "elu1", "relu", "exp", "favor", "taylor2", "table", "softmax"
[[nodiscard]] std::optional<MapKind> map_kind(std::string_view name);

[[nodiscard]] Expected<void> check(const FeatureMap& map);
[[nodiscard]] MapFacts facts(const FeatureMap& map);

/// Length of the feature vectors; nullopt where they are refused (see Kernel::query_features). The map must
/// pass check().
[[nodiscard]] std::optional<Eigen::Index> feature_count(const FeatureMap& map);

/// c_0..c_m with f(o) = sum_k c_k C(o,k): the forward differences of f at 0. Differences below the rounding
/// of f are zero. Since x^S z^S over all sets S is a basis of kernels, the rank of f(<x,z>) is exactly
/// sum_{c_k != 0} C(m,k).
[[nodiscard]] std::vector<double> binomial_coefficients(std::span<const double> f);

/// What the random projections are: s(x) = 2x - 1, W normal with variance 1/m and a bias b of the same
/// variance, all addressed by (seed, Purpose::projection);
///   elu1, relu, exp:  phi_Q(x) = act(scale (b - W s(x))),  phi_K(z) = act(scale (b + W s(z))),
/// opposite signs, so that the expected weight falls as the overlap rises, as Min-IP wants;
///   favor:  phi(u) = e^{w.u - |u|^2/2} / sqrt(r), u = -sqrt(tau) x for queries and sqrt(tau) z for keys, w
///   standard
/// normal: positive, and e^{-tau <x,z>} in expectation.

/// A map made ready for evaluation: projections drawn, tables indexed. Cheap to copy (shared immutable data).
class Kernel {
 public:
  /// Fails as check() does, or when a table lacks its data.
  [[nodiscard]] static Expected<Kernel> make(FeatureMap map);

  [[nodiscard]] const FeatureMap& map() const { return map_; }

  /// alpha(x,z) by the closed form where there is one, else by features. Table maps give 0 for unknown
  /// tokens.
  [[nodiscard]] double operator()(BitToken x, BitToken z) const;

  /// alpha depends on <x,z> alone: f(0..m), else nullopt.
  [[nodiscard]] std::optional<std::vector<double>> overlap_values() const;

  /// Features, r long. Refused where 2^m > 4096 (exact_product, geometric, softmax) or r > 65536.
  [[nodiscard]] Expected<Eigen::VectorXd> query_features(BitToken x) const;
  [[nodiscard]] Expected<Eigen::VectorXd> key_features(BitToken z) const;

  /// alpha over all pairs, rows queries, columns keys; one matrix product where features are explicit.
  [[nodiscard]] Eigen::MatrixXd matrix(std::span<const BitToken> queries,
                                       std::span<const BitToken> keys) const;

 private:
  struct TableIndex;  ///< rows of a table by token
  Kernel() = default;
  [[nodiscard]] Eigen::MatrixXd features(std::span<const BitToken> tokens, bool as_queries) const;

  FeatureMap map_;
  std::shared_ptr<const Eigen::MatrixXd> projection_;   ///< r x (m + 1), last column the bias
  std::shared_ptr<const std::vector<double>> overlap_;  ///< f(0..m) where alpha depends on the overlap alone
  std::shared_ptr<const TableIndex> index_;
};

}  // namespace tt
