// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include "core/heads/constructions/constructions.h"
#include "core/heads/constructions/temperature.h"

namespace tt {

double advised_tau(int n, double epsilon) { return std::log(n / epsilon); }

Expected<double> chosen_tau(int n, double epsilon, double tau) {
  if (tau != 0.0) return tau;
  if (auto ok = check_range("length n", static_cast<long long>(n), 1, 1LL << 30); !ok) {
    return tl::unexpected<Error>(ok.error());
  }
  if (auto ok = check_epsilon(epsilon); !ok) return tl::unexpected<Error>(ok.error());
  return advised_tau(n, epsilon);
}

Expected<Head> softmax_head(int m, int n, double epsilon, double tau) {
  return tempered_head(MapKind::softmax, m, chosen_tau(n, epsilon, tau));
}

Expected<Head> tempered_head(MapKind kind, int m, const Expected<double>& tau) {
  if (!tau) return tl::unexpected<Error>(tau.error());
  FeatureMap map{.kind = kind, .m = m, .tau = *tau};
  if (auto ok = check(map); !ok) return tl::unexpected<Error>(ok.error());
  return head_with(std::move(map));
}

}  // namespace tt
