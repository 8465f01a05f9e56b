// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/heads/head.h"

namespace tt {
namespace {

using Index = Eigen::Index;
using Lists = std::vector<std::vector<double>>;

constexpr int kVersion = 1;

std::vector<std::string> texts(const std::vector<BitToken>& tokens) {
  std::vector<std::string> result;
  for (const BitToken token : tokens) result.push_back(to_string(token));
  return result;
}

Lists lists(const Eigen::MatrixXd& a) {
  Lists result(static_cast<std::size_t>(a.rows()));
  for (Index i = 0; i < a.rows(); ++i) {
    for (Index j = 0; j < a.cols(); ++j) result[static_cast<std::size_t>(i)].push_back(a(i, j));
  }
  return result;
}

const char* readout_name(ReadoutKind kind) {
  if (kind == ReadoutKind::table) return "table";
  return kind == ReadoutKind::overlap ? "overlap" : "doubled-overlap";
}

/// The value of a key where it is there, else what the field holds already.
template <class T>
Expected<void> read_field(const Json& json, const char* key, std::string_view source, T& field) {
  if (!json.contains(key)) return {};
  auto value = json_value<T>(json, key, source);
  if (!value) return tl::unexpected<Error>(value.error());
  field = std::move(*value);
  return {};
}

Expected<std::vector<BitToken>> read_tokens(const Json& json, const char* key, std::string_view source) {
  const auto words = json_value<std::vector<std::string>>(json, key, source);
  if (!words) return tl::unexpected<Error>(words.error());
  std::vector<BitToken> tokens;
  for (const std::string& word : *words) {
    const auto token = parse_token(word);
    if (!token) return tl::unexpected<Error>(token.error());
    tokens.push_back(*token);
  }
  return tokens;
}

Expected<Eigen::MatrixXd> read_matrix(const Json& json, const char* key, std::string_view source) {
  const auto rows = json_value<Lists>(json, key, source);
  if (!rows) return tl::unexpected<Error>(rows.error());
  const std::size_t columns = rows->empty() ? 0 : rows->front().size();
  Eigen::MatrixXd a(static_cast<Index>(rows->size()), static_cast<Index>(columns));
  for (std::size_t i = 0; i < rows->size(); ++i) {
    if ((*rows)[i].size() != columns) {
      return fail("row " + std::to_string(i + 1) + " of \"" + key + "\" in " + std::string(source),
                  std::to_string((*rows)[i].size()) + " values",
                  std::to_string(columns) + ", as in the first row");
    }
    for (std::size_t j = 0; j < columns; ++j) a(static_cast<Index>(i), static_cast<Index>(j)) = (*rows)[i][j];
  }
  return a;
}

Expected<std::shared_ptr<const FeatureTable>> read_table(const Json& json, std::string_view source) {
  auto table = std::make_shared<FeatureTable>();
  auto query_tokens = read_tokens(json, "query_tokens", source);
  if (!query_tokens) return tl::unexpected<Error>(query_tokens.error());
  auto key_tokens = read_tokens(json, "key_tokens", source);
  if (!key_tokens) return tl::unexpected<Error>(key_tokens.error());
  auto query = read_matrix(json, "query", source);
  if (!query) return tl::unexpected<Error>(query.error());
  auto key = read_matrix(json, "key", source);
  if (!key) return tl::unexpected<Error>(key.error());
  table->query_tokens = std::move(*query_tokens);
  table->key_tokens = std::move(*key_tokens);
  table->query = std::move(*query);
  table->key = std::move(*key);
  return table;
}

Expected<std::shared_ptr<const LookupTable>> read_lookup(const Json& json, std::string_view source) {
  auto table = std::make_shared<LookupTable>();
  auto query_tokens = read_tokens(json, "query_tokens", source);
  if (!query_tokens) return tl::unexpected<Error>(query_tokens.error());
  auto key_tokens = read_tokens(json, "key_tokens", source);
  if (!key_tokens) return tl::unexpected<Error>(key_tokens.error());
  auto values = read_matrix(json, "values", source);
  if (!values) return tl::unexpected<Error>(values.error());
  table->query_tokens = std::move(*query_tokens);
  table->key_tokens = std::move(*key_tokens);
  table->values = std::move(*values);
  return table;
}

Expected<void> read_map(const Json& json, std::string_view source, FeatureMap& map) {
  const auto name = json_value<std::string>(json, "kind", source);
  if (!name) return tl::unexpected<Error>(name.error());
  const auto kind = map_kind(*name);
  if (!kind) {
    std::string known;
    for (int k = 0; k < kMapKinds; ++k)
      known += (k > 0 ? ", " : "") + std::string(map_name(static_cast<MapKind>(k)));
    return fail("kind in " + std::string(source), *name, known);
  }
  map.kind = *kind;
  const auto m = json_value<int>(json, "m", source);
  if (!m) return tl::unexpected<Error>(m.error());
  map.m = *m;
  if (auto ok = read_field(json, "tau", source, map.tau); !ok) return ok;
  if (auto ok = read_field(json, "ratio", source, map.ratio); !ok) return ok;
  if (auto ok = read_field(json, "offset", source, map.offset); !ok) return ok;
  if (auto ok = read_field(json, "rank", source, map.rank); !ok) return ok;
  if (auto ok = read_field(json, "scale", source, map.scale); !ok) return ok;
  if (auto ok = read_field(json, "seed", source, map.seed); !ok) return ok;
  if (auto ok = read_field(json, "overlap", source, map.overlap); !ok) return ok;
  if (!json.contains("table") || json["table"].is_null()) return {};
  auto table = read_table(json["table"], source);
  if (!table) return tl::unexpected<Error>(table.error());
  map.table = std::move(*table);
  return {};
}

Expected<void> read_readout(const Json& json, std::string_view source, Head& head) {
  std::string name = readout_name(head.readout);
  if (auto ok = read_field(json, "readout", source, name); !ok) return ok;
  bool known = false;
  for (const ReadoutKind kind : {ReadoutKind::overlap, ReadoutKind::doubled_overlap, ReadoutKind::table}) {
    if (name != readout_name(kind)) continue;
    head.readout = kind;
    known = true;
  }
  if (!known) return fail("readout in " + std::string(source), name, "overlap, doubled-overlap or table");
  if (!json.contains("lookup") || json["lookup"].is_null()) return {};
  auto table = read_lookup(json["lookup"], source);
  if (!table) return tl::unexpected<Error>(table.error());
  head.lookup = std::move(*table);
  return {};
}

Expected<void> read_scope(const Json& json, std::string_view source, Head& head) {
  std::string name = "full";
  if (auto ok = read_field(json, "scope", source, name); !ok) return ok;
  if (name != "full" && name != "causal-final") {
    return fail("scope in " + std::string(source), name, "full or causal-final");
  }
  head.scope = name == "full" ? Scope::full : Scope::causal_final;
  return {};
}

}  // namespace

Json to_json(const Head& head) {
  const FeatureMap& map = head.map;
  Json json;
  json["format"] = "threetokens-head";
  json["version"] = kVersion;
  json["name"] = head.name;
  json["source"] = head.source;
  json["kind"] = map_name(map.kind);
  json["m"] = map.m;
  json["tau"] = map.tau;
  json["ratio"] = map.ratio;
  json["offset"] = map.offset;
  json["rank"] = map.rank;
  json["scale"] = map.scale;
  json["seed"] = map.seed;
  json["overlap"] = map.overlap;
  if (map.table) {
    json["table"] = {{"query_tokens", texts(map.table->query_tokens)},
                     {"key_tokens", texts(map.table->key_tokens)},
                     {"query", lists(map.table->query)},
                     {"key", lists(map.table->key)}};
  }
  json["readout"] = readout_name(head.readout);
  if (head.lookup) {
    json["lookup"] = {{"query_tokens", texts(head.lookup->query_tokens)},
                      {"key_tokens", texts(head.lookup->key_tokens)},
                      {"values", lists(head.lookup->values)}};
  }
  json["position_gains"] = head.position_gains;
  json["scope"] = head.scope == Scope::full ? "full" : "causal-final";
  return json;
}

Expected<Head> head_from_json(const Json& json, std::string_view source) {
  if (auto ok = check_format(json, "threetokens-head", kVersion, source); !ok)
    return tl::unexpected<Error>(ok.error());
  Head head;
  if (auto ok = read_map(json, source, head.map); !ok) return tl::unexpected<Error>(ok.error());
  if (auto ok = check(head.map); !ok) return tl::unexpected<Error>(ok.error());
  head = head_with(FeatureMap(head.map));
  if (auto ok = read_field(json, "name", source, head.name); !ok) return tl::unexpected<Error>(ok.error());
  if (auto ok = read_field(json, "source", source, head.source); !ok)
    return tl::unexpected<Error>(ok.error());
  if (auto ok = read_readout(json, source, head); !ok) return tl::unexpected<Error>(ok.error());
  if (auto ok = read_field(json, "position_gains", source, head.position_gains); !ok) {
    return tl::unexpected<Error>(ok.error());
  }
  if (auto ok = read_scope(json, source, head); !ok) return tl::unexpected<Error>(ok.error());
  if (auto ok = check(head); !ok) return tl::unexpected<Error>(ok.error());
  return head;
}

Expected<Head> load_head(const std::filesystem::path& path) {
  const auto json = read_json(path);
  if (!json) return tl::unexpected<Error>(json.error());
  return head_from_json(*json, path.string());
}

}  // namespace tt
