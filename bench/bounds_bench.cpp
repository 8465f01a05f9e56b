// SPDX-License-Identifier: GPL-3.0-or-later
// The optimized lower bound for every m = 1..1000 at n = 3, epsilon = 1/2.
//
// Floor: a bound is certified by the exact Gilbert-Varshamov count of the code it uses, so at least the
// winner's count has to be computed in whole numbers for each m: a sum of Delta products of binomials of up
// to m bits, about Delta (m / 64)^2 word operations. The search for the winner is not part of the floor.
#include <benchmark/benchmark.h>

#include <vector>

#include "core/bounds/bounds.h"
#include "core/codes/gilbert_varshamov.h"

namespace {

constexpr int kMaxBits = 1000;

tt::BoundsOptions options_for(int m) {
  tt::BoundsOptions options;
  options.m = m;
  return options;
}

void optimized_bounds(benchmark::State& state) {
  for (auto _ : state) {
    double sum = 0.0;
    for (int m = 1; m <= kMaxBits; ++m) {
      const auto bound = tt::optimized_bound(options_for(m));
      if (!bound) {
        state.SkipWithError(bound.error().message().c_str());
        return;
      }
      sum += bound->rank_log2;
    }
    benchmark::DoNotOptimize(sum);
  }
}

void exact_counts_of_winners(benchmark::State& state) {
  std::vector<tt::LowerBound> winners;
  for (int m = 1; m <= kMaxBits; ++m) {
    const auto bound = tt::optimized_bound(options_for(m));
    if (bound && bound->weight >= 1 && bound->weight < bound->bits && bound->distance >= 1)
      winners.push_back(*bound);
  }
  for (auto _ : state) {
    for (const auto& winner : winners) {
      tt::Integer count = tt::gilbert_varshamov(winner.bits, winner.weight, winner.distance);
      benchmark::DoNotOptimize(count);
    }
  }
}

BENCHMARK(optimized_bounds)->Name("optimized_bound/m1_to_1000")->Unit(benchmark::kMillisecond);
BENCHMARK(exact_counts_of_winners)->Name("optimized_bound/floor/m1_to_1000")->Unit(benchmark::kMillisecond);

}  // namespace
