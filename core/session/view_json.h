// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <stop_token>
#include <string_view>

#include "core/session/session.h"

namespace tt {

/// What view_json knows: attention, chain, identity, phase, training, bounds, brackets, finite-family.
[[nodiscard]] std::span<const std::string_view> result_names();

/// The numbers that a view shows, as JSON: what the command line prints and the window exports. An unknown
/// name is refused.
[[nodiscard]] Expected<Json> view_json(std::string_view view, const Session& session,
                                       std::stop_token stop = {});

}  // namespace tt
