// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/options.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "core/base/log2_number.h"
#include "core/base/options.h"

namespace tt {
namespace {

constexpr std::array<std::string_view, kFeatureKinds> kFeatureNames{"softplus", "exp", "signed"};
constexpr std::array<std::string_view, kObjectives> kObjectiveNames{"mse", "hinge", "softmax"};
constexpr std::array<std::string_view, kSchedules> kScheduleNames{"constant", "cosine", "warm-up"};
constexpr std::array<std::string_view, 2> kStartNames{"overlap", "normal"};

template <class Kind, std::size_t kCount>
std::optional<Kind> kind_of(const std::array<std::string_view, kCount>& names, std::string_view name) {
  const auto at = std::ranges::find(names, name);
  if (at == names.end()) return std::nullopt;
  return static_cast<Kind>(at - names.begin());
}

/// The kind whose name stands under a key.
template <class Kind, std::size_t kCount>
Expected<Kind> kind_in(const Json& json, const char* key, const std::array<std::string_view, kCount>& names,
                       std::string_view source) {
  const auto name = json_value<std::string>(json, key, source);
  if (!name) return tl::unexpected(name.error());
  if (const auto kind = kind_of<Kind>(names, *name)) return *kind;
  std::string allowed;
  for (const std::string_view known : names) allowed += (allowed.empty() ? "" : ", ") + std::string(known);
  return fail("key \"" + std::string(key) + "\" in " + std::string(source), *name, allowed);
}

/// Reads one key into a field; the first error stays.
class Reader {
 public:
  Reader(const Json& json, std::string_view source) : json_(json), source_(source) {}
  template <class T>
  void read(const char* key, T& into) {
    take(json_value<T>(json_, key, source_), into);
  }
  template <class Kind, std::size_t kCount>
  void read(const char* key, const std::array<std::string_view, kCount>& names, Kind& into) {
    take(kind_in<Kind>(json_, key, names, source_), into);
  }
  [[nodiscard]] const std::optional<Error>& trouble() const { return trouble_; }

 private:
  template <class T>
  void take(Expected<T> value, T& into) {
    if (value)
      into = *value;
    else if (!trouble_)
      trouble_ = value.error();
  }
  const Json& json_;
  std::string_view source_;
  std::optional<Error> trouble_;
};

}  // namespace

std::string_view feature_name(FeatureKind kind) { return kFeatureNames[static_cast<std::size_t>(kind)]; }
std::string_view objective_name(Objective kind) { return kObjectiveNames[static_cast<std::size_t>(kind)]; }
std::string_view schedule_name(Schedule kind) { return kScheduleNames[static_cast<std::size_t>(kind)]; }
std::string_view start_name(Start kind) { return kStartNames[static_cast<std::size_t>(kind)]; }

std::optional<FeatureKind> feature_kind(std::string_view name) {
  return kind_of<FeatureKind>(kFeatureNames, name);
}
std::optional<Objective> objective(std::string_view name) {
  return kind_of<Objective>(kObjectiveNames, name);
}
std::optional<Schedule> schedule(std::string_view name) { return kind_of<Schedule>(kScheduleNames, name); }
std::optional<Start> start(std::string_view name) { return kind_of<Start>(kStartNames, name); }

Expected<void> check(const SoftOptions& soft, double epsilon) {
  if (auto sound = check_range("learning rate", soft.rate, 1e-12, 1e6); !sound) return sound;
  if (!(soft.threshold >= 0.0 && soft.threshold < epsilon))
    return fail("threshold", text(soft.threshold), "0 up to below " + text(epsilon));
  if (auto sound = check_range("sharpness", soft.sharpness, 1e-3, 1e3); !sound) return sound;
  return check_range("weight of the floor", soft.floor_weight, 0.0, 1e6);
}

Expected<void> check(const TrainOptions& options, const Problem& problem) {
  if (auto sound = check(options.shape); !sound) return sound;
  if (auto sound = check(options.soft, problem.epsilon); !sound) return sound;
  const auto whole = [](const char* name, std::int64_t value, std::int64_t low, std::int64_t high) {
    return check_range(name, static_cast<long long>(value), static_cast<long long>(low),
                       static_cast<long long>(high));
  };
  if (auto sound = whole("heads", options.heads, 1, 65536); !sound) return sound;
  if (auto sound = whole("steps", options.steps, 1, 100'000'000); !sound) return sound;
  if (auto sound = whole("plateau", options.plateau, 0, 100'000'000); !sound) return sound;
  if (auto sound = check_range("seconds", options.seconds, 0.0, 1e9); !sound) return sound;
  if (auto sound = whole("threads", options.threads, 0, 1024); !sound) return sound;
  if (options.lanes != 0 && options.lanes != 1 && options.lanes != 4 && options.lanes != 8 &&
      options.lanes != 16)
    return fail("lanes", std::to_string(options.lanes), "0, 1, 4, 8, 16");
  const double numbers = static_cast<double>(parameter_layout(problem, options.shape).size) * options.heads;
  if (numbers > 3e8) return fail("parameters of the ensemble", text(numbers), "at most 3e8");
  return {};
}

Json to_json(const TrainOptions& options) {
  const Shape& shape = options.shape;
  const SoftOptions& soft = options.soft;
  return Json{{"rank", shape.rank},
              {"features", feature_name(shape.features)},
              {"values", shape.values},
              {"attention_heads", shape.heads},
              {"degree", shape.degree},
              {"objective", objective_name(options.objective)},
              {"schedule", schedule_name(options.schedule)},
              {"start", start_name(options.start)},
              {"rate", soft.rate},
              {"threshold", soft.threshold},
              {"sharpness", soft.sharpness},
              {"floor_weight", soft.floor_weight},
              {"heads", options.heads},
              {"seed", options.seed},
              {"steps", options.steps},
              {"plateau", options.plateau},
              {"seconds", options.seconds},
              {"stop_when_solved", options.stop_when_solved}};
}

Expected<TrainOptions> train_options_from_json(const Json& json, std::string_view source) {
  TrainOptions options;
  Reader in(json, source);
  in.read("rank", options.shape.rank);
  in.read("features", kFeatureNames, options.shape.features);
  in.read("values", options.shape.values);
  in.read("attention_heads", options.shape.heads);
  in.read("degree", options.shape.degree);
  in.read("objective", kObjectiveNames, options.objective);
  in.read("schedule", kScheduleNames, options.schedule);
  in.read("start", kStartNames, options.start);
  in.read("rate", options.soft.rate);
  in.read("threshold", options.soft.threshold);
  in.read("sharpness", options.soft.sharpness);
  in.read("floor_weight", options.soft.floor_weight);
  in.read("heads", options.heads);
  in.read("seed", options.seed);
  in.read("steps", options.steps);
  in.read("plateau", options.plateau);
  in.read("seconds", options.seconds);
  in.read("stop_when_solved", options.stop_when_solved);
  if (in.trouble()) return tl::unexpected(*in.trouble());
  if (const auto sound = check(options.shape); !sound) return tl::unexpected(sound.error());
  return options;
}

double rate_at(const TrainOptions& options, std::int64_t step) {
  const double done = static_cast<double>(step) / static_cast<double>(options.steps);
  const auto cosine = [](double share) { return 0.5 * (1.0 + std::cos(std::numbers::pi * share)); };
  switch (options.schedule) {
    case Schedule::constant:
      return options.soft.rate;
    case Schedule::cosine:
      return options.soft.rate * cosine(done);
    case Schedule::warm_up: {
      constexpr double kRise = 0.1;
      if (done < kRise) {
        const double rise = std::max(1.0, kRise * static_cast<double>(options.steps));
        return options.soft.rate * std::min(1.0, static_cast<double>(step + 1) / rise);
      }
      return options.soft.rate * cosine((done - kRise) / (1.0 - kRise));
    }
  }
  return options.soft.rate;
}

}  // namespace tt
