// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/certificates/verify/verify.h"

namespace tt {

/// Format, version and digest added; refused where the verifier does not take it.
[[nodiscard]] Expected<Json> sealed(const Json& content);

/// The largest rank that the verifier takes for a lower certificate that lacks its rank.
[[nodiscard]] std::string forced_text(Json lower);

}  // namespace tt
