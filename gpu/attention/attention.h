// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "gpu/attention/feature_kernel.h"
#include "gpu/place.h"

namespace tt::gpu {

/// How the same sums are made.
enum class Form {
  quadratic,  ///< all pairs, tile by tile: O(T^2), no state
  chunked,    ///< chunks with a running state: O(T)
  scan,       ///< the states of the chunks by an associative scan: O(T) work, depth log2 of the chunks
  sequential  ///< one token after the other: O(T), the baseline
};
[[nodiscard]] std::string_view form_name(Form form);
[[nodiscard]] std::string_view cone_name(Cone cone);

struct AttentionRequest {
  Cone cone = Cone::lorentz;
  Form form = Form::chunked;
  int sequences = 1, tokens = 1;
  int width = 64;     ///< of queries, keys and values: 16, 32 or 64
  bool half = false;  ///< stored as bfloat16; sums are in single precision
  int repeats = 1;    ///< on a card: so many times, for a steady time
};

struct AttentionAnswer {
  std::vector<float> y;           ///< [sequence][token][width]
  std::optional<double> seconds;  ///< on a card: of the fastest repeat, without copies
};

/// q, k, v: [sequence][token][width]. Refused where sizes do not fit, or there is no card.
[[nodiscard]] Expected<AttentionAnswer> attend(const AttentionRequest& request, std::span<const float> q,
                                               std::span<const float> k, std::span<const float> v,
                                               Place place);

/// Multiply-adds and bytes (in, out and states) that a form cannot do without.
struct AttentionCost {
  double operations = 0.0, bytes = 0.0;
};
[[nodiscard]] AttentionCost attention_cost(const AttentionRequest& request);

// Where it runs.
[[nodiscard]] AttentionAnswer attend_on_host(const AttentionRequest& request, std::span<const float> q,
                                             std::span<const float> k, std::span<const float> v);
[[nodiscard]] Expected<AttentionAnswer> attend_on_card(const AttentionRequest& request,
                                                       std::span<const float> q, std::span<const float> k,
                                                       std::span<const float> v);

}  // namespace tt::gpu
