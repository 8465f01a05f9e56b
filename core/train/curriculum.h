// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <stop_token>
#include <vector>

#include "core/base/progress.h"
#include "core/train/trainer.h"

namespace tt {

/// How a head loses one feature.
enum class Reduction {
  drop,  ///< the feature that carries the least of the normalized weights
  merge  ///< the two features whose rank-one parts are most alike become one
};

/// The parameters of one head with one attention head, one feature less. shape is the one before; rank >= 2.
[[nodiscard]] Parameters reduced(const Problem& problem, const Shape& shape, const Parameters& parameters,
                                 Reduction reduction);

/// What came of one rank.
struct RankTried {
  int rank = 0;
  bool solved = false;
  int solved_heads = 0, heads = 0;
  double best_error = 0.0;  ///< of the best head; +inf where all have weights below the floor
  std::int64_t steps = 0;   ///< of the first head that solved, or of all
  double seconds = 0.0;
  Parameters best;
};
struct CurriculumResult {
  std::vector<RankTried> tried;  ///< from options.shape.rank down
};

/// A curriculum over r (theory 11): trains the ensemble at options.shape.rank; heads that solve lose a
/// feature (dropped or merged by turns) and go on, and where fewer than the ensemble are left, fresh ones
/// fill it up. Ends at the first rank that no head solves, or at lowest_rank. One attention head only. A stop
/// returns the ranks tried so far.
[[nodiscard]] Expected<CurriculumResult> curriculum(std::shared_ptr<const Problem> problem,
                                                    TrainOptions options, int lowest_rank,
                                                    std::stop_token stop = {}, Progress* progress = nullptr);

}  // namespace tt
