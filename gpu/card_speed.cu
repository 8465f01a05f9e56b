// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/card_speed.h"

#include <algorithm>

#include "gpu/cuda_error.h"
#include "gpu/device.h"

namespace tt::gpu {
namespace {

constexpr std::size_t kFloats = std::size_t{1} << 27;  // half a gibibyte
constexpr int kThreads = 256, kRounds = 4096, kRepeats = 8, kChains = 8;

__global__ void copy_kernel(const float4* from, float4* to, std::size_t count) {
  const std::size_t i = static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < count) to[i] = from[i];
}

__global__ void multiply_add_kernel(float* out, float x) {
  float sums[kChains];
  for (int c = 0; c < kChains; ++c) sums[c] = x * static_cast<float>(threadIdx.x + c);
  for (int i = 0; i < kRounds; ++i)
    for (int c = 0; c < kChains; ++c) sums[c] = fmaf(sums[c], 0.999f, x);
  float sum = 0.0f;
  for (int c = 0; c < kChains; ++c) sum += sums[c];
  out[static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x] = sum;
}

/// Seconds of the fastest of some repeats.
template <class Work>
Expected<double> fastest(Work work) {
  cudaEvent_t begin{}, end{};
  cudaEventCreate(&begin);
  cudaEventCreate(&end);
  float best = 1e30f;
  for (int i = 0; i < kRepeats; ++i) {
    cudaEventRecord(begin);
    work();
    cudaEventRecord(end);
    cudaEventSynchronize(end);
    float ms = 0.0f;
    cudaEventElapsedTime(&ms, begin, end);
    best = std::min(best, ms);
  }
  cudaEventDestroy(begin);
  cudaEventDestroy(end);
  if (auto ran = checked(cudaGetLastError(), "measuring the card"); !ran) return tl::unexpected(ran.error());
  return static_cast<double>(best) / 1e3;
}

}  // namespace

Expected<CardSpeed> card_speed() {
  const Devices found = find_devices();
  if (found.cards.empty()) return fail("CUDA", found.why_not, "a card");
  const Card& card = found.cards.front();
  if (auto set = checked(cudaSetDevice(card.index), "choosing the card"); !set)
    return tl::unexpected(set.error());
  auto from = DeviceArray<float>::make(kFloats), to = DeviceArray<float>::make(kFloats);
  if (!from) return tl::unexpected(from.error());
  if (!to) return tl::unexpected(to.error());
  const auto copy = fastest([&] {
    copy_kernel<<<static_cast<unsigned>(kFloats / 4 / kThreads), kThreads>>>(
        reinterpret_cast<const float4*>(from->data()), reinterpret_cast<float4*>(to->data()), kFloats / 4);
  });
  if (!copy) return tl::unexpected(copy.error());
  const auto blocks = static_cast<unsigned>(card.processors * 16);
  const auto adds = fastest([&] { multiply_add_kernel<<<blocks, kThreads>>>(to->data(), 0.5f); });
  if (!adds) return tl::unexpected(adds.error());
  return CardSpeed{2.0 * static_cast<double>(kFloats) * sizeof(float) / *copy,
                   static_cast<double>(blocks) * kThreads * kRounds * kChains / *adds};
}

}  // namespace tt::gpu
