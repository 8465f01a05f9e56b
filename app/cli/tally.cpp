// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/tally.h"

#include <algorithm>

#include "core/task/min_ip.h"

namespace tt::cli {
namespace {

Sequence query_first(Sequence sequence, std::size_t query) {
  const auto place = sequence.begin() + static_cast<std::ptrdiff_t>(query);
  std::rotate(sequence.begin(), place, place + 1);
  return sequence;
}

/// Takes one sequence in; true when all its asked positions are right.
bool add(FamilyEvaluation& result, const Sequence& sequence, const Answers& answers, std::size_t asked) {
  bool right = true;
  for (std::size_t i = 0; i < asked; ++i) {
    const double error = answers.errors[i];
    right = right && error < 0.5;
    if (!result.worst.sequence.empty() && !(error > result.max_error)) continue;
    result.max_error = error;
    result.worst = {query_first(sequence, i), min_ip_target(sequence, i), answers.outputs[i]};
  }
  return right;
}

}  // namespace

SequenceList list_of(const std::vector<Sequence>& sequences) {
  return {sequences.size(), [&sequences](std::size_t i) { return sequences[i]; }, false,
          std::to_string(sequences.size()) + " given sequences"};
}

SequenceList list_of(const Family& family) {
  return {family.size(), [&family](std::size_t i) { return family.sequence(i); }, true,
          std::to_string(family.size()) + " inputs of length " + std::to_string(family.n)};
}

Expected<FamilyEvaluation> tally(const Answer& answer, const SequenceList& list, double epsilon,
                                 std::stop_token stop, Progress& progress) {
  FamilyEvaluation result;
  result.scope = list.scope;
  progress.total = static_cast<std::int64_t>(list.count);
  std::int64_t right = 0;
  for (std::size_t i = 0; i < list.count; ++i) {
    if (stop.stop_requested()) {
      result.complete = false;
      break;
    }
    const Sequence sequence = list.at(i);
    const auto answers = answer(sequence);
    if (!answers) return tl::unexpected(answers.error());
    right += add(result, sequence, *answers, list.only_first ? 1 : sequence.size()) ? 1 : 0;
    progress.done = ++result.sequences;
  }
  if (result.sequences > 0)
    result.exact_accuracy = static_cast<double>(right) / static_cast<double>(result.sequences);
  result.solved = result.complete && result.max_error < epsilon;
  return result;
}

}  // namespace tt::cli
