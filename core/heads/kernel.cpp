// SPDX-License-Identifier: GPL-3.0-or-later
#include <bit>
#include <cmath>
#include <unordered_map>
#include <utility>

#include "core/base/random.h"
#include "core/heads/feature_map.h"

namespace tt {
namespace {

using Index = Eigen::Index;

bool is_random(MapKind kind) {
  return kind == MapKind::elu1 || kind == MapKind::relu || kind == MapKind::exp || kind == MapKind::favor;
}

/// e^{-tau}, or the ratio itself, of the kernels that are powers of one number.
double power_base(const FeatureMap& map) {
  return map.kind == MapKind::geometric ? map.ratio : std::exp(-map.tau);
}

std::optional<std::vector<double>> values_by_overlap(const FeatureMap& map) {
  std::vector<double> f(static_cast<std::size_t>(map.m) + 1);
  const double offset = map.offset == 0.0 ? map.m : map.offset;
  for (std::size_t i = 0; i < f.size(); ++i) {
    const double o = static_cast<double>(i);
    switch (map.kind) {
      case MapKind::constant:
        f[i] = 1.0;
        break;
      case MapKind::exact_product:
      case MapKind::softmax:
        f[i] = std::exp(-map.tau * o);
        break;
      case MapKind::geometric:
        f[i] = std::pow(map.ratio, o);
        break;
      case MapKind::overlap:
        f[i] = map.overlap[i];
        break;
      case MapKind::affine:
        f[i] = offset - o;
        break;
      case MapKind::taylor2:
        f[i] = 1.0 - map.tau * o + 0.5 * map.tau * map.tau * o * o;
        break;
      default:
        return std::nullopt;
    }
  }
  return f;
}

/// Row k holds w_k and then its bias. Addressed by row, so a larger rank extends a smaller one.
Eigen::MatrixXd draw_projection(const FeatureMap& map) {
  Eigen::MatrixXd w(map.rank, map.m + 1);
  const bool favor = map.kind == MapKind::favor;
  const double size = favor ? 1.0 : 1.0 / std::sqrt(map.m);
  for (Index k = 0; k < w.rows(); ++k) {
    const RandomStream stream(map.seed, Purpose::projection, static_cast<std::uint64_t>(k));
    for (Index i = 0; i < w.cols(); ++i) w(k, i) = size * stream.normal(static_cast<std::uint64_t>(i));
    if (favor) w(k, map.m) = 0.0;
  }
  return w;
}

double activation(MapKind kind, double u) {
  switch (kind) {
    case MapKind::elu1:
      return u > 0.0 ? u + 1.0 : std::exp(u);
    case MapKind::relu:
      return u > 0.0 ? u : 0.0;
    default:
      return std::exp(u);
  }
}

/// Random features of one token from its projection W s + b (or w.x for FAVOR+), in place.
void activate(const FeatureMap& map, BitToken token, bool as_query, Eigen::Ref<Eigen::VectorXd> u,
              const Eigen::MatrixXd& projection) {
  const double sign = as_query ? -1.0 : 1.0;
  if (map.kind == MapKind::favor) {
    const double shift = -0.5 * map.tau * weight(token);
    const double norm = 1.0 / std::sqrt(static_cast<double>(map.rank));
    const double root = sign * std::sqrt(map.tau);
    for (Index k = 0; k < u.size(); ++k) u(k) = norm * std::exp(root * u(k) + shift);
    return;
  }
  for (Index k = 0; k < u.size(); ++k) {
    u(k) = activation(map.kind, map.scale * (projection(k, map.m) + sign * u(k)));
  }
}

/// q^{<x,z>} = P(a random part of z, each one kept with probability 1 - q, misses x). So over all sets S:
/// phi_Q(x)_S = 1[S and x are disjoint], phi_K(z)_S = P(S is what is kept). Nonnegative, no cancellation.
Eigen::VectorXd product_features(const FeatureMap& map, BitToken token, bool as_query) {
  const double q = power_base(map);
  const double kept = map.kind == MapKind::geometric ? 1.0 - q : -std::expm1(-map.tau);
  Eigen::VectorXd phi(Index{1} << map.m);
  for (Index s = 0; s < phi.size(); ++s) {
    const auto set = static_cast<std::uint64_t>(s);
    if (as_query) {
      phi(s) = (set & token.word) == 0 ? 1.0 : 0.0;
    } else if ((set & ~token.word) != 0) {
      phi(s) = 0.0;
    } else {
      phi(s) = std::pow(kept, std::popcount(set)) * std::pow(q, std::popcount(token.word ^ set));
    }
  }
  return phi;
}

/// Monomials x^S over the sets S of the sizes k with c_k != 0; queries carry the coefficient.
Eigen::VectorXd monomial_features(std::span<const double> c, Index count, BitToken token, bool as_query) {
  Eigen::VectorXd phi(count);
  Index at = 0;
  for (std::size_t k = 0; k < c.size(); ++k) {
    if (c[k] == 0.0) continue;
    std::vector<int> set(k);
    for (std::size_t i = 0; i < k; ++i) set[i] = static_cast<int>(i);
    while (true) {
      std::uint64_t word = 0;
      for (const int position : set) word |= 1ull << position;
      phi(at++) = (word & ~token.word) == 0 ? (as_query ? c[k] : 1.0) : 0.0;
      // The next k-set in lexicographic order.
      std::size_t i = k;
      while (i > 0 && set[i - 1] == token.m - static_cast<int>(k - i) - 1) --i;
      if (i == 0) break;
      ++set[i - 1];
      for (std::size_t j = i; j < k; ++j) set[j] = set[j - 1] + 1;
    }
  }
  return phi;
}

/// The two coefficients of the Taylor kernel are known in closed form; differences would only round them.
std::vector<double> coefficients(const FeatureMap& map, std::span<const double> f) {
  if (map.kind != MapKind::taylor2) return binomial_coefficients(f);
  std::vector<double> c{1.0, map.tau == 2.0 ? 0.0 : 0.5 * map.tau * map.tau - map.tau};
  if (map.m >= 2) c.push_back(map.tau * map.tau);
  return c;
}

Eigen::VectorXd affine_features(const FeatureMap& map, BitToken token, bool as_query) {
  Eigen::VectorXd phi(map.m + 1);
  phi(0) = as_query ? (map.offset == 0.0 ? map.m : map.offset) : 1.0;
  for (int k = 0; k < map.m; ++k) phi(k + 1) = bit(token, k) ? (as_query ? -1.0 : 1.0) : 0.0;
  return phi;
}

Error refused(const FeatureMap& map) {
  return {"explicit features of the map " + std::string(map_name(map.kind)), "m = " + std::to_string(map.m),
          "at most 4096 product features (m ≤ 12) or 65536 others"};
}

}  // namespace

struct Kernel::TableIndex {
  std::unordered_map<std::uint64_t, Index> query, key;
};

Expected<Kernel> Kernel::make(FeatureMap map) {
  if (auto ok = check(map); !ok) return tl::unexpected<Error>(ok.error());
  Kernel kernel;
  if (is_random(map.kind)) kernel.projection_ = std::make_shared<const Eigen::MatrixXd>(draw_projection(map));
  if (auto f = values_by_overlap(map))
    kernel.overlap_ = std::make_shared<const std::vector<double>>(std::move(*f));
  if (map.kind == MapKind::table) {
    auto index = std::make_shared<TableIndex>();
    for (std::size_t i = 0; i < map.table->query_tokens.size(); ++i) {
      index->query.emplace(map.table->query_tokens[i].word, static_cast<Index>(i));
    }
    for (std::size_t i = 0; i < map.table->key_tokens.size(); ++i) {
      index->key.emplace(map.table->key_tokens[i].word, static_cast<Index>(i));
    }
    kernel.index_ = std::move(index);
  }
  kernel.map_ = std::move(map);
  return kernel;
}

std::optional<std::vector<double>> Kernel::overlap_values() const {
  if (!overlap_) return std::nullopt;
  return *overlap_;
}

double Kernel::operator()(BitToken x, BitToken z) const {
  if (overlap_) return (*overlap_)[static_cast<std::size_t>(overlap(x, z))];
  return matrix({&x, 1}, {&z, 1})(0, 0);
}

/// Features as columns, for the random maps and the tables: the maps without a closed form.
Eigen::MatrixXd Kernel::features(std::span<const BitToken> tokens, bool as_queries) const {
  const Index count = static_cast<Index>(tokens.size());
  if (map_.kind == MapKind::table) {
    const auto& rows = as_queries ? index_->query : index_->key;
    const Eigen::MatrixXd& values = as_queries ? map_.table->query : map_.table->key;
    Eigen::MatrixXd phi = Eigen::MatrixXd::Zero(values.cols(), count);
    for (Index i = 0; i < count; ++i) {
      const auto row = rows.find(tokens[static_cast<std::size_t>(i)].word);
      if (row != rows.end()) phi.col(i) = values.row(row->second).transpose();
    }
    return phi;
  }
  const bool favor = map_.kind == MapKind::favor;
  Eigen::MatrixXd s(map_.m, count);
  for (Index i = 0; i < count; ++i) {
    for (int k = 0; k < map_.m; ++k) {
      const double one = bit(tokens[static_cast<std::size_t>(i)], k) ? 1.0 : 0.0;
      s(k, i) = favor ? one : 2.0 * one - 1.0;
    }
  }
  Eigen::MatrixXd phi = projection_->leftCols(map_.m) * s;
  for (Index i = 0; i < count; ++i) {
    activate(map_, tokens[static_cast<std::size_t>(i)], as_queries, phi.col(i), *projection_);
  }
  return phi;
}

namespace {

Expected<Eigen::VectorXd> closed_features(const FeatureMap& map, std::span<const double> f, BitToken token,
                                          bool as_query) {
  const auto count = feature_count(map);
  if (!count) return tl::unexpected<Error>(refused(map));
  switch (map.kind) {
    case MapKind::constant:
      return Eigen::VectorXd::Ones(1).eval();
    case MapKind::affine:
      return affine_features(map, token, as_query);
    case MapKind::overlap:
    case MapKind::taylor2:
      return monomial_features(coefficients(map, f), *count, token, as_query);
    default:
      return product_features(map, token, as_query);
  }
}

}  // namespace

Expected<Eigen::VectorXd> Kernel::query_features(BitToken x) const {
  if (overlap_) return closed_features(map_, *overlap_, x, true);
  return Eigen::VectorXd(features({&x, 1}, true).col(0));
}

Expected<Eigen::VectorXd> Kernel::key_features(BitToken z) const {
  if (overlap_) return closed_features(map_, *overlap_, z, false);
  return Eigen::VectorXd(features({&z, 1}, false).col(0));
}

Eigen::MatrixXd Kernel::matrix(std::span<const BitToken> queries, std::span<const BitToken> keys) const {
  if (!overlap_) return features(queries, true).transpose() * features(keys, false);
  Eigen::MatrixXd alpha(static_cast<Index>(queries.size()), static_cast<Index>(keys.size()));
  const std::vector<double>& f = *overlap_;
  for (std::size_t j = 0; j < keys.size(); ++j) {
    for (std::size_t i = 0; i < queries.size(); ++i) {
      alpha(static_cast<Index>(i), static_cast<Index>(j)) =
          f[static_cast<std::size_t>(overlap(queries[i], keys[j]))];
    }
  }
  return alpha;
}

}  // namespace tt
