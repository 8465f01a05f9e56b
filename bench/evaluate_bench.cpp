// SPDX-License-Identifier: GPL-3.0-or-later
// Every input of length 3 at m = 8 through the affine head.
//
// Floor: C(256 + 2, 3) = 2 829 056 multisets of three tokens, each with three queries; for each of the 8.5
// million queries two sums of three numbers, one division, one distance to the target and one maximum: 68
// million additions and 8.5 million divisions, all kernel values read from tables of 2 x 512 KiB that stay in
// the cache.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <string>
#include <vector>

#include "core/heads/constructions/constructions.h"
#include "core/heads/evaluate.h"

namespace {

constexpr int kBits = 8;
constexpr int kTokens = 1 << kBits;

void evaluate_all_inputs(benchmark::State& state) {
  const auto head = tt::affine_head(kBits);
  if (!head) {
    state.SkipWithError(head.error().message().c_str());
    return;
  }
  for (auto _ : state) {
    const auto result = tt::evaluate_all(*head, 3, 0.5);
    if (!result) {
      state.SkipWithError(result.error().message().c_str());
      return;
    }
    benchmark::DoNotOptimize(result->max_error);
    state.SetLabel(std::to_string(result->sequences) + " sequences");
  }
}

void sums_and_divisions(benchmark::State& state) {
  std::vector<double> weight(kTokens * kTokens), value(kTokens * kTokens), overlap(kTokens * kTokens);
  for (unsigned x = 0; x < kTokens; ++x) {
    for (unsigned z = 0; z < kTokens; ++z) {
      const std::size_t at = x * kTokens + z;
      overlap[at] = std::popcount(x & z);
      weight[at] = kBits - overlap[at];
      value[at] = weight[at] * overlap[at];
    }
  }
  const auto error = [&](std::size_t row, std::size_t i, std::size_t j, std::size_t k) {
    const double* w = weight.data() + row * kTokens;
    const double* v = value.data() + row * kTokens;
    const double* o = overlap.data() + row * kTokens;
    return std::abs((v[i] + v[j] + v[k]) / (w[i] + w[j] + w[k]) - std::min({o[i], o[j], o[k]}));
  };
  for (auto _ : state) {
    double worst = 0.0;
    for (std::size_t i = 0; i < kTokens; ++i)
      for (std::size_t j = i; j < kTokens; ++j)
        for (std::size_t k = j; k < kTokens; ++k)
          worst = std::max({worst, error(i, i, j, k), error(j, i, j, k), error(k, i, j, k)});
    benchmark::DoNotOptimize(worst);
  }
}

BENCHMARK(evaluate_all_inputs)->Name("evaluate_all/m8_n3")->Unit(benchmark::kMillisecond);
BENCHMARK(sums_and_divisions)->Name("evaluate_all/floor/m8_n3")->Unit(benchmark::kMillisecond);

}  // namespace
