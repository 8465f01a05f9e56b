// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/finite_family.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <memory>

#include "core/base/log2_number.h"
#include "core/domination/gap.h"
#include "core/heads/constructions/constructions.h"
#include "core/rank/interval_bound.h"
#include "core/rank/near_identity.h"
#include "core/train/exact_check.h"
#include "core/train/trainer.h"

namespace tt {
namespace {

constexpr double kEpsilon = 0.5;
constexpr int kGap = 3;  ///< of the shipped family's chains

/// What the plain runs of the paper are, as far as they are stated: softplus tables, mean squared error.
TrainOptions plain_options(const FiniteFamilyPlan& plan, int rank) {
  TrainOptions options;
  options.shape.rank = rank;
  options.shape.features = FeatureKind::softplus;
  options.objective = Objective::mean_square;
  options.schedule = Schedule::constant;
  options.start = Start::normal;
  options.soft.rate = 2e-2;
  options.steps = plan.steps;
  options.heads = plan.seeds;
  options.seed = plan.seed;
  options.threads = plan.threads;
  options.stop_when_solved = false;
  return options;
}

/// A stage of the search: ranks from first down to last, each from random starts.
struct Stage {
  FeatureKind features;
  int first, last;
  Objective objective;
  double parameter;  ///< threshold of the hinge, sharpness of the soft maximum
  double rate;
  [[nodiscard]] std::string text() const {
    return (objective == Objective::hinge ? "hinge " : "soft maximum ") + tt::text(parameter);
  }
};
// Near the least rank there is little room below 1/2: a soft maximum presses on the largest error alone. With
// features of any sign a hinge close to 1/2 does, and it leaves weights that have their room in peace.
constexpr Stage kStages[] = {{FeatureKind::exp, 15, 14, Objective::soft_maximum, 100.0, 3e-2},
                             {FeatureKind::any_sign, 15, 14, Objective::hinge, 0.45, 1e-2},
                             {FeatureKind::any_sign, 13, 12, Objective::hinge, 0.49, 1e-2}};

TrainOptions search_options(const FiniteFamilyPlan& plan, const Stage& stage, int rank) {
  TrainOptions options;
  options.shape.rank = rank;
  options.shape.features = stage.features;
  options.objective = stage.objective;
  (stage.objective == Objective::hinge ? options.soft.threshold : options.soft.sharpness) = stage.parameter;
  options.soft.rate = stage.rate;
  options.steps = plan.search_steps;
  options.heads = plan.search_heads;
  options.seed = plan.seed;
  options.threads = plan.threads;
  return options;
}

/// A double at or above a rational.
double rounded_up(const Rational& value) {
  const double near = value.get_d();
  return exactly(near) < value ? std::nextafter(near, std::numeric_limits<double>::infinity()) : near;
}

class Experiment {
 public:
  Experiment(const Family& family, const FiniteFamilyPlan& plan, std::stop_token stop, Progress* progress)
      : family_(family), plan_(plan), stop_(std::move(stop)), progress_(progress) {}

  Expected<FiniteFamilyReport> run() {
    const auto started = std::chrono::steady_clock::now();
    auto compiled = compile(family_, kEpsilon);
    if (!compiled) return tl::unexpected(compiled.error());
    problem_ = std::make_shared<const Problem>(std::move(*compiled));
    report_.note = family_.note;
    report_.jumps = family_.jumps;
    report_.inputs = problem_->total;
    report_.plan = plan_;
    if (progress_) progress_->total = total_steps();
    if (auto done = construct(); !done) return tl::unexpected(done.error());
    bound();
    for (const int rank : plan_.ranks)
      if (auto done = plain(rank); !done) return tl::unexpected(done.error());
    if (plan_.beyond)
      for (const Stage& stage : kStages)
        if (auto done = search(stage); !done) return tl::unexpected(done.error());
    report_.complete = !stop_.stop_requested();
    report_.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
    return std::move(report_);
  }

 private:
  [[nodiscard]] std::int64_t total_steps() const {
    std::int64_t steps = plan_.steps * static_cast<std::int64_t>(plan_.ranks.size());
    if (plan_.beyond)
      for (const Stage& stage : kStages) steps += plan_.search_steps * (stage.first - stage.last + 1);
    return steps;
  }

  Expected<void> construct() {
    const auto head = family_head(family_, kEpsilon);
    if (!head) return tl::unexpected(head.error());
    const auto verdict = verify_exactly(*head, *problem_);
    if (!verdict) return tl::unexpected(verdict.error());
    report_.constructed_rank = static_cast<int>(head->map.table->query.cols());
    report_.constructed_error = rounded_up(verdict->max_error);
    report_.constructed_verified = verdict->solves;
    return {};
  }

  void bound() {
    const FamilyBound bounds = family_bound(family_, kGap, kEpsilon);
    report_.excluded_paper = bounds.paper;
    report_.excluded_strict = bounds.strict;
    report_.excluded_ours = bounds.centered;
    report_.bound_text = bounds.text;
  }

  /// To the end of its schedule, or to the stop; progress counts the steps of the schedule.
  Expected<std::unique_ptr<Trainer>> train(const TrainOptions& options) {
    auto trainer = make_cpu_trainer(problem_, options);
    if (!trainer) return trainer;
    while (!(*trainer)->done() && !stop_.stop_requested()) {
      const std::int64_t made = (*trainer)->advance(256, stop_);
      if (progress_) progress_->done += made;
    }
    if (progress_) progress_->done += options.steps - (*trainer)->step();
    return trainer;
  }

  Expected<void> plain(int rank) {
    if (stop_.stop_requested()) return {};
    const auto trainer = train(plain_options(plan_, rank));
    if (!trainer) return tl::unexpected(trainer.error());
    if (stop_.stop_requested()) return {};  // half a run is no result
    for (const HeadStatus& head : (*trainer)->heads()) {
      const double error = max_error(*problem_, (*trainer)->options().shape,
                                     (*trainer)->parameters(static_cast<int>(head.index)));
      report_.plain.push_back({rank, plan_.seed + head.index, error, error < kEpsilon});
    }
    return {};
  }

  Expected<void> search(const Stage& stage) {
    for (int rank = stage.first; rank >= stage.last && !stop_.stop_requested(); --rank) {
      const auto started = std::chrono::steady_clock::now();
      const auto trainer = train(search_options(plan_, stage, rank));
      if (!trainer) return tl::unexpected(trainer.error());
      if (stop_.stop_requested()) return {};
      RankSearch found = tally(**trainer, stage, rank);
      found.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
      const bool solved = found.verified;
      report_.search.push_back(std::move(found));
      if (!solved) return {};
    }
    return {};
  }

  RankSearch tally(const Trainer& trainer, const Stage& stage, int rank) {
    RankSearch found;
    found.features = feature_name(stage.features);
    found.rank = rank;
    found.objective = stage.text();
    found.heads = static_cast<int>(trainer.heads().size());
    found.steps = trainer.step();
    found.best_error = found.least_loss = std::numeric_limits<double>::infinity();
    for (const HeadStatus& head : trainer.heads()) {
      found.best_error = std::min(found.best_error, static_cast<double>(head.max_error));
      found.least_loss = std::min(found.least_loss, static_cast<double>(head.loss));
      if (head.fate != HeadFate::solved) continue;
      if (found.solved++ == 0 || head.step < found.steps) found.steps = head.step;
      if (!found.verified) check(trainer, head, found);
    }
    return found;
  }

  /// The head as tables, in exact arithmetic; the first of a rank that passes replaces that of the rank
  /// above.
  void check(const Trainer& trainer, const HeadStatus& status, RankSearch& found) {
    const auto head =
        learned_head(*problem_, trainer.options().shape, trainer.parameters(static_cast<int>(status.index)),
                     "learned, r = " + std::to_string(found.rank) + ", " + found.features + ", seed " +
                         std::to_string(plan_.seed + status.index));
    if (!head) return;
    const auto verdict = verify_exactly(*head, *problem_);
    if (!verdict || !verdict->solves) return;
    found.verified = true;
    found.exact_error = rounded_up(verdict->max_error);
    std::erase_if(report_.learned, [&](const Head& other) {
      return other.name.find(", " + found.features + ",") != std::string::npos;
    });
    report_.learned.push_back(*head);
  }

  const Family& family_;
  const FiniteFamilyPlan& plan_;
  std::stop_token stop_;
  Progress* progress_;
  std::shared_ptr<const Problem> problem_;
  FiniteFamilyReport report_;
};

}  // namespace

FamilyBound family_bound(const Family& family, int gap, double epsilon) {
  const std::size_t size = family.words.size();
  std::vector<std::vector<Rational>> high(size, std::vector<Rational>(size, 0));
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < size; ++i)
    for (std::size_t j = 0; j < size; ++j) {
      if (i == j) continue;
      const int distance = directed_distance(family.words[i], family.words[j]);
      const double factor = equal_gaps(family.n, epsilon, distance, gap).factor;
      least = std::min(least, factor);
      high[i][j] = factor > 0.0 ? Rational(1) / exactly(factor) : Rational(1);
    }
  FamilyBound bound;
  const auto words = static_cast<double>(size);
  bound.paper = static_cast<int>(std::ceil(std::min(words, least * least) / 2.0));
  bound.strict = static_cast<int>(integer_rank(near_identity_bound(words, least), true));
  const IntervalBound centered = interval_bound(high);
  bound.centered = static_cast<int>(centered.rank.get_si());
  bound.text = "off-diagonals below 1/" + text(least) + ", shifted by " + centered.shift.get_str() +
               ": rank at least " + text(centered.bound.get_d(), 5);
  return bound;
}

Expected<FiniteFamilyReport> finite_family(const Family& family, const FiniteFamilyPlan& plan,
                                           std::stop_token stop, Progress* progress) {
  if (family.words.size() < 2)
    return fail("words of the family", std::to_string(family.words.size()),
                "at least 2: a three-token family of a code");
  return Experiment(family, plan, std::move(stop), progress).run();
}

double mean_error(const FiniteFamilyReport& report, int rank) {
  double sum = 0.0;
  int count = 0;
  for (const PlainRun& run : report.plain)
    if (run.rank == rank) sum += run.max_error, ++count;
  return count > 0 ? sum / count : std::numeric_limits<double>::quiet_NaN();
}

int solved_count(const FiniteFamilyReport& report, int rank) {
  return static_cast<int>(std::ranges::count_if(
      report.plain, [rank](const PlainRun& run) { return run.rank == rank && run.solved; }));
}

}  // namespace tt
