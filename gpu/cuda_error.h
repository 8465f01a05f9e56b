// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <utility>

#include "core/base/error.h"

namespace tt::gpu {

/// A call of the CUDA runtime as an error value: what was tried, and the runtime's words.
[[nodiscard]] inline Expected<void> checked(cudaError_t result, const char* what) {
  if (result == cudaSuccess) return {};
  return fail(std::string("CUDA, ") + what, cudaGetErrorString(result));
}

/// Memory on the card that goes with the object.
template <class T>
class DeviceArray {
 public:
  DeviceArray() = default;
  DeviceArray(DeviceArray&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
  DeviceArray& operator=(DeviceArray&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
  }
  DeviceArray(const DeviceArray&) = delete;
  DeviceArray& operator=(const DeviceArray&) = delete;
  ~DeviceArray() {
    if (data_) cudaFree(data_);
  }

  [[nodiscard]] static Expected<DeviceArray> make(std::size_t size) {
    DeviceArray array;
    void* memory = nullptr;
    if (auto done = checked(cudaMalloc(&memory, size * sizeof(T) + sizeof(T)), "memory on the card"); !done)
      return tl::unexpected(done.error());
    array.data_ = static_cast<T*>(memory);
    array.size_ = size;
    return array;
  }
  [[nodiscard]] static Expected<DeviceArray> copy_of(const T* values, std::size_t size) {
    auto array = make(size);
    if (!array) return array;
    if (auto done = array->upload(values, size); !done) return tl::unexpected(done.error());
    return array;
  }

  [[nodiscard]] Expected<void> upload(const T* values, std::size_t count, std::size_t at = 0) {
    return checked(cudaMemcpy(data_ + at, values, count * sizeof(T), cudaMemcpyHostToDevice),
                   "copy to the card");
  }
  [[nodiscard]] Expected<void> download(T* values, std::size_t count, std::size_t at = 0) const {
    return checked(cudaMemcpy(values, data_ + at, count * sizeof(T), cudaMemcpyDeviceToHost),
                   "copy from the card");
  }
  [[nodiscard]] T* data() const { return data_; }
  [[nodiscard]] std::size_t size() const { return size_; }

 private:
  T* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace tt::gpu
