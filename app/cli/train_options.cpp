// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/train_options.h"

#include "core/families/shipped.h"

namespace tt::cli {
namespace {

void declare_shape(OptionReader& reader, TrainCommand& command) {
  Shape& shape = command.train.shape;
  reader.choice("--features", command.features, {"softplus", "exp", "signed"},
                "how free numbers become features");
  reader.whole("--values", shape.values, 0, 16, "width of the values; 0 is a free query-token lookup");
  reader.whole("--attention-heads", shape.heads, 1, 8, "attention heads that are mixed");
  reader.whole("--degree", shape.degree, 1, 4, "degree of the readout");
}

void declare_descent(OptionReader& reader, TrainCommand& command) {
  TrainOptions& train = command.train;
  reader.choice("--objective", command.objective, {"mse", "hinge", "softmax"}, "what is minimized");
  reader.real("--threshold", train.soft.threshold, 0.0, 0.5, "errors up to this cost nothing under hinge");
  reader.real("--sharpness", train.soft.sharpness, 0.001, 1000.0, "of the soft maximum");
  reader.choice("--schedule", command.schedule, {"constant", "cosine", "warm-up"}, "of the learning rate");
  reader.real("--rate", train.soft.rate, 1e-9, 1e6, "learning rate of Adam");
  reader.choice("--start", command.start, {"overlap", "normal"},
                "initial numbers: features and lookup near the overlap, or normal ones");
  reader.flag("--go-on", command.go_on, "train solved heads further");
  reader.whole("--plateau", train.plateau, 0, 100'000'000,
               "stop a head whose best error has not fallen for so many steps; 0 never does");
}

}  // namespace

void declare_inputs(OptionReader& reader, TrainCommand& command) {
  reader.path("FAMILY", command.family, "family file; without it --m and --n, or the shipped 424 jumps");
  reader.whole("--m", command.m, 0, 12, "all inputs of so many bits");
  reader.whole("--n", command.n, 0, 64, "with --m: length of the inputs");
  reader.epsilon(command.epsilon);
}

void declare_training(OptionReader& reader, TrainCommand& command) {
  TrainOptions& train = command.train;
  reader.whole("--heads", train.heads, 1, 65536, "heads trained side by side");
  reader.whole("--steps", train.steps, 1, 100'000'000, "steps of the schedule, and at most");
  declare_shape(reader, command);
  declare_descent(reader, command);
  reader.choice("--backend", command.backend, {"auto", "cpu", "cuda"}, "where to train");
  reader.whole("--threads", train.threads, 0, 1024,
               "threads; 0 is one a core. The results do not depend on it");
  reader.seed(train.seed);
}

Expected<Family> family_of(const TrainCommand& command) {
  const bool all = command.m > 0 || command.n > 0;
  if (all && !command.family.empty()) return fail("family", "a file and --m, --n", "one of them");
  if (!command.family.empty()) return load_family(command.family);
  if (!all) return shipped_family();
  if (command.m == 0 || command.n == 0)
    return fail(command.m == 0 ? "--m" : "--n", "missing", "both --m and --n");
  return all_inputs(command.m, command.n);
}

Expected<TrainOptions> options_of(const TrainCommand& command, const Problem& problem) {
  TrainOptions options = command.train;
  options.objective = *objective(command.objective);
  options.shape.features = *feature_kind(command.features);
  options.schedule = *schedule(command.schedule);
  options.start = *start(command.start);
  options.stop_when_solved = !command.go_on;
  if (const auto sound = check(options, problem); !sound) return tl::unexpected(sound.error());
  return options;
}

}  // namespace tt::cli
