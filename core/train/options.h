// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/base/error.h"
#include "core/base/json.h"
#include "core/train/model.h"

namespace tt {

/// With e = output - target, averages over inputs counted with multiplicity.
enum class Objective {
  mean_square,  ///< mean e^2
  hinge,        ///< mean max(0, |e| - threshold)^2 (theory 11)
  soft_maximum  ///< (1/sharpness) log mean exp(sharpness e^2)
};
inline constexpr int kObjectives = 3;
[[nodiscard]] std::string_view objective_name(Objective objective);  ///< "mse", "hinge", "softmax"
[[nodiscard]] std::optional<Objective> objective(std::string_view name);

enum class Schedule {
  constant,
  cosine,  ///< from the rate to 0 over `steps`
  warm_up  ///< linear over the first tenth, then cosine
};
inline constexpr int kSchedules = 3;
[[nodiscard]] std::string_view schedule_name(Schedule schedule);  ///< "constant", "cosine", "warm-up"
[[nodiscard]] std::optional<Schedule> schedule(std::string_view name);

enum class Start {
  overlap,  ///< theory 11: keys at noise - |z|/2 (log of a feature), lookup at <x,z>
  normal    ///< features N(0, 1/2), lookup N(m/4, 0.1), as the paper's plain run
};
[[nodiscard]] std::string_view start_name(Start start);  ///< "overlap", "normal"
[[nodiscard]] std::optional<Start> start(std::string_view name);

/// What may change while a run goes on.
struct SoftOptions {
  double rate = 3e-2;         ///< Adam's, (0, 10^6]
  double threshold = 0.45;    ///< hinge, [0, epsilon)
  double sharpness = 16.0;    ///< soft maximum, (0, 1000]
  double floor_weight = 1.0;  ///< any_sign: weight of the penalty mean_entries max(0, kWeightFloor - alpha)^2
  bool operator==(const SoftOptions&) const = default;
};

struct TrainOptions {
  Shape shape;
  Objective objective = Objective::hinge;
  Schedule schedule = Schedule::cosine;
  Start start = Start::overlap;
  SoftOptions soft;
  int heads = 16;             ///< ensemble size B, 1..65536
  std::uint64_t seed = 1;     ///< head i starts from the stream (seed + i, Purpose::initial)
  std::int64_t steps = 4000;  ///< of the schedule and at most, 1..10^8
  std::int64_t plateau =
      0;  ///< a head stops after so many steps in which its best error did not fall by 1e-3; 0: never
  double seconds = 0.0;  ///< wall time of the whole run, 0: no limit
  bool stop_when_solved = true;
  int threads = 0;  ///< 0: as many as the machine has
  int lanes = 0;    ///< heads side by side in one block; 0: as wide as the machine's vectors
};
[[nodiscard]] Expected<void> check(const TrainOptions& options, const Problem& problem);

/// Every choice but threads and lanes, which change nothing in the results. "format" is that of checkpoints.
[[nodiscard]] Json to_json(const TrainOptions& options);
[[nodiscard]] Expected<TrainOptions> train_options_from_json(const Json& json, std::string_view source);

/// The learning rate at step t (0 .. steps-1).
[[nodiscard]] double rate_at(const TrainOptions& options, std::int64_t step);

/// Adam: m <- b1 m + (1-b1) g, v <- b2 v + (1-b2) g^2, u <- u - rate_t m' / sqrt(v' + eps^2) with the usual
/// corrections m', v' (epsilon under the root, so that one reciprocal root does).
namespace adam {
inline constexpr float beta1 = 0.9f, beta2 = 0.999f, epsilon = 1e-8f;
}

/// The start of head `index`: deterministic, the same for every backend.
[[nodiscard]] Parameters initial_parameters(const Problem& problem, const TrainOptions& options, int index);

}  // namespace tt
