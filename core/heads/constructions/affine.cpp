// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/heads/constructions/constructions.h"

namespace tt {

Expected<Head> affine_head(int m, double offset) {
  FeatureMap map{.kind = MapKind::affine, .m = m, .offset = offset};
  if (auto ok = check(map); !ok) return tl::unexpected<Error>(ok.error());
  return head_with(std::move(map));
}

}  // namespace tt
