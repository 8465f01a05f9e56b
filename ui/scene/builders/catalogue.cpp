// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/shipped_report.h"
#include "ui/scene/builders/builders.h"
#include "ui/scene/builders/finite_family.h"

namespace tt {

const std::vector<std::string_view>& view_names() {
  static const std::vector<std::string_view> names{"attention", "chain", "identity", "phase", "training"};
  return names;
}

const std::vector<std::string_view>& figure_names() {
  static const std::vector<std::string_view> names = [] {
    std::vector<std::string_view> all = view_names();
    all.insert(all.end(), {"bounds", "brackets", "finite-family"});
    return all;
  }();
  return names;
}

std::string listed(const std::vector<std::string_view>& names) {
  std::string line;
  for (const std::string_view name : names) line += (line.empty() ? "" : ", ") + std::string(name);
  return line;
}

Expected<Scene> build_scene(std::string_view view, const Session& session, bool coarse,
                            std::stop_token stop) {
  if (view == "attention") return attention_result(session).map(attention_scene);
  if (view == "chain") return chain_result(session, stop).map(chain_scene);
  if (view == "identity") return identity_result(session, coarse, stop).map(identity_scene);
  if (view == "phase") return phase_result(session, coarse, stop).map(phase_scene);
  if (view == "training")
    return training_result(session, stop).map([](const TrainingResult& r) { return training_scene(r); });
  if (view == "bounds") return bounds_survey(session, stop).map(bounds_scene);
  if (view == "brackets") return brackets_scene(brackets_survey());
  if (view == "finite-family") return shipped_finite_family().map(finite_family_scene);
  return fail("view", std::string(view), listed(figure_names()));
}

}  // namespace tt
