// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scene/builders/builders.h"

namespace tt {

const std::vector<std::string_view>& view_names() {
  static const std::vector<std::string_view> names{"attention", "chain", "identity", "phase", "training"};
  return names;
}

Expected<Scene> build_scene(std::string_view view, const Session& session, bool coarse,
                            std::stop_token stop) {
  if (view == "attention") return attention_result(session).map(attention_scene);
  if (view == "chain") return chain_result(session, stop).map(chain_scene);
  if (view == "identity") return identity_result(session, coarse, stop).map(identity_scene);
  if (view == "phase") return phase_result(session, coarse, stop).map(phase_scene);
  if (view == "training")
    return training_result(session, stop).map([](const TrainingResult& r) { return training_scene(r); });
  std::string names;
  for (const std::string_view name : view_names()) names += (names.empty() ? "" : ", ") + std::string(name);
  return fail("view", std::string(view), names);
}

}  // namespace tt
