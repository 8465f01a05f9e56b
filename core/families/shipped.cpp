// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/families/shipped.h"

namespace tt {

Expected<Family> shipped_family() {
  const auto json = parse_json(shipped_family_text(), "the shipped family");
  if (!json) return tl::unexpected(json.error());
  return family_from_json(*json, "the shipped family");
}

}  // namespace tt
