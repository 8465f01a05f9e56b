// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/view_json.h"

#include <array>

#include "core/experiments/shipped_report.h"
#include "core/session/surveys.h"
#include "core/session/training.h"

namespace tt {
namespace {

constexpr std::array<std::string_view, 8> kNames{"attention", "chain",  "identity", "phase",
                                                 "training",  "bounds", "brackets", "finite-family"};

template <class Result>
Expected<Json> as_json(const Expected<Result>& result) {
  return result.map([](const Result& value) { return to_json(value); });
}

}  // namespace

std::span<const std::string_view> result_names() { return kNames; }

Expected<Json> view_json(std::string_view view, const Session& session, std::stop_token stop) {
  if (view == "attention") return as_json(attention_result(session));
  if (view == "chain") return as_json(chain_result(session, stop));
  if (view == "identity") return as_json(identity_result(session, false, stop));
  if (view == "phase") return as_json(phase_result(session, false, stop));
  if (view == "training") return as_json(training_result(session, stop));
  if (view == "bounds") return as_json(bounds_survey(session, stop));
  if (view == "brackets") return to_json(brackets_survey());
  if (view == "finite-family") return as_json(shipped_finite_family());
  std::string names;
  for (const std::string_view name : kNames) names += (names.empty() ? "" : ", ") + std::string(name);
  return fail("view", std::string(view), names);
}

}  // namespace tt
