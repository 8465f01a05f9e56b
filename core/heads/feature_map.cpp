// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/heads/feature_map.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <unordered_set>

#include "core/base/log2_number.h"
#include "core/base/options.h"

namespace tt {
namespace {

constexpr std::array<std::string_view, kMapKinds> kNames{"rank-one", "exact",   "geometric", "overlap",
                                                         "affine",   "elu1",    "relu",      "exp",
                                                         "favor",    "taylor2", "table",     "softmax"};
constexpr int kMaxRank = 65536;
constexpr int kMaxProductBits = 12;  // 2^12 product features

bool same_matrix(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b) {
  return a.rows() == b.rows() && a.cols() == b.cols() && (a.array() == b.array()).all();
}

std::optional<Eigen::Index> row_of(const std::vector<BitToken>& tokens, BitToken token) {
  const auto it = std::find(tokens.begin(), tokens.end(), token);
  if (it == tokens.end()) return std::nullopt;
  return it - tokens.begin();
}

Expected<void> check_tokens(const std::vector<BitToken>& tokens, int m, const char* which) {
  std::unordered_set<std::uint64_t> seen;
  for (const BitToken token : tokens) {
    if (token.m != m) {
      return fail(std::string(which) + " token of the feature table", to_string(token),
                  "tokens of " + std::to_string(m) + " bits");
    }
    if (!seen.insert(token.word).second) {
      return fail(std::string(which) + " token of the feature table", to_string(token), "each token once");
    }
  }
  return {};
}

std::string shape(const Eigen::MatrixXd& a) {
  return std::to_string(a.rows()) + " x " + std::to_string(a.cols());
}

Expected<void> check_features(const Eigen::MatrixXd& features, std::size_t tokens, Eigen::Index rank,
                              const char* which) {
  const std::string name = std::string(which) + " features of the table";
  if (features.rows() != static_cast<Eigen::Index>(tokens) || features.cols() != rank) {
    return fail(name, shape(features), std::to_string(tokens) + " x " + std::to_string(rank));
  }
  if (!features.allFinite()) return fail(name, "not finite", "finite numbers");
  return {};
}

Expected<void> check_table(const FeatureMap& map) {
  if (!map.table) return fail("feature table", "missing", "a map of kind table with its features");
  const FeatureTable& table = *map.table;
  const Eigen::Index rank = table.query.cols();
  if (auto ok = check_range("feature rank r", static_cast<long long>(rank), 1, kMaxRank); !ok) return ok;
  if (auto ok = check_tokens(table.query_tokens, map.m, "query"); !ok) return ok;
  if (auto ok = check_tokens(table.key_tokens, map.m, "key"); !ok) return ok;
  if (auto ok = check_features(table.query, table.query_tokens.size(), rank, "query"); !ok) return ok;
  return check_features(table.key, table.key_tokens.size(), rank, "key");
}

Expected<void> check_overlap(const FeatureMap& map) {
  const std::size_t wanted = static_cast<std::size_t>(map.m) + 1;
  if (map.overlap.size() != wanted) {
    return fail("overlap table f", std::to_string(map.overlap.size()) + " values",
                std::to_string(wanted) + " values, f(0) to f(m)");
  }
  const auto finite = [](double value) { return std::isfinite(value); };
  if (!std::all_of(map.overlap.begin(), map.overlap.end(), finite)) {
    return fail("overlap table f", "not finite", "finite numbers");
  }
  if (std::all_of(map.overlap.begin(), map.overlap.end(), [](double value) { return value == 0.0; })) {
    return fail("overlap table f", "all zero", "at least one value other than 0");
  }
  return {};
}

Expected<void> check_positive(const char* name, double value) {
  if (value > 0.0 && std::isfinite(value)) return {};
  return fail(name, text(value, 6), "a finite number above 0");
}

/// The rank of f(<x,z>) from its binomial basis, as a log2.
double overlap_rank_log2(std::span<const double> f) {
  const std::vector<double> c = binomial_coefficients(f);
  const double m = static_cast<double>(f.size()) - 1.0;
  double rank = -std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < c.size(); ++k) {
    if (c[k] != 0.0) rank = log2_add(rank, log2_binomial(m, static_cast<double>(k)));
  }
  // Whole numbers stay whole: 13 features are log2(13), not a rounding away from it.
  return rank < 40.0 ? std::log2(std::round(std::exp2(rank))) : rank;
}

void random_facts(const FeatureMap& map, MapFacts& facts) {
  facts.rank_log2 = std::min(std::log2(map.rank), static_cast<double>(map.m));
  facts.rank_is_exact = false;
  facts.rank_is_free = true;
}

std::string activation_formula(const char* act) {
  return std::string("α(x,z) = Σₖ ") + act + "(s(bₖ − wₖ·(2x−1))) · " + act + "(s(bₖ + wₖ·(2z−1)))";
}

}  // namespace

bool FeatureTable::operator==(const FeatureTable& other) const {
  return query_tokens == other.query_tokens && key_tokens == other.key_tokens &&
         same_matrix(query, other.query) && same_matrix(key, other.key);
}

std::optional<Eigen::Index> FeatureTable::query_row(BitToken x) const { return row_of(query_tokens, x); }
std::optional<Eigen::Index> FeatureTable::key_row(BitToken z) const { return row_of(key_tokens, z); }

std::string_view map_name(MapKind kind) { return kNames[static_cast<std::size_t>(kind)]; }

std::optional<MapKind> map_kind(std::string_view name) {
  const auto it = std::find(kNames.begin(), kNames.end(), name);
  if (it == kNames.end()) return std::nullopt;
  return static_cast<MapKind>(it - kNames.begin());
}

Expected<void> check(const FeatureMap& map) {
  if (auto ok = check_range("bits m", static_cast<long long>(map.m), 1, kMaxBits); !ok) return ok;
  switch (map.kind) {
    case MapKind::constant:
      return {};
    case MapKind::exact_product:
    case MapKind::taylor2:
    case MapKind::softmax:
      return check_positive("temperature τ", map.tau);
    case MapKind::geometric:
      if (map.ratio > 0.0 && map.ratio < 1.0) return {};
      return fail("ratio q", text(map.ratio, 6), "0 < q < 1");
    case MapKind::overlap:
      return check_overlap(map);
    case MapKind::affine:
      if (map.offset == 0.0 || (map.offset >= map.m && std::isfinite(map.offset))) return {};
      return fail("offset c", text(map.offset, 6),
                  "at least m = " + std::to_string(map.m) + ", or 0 for m itself");
    case MapKind::favor:
      if (auto ok = check_positive("temperature τ", map.tau); !ok) return ok;
      return check_range("feature rank r", static_cast<long long>(map.rank), 1, kMaxRank);
    case MapKind::elu1:
    case MapKind::relu:
    case MapKind::exp:
      if (auto ok = check_positive("scale of the projections", map.scale); !ok) return ok;
      return check_range("feature rank r", static_cast<long long>(map.rank), 1, kMaxRank);
    case MapKind::table:
      return check_table(map);
  }
  return fail("feature map kind", std::to_string(static_cast<int>(map.kind)));
}

std::vector<double> binomial_coefficients(std::span<const double> f) {
  std::vector<double> row(f.begin(), f.end());
  std::vector<double> c;
  double size = 0.0;
  for (const double value : row) size = std::max(size, std::abs(value));
  // The k-th difference sums 2^k values in absolute weight, each known to a rounding.
  double rounding = 4.0 * std::numeric_limits<double>::epsilon() * size;
  while (!row.empty()) {
    c.push_back(std::abs(row.front()) <= rounding ? 0.0 : row.front());
    for (std::size_t i = 0; i + 1 < row.size(); ++i) row[i] = row[i + 1] - row[i];
    row.pop_back();
    rounding *= 2.0;
  }
  return c;
}

std::optional<Eigen::Index> feature_count(const FeatureMap& map) {
  switch (map.kind) {
    case MapKind::constant:
      return 1;
    case MapKind::exact_product:
    case MapKind::geometric:
    case MapKind::softmax:
      if (map.m > kMaxProductBits) return std::nullopt;
      return Eigen::Index{1} << map.m;
    case MapKind::affine:
      return map.m + 1;
    case MapKind::elu1:
    case MapKind::relu:
    case MapKind::exp:
    case MapKind::favor:
      return map.rank;
    case MapKind::table:
      return map.table->query.cols();
    case MapKind::overlap:
    case MapKind::taylor2: {
      const double rank = std::exp2(facts(map).rank_log2);
      if (rank > kMaxRank) return std::nullopt;
      return static_cast<Eigen::Index>(std::llround(rank));
    }
  }
  return std::nullopt;
}

MapFacts facts(const FeatureMap& map) {
  MapFacts f;
  const double m = map.m;
  switch (map.kind) {
    case MapKind::constant:
      f = {.name = "constant", .formula = "α(x,z) = 1", .source = "theory 3.1", .rank_log2 = 0.0};
      break;
    case MapKind::exact_product:
      f = {.name = "exact positive features",
           .formula = "α(x,z) = e^(−τ⟨x,z⟩) = Πₖ K(xₖ,zₖ), K = [[1,1],[1,e^(−τ)]]",
           .source = "theory 3.3",
           .rank_log2 = m};
      break;
    case MapKind::geometric:
      f = {.name = "geometric", .formula = "α(x,z) = q^⟨x,z⟩", .source = "theory 3.3", .rank_log2 = m};
      break;
    case MapKind::overlap:
      f = {.name = "overlap kernel",
           .formula = "α(x,z) = f(⟨x,z⟩) = Σₖ cₖ·C(⟨x,z⟩,k)",
           .source = "theory 3.6",
           .rank_log2 = overlap_rank_log2(map.overlap)};
      f.nonnegative = std::all_of(map.overlap.begin(), map.overlap.end(), [](double v) { return v >= 0.0; });
      break;
    case MapKind::affine:
      f = {.name = "affine c − ⟨x,z⟩",
           .formula = "α(x,z) = c − ⟨x,z⟩, c ≥ m",
           .source = "theory 2",
           .rank_log2 = std::log2(m + 1.0)};
      break;
    case MapKind::elu1:
      f = {.name = "ELU+1 projections", .formula = activation_formula("(1+ELU)"), .source = "theory 2"};
      random_facts(map, f);
      break;
    case MapKind::relu:
      f = {.name = "ReLU projections", .formula = activation_formula("ReLU"), .source = "theory 2"};
      random_facts(map, f);
      break;
    case MapKind::exp:
      f = {.name = "exp projections", .formula = activation_formula("exp"), .source = "theory 2"};
      random_facts(map, f);
      break;
    case MapKind::favor:
      f = {.name = "FAVOR+ positive random features",
           .formula = "α(x,z) = (1/r)·Σₖ exp(wₖ·u − |u|²/2)·exp(wₖ·v − |v|²/2), u = −√τ·x, v = √τ·z",
           .source = "theory 2"};
      random_facts(map, f);
      break;
    case MapKind::taylor2:
      f = {.name = "Taylor features of degree 2",
           .formula = "α(x,z) = 1 + s + s²/2, s = −τ⟨x,z⟩",
           .source = "theory 2"};
      // The coefficient of C(o,1) is τ²/2 − τ, which vanishes at τ = 2 alone.
      f.rank_log2 = std::log2(1.0 + (map.tau == 2.0 ? 0.0 : m) + m * (m - 1.0) / 2.0);
      break;
    case MapKind::table:
      f = {
          .name = "feature table", .formula = "α(x,z) = ⟨φ_Q(x), φ_K(z)⟩, free values", .source = "theory 2"};
      f.rank_is_exact = false;
      f.rank_is_free = true;
      if (map.table) {
        f.rank_log2 = std::log2(static_cast<double>(map.table->query.cols()));
        f.nonnegative = (map.table->query.array() >= 0.0).all() && (map.table->key.array() >= 0.0).all();
      }
      break;
    case MapKind::softmax:
      f = {
          .name = "dense softmax", .formula = "α(x,z) = e^(−τ⟨x,z⟩)", .source = "theory 3.2", .rank_log2 = m};
      f.finite_features = false;
      break;
  }
  return f;
}

}  // namespace tt
