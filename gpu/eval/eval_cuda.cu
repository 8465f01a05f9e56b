// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "gpu/cuda_error.h"
#include "gpu/device.h"
#include "gpu/eval/eval_host.h"

namespace tt::gpu {
namespace {

constexpr int kThreads = 256;

Expected<void> any_card() {
  const Devices found = find_devices();
  if (found.cards.empty()) return fail("CUDA", found.why_not, "a card, or the CPU");
  return checked(cudaSetDevice(found.cards.front().index), "choosing the card");
}

__global__ void worst_kernel(KernelTables tables, WorstInput* worst) {
  __shared__ WorstInput best[kThreads];
  worst_of_query(DeviceBlock{}, tables, static_cast<int>(blockIdx.x), best);
  if (threadIdx.x == 0) worst[blockIdx.x] = best[0];
}

__global__ void sieve_kernel(const std::uint64_t* words, unsigned char* alive, std::int64_t from,
                             std::int64_t count, std::uint64_t chosen, int distance,
                             unsigned long long* first) {
  const std::int64_t i = from + static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i >= count) return;
  sieve_one(words, alive, i, chosen, distance);
  if (alive[i] != 0) atomicMin(first, static_cast<unsigned long long>(i));
}

__global__ void rotate_kernel(double* values, int rows, int columns, int round, double* off) {
  __shared__ double scratch[3 * kThreads];
  int p = 0, q = 0;
  tournament_pair(columns, round, static_cast<int>(blockIdx.x), p, q);
  double* matrix = values + static_cast<std::int64_t>(blockIdx.y) * columns * rows;
  rotate_columns(DeviceBlock{}, matrix + static_cast<std::int64_t>(p) * rows,
                 matrix + static_cast<std::int64_t>(q) * rows, rows, scratch);
  if (threadIdx.x == 0) {
    double& mine = off[static_cast<std::int64_t>(blockIdx.y) * gridDim.x + blockIdx.x];
    mine = scratch[0] > mine ? scratch[0] : mine;
  }
}

class CardSieve final : public Sieve {
 public:
  CardSieve(DeviceArray<std::uint64_t> words, DeviceArray<unsigned char> alive,
            DeviceArray<unsigned long long> first)
      : words_(std::move(words)), alive_(std::move(alive)), first_(std::move(first)) {}

  Expected<std::int64_t> strike(std::uint64_t chosen, int distance, std::int64_t from) override {
    const auto count = static_cast<std::int64_t>(words_.size());
    if (from >= count) return -1;
    unsigned long long none = ~0ULL, found = none;
    if (auto sent = first_.upload(&none, 1); !sent) return tl::unexpected(sent.error());
    const auto blocks = static_cast<unsigned>((count - from + kThreads - 1) / kThreads);
    sieve_kernel<<<blocks, kThreads>>>(words_.data(), alive_.data(), from, count, chosen, distance,
                                       first_.data());
    if (auto ran = checked(cudaGetLastError(), "striking out words"); !ran)
      return tl::unexpected(ran.error());
    if (auto got = first_.download(&found, 1); !got) return tl::unexpected(got.error());
    return found == none ? -1 : static_cast<std::int64_t>(found);
  }

 private:
  DeviceArray<std::uint64_t> words_;
  DeviceArray<unsigned char> alive_;
  DeviceArray<unsigned long long> first_;
};

class CardRotations final : public Rotations {
 public:
  CardRotations(DeviceArray<double> values, DeviceArray<double> off, int rows, int columns, int count)
      : values_(std::move(values)), off_(std::move(off)), rows_(rows), columns_(columns), count_(count) {}

  Expected<double> sweep() override {
    std::vector<double> off(off_.size(), 0.0);
    if (auto sent = off_.upload(off.data(), off.size()); !sent) return tl::unexpected(sent.error());
    const dim3 grid(static_cast<unsigned>(columns_ / 2), static_cast<unsigned>(count_));
    for (int round = 0; round + 1 < columns_; ++round)
      rotate_kernel<<<grid, kThreads>>>(values_.data(), rows_, columns_, round, off_.data());
    if (auto ran = checked(cudaGetLastError(), "rotations"); !ran) return tl::unexpected(ran.error());
    if (auto got = off_.download(off.data(), off.size()); !got) return tl::unexpected(got.error());
    return *std::max_element(off.begin(), off.end());
  }

  Expected<std::vector<double>> values() const override {
    std::vector<double> values(values_.size());
    if (auto got = values_.download(values.data(), values.size()); !got) return tl::unexpected(got.error());
    return values;
  }

 private:
  DeviceArray<double> values_, off_;
  int rows_, columns_, count_;
};

}  // namespace

Expected<std::vector<WorstInput>> worst_inputs_on_card(const KernelTables& tables) {
  if (auto card = any_card(); !card) return tl::unexpected(card.error());
  const auto cells = static_cast<std::size_t>(tables.tokens) * static_cast<std::size_t>(tables.tokens);
  auto alpha = DeviceArray<float>::copy_of(tables.alpha, cells);
  if (!alpha) return tl::unexpected(alpha.error());
  auto weighted = DeviceArray<float>::copy_of(tables.weighted, cells);
  if (!weighted) return tl::unexpected(weighted.error());
  auto worst = DeviceArray<WorstInput>::make(static_cast<std::size_t>(tables.tokens));
  if (!worst) return tl::unexpected(worst.error());
  KernelTables there = tables;
  there.alpha = alpha->data();
  there.weighted = weighted->data();
  worst_kernel<<<static_cast<unsigned>(tables.tokens), kThreads>>>(there, worst->data());
  if (auto ran = checked(cudaGetLastError(), "evaluation"); !ran) return tl::unexpected(ran.error());
  std::vector<WorstInput> found(static_cast<std::size_t>(tables.tokens));
  if (auto got = worst->download(found.data(), found.size()); !got) return tl::unexpected(got.error());
  return found;
}

Expected<std::unique_ptr<Sieve>> make_card_sieve(const std::vector<std::uint64_t>& candidates) {
  if (auto card = any_card(); !card) return tl::unexpected(card.error());
  auto words = DeviceArray<std::uint64_t>::copy_of(candidates.data(), candidates.size());
  if (!words) return tl::unexpected(words.error());
  const std::vector<unsigned char> all(candidates.size(), 1);
  auto alive = DeviceArray<unsigned char>::copy_of(all.data(), all.size());
  if (!alive) return tl::unexpected(alive.error());
  auto first = DeviceArray<unsigned long long>::make(1);
  if (!first) return tl::unexpected(first.error());
  return std::make_unique<CardSieve>(std::move(*words), std::move(*alive), std::move(*first));
}

Expected<std::unique_ptr<Rotations>> make_card_rotations(const std::vector<double>& values, int rows,
                                                         int columns, int count) {
  if (auto card = any_card(); !card) return tl::unexpected(card.error());
  auto there = DeviceArray<double>::copy_of(values.data(), values.size());
  if (!there) return tl::unexpected(there.error());
  auto off =
      DeviceArray<double>::make(static_cast<std::size_t>(columns / 2) * static_cast<std::size_t>(count));
  if (!off) return tl::unexpected(off.error());
  return std::make_unique<CardRotations>(std::move(*there), std::move(*off), rows, columns, count);
}

}  // namespace tt::gpu
