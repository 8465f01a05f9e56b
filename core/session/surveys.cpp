// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/surveys.h"

#include <algorithm>
#include <cmath>

#include "core/base/log2_number.h"

namespace tt {
namespace {

constexpr int kDense = 64, kMost = 512;

std::vector<int> surveyed_bits() {
  std::vector<int> bits;
  for (int m = 4; m <= kDense; m += 4) bits.push_back(m);
  for (int m = kDense + 8; m <= kMost; m += 8) bits.push_back(m);
  return bits;
}

Expected<PhaseRow> survey_row(int m, int n, double epsilon, std::stop_token stop) {
  BoundsOptions options;
  options.m = m;
  options.n = n;
  options.epsilon = epsilon;
  const auto lower = known_code_bound(options, stop);
  if (!lower) return tl::unexpected(lower.error());
  const auto upper = best_upper_bound(m, n, epsilon);
  if (!upper) return tl::unexpected(upper.error());
  return PhaseRow{m,
                  n,
                  lower->rank_log2,
                  upper->rank_log2,
                  paper_bound_log2(m, n, epsilon),
                  lower->source,
                  upper->source};
}

Claim survey_claim(const BoundsSurvey& s) {
  Claim claim;
  claim.statement = "the optimized certificate is never below the paper's bound";
  claim.relation = "≥";
  claim.source = "mathematics §6.2, §6.3";
  // The narrowest place is what a claim about all of them stands or falls with.
  const PhaseRow* narrow = nullptr;
  for (const PhaseRow& row : s.rows)
    if (row.paper_log2 &&
        (!narrow || row.lower_log2 - *row.paper_log2 < narrow->lower_log2 - *narrow->paper_log2))
      narrow = &row;
  if (!narrow) return claim;
  claim.left = narrow->lower_log2;
  claim.right = *narrow->paper_log2;
  claim.verdict = claim.left >= claim.right ? Verdict::holds : Verdict::violated;
  claim.detail = "at m = " + std::to_string(narrow->m) + ": " + text_from_log2(claim.left) +
                 (claim.left >= claim.right ? " ≥ " : " < ") + text_from_log2(claim.right);
  return claim;
}

Json number(double value) { return std::isfinite(value) ? Json(value) : Json(); }

}  // namespace

Expected<BoundsSurvey> bounds_survey(const Session& session, std::stop_token stop) {
  BoundsSurvey survey;
  survey.n = session.n;
  survey.epsilon = session.epsilon;
  for (const int m : surveyed_bits()) {
    auto row = survey_row(m, session.n, session.epsilon, stop);
    if (!row) return tl::unexpected(row.error());
    if (stop.stop_requested()) return fail("bounds over m", "stopped");
    if (row->paper_log2 && survey.first_paper == 0) survey.first_paper = m;
    if (row->lower_log2 > 0.0 && survey.first_ours == 0) survey.first_ours = m;
    survey.rows.push_back(*std::move(row));
  }
  survey.claim = survey_claim(survey);
  return survey;
}

BracketsSurvey brackets_survey() {
  BracketsSurvey survey;
  for (int m = 1; m <= kBracketBits; ++m)
    for (const int n : kBracketLengths)
      if (const auto ends = shipped_ends(m, n, 0.5)) {
        survey.rows.push_back({m, n, *ends});
        survey.closed += ends->lower == ends->upper ? 1 : 0;
      }
  survey.claim.statement = "every lower end is at most its upper end";
  survey.claim.relation = "≤";
  survey.claim.source = "mathematics §6.5";
  const auto narrow = std::min_element(
      survey.rows.begin(), survey.rows.end(),
      [](const auto& a, const auto& b) { return a.ends.upper - a.ends.lower < b.ends.upper - b.ends.lower; });
  if (narrow == survey.rows.end()) return survey;
  survey.claim.left = static_cast<double>(narrow->ends.lower);
  survey.claim.right = static_cast<double>(narrow->ends.upper);
  survey.claim.verdict = survey.claim.left <= survey.claim.right ? Verdict::holds : Verdict::violated;
  survey.claim.detail =
      std::to_string(survey.closed) + " of " + std::to_string(survey.rows.size()) + " ranks known exactly";
  return survey;
}

Json to_json(const BoundsSurvey& survey) {
  Json json;
  json["n"] = survey.n;
  json["epsilon"] = survey.epsilon;
  json["first_paper"] = survey.first_paper;
  json["first_ours"] = survey.first_ours;
  json["claim"] = to_json(survey.claim);
  json["rows"] = Json::array();
  for (const PhaseRow& row : survey.rows)
    json["rows"].push_back({{"m", row.m},
                            {"lower_log2", number(row.lower_log2)},
                            {"upper_log2", number(row.upper_log2)},
                            {"paper_log2", row.paper_log2 ? number(*row.paper_log2) : Json()},
                            {"lower_source", row.lower_source},
                            {"upper_source", row.upper_source}});
  return json;
}

Json to_json(const BracketsSurvey& survey) {
  Json json;
  json["epsilon"] = 0.5;
  json["closed"] = survey.closed;
  json["claim"] = to_json(survey.claim);
  json["rows"] = Json::array();
  for (const BracketsSurvey::Row& row : survey.rows)
    json["rows"].push_back({{"m", row.m},
                            {"n", row.n},
                            {"lower", row.ends.lower},
                            {"upper", row.ends.upper},
                            {"lower_source", row.ends.lower_source},
                            {"upper_source", row.ends.upper_source}});
  return json;
}

}  // namespace tt
