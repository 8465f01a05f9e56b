// SPDX-License-Identifier: GPL-3.0-or-later
#include <set>
#include <sstream>
#include <tuple>

#include "core/base/options.h"
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
  if (!list.is_array()) return fail(std::string(what), excerpt(list), "a list of bit strings");
  std::vector<BitToken> tokens;
  for (const Json& entry : list) {
    if (!entry.is_string()) return fail("token in " + std::string(what), excerpt(entry), "a bit string");
    auto token = parse_token(entry.get<std::string>());
    if (!token) {
      Error error = token.error();
      error.what += " in " + std::string(what);
      return tl::unexpected(std::move(error));
    }
    tokens.push_back(*token);
  }
  return tokens;
}

Expected<std::vector<Sequence>> sequences_from(const Json& list, std::string_view source) {
  if (!list.is_array())
    return fail("sequences in " + std::string(source), excerpt(list), "a list of lists of bit strings");
  std::vector<Sequence> sequences;
  for (const Json& entry : list) {
    auto sequence =
        tokens_from(entry, "sequence " + std::to_string(sequences.size() + 1) + " of " + std::string(source));
    if (!sequence) return tl::unexpected(sequence.error());
    if (sequence->empty())
      return fail("sequence " + std::to_string(sequences.size() + 1) + " of " + std::string(source),
                  "no token", "at least one bit string");
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

/// Words or tokens, all of the family's bits.
Expected<std::vector<BitToken>> tokens_of_width(const Json& list, int m, const std::string& what) {
  auto tokens = tokens_from(list, what);
  if (!tokens) return tokens;
  for (const BitToken token : *tokens)
    if (token.m != m)
      return fail("token " + to_string(token) + " in " + what, std::to_string(token.m) + " bits",
                  std::to_string(m));
  return tokens;
}

/// Fills inputs and targets; every index and target is checked against the tokens.
Expected<void> read_inputs(Family& family, const Json& inputs, const Json& targets, std::string_view source) {
  const std::string from = " of " + std::string(source);
  if (!inputs.is_array() || !targets.is_array() || inputs.size() != targets.size())
    return fail("inputs and targets" + from, {}, "two lists of equal length");
  if (inputs.empty()) return fail("inputs" + from, "none", "one or more");
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const std::string which = "input " + std::to_string(i + 1) + from;
    const Json& row = inputs[i];
    if (!row.is_array() || static_cast<int>(row.size()) != family.n)
      return fail(which, excerpt(row), std::to_string(family.n) + " token indices");
    for (const Json& index : row) {
      if (!json_fits<std::int32_t>(index) || index.get<std::int32_t>() < 0 ||
          index.get<std::size_t>() >= family.tokens.size())
        return fail("token index in " + which, excerpt(index),
                    "0 to " + std::to_string(family.tokens.size() - 1));
      family.inputs.push_back(index.get<std::int32_t>());
    }
    if (!json_fits<std::int32_t>(targets[i]))
      return fail("target of " + which, excerpt(targets[i]), "a whole number");
    family.targets.push_back(targets[i].get<std::int32_t>());
    if (const int right = min_ip_target(family.sequence(i), 0); right != family.targets.back())
      return fail("target of " + which, std::to_string(family.targets.back()),
                  std::to_string(right) + ", the least overlap");
  }
  return {};
}

Expected<std::vector<Sequence>> sequences_from_json(std::string_view text, std::string_view source) {
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

}  // namespace

Expected<std::vector<Sequence>> parse_sequences(std::string_view text, std::string_view source) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);  // the mark that some editors put before UTF-8
  const std::size_t start = text.find_first_not_of(" \t\r\n");
  const bool is_json = start != std::string_view::npos && (text[start] == '[' || text[start] == '{');
  auto sequences = is_json ? sequences_from_json(text, source) : sequences_from_text(text, source);
  if (sequences && sequences->empty())
    return fail("sequences in " + std::string(source), "none", "one or more");
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
  const std::string from = " of " + std::string(source);
  for (const auto& [name, value, high] :
       {std::tuple{"bits m", *m, kMaxBits}, std::tuple{"length n", *n, kMaxFamilyLength}})
    if (auto ok = check_range(name + from, static_cast<long long>(value), 1, high); !ok)
      return tl::unexpected(ok.error());
  family.m = *m;
  family.n = *n;
  family.note = json.contains("note") && json["note"].is_string() ? json["note"].get<std::string>() : "";
  if (json.contains("jumps")) {
    auto jumps = json_value<std::int64_t>(json, "jumps", source);
    if (!jumps) return tl::unexpected(jumps.error());
    family.jumps = *jumps;
  }
  for (const auto& [key, into] : {std::pair{"words", &family.words}, std::pair{"tokens", &family.tokens}}) {
    if (!json.contains(key)) continue;
    auto tokens = tokens_of_width(json[key], family.m, key + from);
    if (!tokens) return tl::unexpected(tokens.error());
    *into = *std::move(tokens);
  }
  std::set<BitToken> seen;
  for (const BitToken token : family.tokens)
    if (!seen.insert(token).second)
      return fail("token " + to_string(token) + from, "listed twice", "each token once");
  if (!json.contains("inputs") || !json.contains("targets"))
    return fail("missing inputs or targets in " + std::string(source));
  if (auto ok = read_inputs(family, json["inputs"], json["targets"], source); !ok)
    return tl::unexpected(ok.error());
  return family;
}

Expected<Family> load_family(const std::filesystem::path& path) {
  auto json = read_json(path);
  if (!json) return tl::unexpected(json.error());
  return family_from_json(*json, path.filename().string());
}

}  // namespace tt
