// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/train/options.h"

namespace tt {

/// What is trained on.
enum class TrainFamily {
  code,     ///< the three-token inputs of the session's code and gap
  shipped,  ///< the 24-bit family of 424 jumps that comes with the program
  all       ///< every input of length n at m bits
};
[[nodiscard]] std::span<const std::string_view> train_family_names();  ///< "code", "shipped", "all"

/// How heads are trained: one ensemble a rank, `heads` seeds each. Everything the user can choose about it.
struct TrainChoice {
  TrainFamily family = TrainFamily::code;
  std::vector<int> ranks{8, 15, 32};  ///< 1..8 ranks of 1..1024, increasing, no repeats
  int heads = 5;                      ///< seeds a rank, 1..64
  std::uint64_t seed = 1;

  FeatureKind features = FeatureKind::exp;
  int values = 0;           ///< 0: query-token lookup, else the width of the values, 0..16
  int attention_heads = 1;  ///< 1..8
  int degree = 1;           ///< of the readout, 1..4

  Objective objective = Objective::hinge;
  Schedule schedule = Schedule::cosine;
  Start start = Start::overlap;
  double rate = 3e-2;         ///< [1e-6, 1e6]
  double threshold = 0.9;     ///< of the hinge, as a share of epsilon, [0, 0.99]
  double sharpness = 16.0;    ///< of the soft maximum, [0.01, 1000]
  std::int64_t steps = 4000;  ///< 1..10^8
  std::int64_t plateau = 0;   ///< 0: never, up to 10^8
  bool stop_when_solved = true;

  bool operator==(const TrainChoice&) const = default;
};

[[nodiscard]] TrainChoice normalized(TrainChoice choice);
[[nodiscard]] Expected<void> check(const TrainChoice& choice);
[[nodiscard]] Json to_json(const TrainChoice& choice);
[[nodiscard]] Expected<TrainChoice> train_choice_from_json(const Json& json, std::string_view source);

/// "1, 2, 4" or "1 2 4": ranks as people write them.
[[nodiscard]] Expected<std::vector<int>> parse_ranks(std::string_view text);
[[nodiscard]] std::string ranks_text(std::span<const int> ranks);

}  // namespace tt
