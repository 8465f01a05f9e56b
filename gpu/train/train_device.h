// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <span>
#include <string>

#include "core/train/trainer.h"
#include "gpu/train/head_memory.h"

namespace tt::gpu {

/// Heads of one problem and shape where blocks of threads can reach them: on a graphics card, or on the host,
/// where the same bodies run one thread after the other.
class TrainDevice {
 public:
  virtual ~TrainDevice() = default;
  [[nodiscard]] virtual std::string name() const = 0;
  /// Takes the heads in; states are parameters and both moments, one after the other.
  [[nodiscard]] virtual Expected<void> load(const TaskTables& task,
                                            std::span<const std::vector<float>> states,
                                            std::span<const HeadRecord> records) = 0;
  /// Up to launch.steps updates of every head that runs.
  [[nodiscard]] virtual Expected<void> run(const Launch& launch) = 0;
  virtual void records(std::span<HeadRecord> into) const = 0;
  [[nodiscard]] virtual std::vector<float> state(std::size_t head) const = 0;
};

/// threads: of a block, 1..kMostThreads. For tests, and to look into what a card does.
[[nodiscard]] std::unique_ptr<TrainDevice> make_host_device(int threads);

/// The first card; refused with the reason where there is none (gpu/device.h).
[[nodiscard]] Expected<std::unique_ptr<TrainDevice>> make_cuda_device();

/// A Trainer whose heads live on a device. Same seeds, objectives, schedules and stop rules as the CPU
/// engine; numbers agree to rounding.
[[nodiscard]] Expected<std::unique_ptr<Trainer>> make_device_trainer(std::unique_ptr<TrainDevice> device,
                                                                     std::shared_ptr<const Problem> problem,
                                                                     const TrainOptions& options,
                                                                     TrainState from);
[[nodiscard]] Expected<std::unique_ptr<Trainer>> make_device_trainer(std::unique_ptr<TrainDevice> device,
                                                                     std::shared_ptr<const Problem> problem,
                                                                     const TrainOptions& options);

}  // namespace tt::gpu
