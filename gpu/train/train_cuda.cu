// SPDX-License-Identifier: GPL-3.0-or-later
// The heads of an ensemble on a graphics card: a block of threads a head, its state in shared memory while it
// fits, many steps a launch. Blocks take the next head that still runs as soon as they are free.
#include <algorithm>

#include "gpu/cuda_error.h"
#include "gpu/device.h"
#include "gpu/train/train_body.h"
#include "gpu/train/train_device.h"

namespace tt::gpu {
namespace {

constexpr int kThreads = 512;

struct Heads {
  int count;
  std::int64_t state_floats, memory_floats;
  float *states, *memory;  ///< memory: a piece a block, where shared memory is too small
  HeadRecord* records;
  int* next;
};

template <bool kShared>
__global__ void __launch_bounds__(kThreads) train_kernel(TaskView task, const Launch* launch, Heads heads) {
  extern __shared__ float shared[];
  __shared__ int mine;
  __shared__ HeadRecord record;
  float* memory = kShared ? shared : heads.memory + heads.memory_floats * blockIdx.x;
  while (true) {
    if (threadIdx.x == 0) mine = atomicAdd(heads.next, 1);
    __syncthreads();
    const int head = mine;
    __syncthreads();
    if (head >= heads.count) return;
    if (threadIdx.x == 0) record = heads.records[head];
    __syncthreads();
    train_head(DeviceBlock{}, task, *launch, heads.states + heads.state_floats * head, memory, record);
    __syncthreads();
    if (threadIdx.x == 0) heads.records[head] = record;
    __syncthreads();
  }
}

class CudaDevice final : public TrainDevice {
 public:
  explicit CudaDevice(Card card) : card_(std::move(card)) {}

  std::string name() const override {
    return "cuda (" + card_.name + (shared_ ? ", shared memory" : ", device memory") + ")";
  }

  Expected<void> load(const TaskTables& task, std::span<const std::vector<float>> states,
                      std::span<const HeadRecord> records) override {
    if (auto set = checked(cudaSetDevice(card_.index), "choosing the card"); !set) return set;
    count_ = states.size();
    state_floats_ = states.empty() ? 0 : states.front().size();
    HeadMemory counter{};
    memory_floats_ = counter.lay_out(task.view, nullptr);
    const std::size_t shared = static_cast<std::size_t>(memory_floats_) * sizeof(float);
    shared_ = static_cast<std::int64_t>(shared) + 1024 <= card_.shared_bytes;
    const void* kernel = shared_ ? reinterpret_cast<const void*>(train_kernel<true>)
                                 : reinterpret_cast<const void*>(train_kernel<false>);
    dynamic_ = shared_ ? shared : 0;
    if (auto set = checked(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                                static_cast<int>(dynamic_)),
                           "shared memory of a block");
        !set)
      return set;
    int per_processor = 0;
    if (auto asked =
            checked(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_processor, kernel, kThreads, dynamic_),
                    "blocks of a processor");
        !asked)
      return asked;
    blocks_ =
        static_cast<int>(std::min<std::size_t>(count_, static_cast<std::size_t>(std::max(1, per_processor)) *
                                                           static_cast<std::size_t>(card_.processors)));
    return allocate(task, states, records);
  }

  Expected<void> run(const Launch& launch) override {
    const int zero = 0;
    if (auto sent = launch_.upload(&launch, 1); !sent) return sent;
    if (auto sent = next_.upload(&zero, 1); !sent) return sent;
    const Heads heads{static_cast<int>(count_),
                      static_cast<std::int64_t>(state_floats_),
                      memory_floats_,
                      states_.data(),
                      memory_.data(),
                      records_.data(),
                      next_.data()};
    if (shared_)
      train_kernel<true><<<blocks_, kThreads, dynamic_>>>(view_, launch_.data(), heads);
    else
      train_kernel<false><<<blocks_, kThreads>>>(view_, launch_.data(), heads);
    if (auto begun = checked(cudaGetLastError(), "starting the training"); !begun) return begun;
    return checked(cudaDeviceSynchronize(), "training");
  }

  void records(std::span<HeadRecord> into) const override {
    static_cast<void>(records_.download(into.data(), into.size()));
  }

  std::vector<float> state(std::size_t head) const override {
    std::vector<float> values(state_floats_);
    static_cast<void>(states_.download(values.data(), state_floats_, head * state_floats_));
    return values;
  }

 private:
  Expected<void> allocate(const TaskTables& task, std::span<const std::vector<float>> states,
                          std::span<const HeadRecord> records) {
    const auto keep = [](auto& place, auto made) -> Expected<void> {
      if (!made) return tl::unexpected(made.error());
      place = std::move(*made);
      return {};
    };
    if (auto kept = keep(whole_, DeviceArray<std::int32_t>::copy_of(task.whole.data(), task.whole.size()));
        !kept)
      return kept;
    if (auto kept = keep(real_, DeviceArray<float>::copy_of(task.real.data(), task.real.size())); !kept)
      return kept;
    if (auto kept = keep(states_, DeviceArray<float>::make(count_ * state_floats_)); !kept) return kept;
    if (auto kept =
            keep(memory_, DeviceArray<float>::make(shared_ ? 0
                                                           : static_cast<std::size_t>(memory_floats_) *
                                                                 static_cast<std::size_t>(blocks_)));
        !kept)
      return kept;
    if (auto kept = keep(records_, DeviceArray<HeadRecord>::copy_of(records.data(), records.size())); !kept)
      return kept;
    if (auto kept = keep(launch_, DeviceArray<Launch>::make(1)); !kept) return kept;
    if (auto kept = keep(next_, DeviceArray<int>::make(1)); !kept) return kept;
    for (std::size_t i = 0; i < states.size(); ++i)
      if (auto sent = states_.upload(states[i].data(), state_floats_, i * state_floats_); !sent) return sent;
    view_ = task.at(whole_.data(), real_.data());
    return {};
  }

  Card card_;
  TaskView view_;
  std::size_t count_ = 0, state_floats_ = 0, dynamic_ = 0;
  std::int64_t memory_floats_ = 0;
  int blocks_ = 1;
  bool shared_ = false;
  DeviceArray<std::int32_t> whole_;
  DeviceArray<float> real_, states_, memory_;
  DeviceArray<HeadRecord> records_;
  DeviceArray<Launch> launch_;
  DeviceArray<int> next_;
};

}  // namespace

Expected<std::unique_ptr<TrainDevice>> make_cuda_device() {
  const Devices found = find_devices();
  if (found.cards.empty())
    return fail("CUDA", found.why_not, "a card of compute capability 7.5 or more, or the CPU");
  return std::make_unique<CudaDevice>(found.cards.front());
}

}  // namespace tt::gpu
