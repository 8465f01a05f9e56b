// SPDX-License-Identifier: GPL-3.0-or-later
#include <chrono>

#include "app/cli/output.h"
#include "app/cli/train_options.h"
#include "core/train/cost.h"
#include "core/train/trainer.h"
#include "gpu/backend.h"

namespace tt::cli {
namespace {

struct BenchTrain : TrainCommand {
  BenchTrain() {
    train.shape.rank = 32;
    train.steps = 2000;
    train.threads = 1;
  }
};

Expected<int> run(const BenchTrain& command, const Context& context) {
  const auto family = family_of(command);
  if (!family) return tl::unexpected(family.error());
  const auto compiled = compile(*family, command.epsilon);
  if (!compiled) return tl::unexpected(compiled.error());
  const auto problem = std::make_shared<const Problem>(*compiled);
  auto options = options_of(command, *problem);
  if (!options) return tl::unexpected(options.error());
  options->stop_when_solved = false;  // every head does every step
  const auto backend = gpu::backend(command.backend);
  if (!backend) return tl::unexpected(backend.error());
  auto trainer = (*backend)(problem, *options, fresh_state(*problem, *options));
  if (!trainer) return tl::unexpected(trainer.error());
  const auto started = std::chrono::steady_clock::now();
  (*trainer)->advance(options->steps, context.stop);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
  std::int64_t head_steps = 0;
  for (const HeadStatus& head : (*trainer)->heads()) head_steps += head.step;
  const double each = 1e6 * seconds / static_cast<double>(std::max<std::int64_t>(1, head_steps));
  const StepCost cost = step_cost(*problem, options->shape);
  const MachineSpeed speed = machine_speed(cost, context.stop);
  const double floor_us =
      std::max(cost.operations / speed.operations_per_us, cost.bytes / speed.bytes_per_us);
  print(context, Json{{"backend", (*trainer)->backend()},
                      {"rank", options->shape.rank},
                      {"heads", options->heads},
                      {"steps", (*trainer)->step()},
                      {"inputs", problem->total},
                      {"seconds", seconds},
                      {"us_per_head_step", each},
                      {"operations_per_head_step", cost.operations},
                      {"bytes_per_head_step", cost.bytes},
                      {"floor_us_per_head_step", floor_us},
                      {"times_the_floor", each / floor_us},
                      {"interrupted", context.stop.stop_requested()}});
  return context.stop.stop_requested() ? interrupted("the steps made until then are counted") : kDone;
}

}  // namespace

void add_bench_train(CLI::App& bench, Context& context) {
  add_command<BenchTrain>(
      bench, context, "train", "time of a training step by head, beside what it cannot do without",
      [](OptionReader& reader, BenchTrain& command) {
        declare_inputs(reader, command);
        reader.whole("--rank", command.train.shape.rank, 1, 1024, "features of a head");
        declare_training(reader, command);
      },
      run);
}

}  // namespace tt::cli
