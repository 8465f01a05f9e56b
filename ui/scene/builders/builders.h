// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <stop_token>
#include <string_view>
#include <vector>

#include "ui/scene/scene.h"

namespace tt {

// Result -> Scene. Nothing is computed here but positions; every number comes from the result.

[[nodiscard]] Scene attention_scene(const AttentionResult& result);
[[nodiscard]] Scene chain_scene(const ChainResult& result);
[[nodiscard]] Scene identity_scene(const IdentityResult& result);
[[nodiscard]] Scene phase_scene(const PhaseResult& result);

/// Names that `figure` takes.
[[nodiscard]] const std::vector<std::string_view>& view_names();
/// Session -> result -> Scene for one view by name; the error lists the names. coarse: the quick first answer
/// of the results that know one (identity_result, phase_result).
[[nodiscard]] Expected<Scene> build_scene(std::string_view view, const Session& session, bool coarse = false,
                                          std::stop_token stop = {});

}  // namespace tt
