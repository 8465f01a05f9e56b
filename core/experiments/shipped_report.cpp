// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/shipped_report.h"

namespace tt {

Expected<FiniteFamilyReport> shipped_finite_family() {
  static constexpr const char* kSource = "the shipped report";
  return parse_json(shipped_finite_family_text(), kSource).and_then([](const Json& json) {
    return finite_family_from_json(json, kSource);
  });
}

}  // namespace tt
