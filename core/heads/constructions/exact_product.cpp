// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include "core/base/exact.h"
#include "core/heads/constructions/constructions.h"
#include "core/heads/constructions/temperature.h"

namespace tt {

Expected<Head> exact_product_head(int m, int n, double epsilon, double tau) {
  return tempered_head(MapKind::exact_product, m, chosen_tau(n, epsilon, tau));
}

std::vector<double> exact_product_singular_values(int m, double tau) {
  // K = [[1,1],[1,q]] is symmetric with trace 1 + q and determinant q - 1: its eigenvalues have opposite
  // signs, and the product of their sizes is 1 - q.
  const double q = std::exp(-tau);
  const double large = 0.5 * (1.0 + q) + std::hypot(0.5 * (1.0 - q), 1.0);
  const double small = -std::expm1(-tau) / large;
  std::vector<double> values;
  for (int k = 0; k <= m; ++k) {
    const auto copies = static_cast<std::size_t>(binomial(m, k).get_ui());
    values.insert(values.end(), copies, std::pow(large, m - k) * std::pow(small, k));
  }
  return values;
}

}  // namespace tt
