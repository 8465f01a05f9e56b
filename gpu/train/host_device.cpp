// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "gpu/train/train_body.h"
#include "gpu/train/train_device.h"

namespace tt::gpu {
namespace {

class HostDevice final : public TrainDevice {
 public:
  explicit HostDevice(int threads) : block_{std::clamp(threads, 1, kMostThreads)} {}

  std::string name() const override { return "host, " + std::to_string(block_.threads) + " threads a block"; }

  Expected<void> load(const TaskTables& task, std::span<const std::vector<float>> states,
                      std::span<const HeadRecord> records) override {
    whole_ = task.whole;
    real_ = task.real;
    view_ = task.at(whole_.data(), real_.data());
    states_.assign(states.begin(), states.end());
    records_.assign(records.begin(), records.end());
    HeadMemory count;
    memory_.assign(static_cast<std::size_t>(count.lay_out(view_, nullptr)), 0.0f);
    return {};
  }

  Expected<void> run(const Launch& launch) override {
    for (std::size_t i = 0; i < states_.size(); ++i)
      train_head(block_, view_, launch, states_[i].data(), memory_.data(), records_[i]);
    return {};
  }

  void records(std::span<HeadRecord> into) const override { std::ranges::copy(records_, into.begin()); }
  std::vector<float> state(std::size_t head) const override { return states_[head]; }

 private:
  HostBlock block_;
  std::vector<std::int32_t> whole_;
  std::vector<float> real_, memory_;
  TaskView view_;
  std::vector<std::vector<float>> states_;
  std::vector<HeadRecord> records_;
};

}  // namespace

std::unique_ptr<TrainDevice> make_host_device(int threads) { return std::make_unique<HostDevice>(threads); }

}  // namespace tt::gpu
