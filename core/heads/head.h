// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "core/base/json.h"
#include "core/heads/feature_map.h"

namespace tt {

/// The query-token lookup p(x,z) = beta(x) + w(x).v(z) of a head (theory, section 2).
enum class ReadoutKind {
  overlap,          ///< p = <x,z>
  doubled_overlap,  ///< p = 2 <x,z> - |x| (3.1)
  table             ///< free values per (query, key)
};

/// Values per (query, key) pair of a FeatureTable's tokens.
struct LookupTable {
  std::vector<BitToken> query_tokens, key_tokens;
  Eigen::MatrixXd values;  ///< queries x keys
  bool operator==(const LookupTable& other) const;
};

/// How the sequence is read.
enum class Scope {
  full,         ///< every position attends to the whole sequence
  causal_final  ///< only the last position is a query, over the visible prefix (7.1)
};

/// Normalized kernel attention with a query-chosen affine readout. Position-dependent key maps (7.1) multiply
/// feature k of the token at position j by position_gains[j][k] > 0; a row of length one scales all features,
/// and positions past the last row keep their features.
struct Head {
  std::string name;
  FeatureMap map;
  ReadoutKind readout = ReadoutKind::overlap;
  std::shared_ptr<const LookupTable> lookup;        ///< for ReadoutKind::table
  std::vector<std::vector<double>> position_gains;  ///< empty: none
  Scope scope = Scope::full;
  std::string source;  ///< theorem or section it comes from
};

/// p(x,z). Table readouts give 0 for pairs they do not know.
[[nodiscard]] double lookup(const Head& head, BitToken x, BitToken z);

/// The readout that suits a map: doubled_overlap for constant maps, the table's own where it has one, else
/// overlap.
[[nodiscard]] Head head_with(FeatureMap map);

/// Checks the map, the lookup's shape and the gains (r of them or one a row, above 0).
[[nodiscard]] Expected<void> check(const Head& head);

/// {"format":"threetokens-head","version":1, "kind", ...}; every field of the head, tables in full.
[[nodiscard]] Json to_json(const Head& head);
[[nodiscard]] Expected<Head> head_from_json(const Json& json, std::string_view source);
[[nodiscard]] Expected<Head> load_head(const std::filesystem::path& path);

}  // namespace tt
