// SPDX-License-Identifier: GPL-3.0-or-later
// Greedy lexicographic codes of weight M/2.
//
// Floor: greedy has to know of every candidate that some kept word refuses it. Visiting each of the C(M, M/2)
// candidates once costs one step to the next word of equal weight (about 8 integer operations) and one
// comparison (and-not, popcount, compare): 40 million candidates at M = 28, 601 million at M = 32, no memory
// traffic. A search that refuses whole ranges of candidates at once may go below this floor; a ratio under
// one says that it does.
#include <benchmark/benchmark.h>

#include <bit>
#include <cstdint>
#include <string>

#include "core/codes/greedy_code.h"

namespace {

void greedy(benchmark::State& state) {
  tt::CodeRequest request;
  request.bits = static_cast<int>(state.range(0));
  request.distance = static_cast<int>(state.range(1));
  std::size_t size = 0;
  for (auto _ : state) {
    const auto code = tt::greedy_code(request);
    if (!code) {
      state.SkipWithError(code.error().message().c_str());
      return;
    }
    size = code->words.size();
    benchmark::DoNotOptimize(size);
  }
  state.SetLabel(std::to_string(size) + " words");
}

void one_comparison_each(benchmark::State& state) {
  const int bits = static_cast<int>(state.range(0));
  const int distance = static_cast<int>(state.range(1));
  const std::uint64_t first = tt::low_mask(bits / 2);
  for (auto _ : state) {
    std::int64_t refused = 0;
    for (std::uint64_t word = first; word <= tt::low_mask(bits);) {
      refused += std::popcount(word & ~first) < distance;
      const std::uint64_t low = word & (~word + 1);
      const std::uint64_t ripple = word + low;
      word = ripple | (((word ^ ripple) >> 2) >> std::countr_zero(low));
    }
    benchmark::DoNotOptimize(refused);
  }
}

BENCHMARK(greedy)->Name("greedy_code")->Args({28, 7})->Args({32, 8})->Unit(benchmark::kMillisecond);
BENCHMARK(one_comparison_each)
    ->Name("greedy_code/floor")
    ->Args({28, 7})
    ->Args({32, 8})
    ->Unit(benchmark::kMillisecond);

}  // namespace
