// SPDX-License-Identifier: GPL-3.0-or-later
#include <sstream>

#include "core/task/family.h"
#include "core/task/min_ip.h"

namespace tt {
namespace {

constexpr const char* kFormat = "threetokens-family";
constexpr int kVersion = 1;

Json token_list(const std::vector<BitToken>& tokens) {
  Json list = Json::array();
  for (const BitToken token : tokens) list.push_back(to_string(token));
  return list;
}

Expected<std::vector<BitToken>> tokens_from(const Json& list, std::string_view what) {
  if (!list.is_array()) return fail(std::string(what), list.dump().substr(0, 40), "a list of bit strings");
  std::vector<BitToken> tokens;
  for (const Json& entry : list) {
    if (!entry.is_string()) return fail("token in " + std::string(what), entry.dump().substr(0, 40), "a bit string");
    auto token = parse_token(entry.get<std::string>());
    if (!token) return tl::unexpected(token.error());
    tokens.push_back(*token);
  }
  return tokens;
}

Expected<std::vector<Sequence>> sequences_from(const Json& list, std::string_view source) {
  if (!list.is_array()) return fail("sequences in " + std::string(source), list.dump().substr(0, 40), "a list of lists of bit strings");
  std::vector<Sequence> sequences;
  for (const Json& entry : list) {
    auto sequence = tokens_from(entry, "sequence " + std::to_string(sequences.size() + 1) + " of " + std::string(source));
    if (!sequence) return tl::unexpected(sequence.error());
    sequences.push_back(*std::move(sequence));
  }
  return sequences;
}

Expected<std::vector<Sequence>> sequences_from_text(std::string_view text, std::string_view source) {
  std::vector<Sequence> sequences;
  std::istringstream lines{std::string(text)};
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number) {
    line = line.substr(0, line.find('#'));
    for (char& c : line)
      if (c == ',' || c == ';' || c == '\r' || c == '\t') c = ' ';
    std::istringstream words(line);
    Sequence sequence;
    for (std::string word; words >> word;) {
      auto token = parse_token(word);
      if (!token) {
        Error error = token.error();
        error.what += " in line " + std::to_string(number) + " of " + std::string(source);
        return tl::unexpected(std::move(error));
      }
      sequence.push_back(*token);
    }
    if (!sequence.empty()) sequences.push_back(std::move(sequence));
  }
  return sequences;
}

/// Fills inputs and targets; every index and target is checked against the tokens.
Expected<void> read_inputs(Family& family, const Json& inputs, const Json& targets, std::string_view source) {
  const std::string from = " of " + std::string(source);
  if (!inputs.is_array() || !targets.is_array() || inputs.size() != targets.size())
    return fail("inputs and targets" + from, {}, "two lists of equal length");
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const std::string which = "input " + std::to_string(i + 1) + from;
    const Json& row = inputs[i];
    if (!row.is_array() || static_cast<int>(row.size()) != family.n)
      return fail(which, row.dump().substr(0, 40), std::to_string(family.n) + " token indices");
    for (const Json& index : row) {
      if (!json_fits<std::int32_t>(index) || index.get<std::int32_t>() < 0 ||
          index.get<std::size_t>() >= family.tokens.size())
        return fail("token index in " + which, index.dump().substr(0, 40), "0 to " + std::to_string(family.tokens.size() - 1));
      family.inputs.push_back(index.get<std::int32_t>());
    }
    if (!json_fits<std::int32_t>(targets[i])) return fail("target of " + which, targets[i].dump().substr(0, 40), "a whole number");
    family.targets.push_back(targets[i].get<std::int32_t>());
    if (const int right = min_ip_target(family.sequence(i), 0); right != family.targets.back())
      return fail("target of " + which, std::to_string(family.targets.back()), std::to_string(right) + ", the least overlap");
  }
  return {};
}

}  // namespace

Expected<std::vector<Sequence>> parse_sequences(std::string_view text, std::string_view source) {
  const std::size_t start = text.find_first_not_of(" \t\r\n");
  if (start == std::string_view::npos || (text[start] != '[' && text[start] != '{')) return sequences_from_text(text, source);
  auto json = parse_json(text, source);
  if (!json) return tl::unexpected(json.error());
  if (json->is_array()) return sequences_from(*json, source);
  if (json->contains("sequences")) return sequences_from((*json)["sequences"], source);
  auto family = family_from_json(*json, source);
  if (!family) return tl::unexpected(family.error());
  std::vector<Sequence> sequences;
  for (std::size_t i = 0; i < family->size(); ++i) sequences.push_back(family->sequence(i));
  return sequences;
}

Json to_json(const Family& family) {
  Json json;
  json["format"] = kFormat;
  json["version"] = kVersion;
  if (!family.note.empty()) json["note"] = family.note;
  json["m"] = family.m;
  json["n"] = family.n;
  if (family.jumps > 0) json["jumps"] = family.jumps;
  json["words"] = token_list(family.words);
  json["tokens"] = token_list(family.tokens);
  json["inputs"] = Json::array();
  for (std::size_t i = 0; i < family.size(); ++i) {
    const auto row = family.input(i);
    json["inputs"].push_back(std::vector<std::int32_t>(row.begin(), row.end()));
  }
  json["targets"] = family.targets;
  return json;
}

Expected<Family> family_from_json(const Json& json, std::string_view source) {
  if (auto ok = check_format(json, kFormat, kVersion, source); !ok) return tl::unexpected(ok.error());
  Family family;
  auto m = json_value<int>(json, "m", source);
  if (!m) return tl::unexpected(m.error());
  auto n = json_value<int>(json, "n", source);
  if (!n) return tl::unexpected(n.error());
  if (*n < 1) return fail("length n of " + std::string(source), std::to_string(*n), "1 or more");
  family.m = *m;
  family.n = *n;
  family.note = json.contains("note") && json["note"].is_string() ? json["note"].get<std::string>() : "";
  family.jumps = json.contains("jumps") && json_fits<std::int64_t>(json["jumps"]) ? json["jumps"].get<std::int64_t>() : 0;
  for (const auto& [key, into] : {std::pair{"words", &family.words}, std::pair{"tokens", &family.tokens}}) {
    if (!json.contains(key)) continue;
    auto tokens = tokens_from(json[key], std::string(key) + " of " + std::string(source));
    if (!tokens) return tl::unexpected(tokens.error());
    for (const BitToken token : *tokens)
      if (token.m != family.m)
        return fail("token " + to_string(token) + " of " + std::string(source), std::to_string(token.m) + " bits", std::to_string(family.m));
    *into = *std::move(tokens);
  }
  if (!json.contains("inputs") || !json.contains("targets")) return fail("missing inputs or targets in " + std::string(source));
  if (auto ok = read_inputs(family, json["inputs"], json["targets"], source); !ok) return tl::unexpected(ok.error());
  return family;
}

Expected<Family> load_family(const std::filesystem::path& path) {
  auto json = read_json(path);
  if (!json) return tl::unexpected(json.error());
  return family_from_json(*json, path.filename().string());
}

}  // namespace tt
