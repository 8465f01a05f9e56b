// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

#include "core/base/error.h"

namespace tt {

/// Kernel values of the lemma bench: a = alpha(x,x), b = alpha(x,y), c = alpha(x,z), all >= 0, with t = <x,y>
/// and <x,z> = t + d (theory 4.3). We take t = 0; adding t to p, q, s shifts everything.
struct BenchInput {
  int n = 3;
  double epsilon = 0.5;
  int d = 3;
  double a = 0.0, b = 1.0, c = 1.0;
  bool operator==(const BenchInput&) const = default;
};

/// Do values p(x,x), p(x,y), p(x,z) exist with which all three sequences are answered within eps?
struct BenchVerdict {
  bool possible = false;
  double left = 0.0;   ///< b' = b + a/(n-1)
  double right = 0.0;  ///< mu(d) c', c' = c + a/(n-1): possible iff left > right (exact condition, 4.2)
  double mu = 0.0;
  bool degenerate = false;  ///< b = c = 0 or a denominator vanishes: decided apart, see reason
  struct Witness {
    double p = 0.0, q = 0.0, s = 0.0;     ///< p(x,x), p(x,y), p(x,z)
    double o1 = 0.0, o2 = 0.0, o3 = 0.0;  ///< outputs on (x,y..y), (x,z..z), (x,y,z..z); targets 0, d, 0
  };
  std::optional<Witness> witness;  ///< when possible; strictly inside all three intervals
  std::string reason;              ///< one sentence with the numbers
};

/// Checks ranges: n 3..64, eps in (0,1/2], d 1..64, a,b,c finite and >= 0.
[[nodiscard]] Expected<BenchVerdict> lemma_bench(const BenchInput& input);

}  // namespace tt
