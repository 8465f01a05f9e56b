// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "core/base/options.h"
#include "core/heads/constructions/constructions.h"

namespace tt {
namespace {

using Index = Eigen::Index;

constexpr std::size_t kMaxEntries = std::size_t{1} << 24;  // 128 MB a table

std::vector<BitToken> distinct_queries(const Family& family) {
  std::vector<bool> seen(family.tokens.size(), false);
  std::vector<BitToken> queries;
  for (std::size_t i = 0; i < family.size(); ++i) {
    const auto x = static_cast<std::size_t>(family.input(i).front());
    if (seen[x]) continue;
    seen[x] = true;
    queries.push_back(family.tokens[x]);
  }
  return queries;
}

/// q^{<x,z> - least} over the keys: the error of a query at length n is at most (n-1) q < epsilon for q =
/// epsilon / n (3.2 with its temperature log(n/epsilon)), and the shift only keeps the row from underflowing.
void fill_row(BitToken x, double log_q, const FeatureTable& table, Index row, Eigen::MatrixXd& key,
              Eigen::MatrixXd& lookup) {
  int least = kMaxBits;
  for (const BitToken z : table.key_tokens) least = std::min(least, overlap(x, z));
  for (std::size_t j = 0; j < table.key_tokens.size(); ++j) {
    const int o = overlap(x, table.key_tokens[j]);
    key(static_cast<Index>(j), row) = std::exp(log_q * (o - least));
    lookup(row, static_cast<Index>(j)) = o;
  }
}

}  // namespace

Expected<Head> family_head(const Family& family, double epsilon) {
  if (auto ok = check_epsilon(epsilon); !ok) return tl::unexpected<Error>(ok.error());
  if (family.size() == 0) return fail("inputs of the family", "0", "at least 1");
  auto table = std::make_shared<FeatureTable>();
  table->query_tokens = distinct_queries(family);
  table->key_tokens = family.tokens;
  const std::size_t r = table->query_tokens.size();
  if (r * std::max(r, family.tokens.size()) > kMaxEntries) {
    return fail("features of a family head",
                std::to_string(r) + " queries, " + std::to_string(family.tokens.size()) + " tokens",
                "tables of at most 2^24 entries");
  }
  const auto rank = static_cast<Index>(r);
  auto values = std::make_shared<LookupTable>();
  values->query_tokens = table->query_tokens;
  values->key_tokens = table->key_tokens;
  values->values.resize(rank, static_cast<Index>(family.tokens.size()));
  table->query = Eigen::MatrixXd::Identity(rank, rank);
  table->key.resize(static_cast<Index>(family.tokens.size()), rank);
  const double log_q = std::log(epsilon / std::max(family.n, 2));
  for (std::size_t i = 0; i < r; ++i) {
    fill_row(table->query_tokens[i], log_q, *table, static_cast<Index>(i), table->key, values->values);
  }

  FeatureMap map{.kind = MapKind::table, .m = family.m};
  map.table = std::move(table);
  if (auto ok = check(map); !ok) return tl::unexpected<Error>(ok.error());
  Head head = head_with(std::move(map));
  head.name = "one feature per query";
  head.source = "theory 9";
  head.readout = ReadoutKind::table;
  head.lookup = std::move(values);
  return head;
}

}  // namespace tt
