// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/domination/gap.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tt {
namespace {

// With k = (n-2)/(2 eps) >= 1 and e = 2 eps <= 1, mu(d) = k (d - e). A gap g >= 8 cut into h = floor(g/2) >=
// 4 and g - h gives k^2 (h-e)(g-h-e) >= k (h-1)(g-h-1) >= 3k (g-5) > k (g-e): the cut is better, so gaps up
// to 7 suffice.
constexpr int kWidestUsefulGap = 7;

// Two products closer than this are the same number computed in two ways.
constexpr double kTie = 1e-12;

// log2 mu(d) without overflow for the smallest eps.
double log2_mu(int n, double epsilon, int d) {
  return std::log2(static_cast<double>(n) - 2.0) + std::log2(d - 2.0 * epsilon) - std::log2(2.0 * epsilon);
}

struct Table {
  std::vector<double> lambda_log2;  // best product for each total
  std::vector<int> last;            // a gap of the best choice, 0 where there is none
};

Table best_table(int n, double epsilon, int max_total) {
  const auto size = static_cast<std::size_t>(std::max(max_total, 0)) + 1;
  Table table{std::vector<double>(size, 0.0), std::vector<int>(size, 0)};
  std::vector<std::pair<int, double>> useful;  // widest first, so that fewer gaps win a tie
  for (int d = kWidestUsefulGap; d >= 1; --d) {
    if (!gap_conditions(n, epsilon, d).stated()) continue;
    if (const double factor = log2_mu(n, epsilon, d); factor > kTie) useful.emplace_back(d, factor);
  }
  for (std::size_t total = 1; total < size; ++total) {
    for (const auto& [d, factor] : useful) {
      if (static_cast<std::size_t>(d) > total) continue;
      const double product = table.lambda_log2[total - static_cast<std::size_t>(d)] + factor;
      if (product <= table.lambda_log2[total] + kTie) continue;
      table.lambda_log2[total] = product;
      table.last[total] = d;
    }
  }
  return table;
}

// Fills in the factor of the gaps.
void multiply(Gaps& gaps, int n, double epsilon) {
  gaps.lambda_log2 = 0.0;
  gaps.factor = 1.0;
  for (const int d : gaps.gaps) {
    if (!gap_conditions(n, epsilon, d).stated()) {
      gaps.lambda_log2 = -std::numeric_limits<double>::infinity();
      gaps.factor = 0.0;
      return;
    }
    gaps.lambda_log2 += log2_mu(n, epsilon, d);
    gaps.factor *= mu(n, epsilon, d);
  }
}

double binomial_double(int n, int k) {
  double value = 1.0;
  for (int i = 1; i <= k; ++i) value = value * (n - k + i) / i;
  return value;
}

}  // namespace

double mu(int n, double epsilon, int d) {
  return (static_cast<double>(n) - 2.0) * (d - 2.0 * epsilon) / (2.0 * epsilon);
}

GapConditions gap_conditions(int n, double epsilon, int d) {
  GapConditions conditions;
  conditions.length = n >= 3;
  conditions.wide = d > 2.0 * epsilon;
  // One rounding at the end leaves the sign of eps (2n-2) - d (n-2) exact.
  conditions.wide_enough =
      conditions.length && std::fma(epsilon, 2.0 * n - 2.0, -static_cast<double>(d) * (n - 2.0)) <= 0.0;
  return conditions;
}

Gaps best_gaps(int n, double epsilon, int total) {
  const Table table = best_table(n, epsilon, total);
  Gaps best;
  for (int rest = std::max(total, 0); table.last[static_cast<std::size_t>(rest)] > 0;) {
    const int d = table.last[static_cast<std::size_t>(rest)];
    best.gaps.push_back(d);
    rest -= d;
  }
  std::ranges::sort(best.gaps);
  multiply(best, n, epsilon);
  return best;
}

std::vector<double> best_lambda_log2(int n, double epsilon, int max_total) {
  return best_table(n, epsilon, max_total).lambda_log2;
}

Gaps equal_gaps(int n, double epsilon, int total, int g) {
  Gaps equal;
  if (g < 1 || total < g) return equal;
  equal.gaps.assign(static_cast<std::size_t>(total / g), g);
  equal.gaps.back() += total % g;
  multiply(equal, n, epsilon);
  return equal;
}

double mu_degree(int degree, double epsilon, int d) {
  if (degree < 1 || !(epsilon > 0.0)) return 0.0;
  const double goal = (d - epsilon) / epsilon;
  if (!(goal > 0.0)) return 0.0;
  // The sum and its derivative at rho; both are convex and increasing for rho >= 0.
  const auto sum_at = [degree](double rho) {
    std::pair<double, double> sum{0.0, 0.0};
    for (int k = 1; k <= degree + 1; ++k) {
      const double share = static_cast<double>(k) / (degree + 1);
      const double base = (1.0 - share) + share * rho;
      const double scaled = binomial_double(degree + 1, k) * std::pow(base, degree - 1);
      sum.first += scaled * base;
      sum.second += scaled * degree * share;
    }
    return sum;
  };
  if (sum_at(0.0).first >= goal) return 0.0;
  // The last term alone is rho^degree, so the root lies below goal^(1/degree); from above Newton only
  // descends.
  double rho = std::pow(goal, 1.0 / degree);
  for (int step = 0; step < 200; ++step) {
    const auto [value, slope] = sum_at(rho);
    const double next = rho - (value - goal) / slope;
    if (!(next < rho)) break;
    rho = next;
  }
  return rho;
}

}  // namespace tt
