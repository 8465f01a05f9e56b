// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/base/options.h"
#include "core/codes/greedy_code.h"

namespace tt {
namespace {
constexpr const char* kFormat = "threetokens-code";
constexpr int kVersion = 1;
}  // namespace

std::optional<int> min_directed_distance(std::span<const BitToken> words) {
  std::optional<int> least;
  for (std::size_t i = 0; i < words.size(); ++i)
    for (std::size_t j = 0; j < words.size(); ++j)
      if (i != j) least = std::min(least.value_or(kMaxBits), directed_distance(words[i], words[j]));
  return least;
}

std::vector<std::int64_t> distance_histogram(std::span<const BitToken> words, int bits) {
  std::vector<std::int64_t> histogram(static_cast<std::size_t>(bits) + 1, 0);
  for (std::size_t i = 0; i < words.size(); ++i)
    for (std::size_t j = 0; j < words.size(); ++j)
      if (i != j) ++histogram[static_cast<std::size_t>(directed_distance(words[i], words[j]))];
  return histogram;
}

Json to_json(const Code& code) {
  Json json;
  json["format"] = kFormat;
  json["version"] = kVersion;
  json["bits"] = code.bits;
  json["weight"] = code.weight;
  json["distance"] = code.distance;
  json["size"] = code.words.size();
  const auto least = min_directed_distance(code.words);
  json["min_distance"] = least ? Json(*least) : Json();
  json["complete"] = code.complete;
  json["words"] = Json::array();
  for (const BitToken word : code.words) json["words"].push_back(to_string(word));
  return json;
}

Expected<Code> code_from_json(const Json& json, std::string_view source) {
  if (auto ok = check_format(json, kFormat, kVersion, source); !ok) return tl::unexpected(ok.error());
  Code code;
  auto words = json_value<std::vector<std::string>>(json, "words", source);
  if (!words) return tl::unexpected(words.error());
  if (words->empty()) return fail("words of " + std::string(source), "none", "one or more bit strings");
  for (const std::string& text : *words) {
    auto word = parse_token(text);
    if (!word) {
      Error error = word.error();
      error.what += " of " + std::string(source);
      return tl::unexpected(std::move(error));
    }
    code.words.push_back(*word);
  }
  code.bits = code.words.front().m;
  code.weight = weight(code.words.front());
  for (const BitToken word : code.words)
    if (word.m != code.bits || weight(word) != code.weight)
      return fail("word " + to_string(word) + " of " + std::string(source),
                  std::to_string(word.m) + " bits, weight " + std::to_string(weight(word)),
                  std::to_string(code.bits) + " bits, weight " + std::to_string(code.weight) +
                      " as the first word has");
  auto distance = json_value<int>(json, "distance", source);
  if (!distance) return tl::unexpected(distance.error());
  if (auto ok =
          check_range("distance of " + std::string(source), static_cast<long long>(*distance), 1, code.bits);
      !ok)
    return tl::unexpected(ok.error());
  code.distance = *distance;
  const auto least = min_directed_distance(code.words);
  if (least && *least < code.distance)
    return fail("distance of " + std::string(source), std::to_string(code.distance),
                "up to " + std::to_string(*least) + ", the least distance of its words");
  code.complete = json.contains("complete") && json["complete"] == true;
  return code;
}

}  // namespace tt
