// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "gpu/attention/attention.h"
#include "gpu/attention/attention_body.h"
#include "gpu/cuda_error.h"
#include "gpu/device.h"

namespace tt::gpu {
namespace {

constexpr int kElements = 256;  // threads of the kernels that go over numbers of states

template <int kWidth, class Element>
__global__ void __launch_bounds__(kTile) quadratic_kernel(Attention<Element> a) {
  __shared__ Tile<kWidth> tile;
  // The longest rows first: they decide when the last block ends.
  const int last = static_cast<int>(gridDim.x) - 1;
  quadratic_tile<kWidth>(DeviceBlock{}, a, static_cast<int>(blockIdx.y), last - static_cast<int>(blockIdx.x),
                         tile);
}

template <int kWidth, class Element>
__global__ void state_kernel(Attention<Element> a) {
  __shared__ Tile<kWidth> tile;
  chunk_state<kWidth>(DeviceBlock{}, a, static_cast<int>(blockIdx.y), static_cast<int>(blockIdx.x), tile);
}

template <class Element>
__global__ void running_kernel(Attention<Element> a, std::int64_t size) {
  const std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < size) running_sum(a, size, static_cast<int>(blockIdx.y), i);
}

template <class Element>
__global__ void scan_kernel(Attention<Element> a, std::int64_t size, int reach, const float* from,
                            float* to) {
  const std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < size)
    scan_level(a, size, static_cast<int>(blockIdx.z), static_cast<int>(blockIdx.y), reach, i, from, to);
}

template <int kWidth, class Element>
__global__ void __launch_bounds__(kTile) output_kernel(Attention<Element> a, int shift) {
  __shared__ Tile<kWidth> tile;
  chunk_outputs<kWidth>(DeviceBlock{}, a, static_cast<int>(blockIdx.y), static_cast<int>(blockIdx.x), shift,
                        tile);
}

template <int kWidth, class Element>
__global__ void sequential_kernel(Attention<Element> a) {
  __shared__ float row[3 * kWidth + 1];
  const int sequence = static_cast<int>(blockIdx.x);
  sequential<kWidth>(DeviceBlock{}, a, sequence, a.states + sequence * state_size<kWidth>(a.cone), row);
}

template <class Element>
std::vector<Element> stored(std::span<const float> values) {
  std::vector<Element> all(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) store(values[i], all[i]);
  return all;
}

template <int kWidth, class Element>
class CardAttention {
 public:
  explicit CardAttention(const AttentionRequest& r) : r_(r), size_(state_size<kWidth>(r.cone)) {}

  Expected<AttentionAnswer> run(std::span<const float> q, std::span<const float> k,
                                std::span<const float> v) {
    if (auto sent = send(q, k, v); !sent) return tl::unexpected(sent.error());
    AttentionAnswer answer;
    for (int repeat = 0; repeat < r_.repeats; ++repeat) {
      const auto took = timed();
      if (!took) return tl::unexpected(took.error());
      answer.seconds = std::min(answer.seconds.value_or(*took), *took);
    }
    std::vector<Element> y(q.size());
    if (auto got = y_.download(y.data(), y.size()); !got) return tl::unexpected(got.error());
    for (const Element value : y) answer.y.push_back(load(value));
    return answer;
  }

 private:
  Expected<void> send(std::span<const float> q, std::span<const float> k, std::span<const float> v) {
    const auto put = [](auto& place, auto made) -> Expected<void> {
      if (!made) return tl::unexpected(made.error());
      place = std::move(*made);
      return {};
    };
    for (const auto& [place, values] : {std::pair{&q_, q}, std::pair{&k_, k}, std::pair{&v_, v}}) {
      const std::vector<Element> all = stored<Element>(values);
      if (auto done = put(*place, DeviceArray<Element>::copy_of(all.data(), all.size())); !done) return done;
    }
    if (auto done = put(y_, DeviceArray<Element>::make(q.size())); !done) return done;
    a_ = {r_.cone, r_.sequences, r_.tokens, q_.data(), k_.data(), v_.data(), y_.data(), nullptr};
    const std::size_t states =
        r_.form == Form::quadratic ? 0
        : r_.form == Form::sequential
            ? static_cast<std::size_t>(r_.sequences) * size_
            : static_cast<std::size_t>(r_.sequences) * static_cast<std::size_t>(a_.chunks()) * size_;
    if (auto done = put(states_, DeviceArray<float>::make(states)); !done) return done;
    return put(other_, DeviceArray<float>::make(r_.form == Form::scan ? states : 0));
  }

  /// Seconds of one pass, measured on the card.
  Expected<double> timed() {
    cudaEvent_t begin{}, end{};
    cudaEventCreate(&begin);
    cudaEventCreate(&end);
    a_.states = states_.data();
    if (r_.form == Form::sequential) cudaMemset(states_.data(), 0, states_.size() * sizeof(float));
    cudaEventRecord(begin);
    launch();
    cudaEventRecord(end);
    const cudaError_t begun = cudaGetLastError();
    const auto ran = checked(begun != cudaSuccess ? begun : cudaEventSynchronize(end), "attention");
    float ms = 0.0f;
    cudaEventElapsedTime(&ms, begin, end);
    cudaEventDestroy(begin);
    cudaEventDestroy(end);
    if (!ran) return tl::unexpected(ran.error());
    return static_cast<double>(ms) / 1e3;
  }

  void launch() {
    const dim3 chunks(static_cast<unsigned>(a_.chunks()), static_cast<unsigned>(r_.sequences));
    if (r_.form == Form::quadratic) {
      quadratic_kernel<kWidth><<<chunks, kTile>>>(a_);
      return;
    }
    if (r_.form == Form::sequential) {
      sequential_kernel<kWidth><<<static_cast<unsigned>(r_.sequences), 96>>>(a_);
      return;
    }
    state_kernel<kWidth><<<chunks, 128>>>(a_);
    const auto parts = static_cast<unsigned>((size_ + kElements - 1) / kElements);
    if (r_.form == Form::chunked)
      running_kernel<<<dim3(parts, static_cast<unsigned>(r_.sequences)), kElements>>>(a_, size_);
    else
      scan(parts);
    output_kernel<kWidth><<<chunks, kTile>>>(a_, r_.form == Form::scan ? 1 : 0);
  }

  void scan(unsigned parts) {
    float *from = states_.data(), *to = other_.data();
    const dim3 grid(parts, static_cast<unsigned>(a_.chunks()), static_cast<unsigned>(r_.sequences));
    for (int reach = 1; reach < a_.chunks(); reach *= 2) {
      scan_kernel<<<grid, kElements>>>(a_, size_, reach, from, to);
      std::swap(from, to);
    }
    a_.states = from;
  }

  const AttentionRequest& r_;
  std::int64_t size_;
  Attention<Element> a_;
  DeviceArray<Element> q_, k_, v_, y_;
  DeviceArray<float> states_, other_;
};

template <int kWidth>
Expected<AttentionAnswer> card_of_width(const AttentionRequest& r, std::span<const float> q,
                                        std::span<const float> k, std::span<const float> v) {
  return r.half ? CardAttention<kWidth, Bf16>(r).run(q, k, v) : CardAttention<kWidth, float>(r).run(q, k, v);
}

}  // namespace

Expected<AttentionAnswer> attend_on_card(const AttentionRequest& r, std::span<const float> q,
                                         std::span<const float> k, std::span<const float> v) {
  const Devices found = find_devices();
  if (found.cards.empty()) return fail("CUDA", found.why_not, "a card, or the CPU");
  if (auto set = checked(cudaSetDevice(found.cards.front().index), "choosing the card"); !set)
    return tl::unexpected(set.error());
  if (r.width == 16) return card_of_width<16>(r, q, k, v);
  if (r.width == 32) return card_of_width<32>(r, q, k, v);
  return card_of_width<64>(r, q, k, v);
}

}  // namespace tt::gpu
