// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/train_choice.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "core/base/options.h"
#include "core/session/json_reader.h"
#include "core/session/limits.h"

namespace tt {
namespace {

constexpr std::array<std::string_view, 3> kFamilies{"code", "shipped", "all"};

/// The names of an enumeration whose name function is given.
template <class T, int kCount>
std::array<std::string_view, kCount> names_of(std::string_view (*name)(T)) {
  std::array<std::string_view, kCount> names;
  for (int i = 0; i < kCount; ++i) names[static_cast<std::size_t>(i)] = name(static_cast<T>(i));
  return names;
}

template <class T>
T in(const Limits<T>& limits, T value) {
  return std::clamp(value, limits.low, limits.high);
}

double in(const Limits<double>& limits, double value, double fallback) {
  return std::isfinite(value) ? std::clamp(value, limits.low, limits.high) : fallback;
}

}  // namespace

std::span<const std::string_view> train_family_names() { return kFamilies; }

TrainChoice normalized(TrainChoice c) {
  const TrainChoice standard;
  for (int& rank : c.ranks) rank = in(limits::train_rank, rank);
  std::sort(c.ranks.begin(), c.ranks.end());
  c.ranks.erase(std::unique(c.ranks.begin(), c.ranks.end()), c.ranks.end());
  if (c.ranks.size() > limits::train_ranks) c.ranks.resize(limits::train_ranks);
  if (c.ranks.empty()) c.ranks = standard.ranks;
  c.heads = in(limits::train_heads, c.heads);
  c.values = in(limits::train_values, c.values);
  c.attention_heads = in(limits::attention_heads, c.attention_heads);
  c.degree = in(limits::degree, c.degree);
  c.rate = in(limits::rate, c.rate, standard.rate);
  c.threshold = in(limits::threshold, c.threshold, standard.threshold);
  c.sharpness = in(limits::sharpness, c.sharpness, standard.sharpness);
  c.steps = in(limits::steps, c.steps);
  c.plateau = in(limits::plateau, c.plateau);
  return c;
}

Expected<void> check(const TrainChoice& c) {
  if (c.ranks.empty() || c.ranks.size() > limits::train_ranks)
    return fail("ranks to train", std::to_string(c.ranks.size()) + " ranks",
                "1 to " + std::to_string(limits::train_ranks) + " ranks");
  for (const int rank : c.ranks)
    if (auto sound = check_range("rank to train", static_cast<long long>(rank), limits::train_rank.low,
                                 limits::train_rank.high);
        !sound)
      return sound;
  const auto whole = [](std::string_view name, std::int64_t value, auto range) {
    return check_range(name, static_cast<long long>(value), static_cast<long long>(range.low),
                       static_cast<long long>(range.high));
  };
  const auto real = [](std::string_view name, double value, const Limits<double>& range) {
    return check_range(name, value, range.low, range.high);
  };
  const Expected<void> checks[] = {
      whole("heads a rank", c.heads, limits::train_heads),
      whole("width of the values", c.values, limits::train_values),
      whole("attention heads", c.attention_heads, limits::attention_heads),
      whole("degree of the readout", c.degree, limits::degree),
      real("learning rate", c.rate, limits::rate),
      real("threshold", c.threshold, limits::threshold),
      real("sharpness", c.sharpness, limits::sharpness),
      whole("steps", c.steps, limits::steps),
      whole("plateau", c.plateau, limits::plateau),
  };
  for (const Expected<void>& one : checks)
    if (!one) return one;
  return {};
}

Json to_json(const TrainChoice& c) {
  Json json;
  json["family"] = kFamilies[static_cast<std::size_t>(c.family)];
  json["ranks"] = c.ranks;
  json["heads"] = c.heads;
  json["seed"] = c.seed;
  json["features"] = feature_name(c.features);
  json["values"] = c.values;
  json["attention_heads"] = c.attention_heads;
  json["degree"] = c.degree;
  json["objective"] = objective_name(c.objective);
  json["schedule"] = schedule_name(c.schedule);
  json["start"] = start_name(c.start);
  json["rate"] = c.rate;
  json["threshold"] = c.threshold;
  json["sharpness"] = c.sharpness;
  json["steps"] = c.steps;
  json["plateau"] = c.plateau;
  json["stop_when_solved"] = c.stop_when_solved;
  return json;
}

Expected<TrainChoice> train_choice_from_json(const Json& json, std::string_view source) {
  if (!json.is_object()) return fail("key \"train\" in " + std::string(source), excerpt(json), "an object");
  TrainChoice c;
  JsonReader reader(json, "the training", source);
  reader.read_choice("family", kFamilies, c.family);
  reader.read_parsed("ranks", c.ranks, [&](const Json& list) -> Expected<std::vector<int>> {
    const auto whole = [](const Json& rank) { return json_fits<int>(rank); };
    if (!list.is_array() || !std::all_of(list.begin(), list.end(), whole))
      return fail("ranks of the training", excerpt(list), "a list of whole numbers");
    return list.get<std::vector<int>>();
  });
  reader.read("heads", c.heads);
  reader.read("seed", c.seed);
  reader.read_choice("features", names_of<FeatureKind, kFeatureKinds>(feature_name), c.features);
  reader.read("values", c.values);
  reader.read("attention_heads", c.attention_heads);
  reader.read("degree", c.degree);
  reader.read_choice("objective", names_of<Objective, kObjectives>(objective_name), c.objective);
  reader.read_choice("schedule", names_of<Schedule, kSchedules>(schedule_name), c.schedule);
  reader.read_choice("start", names_of<Start, 2>(start_name), c.start);
  reader.read("rate", c.rate);
  reader.read("threshold", c.threshold);
  reader.read("sharpness", c.sharpness);
  reader.read("steps", c.steps);
  reader.read("plateau", c.plateau);
  reader.read("stop_when_solved", c.stop_when_solved);
  if (reader.error()) return tl::unexpected(*reader.error());
  if (auto right = check(c); !right) return tl::unexpected(right.error());
  return normalized(std::move(c));
}

Expected<std::vector<int>> parse_ranks(std::string_view text) {
  const std::string allowed = "1 to " + std::to_string(limits::train_ranks) + " whole numbers from " +
                              std::to_string(limits::train_rank.low) + " to " +
                              std::to_string(limits::train_rank.high) + ", such as 8, 15, 32";
  std::vector<int> ranks;
  const char* at = text.data();
  const char* const end = at + text.size();
  while (at != end) {
    if (*at == ' ' || *at == ',' || *at == ';') {
      ++at;
      continue;
    }
    int rank = 0;
    const auto [next, error] = std::from_chars(at, end, rank);
    if (error != std::errc() || rank < limits::train_rank.low || rank > limits::train_rank.high)
      return fail("ranks", std::string(text), allowed);
    ranks.push_back(rank);
    at = next;
  }
  if (ranks.empty() || ranks.size() > limits::train_ranks) return fail("ranks", std::string(text), allowed);
  return ranks;
}

std::string ranks_text(std::span<const int> ranks) {
  std::string text;
  for (const int rank : ranks) text += (text.empty() ? "" : ", ") + std::to_string(rank);
  return text;
}

}  // namespace tt
