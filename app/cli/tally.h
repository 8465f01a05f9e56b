// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/base/progress.h"
#include "core/heads/evaluate.h"

namespace tt::cli {

/// Output and error of every position of a sequence.
struct Answers {
  std::vector<double> outputs, errors;
};
using Answer = std::function<Expected<Answers>(std::span<const BitToken>)>;

/// Sequences one after another, so that many need no memory.
struct SequenceList {
  std::size_t count = 0;
  std::function<Sequence(std::size_t)> at;
  bool only_first = false;  ///< the query is the first token; the other positions are not asked
  std::string scope;
};
[[nodiscard]] SequenceList list_of(const std::vector<Sequence>& sequences);  ///< keeps a reference
[[nodiscard]] SequenceList list_of(const Family& family);                    ///< keeps a reference

/// Collects the answers to all sequences as the core's evaluations do.
[[nodiscard]] Expected<FamilyEvaluation> tally(const Answer& answer, const SequenceList& list, double epsilon,
                                               std::stop_token stop, Progress& progress);

}  // namespace tt::cli
