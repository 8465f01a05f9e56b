// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "core/train/options.h"
#include "gpu/body.h"

namespace tt::gpu {

inline constexpr int kMostChannels = 128;  ///< 8 attention heads of 16 values
inline constexpr int kMostDegree = 4;

/// A problem and a shape as blocks of threads want them: plain numbers and arrays, on the host or on the
/// device. Every gradient is gathered by the thread that owns its parameter, so sums need no atomics and have
/// one order.
struct TaskView {
  int inputs = 0, entries = 0, queries = 0, keys = 0;
  int rank = 1, stride = 1;  ///< features of a row, and floats from row to row (odd: no two rows in one bank)
  int heads = 1, channels = 1, per_head = 1, values = 0;
  int monomials = 0;  ///< 0: the output is the sum of the channels
  int size = 0, key_at = 0, value_at = 0, values_per_head = 0, readout_at = 0;  ///< as in ParameterLayout
  FeatureKind features = FeatureKind::exp;
  Objective objective = Objective::hinge;
  float epsilon = 0.5f;

  const std::int32_t *entry_query = nullptr, *entry_key = nullptr;
  const std::int32_t* query_begin = nullptr;                        ///< entries of a query lie together
  const std::int32_t *key_begin = nullptr, *key_entries = nullptr;  ///< entries of each key
  const std::int32_t *term_begin = nullptr, *term_entry = nullptr, *term_count = nullptr;  ///< of each input
  const std::int32_t *pair_begin = nullptr, *pair_input = nullptr, *pair_count = nullptr;  ///< of each entry
  const std::int32_t *input_query = nullptr, *input_begin = nullptr;  ///< inputs of a query lie together
  const std::int32_t* factors = nullptr;  ///< [monomial][4]: channels whose product it is, -1 for none
  const float *target = nullptr, *input_weight = nullptr;

  [[nodiscard]] TT_BODY int feature_rows() const { return heads * (queries + keys); }
  [[nodiscard]] TT_BODY int query_row(int head, int query) const { return head * queries + query; }
  [[nodiscard]] TT_BODY int key_row(int head, int key) const { return heads * queries + head * keys + key; }
  /// Parameter that gives channel c of a head its value at an entry.
  [[nodiscard]] TT_BODY int value_of(int head, int entry, int c) const {
    const int first = value_at + head * values_per_head;
    return values == 0 ? first + entry : first + entry_key[entry] * values + c;
  }
};

/// The arrays behind a view, on the host.
struct TaskTables {
  TaskView view;  ///< its pointers point into the arrays below
  std::vector<std::int32_t> whole;
  std::vector<float> real;

  TaskTables(const Problem& problem, const Shape& shape, Objective objective);
  TaskTables(const TaskTables&) = delete;
  TaskTables& operator=(const TaskTables&) = delete;

  /// The view with its arrays elsewhere: copies of `whole` and `real`.
  [[nodiscard]] TaskView at(const std::int32_t* whole_there, const float* real_there) const;
};

}  // namespace tt::gpu
