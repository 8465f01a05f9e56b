// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/cost.h"

#include <chrono>
#include <cstddef>
#include <vector>

#include "core/train/step_kernels.h"

namespace tt {
namespace {

constexpr double kAdamOperations = 10.0, kFeatureOperations = 8.0, kTermOperations = 8.0;
constexpr double kBytesPerParameter = 6.0 * sizeof(float);
constexpr double kMeasureSeconds = 0.05;

/// Runs work until enough time has passed; units of work a microsecond.
template <class Work>
double rate(double units, const Work& work, std::stop_token stop) {
  using Clock = std::chrono::steady_clock;
  work();  // pages and caches
  const auto start = Clock::now();
  double done = 0.0, seconds = 0.0;
  do {
    work();
    done += units;
    seconds = std::chrono::duration<double>(Clock::now() - start).count();
  } while (seconds < kMeasureSeconds && !stop.stop_requested());
  return done / (1e6 * seconds);
}

}  // namespace

StepCost step_cost(const Problem& problem, const Shape& shape) {
  const ParameterLayout lay = parameter_layout(problem, shape);
  const double weights = static_cast<double>(problem.entries.size()) * shape.heads;
  const double channels =
      shape.plain_readout() ? shape.heads : shape.channels() + static_cast<double>(lay.monomials);
  StepCost cost;
  cost.operations = 3.0 * weights * shape.rank +
                    kTermOperations * static_cast<double>(problem.terms.size()) * channels +
                    kAdamOperations * static_cast<double>(lay.size);
  if (shape.features != FeatureKind::any_sign)
    cost.operations += kFeatureOperations * static_cast<double>(lay.value);
  cost.bytes = kBytesPerParameter * static_cast<double>(lay.size);
  return cost;
}

MachineSpeed machine_speed(const StepCost& cost, std::stop_token stop) {
  const auto floats = static_cast<std::size_t>(cost.bytes / kBytesPerParameter) *
                      static_cast<std::size_t>(train::native_lanes());
  std::vector<float> rows(3 * floats, 1.0f);
  constexpr int kRounds = 4096;
  MachineSpeed speed;
  speed.operations_per_us = rate(
      train::multiply_adds(kRounds), [] { (void)train::multiply_adds(kRounds); }, stop);
  speed.bytes_per_us = rate(
      2.0 * static_cast<double>(rows.size() * sizeof(float)),
      [&] { train::stream(rows.data(), rows.size()); }, stop);
  return speed;
}

}  // namespace tt
