// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/brackets/bracket.h"
#include "core/session/results.h"

namespace tt {

// What is known over many m: results that figures and the command line show beside the views.

/// Feature ranks at the session's n and epsilon against the number of bits.
struct BoundsSurvey {
  int n = 3;
  double epsilon = 0.5;
  std::vector<PhaseRow> rows;  ///< m increasing, 4..512, denser below 64
  int first_paper = 0;         ///< least m of the rows at which the paper's bound says something; 0: none
  int first_ours = 0;          ///< least m at which ours forces more than one feature; 0: none
  Claim claim;
};
[[nodiscard]] Expected<BoundsSurvey> bounds_survey(const Session& session, std::stop_token stop = {});

/// The shipped brackets (6.5): between which ends the least rank lies.
struct BracketsSurvey {
  struct Row {
    int m = 1, n = 3;
    BracketEnds ends;
  };
  std::vector<Row> rows;  ///< m outer
  int closed = 0;         ///< of the rows, lower = upper
  Claim claim;
};
[[nodiscard]] BracketsSurvey brackets_survey();

[[nodiscard]] Json to_json(const BoundsSurvey& survey);
[[nodiscard]] Json to_json(const BracketsSurvey& survey);

}  // namespace tt
