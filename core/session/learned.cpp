// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/learned.h"

#include "core/base/options.h"
#include "core/session/training.h"

namespace tt {
namespace {

constexpr std::int64_t kSteps = 2000;
constexpr std::int64_t kPlateau = 600;  // steps without progress after which a head is stuck

Session learning(const Session& session, int n) {
  Session s = session;
  s.n = n;
  s.train = TrainChoice{};
  s.train.family = TrainFamily::all;
  s.train.heads = kLearnSeeds;
  s.train.steps = kSteps;
  s.train.plateau = kPlateau;
  return normalized(std::move(s));
}

Expected<LearnedShare> share_of(const Session& session, const TrainingTask& task, int rank,
                                std::stop_token stop) {
  TrainOptions options = training_options(session, rank);
  options.threads = 1;  // the window keeps a core
  auto run = TrainingRun::start("sweep", task.problem, options);
  if (!run) return tl::unexpected(run.error());
  run->advance(options.steps, stop);
  const RankTally t = tally(run->snapshot());
  return LearnedShare{session.m, session.n, rank, t.solved, t.heads, t.running == 0};
}

}  // namespace

std::vector<int> learn_ranks(int m) {
  std::vector<int> ranks;
  for (int rank = 1; rank <= (1 << m); rank *= 2) {
    ranks.push_back(rank);
    if (rank >= 2 && rank + rank / 2 <= (1 << m)) ranks.push_back(rank + rank / 2);
  }
  return ranks;
}

Expected<LearnedShare> learn_share(const Session& session, int n, int rank, std::stop_token stop) {
  const Session s = learning(session, n);
  auto task = training_task(s, stop);
  if (!task) return tl::unexpected(task.error());
  return share_of(s, *task, rank, stop);
}

Expected<void> learn_sweep(const Session& session, const std::function<void(const LearnedShare&)>& tell,
                           std::stop_token stop) {
  if (auto small = check_range("bits m of a sweep", static_cast<long long>(session.m), 1, kLearnBits); !small)
    return small;
  for (int n = 2; n <= kLearnLength; ++n) {
    const Session s = learning(session, n);
    const auto task = training_task(s, stop);
    if (!task) break;  // longer inputs are more still
    for (const int rank : learn_ranks(session.m)) {
      const auto share = share_of(s, *task, rank, stop);
      if (!share) return tl::unexpected(share.error());
      if (stop.stop_requested()) return {};
      tell(*share);
      if (share->solved == share->seeds) break;  // wider heads do as well
    }
  }
  return {};
}

}  // namespace tt
