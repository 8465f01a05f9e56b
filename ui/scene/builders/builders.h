// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <stop_token>
#include <string_view>
#include <vector>

#include "core/session/surveys.h"
#include "core/session/training.h"
#include "ui/scene/scene.h"

namespace tt {

// Result -> Scene. Nothing is computed here but positions; every number comes from the result.

[[nodiscard]] Scene attention_scene(const AttentionResult& result);
[[nodiscard]] Scene chain_scene(const ChainResult& result);
[[nodiscard]] Scene identity_scene(const IdentityResult& result);
[[nodiscard]] Scene phase_scene(const PhaseResult& result);

/// What of a training is looked at.
struct TrainingFocus {
  std::string run;    ///< its lines are solid, those of other runs dashed; empty: all solid
  int ensemble = -1;  ///< the chosen head: index into the result's runs, and into its heads
  int head = -1;
  std::int64_t step = -1;  ///< a key frame that is looked at; -1: none
};
/// Panels: legend, loss, maximum error. Lines have the ids "head:ENSEMBLE:HEAD".
[[nodiscard]] Scene training_scene(const TrainingResult& result, const TrainingFocus& focus = {});
/// Errors of one head by input, a row a query; cells have the ids "input:I". Where inputs are many, the worst
/// of each query are shown.
[[nodiscard]] Scene inputs_scene(const Problem& problem, const std::vector<double>& errors);

/// Feature ranks against m: the paper's bound, ours, what is enough.
[[nodiscard]] Scene bounds_scene(const BoundsSurvey& survey);
/// The table of brackets, m down and n across.
[[nodiscard]] Scene brackets_scene(const BracketsSurvey& survey);

/// The views of the window.
[[nodiscard]] const std::vector<std::string_view>& view_names();
/// Names that `figure` takes: the views, and what is shown beside them (bounds, brackets, finite-family).
[[nodiscard]] const std::vector<std::string_view>& figure_names();
/// The names in one line, for messages.
[[nodiscard]] std::string listed(const std::vector<std::string_view>& names);
/// Session -> result -> Scene for one figure by name; the error lists the names. coarse: the quick first
/// answer of the results that know one (identity_result, phase_result).
[[nodiscard]] Expected<Scene> build_scene(std::string_view view, const Session& session, bool coarse = false,
                                          std::stop_token stop = {});

}  // namespace tt
