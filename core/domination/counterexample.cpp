// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/domination/counterexample.h"

#include <algorithm>
#include <cmath>

#include "core/base/exact.h"
#include "core/base/log2_number.h"
#include "core/base/options.h"
#include "core/domination/gap.h"

namespace tt {
namespace {

Expected<void> check(const BenchInput& input) {
  if (auto ok = check_range("length n", static_cast<long long>(input.n), 3, 64); !ok) return ok;
  if (auto ok = check_epsilon(input.epsilon); !ok) return ok;
  if (auto ok = check_range("gap d", static_cast<long long>(input.d), 1, 64); !ok) return ok;
  for (const auto& [name, value] : {std::pair{"a", input.a}, {"b", input.b}, {"c", input.c}}) {
    if (!std::isfinite(value) || value < 0.0)
      return fail(std::string("kernel value ") + name, text(value), "a finite number, at least 0");
  }
  return {};
}

// D1 > mu(d) D2 in exact arithmetic, D1 = a + (n-1) b and D2 = a + (n-1) c: the same as b' > mu(d) c'.
bool left_wins(const BenchInput& input) {
  const Rational a = exactly(input.a), b = exactly(input.b), c = exactly(input.c),
                 twice = 2 * exactly(input.epsilon);
  const Rational d1 = a + (input.n - 1) * b, d2 = a + (input.n - 1) * c;
  return twice * d1 > (input.n - 2) * (input.d - twice) * d2;
}

// Outputs of the three sequences from p, q, s, with targets 0, d, 0.
void evaluate(const BenchInput& input, BenchVerdict::Witness& w) {
  const auto [n, epsilon, d, a, b, c] = input;
  w.o1 = (a * w.p + (n - 1) * b * w.q) / (a + (n - 1) * b);
  w.o2 = (a * w.p + (n - 1) * c * w.s) / (a + (n - 1) * c);
  w.o3 = (a * w.p + b * w.q + (n - 2) * c * w.s) / (a + b + (n - 2) * c);
}

bool inside(const BenchInput& input, const BenchVerdict::Witness& w) {
  return std::abs(w.o1) < input.epsilon && std::abs(w.o2 - input.d) < input.epsilon &&
         std::abs(w.o3) < input.epsilon;
}

// o3 is the mean of o1 and o2 with weights D1 and (n-2) D2. Going `slack` inside all three intervals at once,
// o1 = -eps + slack, o2 = d - eps + slack and o3 = eps - slack, uses the room evenly; then p, q, s follow
// from o1 and o2, where p is free when both b and c are positive and is set so that q and s stay as near to
// o1 and o2 as they can.
BenchVerdict::Witness witness(const BenchInput& input) {
  const auto [n, epsilon, d, a, b, c] = input;
  const double d1 = a + (n - 1) * b, d2 = a + (n - 1) * c;
  const double share = (n - 2) * d2 / (d1 + (n - 2) * d2);
  const double slack = epsilon - share * d / 2.0;
  const double o1 = slack - epsilon, o2 = d - epsilon + slack;
  const double larger = std::max(b, c), beta = b / larger, gamma = c / larger;
  BenchVerdict::Witness w;
  w.p = (o1 * gamma * gamma + o2 * beta * beta) / (gamma * gamma + beta * beta);
  w.q = b > 0.0 ? o1 + a * (o1 - w.p) / ((n - 1) * b) : o1;
  w.s = c > 0.0 ? o2 + a * (o2 - w.p) / ((n - 1) * c) : o2;
  evaluate(input, w);
  return w;
}

// The cases in which b' > mu c' is not the whole story; empty when there is none.
std::string degenerate_reason(const BenchInput& input) {
  const auto [n, epsilon, d, a, b, c] = input;
  if (a == 0.0 && b == 0.0) return "Impossible: a = b = 0, so the denominator of (x, y, ..., y) vanishes.";
  if (a == 0.0 && c == 0.0) return "Impossible: a = c = 0, so the denominator of (x, z, ..., z) vanishes.";
  // Targets 0 and d >= 1 >= 2 eps cannot share one output.
  if (b == 0.0 && c == 0.0)
    return "Impossible: b = c = 0, so all three outputs equal p(x,x), and no number is within " +
           text(epsilon) + " of both 0 and " + std::to_string(d) + ".";
  return {};
}

std::string sides(const BenchInput& input, const BenchVerdict& verdict) {
  return "b' = " + text(verdict.left, 4) + (verdict.possible ? " > " : " ≤ ") + "μ(" +
         std::to_string(input.d) + ")·c' = " + text(verdict.right, 4);
}

}  // namespace

Expected<BenchVerdict> lemma_bench(const BenchInput& input) {
  if (auto ok = check(input); !ok) return tl::unexpected(ok.error());
  BenchVerdict verdict;
  verdict.mu = mu(input.n, input.epsilon, input.d);
  verdict.left = input.b + input.a / (input.n - 1);
  verdict.right = verdict.mu * (input.c + input.a / (input.n - 1));
  verdict.reason = degenerate_reason(input);
  verdict.degenerate = !verdict.reason.empty();
  if (verdict.degenerate) return verdict;
  verdict.possible = left_wins(input);
  if (!verdict.possible) {
    verdict.reason = "Impossible: " + sides(input, verdict) + ", so the three answers contradict each other.";
    return verdict;
  }
  const BenchVerdict::Witness found = witness(input);
  verdict.reason = "Possible: " + sides(input, verdict) + ".";
  if (input.b <= 2.0 * input.c)
    verdict.reason +=
        " That b ≤ 2c refutes nothing: μ(" + std::to_string(input.d) + ") is only " + text(verdict.mu) + ".";
  if (inside(input, found))
    verdict.witness = found;
  else
    verdict.reason = "Possible: " + sides(input, verdict) + ", but by less than double precision can show.";
  return verdict;
}

}  // namespace tt
