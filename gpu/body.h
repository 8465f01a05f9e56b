// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What a block of threads does is written once: nvcc compiles it for the device, g++ for the host, where the
// tests run it.
#ifdef __CUDACC__
#define TT_BODY __host__ __device__
#else
#define TT_BODY
#endif

#include <cstddef>
#include <vector>

namespace tt::gpu {

/// What each thread keeps from one phase to the next.
template <class State>
class HostLocals {
 public:
  explicit HostLocals(int threads) : all_(static_cast<std::size_t>(threads)) {}
  State& operator[](int thread) { return all_[static_cast<std::size_t>(thread)]; }

 private:
  std::vector<State> all_;
};

/// A block of threads on the host: one after the other. Between two each() all threads have come as far.
struct HostBlock {
  int threads = 1;
  template <class State>
  using Locals = HostLocals<State>;

  template <class Phase>
  void each(Phase phase) const {
    for (int thread = 0; thread < threads; ++thread) phase(thread, threads);
  }
};

#ifdef __CUDACC__
/// The same in registers.
template <class State>
class DeviceLocals {
 public:
  __device__ explicit DeviceLocals(int) {}
  __device__ State& operator[](int) { return mine_; }

 private:
  State mine_;
};

/// The same on the device.
struct DeviceBlock {
  int threads = 1;
  template <class State>
  using Locals = DeviceLocals<State>;

  template <class Phase>
  __device__ void each(Phase phase) const {
    phase(static_cast<int>(threadIdx.x), static_cast<int>(blockDim.x));
    __syncthreads();
  }
};
#endif

}  // namespace tt::gpu
