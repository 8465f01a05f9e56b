// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <gtest/gtest.h>

#include <memory>

#include "core/families/shipped.h"
#include "core/task/family.h"
#include "core/train/trainer.h"

namespace tt {

inline std::shared_ptr<const Problem> problem_of(const Family& family, double epsilon = 0.5) {
  auto problem = compile(family, epsilon);
  EXPECT_TRUE(problem.has_value());
  return std::make_shared<const Problem>(std::move(*problem));
}

inline std::shared_ptr<const Problem> all_of(int m, int n, double epsilon = 0.5) {
  return problem_of(*all_inputs(m, n), epsilon);
}

inline TrainOptions options_of(int rank, int heads = 4, std::int64_t steps = 200) {
  TrainOptions options;
  options.shape.rank = rank;
  options.heads = heads;
  options.steps = steps;
  options.threads = 1;
  return options;
}

inline std::unique_ptr<Trainer> trainer_of(std::shared_ptr<const Problem> problem,
                                           const TrainOptions& options) {
  auto trainer = make_cpu_trainer(std::move(problem), options);
  EXPECT_TRUE(trainer.has_value()) << (trainer ? "" : trainer.error().message());
  return std::move(*trainer);
}

/// All that decides the future of a run, bit for bit.
inline bool same_bits(const TrainState& a, const TrainState& b) {
  if (a.step != b.step || a.heads.size() != b.heads.size()) return false;
  for (std::size_t i = 0; i < a.heads.size(); ++i) {
    const auto &x = a.heads[i], &y = b.heads[i];
    if (x.parameters != y.parameters || x.first != y.first || x.second != y.second) return false;
    if (x.status.fate != y.status.fate || x.status.step != y.status.step || x.status.loss != y.status.loss ||
        x.status.max_error != y.status.max_error || x.status.best_step != y.status.best_step)
      return false;
  }
  return true;
}

}  // namespace tt
