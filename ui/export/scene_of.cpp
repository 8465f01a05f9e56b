// SPDX-License-Identifier: GPL-3.0-or-later
// The scene of what a record shows, with the results that it carries.
#include "core/session/kept_results.h"
#include "core/session/view_json.h"
#include "ui/export/record.h"
#include "ui/scene/builders/builders.h"
#include "ui/scene/builders/finite_family.h"

namespace tt {
namespace {

constexpr const char* kSource = "the figure's results";

Expected<Scene> kept_training_scene(const Json& results) {
  const Json named = results.value("run", Json());
  const std::string run = named.is_string() ? named.get<std::string>() : "";
  return training_from_kept(results, kSource, run).map([&run](const TrainingResult& result) {
    TrainingFocus focus;
    focus.run = run;
    return training_scene(result, focus);
  });
}

Expected<Scene> kept_phase_scene(const Shown& shown, std::stop_token stop) {
  auto learned = learned_from_kept(shown.results.value("learned", Json()), kSource);
  if (!learned) return tl::unexpected(learned.error());
  return phase_result(shown.session, false, stop).map([&](PhaseResult result) {
    result.learned = *std::move(learned);
    return phase_scene(result);
  });
}

}  // namespace

Expected<Scene> scene_of(const Shown& shown, std::stop_token stop) {
  if (shown.results.is_null()) return build_scene(shown.view, shown.session, false, stop);
  if (!shown.results.is_object()) return fail(kSource, excerpt(shown.results), "an object");
  if (shown.view == "training") return kept_training_scene(shown.results);
  if (shown.view == "phase") return kept_phase_scene(shown, stop);
  if (shown.view == "finite-family")
    return finite_family_from_json(shown.results, kSource).map(finite_family_scene);
  return fail("results of the view " + shown.view, excerpt(shown.results), "none");
}

Expected<Json> numbers_of(const Shown& shown, std::stop_token stop) {
  if (!shown.results.is_null() && shown.view != "phase") return shown.results;
  return view_json(shown.view, shown.session, stop).map([&shown](Json numbers) {
    if (!shown.results.is_null()) numbers["learned"] = shown.results.value("learned", Json());
    return numbers;
  });
}

}  // namespace tt
