// SPDX-License-Identifier: GPL-3.0-or-later
#include <cuda_runtime.h>

#include "gpu/device.h"

namespace tt::gpu {
namespace {

constexpr std::int64_t kLeastMemory = std::int64_t{256} << 20;

std::int64_t attribute(cudaDeviceAttr what, int index) {
  int value = 0;
  return cudaDeviceGetAttribute(&value, what, index) == cudaSuccess ? value : 0;
}

bool describe(int index, Card& card) {
  cudaDeviceProp properties{};
  if (cudaGetDeviceProperties(&properties, index) != cudaSuccess) return false;
  card.index = index;
  card.name = properties.name;
  card.major = properties.major;
  card.minor = properties.minor;
  card.processors = properties.multiProcessorCount;
  card.memory_bytes = static_cast<std::int64_t>(properties.totalGlobalMem);
  card.shared_bytes = static_cast<std::int64_t>(properties.sharedMemPerBlockOptin);
  card.memory_clock_khz = attribute(cudaDevAttrMemoryClockRate, index);
  card.bus_bits = attribute(cudaDevAttrGlobalMemoryBusWidth, index);
  std::size_t free = 0, total = 0;
  if (cudaSetDevice(index) == cudaSuccess && cudaMemGetInfo(&free, &total) == cudaSuccess)
    card.free_bytes = static_cast<std::int64_t>(free);
  return true;
}

}  // namespace

Devices find_devices() {
  Devices found;
  found.built = true;
  int count = 0;
  const cudaError_t result = cudaGetDeviceCount(&count);
  if (result == cudaErrorInsufficientDriver) {
    found.why_not = "no driver, or one that is too old for this build";
    return found;
  }
  if (result == cudaErrorNoDevice || (result == cudaSuccess && count == 0)) {
    found.why_not = "no card";
    return found;
  }
  if (result != cudaSuccess) {
    found.why_not = cudaGetErrorString(result);
    return found;
  }
  std::string small;
  for (int index = 0; index < count; ++index) {
    Card card;
    if (!describe(index, card)) continue;
    if (card.free_bytes >= kLeastMemory)
      found.cards.push_back(card);
    else
      small = card.name;
  }
  if (found.cards.empty())
    found.why_not = small.empty() ? "no card that answers"
                                  : "too little free memory on " + small + ", 256 MiB are needed";
  return found;
}

}  // namespace tt::gpu
