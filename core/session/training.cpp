// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/training.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/log2_number.h"
#include "core/bounds/bounds.h"
#include "core/domination/gap.h"
#include "core/families/shipped.h"
#include "core/families/three_token.h"
#include "core/rank/interval_bound.h"
#include "core/session/limits.h"

namespace tt {

namespace {

constexpr int kShippedGap = 3, kShippedDistance = 6;

Expected<Family> all_of(const Session& session) {
  const double tokens = std::exp2(session.m);
  const double terms = session.n * tokens * std::exp2(log2_binomial(tokens + session.n - 2, session.n - 1));
  if (!(terms <= limits::train_terms))
    return fail(
        "all inputs of length " + std::to_string(session.n) + " at " + std::to_string(session.m) + " bits",
        text(terms) + " tokens in all",
        "up to " + text(limits::train_terms) + ": choose fewer bits, a shorter length or a code");
  return all_inputs(session.m, session.n);
}

std::string family_words(const Session& session, const Family& family) {
  switch (session.train.family) {
    case TrainFamily::shipped:
      return std::to_string(family.jumps) + " jumps of the shipped code";
    case TrainFamily::code:
      return std::to_string(family.jumps) + " jumps of " + std::to_string(family.words.size()) +
             " code words";
    case TrainFamily::all:
      break;
  }
  return "all inputs of length " + std::to_string(family.n) + " at " + std::to_string(family.m) + " bits";
}

/// From the factors that the jumps between each pair of words force. Some words bound as well as all of them.
TrainingBound bound_of_words(const Family& family, int gap, double epsilon) {
  constexpr std::size_t kMostWords = 128;
  constexpr double kOutwards = 1.0 + 1e-12;
  const std::size_t size = std::min(family.words.size(), kMostWords);
  std::vector high(size, std::vector<Rational>(size, Rational(1)));
  for (std::size_t i = 0; i < size; ++i)
    for (std::size_t j = 0; j < size; ++j) {
      if (i == j) continue;
      const int distance = directed_distance(family.words[i], family.words[j]);
      const double factor = equal_gaps(family.n, epsilon, distance, gap).factor;
      if (!(factor > 1.0) || !std::isfinite(factor)) return {1, "no factor is forced"};
      high[i][j] = exactly(kOutwards / factor);
    }
  return {static_cast<int>(interval_bound(high).rank.get_si()), "near-identity bound (mathematics §5.4)"};
}

int gap_of(const Session& session, const Family& family) {
  if (session.train.family == TrainFamily::shipped) return kShippedGap;
  if (session.gap_choice == GapChoice::equal) return session.gap;
  const int distance = min_directed_distance(family.words).value_or(session.distance);
  return chain_gaps(session, distance).front();
}

TrainingBound bound_of(const Session& session, const Family& family, std::stop_token stop) {
  if (session.train.attention_heads > 1 || session.train.degree > 1) return {};
  if (session.train.family != TrainFamily::all)
    return bound_of_words(family, gap_of(session, family), session.epsilon);
  const auto bound = listed_code_bound({family.m, family.n, session.epsilon}, stop);
  if (!bound) return {1, "trivial"};
  return {static_cast<int>(bound->rank), bound->source};
}

Claim training_claim(const TrainingResult& r, const std::string& run) {
  Claim claim;
  claim.statement = "no head with fewer features than the bound solves the family";
  claim.relation = "≥";
  claim.source = r.task.bound.source;
  int least = std::numeric_limits<int>::max();
  bool running = false;
  for (const RankTally& one : r.tallies)
    if (run.empty() || one.run == run) {
      if (one.solved > 0) least = std::min(least, one.rank);
      running = running || one.running > 0;
    }
  if (least == std::numeric_limits<int>::max()) {
    claim.detail = r.tallies.empty() ? "nothing trained yet"
                   : running         ? "no head solves it yet"
                                     : "no head solves it";
    return claim;
  }
  claim.left = least;
  claim.right = r.task.bound.rank;
  const std::string solved = "solved with r = " + std::to_string(least);
  if (r.task.bound.rank == 0) {
    claim.detail = solved + ", no bound known";
    return claim;
  }
  const bool holds = claim.left >= claim.right;
  claim.verdict = holds ? Verdict::holds : Verdict::violated;
  claim.detail = solved + (holds ? " ≥ " : " < ") + std::to_string(r.task.bound.rank);
  return claim;
}

/// The sequence with its query in front, in any order of the others.
bool is_input(const Problem& problem, Sequence sequence, int query) {
  std::swap(sequence.front(), sequence[static_cast<std::size_t>(query)]);
  std::sort(sequence.begin() + 1, sequence.end());
  for (std::size_t i = 0; i < problem.inputs(); ++i) {
    if (problem.query_tokens[static_cast<std::size_t>(problem.input_query[i])] != sequence.front()) continue;
    Sequence known = input_sequence(problem, i);
    std::sort(known.begin() + 1, known.end());
    if (known == sequence) return true;
  }
  return false;
}

}  // namespace

Session with_shipped_family(Session s) {
  const auto family = shipped_family();
  if (!family) return s;  // it is part of the program and tested
  s.m = family->m;
  s.n = family->n;
  s.code_words = family->words;
  s.words = static_cast<int>(family->words.size());
  s.weight = -1;
  s.distance = kShippedDistance;
  s.gap_choice = GapChoice::equal;
  s.gap = kShippedGap;
  s.train.family = TrainFamily::shipped;
  return normalized(std::move(s));
}

Session experiment_one(Session s) {
  s = with_shipped_family(std::move(s));
  s.train = TrainChoice{};
  s.train.family = TrainFamily::shipped;
  s.train.ranks = {1, 2, 4, 8, 15, 32};
  s.train.features = FeatureKind::softplus;
  s.train.objective = Objective::mean_square;
  s.train.schedule = Schedule::constant;
  s.train.start = Start::normal;
  s.train.rate = 2e-2;
  s.train.steps = 8000;
  return s;
}

Session with_head(Session s, const Head& head) {
  s.head_json = to_json(head);
  s.head_file.clear();
  s.map = head.map.kind;
  s.m = head.map.m;
  s.rank = head.map.rank;
  if (s.map == MapKind::table || s.map == MapKind::overlap) return s;
  s.tau = head.map.tau;
  s.ratio = head.map.ratio;
  s.offset = head.map.offset;
  s.scale = head.map.scale;
  s.head_seed = head.map.seed;
  return s;
}

Session with_learned_head(Session s, const TrainingTask& task, const Head& head) {
  if (s.train.family == TrainFamily::shipped && s.m != head.map.m) s = with_shipped_family(std::move(s));
  s.n = task.problem->n;
  return with_head(std::move(s), head);
}

Session with_known_input(Session s, const TrainingTask& task, const std::vector<double>& errors) {
  s = normalized(std::move(s));
  if (is_input(*task.problem, s.sequence, s.query)) return s;
  const auto worst = std::max_element(errors.begin(), errors.end()) - errors.begin();
  s.sequence = input_sequence(*task.problem, static_cast<std::size_t>(worst));
  s.query = 0;
  s.rival = -1;
  return s;
}

Expected<Family> training_family(const Session& session, std::stop_token stop) {
  if (session.train.family == TrainFamily::shipped) return shipped_family();
  if (session.train.family == TrainFamily::all) return all_of(session);
  auto family = session_code_family(session, stop);
  if (!family) return family;
  const double terms = static_cast<double>(family->inputs.size());
  if (terms > limits::train_terms)
    return fail("three-token family of this code", text(terms) + " tokens in all",
                "up to " + text(limits::train_terms) + ": choose fewer words or a wider gap");
  return family;
}

SoftOptions training_soft(const Session& session) {
  SoftOptions soft;
  soft.rate = session.train.rate;
  soft.threshold = session.train.threshold * session.epsilon;
  soft.sharpness = session.train.sharpness;
  return soft;
}

TrainOptions training_options(const Session& session, int rank) {
  const TrainChoice& c = session.train;
  TrainOptions options;
  options.shape = {rank, c.features, c.values, c.attention_heads, c.degree};
  options.objective = c.objective;
  options.schedule = c.schedule;
  options.start = c.start;
  options.soft = training_soft(session);
  options.heads = c.heads;
  options.seed = c.seed;
  options.steps = c.steps;
  options.plateau = c.plateau;
  options.stop_when_solved = c.stop_when_solved;
  return options;
}

Expected<TrainingTask> training_task(const Session& session, std::stop_token stop) {
  auto family = training_family(session, stop);
  if (!family) return tl::unexpected(family.error());
  auto problem = compile(*family, session.epsilon);
  if (!problem) return tl::unexpected(problem.error());
  TrainingTask task;
  task.problem = std::make_shared<const Problem>(*std::move(problem));
  task.family = family_words(session, *family);
  task.bound = bound_of(session, *family, stop);
  return task;
}

RankTally tally(const RunSnapshot& run) {
  RankTally t{run.name,
              run.options.shape.rank,
              static_cast<int>(run.heads.size()),
              0,
              0,
              0,
              std::numeric_limits<double>::infinity()};
  for (const HeadStatus& head : run.heads) {
    t.solved += head.fate == HeadFate::solved ? 1 : 0;
    t.diverged += head.fate == HeadFate::diverged ? 1 : 0;
    t.running += head.fate == HeadFate::running ? 1 : 0;
    if (head.best_step >= 0) t.best_error = std::min(t.best_error, static_cast<double>(head.best_error));
  }
  return t;
}

TrainingResult training_result(const TrainingTask& task, std::vector<RunSnapshot> runs,
                               const std::string& run) {
  TrainingResult r;
  r.task = task;
  r.epsilon = task.problem ? task.problem->epsilon : 0.5;
  r.runs = std::move(runs);
  for (const RunSnapshot& one : r.runs) r.tallies.push_back(tally(one));
  r.claim = training_claim(r, run);
  return r;
}

Expected<TrainingResult> training_result(const Session& session, std::stop_token stop) {
  auto task = training_task(session, stop);
  if (!task) return tl::unexpected(task.error());
  std::vector<RunSnapshot> seen;
  for (const int rank : session.train.ranks) {
    const TrainOptions options = training_options(session, rank);
    auto run = TrainingRun::start("run 1", task->problem, options);
    if (!run) return tl::unexpected(run.error());
    run->advance(options.steps, stop);
    seen.push_back(run->snapshot());
  }
  return training_result(*task, std::move(seen));
}

std::vector<double> input_errors(const Problem& problem, const Shape& shape, const Parameters& parameters) {
  std::vector<double> errors = outputs(problem, shape, parameters);
  for (std::size_t i = 0; i < errors.size(); ++i) {
    errors[i] = std::abs(errors[i] - problem.target[i]);
    if (!std::isfinite(errors[i])) errors[i] = std::numeric_limits<double>::infinity();
  }
  return errors;
}

Sequence input_sequence(const Problem& problem, std::size_t i) {
  const BitToken query = problem.query_tokens[static_cast<std::size_t>(problem.input_query[i])];
  Sequence sequence{query};
  bool skipped = false;  // the query attends to itself: one of its own keys is it
  for (const Problem::Term& term : problem.input(i)) {
    const auto& entry = problem.entries[static_cast<std::size_t>(term.entry)];
    const BitToken key = problem.key_tokens[static_cast<std::size_t>(entry.key)];
    for (int k = 0; k < term.count; ++k) {
      if (key == query && !skipped)
        skipped = true;
      else
        sequence.push_back(key);
    }
  }
  return sequence;
}

Json to_json(const TrainingResult& r) {
  Json json;
  json["family"] = r.task.family;
  json["inputs"] = r.task.problem->total;
  json["distinct_inputs"] = r.task.problem->inputs();
  json["epsilon"] = r.epsilon;
  json["bound"] = r.task.bound.rank;
  json["bound_source"] = r.task.bound.source;
  json["claim"] = to_json(r.claim);
  Json runs = Json::array();
  for (const RunSnapshot& run : r.runs) {
    Json heads = Json::array();
    for (const HeadStatus& head : run.heads)
      heads.push_back({{"index", head.index},
                       {"fate", text(head.fate)},
                       {"step", head.step},
                       {"loss", head.loss},
                       {"max_error", head.max_error},
                       {"best_error", head.best_error},
                       {"why", head.why}});
    runs.push_back({{"name", run.name}, {"rank", run.options.shape.rank}, {"heads", std::move(heads)}});
  }
  json["runs"] = std::move(runs);
  return json;
}

}  // namespace tt
