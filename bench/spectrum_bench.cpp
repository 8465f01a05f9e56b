// SPDX-License-Identifier: GPL-3.0-or-later
// Singular values of a synthetic near-identity matrix.
//
// Floor: reducing a T x T matrix to two diagonals takes 8/3 T^3 floating-point operations (0.045 billion at T
// = 256, 2.9 billion at T = 1024) on 8 T^2 bytes. A matrix product does 2 T^3, so the floor is measured as
// the product of a T x T and a T x 4T/3 matrix at the speed of the same library. Half of a reduction are
// matrix-vector products, which cannot run at that speed once the matrix has left the cache.
#include <benchmark/benchmark.h>

#include <Eigen/Core>

#include "core/rank/near_identity.h"
#include "core/rank/spectra.h"

namespace {

void singular_values(benchmark::State& state) {
  const auto matrix = tt::synthetic_near_identity(static_cast<int>(state.range(0)), 4.0, true, 1);
  if (!matrix) {
    state.SkipWithError(matrix.error().message().c_str());
    return;
  }
  for (auto _ : state) {
    const auto result = tt::spectrum(*matrix);
    if (!result) {
      state.SkipWithError(result.error().message().c_str());
      return;
    }
    benchmark::DoNotOptimize(result->values.data());
  }
}

void matrix_product(benchmark::State& state) {
  const Eigen::Index size = state.range(0);
  const Eigen::MatrixXd left = Eigen::MatrixXd::Constant(size, size, 0.5);
  const Eigen::MatrixXd right = Eigen::MatrixXd::Constant(size, 4 * size / 3, 0.25);
  Eigen::MatrixXd product(size, 4 * size / 3);
  for (auto _ : state) {
    product.noalias() = left * right;
    benchmark::DoNotOptimize(product.data());
  }
}

BENCHMARK(singular_values)->Name("spectrum")->Arg(256)->Arg(1024)->Unit(benchmark::kMillisecond);
BENCHMARK(matrix_product)->Name("spectrum/floor")->Arg(256)->Arg(1024)->Unit(benchmark::kMillisecond);

}  // namespace
