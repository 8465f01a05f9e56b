// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

#include "core/session/session.h"

namespace tt {

/// The session with everything reset that a view ("attention", "chain", "identity", "phase", "training") does
/// not depend on: two sessions with equal slices give equal results. An unknown name depends on everything.
[[nodiscard]] Session slice(std::string_view view, const Session& session);

}  // namespace tt
