// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/heads/constructions/constructions.h"

namespace tt {

Expected<Head> random_head(MapKind kind, int m, int rank, double tau, std::uint64_t seed) {
  FeatureMap map{.kind = kind, .m = m, .tau = tau, .rank = rank, .scale = tau, .seed = seed};
  if (kind != MapKind::elu1 && kind != MapKind::relu && kind != MapKind::exp && kind != MapKind::favor) {
    return fail("random feature map", std::string(map_name(kind)), "elu1, relu, exp or favor");
  }
  if (auto ok = check(map); !ok) return tl::unexpected<Error>(ok.error());
  return head_with(std::move(map));
}

}  // namespace tt
