// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>

namespace tt {

/// Range of one choice, both ends allowed.
template <class T>
struct Limits {
  T low, high;
};

/// The ranges of a Session, read by its checks, by the sliders and by the messages.
namespace limits {
inline constexpr Limits<int> m{1, 64};
inline constexpr Limits<int> n{1, 16};
inline constexpr Limits<int> rank{1, 4096};
inline constexpr Limits<double> tau{0.01, 64.0};
inline constexpr Limits<double> ratio{0.001, 0.999};
inline constexpr Limits<double> scale{0.01, 16.0};
inline constexpr double offset_high = 4096.0;
inline constexpr Limits<int> words{2, 1024};
inline constexpr Limits<int> synthetic_size{2, 1024};
inline constexpr Limits<int> given_size{2, 512};
inline constexpr Limits<double> synthetic_lambda{0.6, 1024.0};
inline constexpr double bench_high = 1e6;
inline constexpr Limits<int> phase_n_max{3, 16};
// Training
inline constexpr Limits<int> train_rank{1, 1024};
inline constexpr std::size_t train_ranks = 8;
inline constexpr Limits<int> train_heads{1, 64};
inline constexpr Limits<int> train_values{0, 16};
inline constexpr Limits<int> attention_heads{1, 8};
inline constexpr Limits<int> degree{1, 4};
inline constexpr Limits<double> rate{1e-6, 1e6};
inline constexpr Limits<double> threshold{0.0, 0.99};  // of epsilon
inline constexpr Limits<double> sharpness{0.01, 1000.0};
inline constexpr Limits<std::int64_t> steps{1, 100'000'000};
inline constexpr Limits<std::int64_t> plateau{0, 100'000'000};
inline constexpr double train_terms = 2e6;  // tokens of all inputs together: a step stays well under a second
}  // namespace limits

}  // namespace tt
