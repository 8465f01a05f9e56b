// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

#include "core/base/json.h"
#include "core/base/progress.h"
#include "core/heads/head.h"
#include "core/train/problem.h"

namespace tt {

/// Experiment 1 (theory 9): heads of several ranks trained on a finite three-token family, beside the head
/// that a construction gives and the ranks that a bound excludes; then the least rank that training reaches.
struct FiniteFamilyPlan {
  std::vector<int> ranks{1, 2, 4, 8, 15, 32};
  int seeds = 5;
  std::uint64_t seed = 1;     ///< the first one
  std::int64_t steps = 8000;  ///< of the plain runs
  bool beyond = true;         ///< also look for the least rank learned
  std::int64_t search_steps = 60000;
  int search_heads = 16;
  int threads = 0;
};

/// One head of the plain runs.
struct PlainRun {
  int rank = 0;
  std::uint64_t seed = 0;
  double max_error = 0.0;
  bool solved = false;
};

/// One rank of the search for the least one.
struct RankSearch {
  std::string features;  ///< "exp": elementwise nonnegative; "signed": any sign, weights >= 0
  int rank = 0;
  int solved = 0, heads = 0;
  std::string objective;    ///< "hinge 0.45", "soft maximum 100"
  double best_error = 0.0;  ///< +inf where every head has weights below the floor
  double least_loss = 0.0;
  std::int64_t steps = 0;  ///< of the first head that solved, or of all
  double seconds = 0.0;
  bool verified = false;     ///< a solving head was checked in exact arithmetic
  double exact_error = 0.0;  ///< its largest error, rounded up
};

struct FiniteFamilyReport {
  std::string note;  ///< of the family
  std::int64_t jumps = 0, inputs = 0;
  FiniteFamilyPlan plan;
  std::vector<PlainRun> plain;
  int constructed_rank = 0;
  double constructed_error = 0.0;
  bool constructed_verified = false;
  int excluded_paper = 0;   ///< the paper's proof leaves ranks from here on
  int excluded_strict = 0;  ///< the same argument, its strictness used
  int excluded_ours = 0;    ///< centered, with the distances of this code (5.4)
  std::string bound_text;   ///< how the last one is computed
  std::vector<RankSearch> search;
  bool complete = true;
  double seconds = 0.0;
  std::vector<Head> learned;  ///< the verified heads of least rank, one a kind of features; not in the JSON
};

/// What the paper reports, read off its text.
struct PublishedFiniteFamily {
  static constexpr double mean_error_above = 0.80;  ///< mean maximum error through r = 15
  static constexpr int mean_error_through = 15;
  static constexpr int solved_rank = 32, solved_seeds = 5;
};

/// Runs the plan. A stop returns what was found, complete = false. The family needs its code words.
[[nodiscard]] Expected<FiniteFamilyReport> finite_family(const Family& family, const FiniteFamilyPlan& plan,
                                                         std::stop_token stop = {},
                                                         Progress* progress = nullptr);

/// Lower bounds for heads with weights >= 0 that solve the family: factors of its own chains of equal gaps.
struct FamilyBound {
  int paper = 1, strict = 1, centered = 1;
  std::string text;
};
[[nodiscard]] FamilyBound family_bound(const Family& family, int gap, double epsilon);

/// {"format":"threetokens-finite-family","version":1, plain, search, constructed, excluded, published, ...}
[[nodiscard]] Json to_json(const FiniteFamilyReport& report);
[[nodiscard]] Expected<FiniteFamilyReport> finite_family_from_json(const Json& json, std::string_view source);
/// rank,seed,max_error,solved,kind
[[nodiscard]] std::string to_csv(const FiniteFamilyReport& report);

/// finite-family.json, finite-family.csv and a head file for each learned head, in a folder that is made
/// where it is missing.
[[nodiscard]] Expected<void> write_finite_family(const std::filesystem::path& folder,
                                                 const FiniteFamilyReport& report);

/// Mean of the maximum errors of one rank's plain runs; NaN where there are none.
[[nodiscard]] double mean_error(const FiniteFamilyReport& report, int rank);
[[nodiscard]] int solved_count(const FiniteFamilyReport& report, int rank);

}  // namespace tt
