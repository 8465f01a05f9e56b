// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "app/cli/command.h"
#include "core/train/trainer.h"

namespace tt::cli {

/// What `train` and `bench train` take: a family, and how to train on it.
struct TrainCommand {
  std::filesystem::path family;
  int m = 0, n = 0;
  double epsilon = 0.5;
  TrainOptions train;
  std::string objective = "hinge", features = "exp", schedule = "cosine", start = "overlap", backend = "auto";
  bool go_on = false;  ///< train solved heads further
};

/// The options of the shape, the objective and the engine. The family is declared by declare_inputs.
void declare_training(OptionReader& reader, TrainCommand& command);
void declare_inputs(OptionReader& reader, TrainCommand& command);

/// The family asked for: a file, all inputs of length n at m bits, or the shipped one.
[[nodiscard]] Expected<Family> family_of(const TrainCommand& command);
/// The options with the words in their places, checked against the problem.
[[nodiscard]] Expected<TrainOptions> options_of(const TrainCommand& command, const Problem& problem);

}  // namespace tt::cli
