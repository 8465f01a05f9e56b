// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/session/results.h"
#include "core/train/run.h"

namespace tt {

// What a session trains, and what is seen of it.

/// The session with 24 bits, n = 3, the 15 words of the shipped family, gaps of 3 and that family to train
/// on, so that the views fit a head trained on it.
[[nodiscard]] Session with_shipped_family(Session session);
/// Experiment 1 (theory 9): the shipped family, r = 1, 2, 4, 8, 15, 32, five seeds, the plain recipe.
[[nodiscard]] Session experiment_one(Session session);
/// The session with a head of the user's: its bits, and its values where the controls can describe it.
[[nodiscard]] Session with_head(Session session, const Head& head);

/// Refused where there is no code, and above limits::train_terms.
[[nodiscard]] Expected<Family> training_family(const Session& session, std::stop_token stop = {});
[[nodiscard]] TrainOptions training_options(const Session& session, int rank);
[[nodiscard]] SoftOptions training_soft(const Session& session);

/// The least rank of a head that solves what is trained on, as far as it is known.
struct TrainingBound {
  int rank = 0;        ///< 0: nothing is known (several attention heads, a bent readout)
  std::string source;  ///< theorem or section
};

/// What is trained on, made once: the compiled family and its bound.
struct TrainingTask {
  std::shared_ptr<const Problem> problem;
  std::string family;  ///< in words, "424 jumps of the shipped code"
  TrainingBound bound;
};
[[nodiscard]] Expected<TrainingTask> training_task(const Session& session, std::stop_token stop = {});

/// One ensemble in short.
struct RankTally {
  std::string run;
  int rank = 1, heads = 0, solved = 0, diverged = 0, running = 0;
  double best_error = 0.0;  ///< least maximum error of any head so far; +inf where there is none
};
[[nodiscard]] RankTally tally(const RunSnapshot& run);

struct TrainingResult {
  TrainingTask task;
  double epsilon = 0.5;
  std::vector<RunSnapshot> runs;  ///< in the order they are told
  std::vector<RankTally> tallies;
  Claim claim;
};
/// The claim is about the runs of a name; empty: all.
[[nodiscard]] TrainingResult training_result(const TrainingTask& task, std::vector<RunSnapshot> runs,
                                             const std::string& run = {});
/// The session's choice trained afresh to its end: the same session gives the same result. A stop leaves the
/// heads as they are.
[[nodiscard]] Expected<TrainingResult> training_result(const Session& session, std::stop_token stop = {});

/// The session with a learned head, its bits and its length; and, where it was trained on the shipped family,
/// with that family's words.
[[nodiscard]] Session with_learned_head(Session session, const TrainingTask& task, const Head& head);
/// Where the session's sequence is none of the task's inputs, it becomes the one with the largest error.
[[nodiscard]] Session with_known_input(Session session, const TrainingTask& task,
                                       const std::vector<double>& errors);

/// |output - target| of each input; +inf where the output is not finite.
[[nodiscard]] std::vector<double> input_errors(const Problem& problem, const Shape& shape,
                                               const Parameters& parameters);
/// The tokens of input i, query first.
[[nodiscard]] Sequence input_sequence(const Problem& problem, std::size_t i);

[[nodiscard]] Json to_json(const TrainingResult& result);

}  // namespace tt
