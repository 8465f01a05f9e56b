// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/heads/head.h"

#include <algorithm>
#include <cmath>

namespace tt {
namespace {

Expected<void> check_lookup(const Head& head) {
  if (head.readout != ReadoutKind::table) return {};
  if (!head.lookup) return fail("lookup table", "missing", "a head with readout table and its lookup");
  const LookupTable& t = *head.lookup;
  const auto rows = static_cast<std::size_t>(t.values.rows());
  const auto columns = static_cast<std::size_t>(t.values.cols());
  if (rows != t.query_tokens.size() || columns != t.key_tokens.size()) {
    return fail("lookup table", std::to_string(rows) + " x " + std::to_string(columns),
                std::to_string(t.query_tokens.size()) + " x " + std::to_string(t.key_tokens.size()));
  }
  const auto wrong = [&](BitToken token) { return token.m != head.map.m; };
  if (std::any_of(t.query_tokens.begin(), t.query_tokens.end(), wrong) ||
      std::any_of(t.key_tokens.begin(), t.key_tokens.end(), wrong)) {
    return fail("token of the lookup table", {}, "tokens of " + std::to_string(head.map.m) + " bits");
  }
  if (!t.values.allFinite()) return fail("lookup table", "not finite", "finite numbers");
  return {};
}

Expected<void> check_gains(const Head& head) {
  const auto r = feature_count(head.map);
  for (std::size_t j = 0; j < head.position_gains.size(); ++j) {
    const std::vector<double>& row = head.position_gains[j];
    const std::string name = "gains of position " + std::to_string(j + 1);
    const bool fits = row.size() == 1 || (r && row.size() == static_cast<std::size_t>(*r));
    if (!fits) {
      return fail(name, std::to_string(row.size()) + " values",
                  r ? "1 or " + std::to_string(*r) : std::string("1"));
    }
    const auto good = [](double gain) { return gain > 0.0 && std::isfinite(gain); };
    if (!std::all_of(row.begin(), row.end(), good)) return fail(name, {}, "finite numbers above 0");
  }
  return {};
}

}  // namespace

bool LookupTable::operator==(const LookupTable& other) const {
  return query_tokens == other.query_tokens && key_tokens == other.key_tokens &&
         values.rows() == other.values.rows() && values.cols() == other.values.cols() &&
         (values.array() == other.values.array()).all();
}

double lookup(const Head& head, BitToken x, BitToken z) {
  switch (head.readout) {
    case ReadoutKind::overlap:
      return overlap(x, z);
    case ReadoutKind::doubled_overlap:
      return 2.0 * overlap(x, z) - weight(x);
    case ReadoutKind::table:
      break;
  }
  if (!head.lookup) return 0.0;
  const LookupTable& t = *head.lookup;
  const auto row = std::find(t.query_tokens.begin(), t.query_tokens.end(), x);
  const auto column = std::find(t.key_tokens.begin(), t.key_tokens.end(), z);
  if (row == t.query_tokens.end() || column == t.key_tokens.end()) return 0.0;
  return t.values(row - t.query_tokens.begin(), column - t.key_tokens.begin());
}

Head head_with(FeatureMap map) {
  const MapFacts known = facts(map);
  Head head;
  head.name = known.name;
  head.source = known.source;
  head.readout = map.kind == MapKind::constant ? ReadoutKind::doubled_overlap : ReadoutKind::overlap;
  head.map = std::move(map);
  return head;
}

Expected<void> check(const Head& head) {
  if (auto ok = check(head.map); !ok) return ok;
  if (auto ok = check_lookup(head); !ok) return ok;
  return check_gains(head);
}

}  // namespace tt
