// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/attention/attention.h"

#include <cmath>

#include "core/base/options.h"
#include "gpu/attention/attention_body.h"

namespace tt::gpu {
namespace {

constexpr double kMostNumbers = 4e9;

/// The host's arrays of one request, and the forms over them.
template <int kWidth, class Element>
class HostAttention {
 public:
  HostAttention(const AttentionRequest& r, std::span<const float> q, std::span<const float> k,
                std::span<const float> v)
      : r_(r), q_(stored(q)), k_(stored(k)), v_(stored(v)), y_(q.size()) {
    a_.cone = r.cone;
    a_.sequences = r.sequences;
    a_.tokens = r.tokens;
    a_.q = q_.data();
    a_.k = k_.data();
    a_.v = v_.data();
    a_.y = y_.data();
    states_.resize(static_cast<std::size_t>(r.sequences) * static_cast<std::size_t>(a_.chunks()) *
                   static_cast<std::size_t>(size_));
    a_.states = states_.data();
  }

  std::vector<float> run() {
    for (int sequence = 0; sequence < r_.sequences; ++sequence) run(sequence);
    std::vector<float> y;
    for (const Element value : y_) y.push_back(load(value));
    return y;
  }

 private:
  static std::vector<Element> stored(std::span<const float> values) {
    std::vector<Element> all(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) store(values[i], all[i]);
    return all;
  }

  void run(int sequence) {
    if (r_.form == Form::sequential) {
      std::vector<float> state(static_cast<std::size_t>(size_), 0.0f), row(3 * kWidth + 1);
      sequential<kWidth>(block_, a_, sequence, state.data(), row.data());
      return;
    }
    for (int chunk = 0; chunk < a_.chunks(); ++chunk) {
      if (r_.form == Form::quadratic)
        quadratic_tile<kWidth>(block_, a_, sequence, chunk, tile_);
      else
        chunk_state<kWidth>(block_, a_, sequence, chunk, tile_);
    }
    if (r_.form == Form::quadratic) return;
    if (r_.form == Form::chunked)
      for (std::int64_t i = 0; i < size_; ++i) running_sum(a_, size_, sequence, i);
    else
      scan(sequence);
    for (int chunk = 0; chunk < a_.chunks(); ++chunk)
      chunk_outputs<kWidth>(block_, a_, sequence, chunk, r_.form == Form::scan ? 1 : 0, tile_);
  }

  void scan(int sequence) {
    for (int reach = 1; reach < a_.chunks(); reach *= 2) {
      const std::vector<float> before = states_;
      for (int chunk = 0; chunk < a_.chunks(); ++chunk)
        for (std::int64_t i = 0; i < size_; ++i)
          scan_level(a_, size_, sequence, chunk, reach, i, before.data(), states_.data());
    }
  }

  const AttentionRequest& r_;
  std::vector<Element> q_, k_, v_, y_;
  std::vector<float> states_;
  Attention<Element> a_;
  Tile<kWidth> tile_;
  HostBlock block_{kTile};
  std::int64_t size_ = state_size<kWidth>(r_.cone);
};

template <int kWidth>
std::vector<float> host_of_width(const AttentionRequest& r, std::span<const float> q,
                                 std::span<const float> k, std::span<const float> v) {
  return r.half ? HostAttention<kWidth, Bf16>(r, q, k, v).run()
                : HostAttention<kWidth, float>(r, q, k, v).run();
}

}  // namespace

std::string_view form_name(Form form) {
  static constexpr std::string_view kNames[] = {"quadratic", "chunked", "scan", "sequential"};
  return kNames[static_cast<std::size_t>(form)];
}

std::string_view cone_name(Cone cone) {
  static constexpr std::string_view kNames[] = {"orthant", "lorentz", "psd"};
  return kNames[static_cast<std::size_t>(cone)];
}

AttentionAnswer attend_on_host(const AttentionRequest& r, std::span<const float> q, std::span<const float> k,
                               std::span<const float> v) {
  AttentionAnswer answer;
  answer.y = r.width == 16   ? host_of_width<16>(r, q, k, v)
             : r.width == 32 ? host_of_width<32>(r, q, k, v)
                             : host_of_width<64>(r, q, k, v);
  return answer;
}

Expected<AttentionAnswer> attend(const AttentionRequest& r, std::span<const float> q,
                                 std::span<const float> k, std::span<const float> v, Place place) {
  if (r.width != 16 && r.width != 32 && r.width != 64)
    return fail("width of queries", std::to_string(r.width), "16, 32 or 64");
  for (const auto& sound : {check_range("sequences", static_cast<long long>(r.sequences), 1, 65535),
                            check_range("tokens", static_cast<long long>(r.tokens), 1, 1 << 24),
                            check_range("repeats", static_cast<long long>(r.repeats), 1, 10000)})
    if (!sound) return tl::unexpected(sound.error());
  const double numbers = static_cast<double>(r.sequences) * r.tokens * r.width;
  if (numbers > kMostNumbers) return fail("numbers of the queries", std::to_string(numbers), "up to 4e9");
  const auto size = static_cast<std::size_t>(numbers);
  if (q.size() != size || k.size() != size || v.size() != size)
    return fail("size of queries, keys and values", std::to_string(q.size()), std::to_string(size));
  return place == Place::host ? attend_on_host(r, q, k, v) : attend_on_card(r, q, k, v);
}

AttentionCost attention_cost(const AttentionRequest& r) {
  const double tokens = r.tokens, all = static_cast<double>(r.sequences) * tokens, width = r.width,
               features = feature_count(r.cone, r.width), element = r.half ? 2.0 : 4.0;
  AttentionCost cost;
  cost.bytes = 4.0 * all * width * element;
  if (r.form == Form::quadratic) {
    cost.operations = all * (tokens + 1) / 2.0 * 2.0 * width;
    return cost;
  }
  // Into the state and out of it, and half a chunk by pairs.
  cost.operations = all * 2.0 * features * (width + 1);
  if (r.form != Form::sequential) {
    cost.operations += all * kTile / 2.0 * 2.0 * width;
    cost.bytes += 2.0 * all / kTile * features * (width + 1) * sizeof(float);
  }
  return cost;
}

}  // namespace tt::gpu
