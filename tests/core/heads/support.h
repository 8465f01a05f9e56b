// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <gtest/gtest.h>

#include <vector>

#include "core/base/random.h"
#include "core/heads/evaluate.h"

// Heads of known answer and small inputs that the tests of this folder share.

namespace tt::test {

inline std::vector<BitToken> all_tokens(int m) {
  std::vector<BitToken> tokens;
  for (std::uint64_t word = 0; word <= low_mask(m); ++word) tokens.push_back({word, m});
  return tokens;
}

inline Sequence sequence_at(int m, int n, std::uint64_t index) {
  const RandomStream stream(index, Purpose::test);
  Sequence sequence;
  for (int j = 0; j < n; ++j) sequence.push_back({stream.at(static_cast<std::uint64_t>(j)) & low_mask(m), m});
  return sequence;
}

/// A table of uniform features in [low, 1) over all tokens.
inline FeatureMap random_table(int m, int r, std::uint64_t seed, double low = 0.0) {
  auto table = std::make_shared<FeatureTable>();
  table->query_tokens = table->key_tokens = all_tokens(m);
  const auto count = static_cast<Eigen::Index>(table->query_tokens.size());
  table->query.resize(count, r);
  table->key.resize(count, r);
  const RandomStream stream(seed, Purpose::test, 7);
  std::uint64_t at = 0;
  for (auto* features : {&table->query, &table->key}) {
    for (Eigen::Index i = 0; i < features->size(); ++i) {
      features->data()[i] = low + (1.0 - low) * stream.uniform(at++);
    }
  }
  FeatureMap map{.kind = MapKind::table, .m = m};
  map.table = std::move(table);
  return map;
}

inline FeatureMap overlap_map(int m, std::vector<double> f) {
  FeatureMap map{.kind = MapKind::overlap, .m = m};
  map.overlap = std::move(f);
  return map;
}

/// One map of every kind at m bits, m >= 2.
inline std::vector<FeatureMap> maps_of_every_kind(int m) {
  std::vector<FeatureMap> maps;
  for (int k = 0; k < kMapKinds; ++k) {
    const auto kind = static_cast<MapKind>(k);
    FeatureMap map{.kind = kind, .m = m, .tau = 1.25, .ratio = 0.3, .rank = 9, .scale = 0.75, .seed = 5};
    if (kind == MapKind::table) map = random_table(m, 5, 3);
    if (kind == MapKind::overlap) {
      std::vector<double> f;
      for (int o = 0; o <= m; ++o) f.push_back(1.0 + (m - o) * (m - o));  // binomial basis {0, 1, 2}
      map = overlap_map(m, f);
    }
    maps.push_back(map);
  }
  return maps;
}

inline std::string described(const FeatureMap& map) {
  return std::string(map_name(map.kind)) + " m=" + std::to_string(map.m);
}

}  // namespace tt::test
