// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/heads/attention_row.h"

#include <algorithm>
#include <unordered_map>

#include "core/base/options.h"

namespace tt {
namespace {

using Index = Eigen::Index;
using Rows = std::unordered_map<std::uint64_t, Index>;

bool gains_by_feature(const Head& head) {
  return std::any_of(head.position_gains.begin(), head.position_gains.end(),
                     [](const std::vector<double>& row) { return row.size() != 1; });
}

void scale_columns(const Head& head, Eigen::MatrixXd& alpha) {
  const Index gains = static_cast<Index>(head.position_gains.size());
  for (Index j = 0; j < std::min(gains, alpha.cols()); ++j) {
    alpha.col(j) *= head.position_gains[static_cast<std::size_t>(j)].front();
  }
}

Expected<Eigen::MatrixXd> alpha_by_features(const Head& head, const Kernel& kernel,
                                            std::span<const BitToken> queries,
                                            std::span<const BitToken> keys) {
  Eigen::MatrixXd alpha(static_cast<Index>(queries.size()), static_cast<Index>(keys.size()));
  std::vector<Eigen::VectorXd> phi_q;
  for (const BitToken x : queries) {
    auto phi = kernel.query_features(x);
    if (!phi) return tl::unexpected<Error>(phi.error());
    phi_q.push_back(std::move(*phi));
  }
  for (std::size_t j = 0; j < keys.size(); ++j) {
    auto phi = gained_key(head, kernel, keys[j], j);
    if (!phi) return tl::unexpected<Error>(phi.error());
    for (std::size_t i = 0; i < queries.size(); ++i) {
      alpha(static_cast<Index>(i), static_cast<Index>(j)) = phi_q[i].dot(*phi);
    }
  }
  return alpha;
}

Rows rows_of(const std::vector<BitToken>& tokens) {
  Rows rows;
  for (std::size_t i = 0; i < tokens.size(); ++i) rows.emplace(tokens[i].word, static_cast<Index>(i));
  return rows;
}

}  // namespace

std::optional<double> log_of_power(const FeatureMap& map) {
  if (map.kind == MapKind::geometric) return std::log(map.ratio);
  if (map.kind == MapKind::exact_product || map.kind == MapKind::softmax) return -map.tau;
  return std::nullopt;
}

Expected<Eigen::VectorXd> gained_key(const Head& head, const Kernel& kernel, BitToken z,
                                     std::size_t position) {
  auto phi = kernel.key_features(z);
  if (!phi || position >= head.position_gains.size()) return phi;
  const std::vector<double>& gains = head.position_gains[position];
  if (gains.size() == 1) {
    *phi *= gains.front();
    return phi;
  }
  if (static_cast<Index>(gains.size()) != phi->size()) {
    return fail("gains of position " + std::to_string(position + 1), std::to_string(gains.size()) + " values",
                "1 or " + std::to_string(phi->size()));
  }
  phi->array() *= Eigen::Map<const Eigen::ArrayXd>(gains.data(), phi->size());
  return phi;
}

Expected<Eigen::MatrixXd> gained_alpha(const Head& head, const Kernel& kernel,
                                       std::span<const BitToken> queries, std::span<const BitToken> keys) {
  if (gains_by_feature(head)) return alpha_by_features(head, kernel, queries, keys);
  Eigen::MatrixXd alpha = kernel.matrix(queries, keys);
  scale_columns(head, alpha);
  return alpha;
}

Expected<Eigen::MatrixXd> relative_alpha(const Head& head, const Kernel& kernel,
                                         std::span<const BitToken> queries, std::span<const BitToken> keys) {
  const auto log_q = log_of_power(head.map);
  if (!log_q || gains_by_feature(head)) return gained_alpha(head, kernel, queries, keys);
  Eigen::MatrixXd alpha(static_cast<Index>(queries.size()), static_cast<Index>(keys.size()));
  for (std::size_t i = 0; i < queries.size(); ++i) {
    int least = kMaxBits;
    for (const BitToken z : keys) least = std::min(least, overlap(queries[i], z));
    for (std::size_t j = 0; j < keys.size(); ++j) {
      alpha(static_cast<Index>(i), static_cast<Index>(j)) =
          std::exp(*log_q * (overlap(queries[i], keys[j]) - least));
    }
  }
  scale_columns(head, alpha);
  return alpha;
}

Eigen::MatrixXd lookup_matrix(const Head& head, std::span<const BitToken> queries,
                              std::span<const BitToken> keys) {
  Eigen::MatrixXd p(static_cast<Index>(queries.size()), static_cast<Index>(keys.size()));
  if (head.readout != ReadoutKind::table) {
    for (std::size_t j = 0; j < keys.size(); ++j) {
      for (std::size_t i = 0; i < queries.size(); ++i) {
        p(static_cast<Index>(i), static_cast<Index>(j)) = lookup(head, queries[i], keys[j]);
      }
    }
    return p;
  }
  p.setZero();
  if (!head.lookup) return p;
  const Rows query_rows = rows_of(head.lookup->query_tokens);
  const Rows key_rows = rows_of(head.lookup->key_tokens);
  for (std::size_t j = 0; j < keys.size(); ++j) {
    const auto column = key_rows.find(keys[j].word);
    if (column == key_rows.end()) continue;
    for (std::size_t i = 0; i < queries.size(); ++i) {
      const auto row = query_rows.find(queries[i].word);
      if (row == query_rows.end()) continue;
      p(static_cast<Index>(i), static_cast<Index>(j)) = head.lookup->values(row->second, column->second);
    }
  }
  return p;
}

Expected<void> check_length(long long n, long long most) { return check_range("length n", n, 1, most); }

}  // namespace tt
