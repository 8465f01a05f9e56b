// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/training/training_model.h"

#include <algorithm>

namespace tt {
namespace {

constexpr int kLookMs = 16;       // twice as often as there is something new, or every other would be missed
constexpr int kQuietLooks = 120;  // so long nothing new, and nothing at work: no need to look

/// What a run cannot take up while it goes on.
Json hard_choices(const Session& session) {
  TrainChoice c = session.train;
  const TrainChoice standard;
  c.rate = standard.rate;
  c.threshold = standard.threshold;
  c.sharpness = standard.sharpness;
  return to_json(c);
}

Json hard_choices(const GroupSnapshot& seen, const TrainChoice& now) {
  Session asked;
  asked.train = now;
  std::vector<int> ranks;
  for (const RunSnapshot& run : seen.runs) ranks.push_back(run.options.shape.rank);
  asked.train.ranks = ranks;
  if (seen.runs.empty()) return hard_choices(asked);
  const TrainOptions& o = seen.runs.front().options;
  asked.train.heads = o.heads;
  asked.train.seed = o.seed;
  asked.train.features = o.shape.features;
  asked.train.values = o.shape.values;
  asked.train.attention_heads = o.shape.heads;
  asked.train.degree = o.shape.degree;
  asked.train.objective = o.objective;
  asked.train.schedule = o.schedule;
  asked.train.start = o.start;
  asked.train.steps = o.steps;
  asked.train.plateau = o.plateau;
  asked.train.stop_when_solved = o.stop_when_solved;
  return hard_choices(asked);
}

}  // namespace

TrainingModel::TrainingModel(SessionModel& session, QObject* parent) : QObject(parent), session_(session) {
  timer_.setInterval(kLookMs);
  connect(&timer_, &QTimer::timeout, this, &TrainingModel::look);
  connect(&session_, &SessionModel::changed, this, &TrainingModel::on_session);
}

const GroupSnapshot* TrainingModel::seen() const {
  return current_ < 0 ? nullptr : runs_[static_cast<std::size_t>(current_)].seen.get();
}

bool TrainingModel::playing() const { return seen() && seen()->playing; }

bool TrainingModel::rests() const {
  return current_ < 0 || runs_[static_cast<std::size_t>(current_)].group->kept();
}

bool TrainingModel::outdated() const {
  return !rests() && seen() && seen()->ready &&
         hard_choices(*seen(), session_.session().train) != hard_choices(session_.session());
}

RunGroup::Make TrainingModel::make_of(const Session& session, const std::string& name) const {
  return [session, name, backend = backend_](std::stop_token stop) -> Expected<RunGroup::Ensembles> {
    auto task = training_task(session, stop);
    if (!task) return tl::unexpected(task.error());
    RunGroup::Ensembles made;
    for (const int rank : session.train.ranks) {
      TrainOptions options = training_options(session, rank);
      options.threads = 1;  // the views keep a core
      auto run = TrainingRun::start(name, task->problem, options, backend);
      if (!run) return tl::unexpected(run.error());
      made.runs.push_back(*std::move(run));
    }
    made.task = *std::move(task);
    return made;
  };
}

std::string TrainingModel::free_name(const std::string& wish) const {
  const auto taken = [this](const std::string& name) {
    return std::any_of(runs_.begin(), runs_.end(), [&](const Run& run) { return run.group->name() == name; });
  };
  std::string name = wish;
  for (int k = 2; taken(name); ++k) name = wish + " (" + std::to_string(k) + ")";
  return name;
}

/// at: the place of a run that it takes, or one past the last.
void TrainingModel::add(std::shared_ptr<RunGroup> group, std::size_t at) {
  if (at == runs_.size() && runs_.size() == kMostRuns) {
    emit refused(tr("%1 is no longer kept: there are up to %2 runs")
                     .arg(QString::fromStdString(runs_.front().group->name()))
                     .arg(kMostRuns));
    runs_.erase(runs_.begin());
    --at;
  }
  Run run;
  run.group = std::move(group);
  run.seen = run.group->snapshot();
  if (at == runs_.size())
    runs_.push_back(std::move(run));
  else
    runs_[at] = std::move(run);
  current_ = static_cast<int>(at);
  chosen_ = {};
  live_ = choosing_ = false;
  wake();
  emit changed();
}

/// A run that could not begin makes room for the next try.
void TrainingModel::drop_failed() {
  if (seen() && !seen()->error.empty()) dismiss(current_);
}

void TrainingModel::play() {
  drop_failed();
  if (rests()) return start_new();
  runs_[static_cast<std::size_t>(current_)].group->play();
  wake();
}

void TrainingModel::pause() {
  if (current_ >= 0) runs_[static_cast<std::size_t>(current_)].group->pause();
  wake();
}

void TrainingModel::step(std::int64_t steps) {
  drop_failed();
  if (rests()) {
    const std::string name = free_name("run " + std::to_string(++counter_));
    add(std::make_shared<RunGroup>(name, make_of(session_.session(), name)), runs_.size());
  }
  runs_[static_cast<std::size_t>(current_)].group->step(steps);
  wake();
}

void TrainingModel::reset() {
  if (current_ < 0) return;
  const auto at = static_cast<std::size_t>(current_);
  const std::string name = runs_[at].group->name();
  add(std::make_shared<RunGroup>(name, make_of(session_.session(), name)), at);
}

void TrainingModel::start_new() {
  pause();
  const std::string name = free_name("run " + std::to_string(++counter_));
  add(std::make_shared<RunGroup>(name, make_of(session_.session(), name)), runs_.size());
  play();
}

void TrainingModel::branch(std::int64_t step) {
  if (current_ < 0) return;
  pause();
  const std::shared_ptr<RunGroup> parent = runs_[static_cast<std::size_t>(current_)].group;
  const std::string name = free_name(parent->name() + " from " + std::to_string(step));
  const SoftOptions soft = training_soft(session_.session());
  const HeadChoice chosen = chosen_;
  add(std::make_shared<RunGroup>(
          name, [parent, step, name, soft](std::stop_token) { return parent->branch(step, name, soft); }),
      runs_.size());
  if (chosen.head >= 0) choose(chosen.ensemble, chosen.head);
  play();
}

void TrainingModel::add_kept(const TrainingResult& result) {
  std::vector<std::string> names;
  for (const RunSnapshot& run : result.runs)
    if (std::find(names.begin(), names.end(), run.name) == names.end()) names.push_back(run.name);
  pause();
  for (const std::string& wish : names) {
    const std::string name = free_name(wish);
    std::vector<RunSnapshot> runs;
    for (RunSnapshot run : result.runs) {
      if (run.name != wish) continue;
      run.name = name;
      runs.push_back(std::move(run));
    }
    add(std::make_shared<RunGroup>(name, result.task, std::move(runs)), runs_.size());
  }
}

void TrainingModel::dismiss(int run) {
  if (run < 0 || run >= static_cast<int>(runs_.size())) return;
  runs_.erase(runs_.begin() + run);
  if (current_ >= run) current_ = runs_.empty() ? -1 : std::max(0, current_ - 1);
  chosen_ = {};
  live_ = choosing_ = false;
  emit changed();
}

void TrainingModel::set_current(int run) {
  if (run == current_ || run < 0 || run >= static_cast<int>(runs_.size())) return;
  pause();
  current_ = run;
  chosen_ = {};
  live_ = choosing_ = false;
  emit changed();
}

void TrainingModel::set_shown(int run, bool shown) {
  runs_[static_cast<std::size_t>(run)].shown = shown;
  emit changed();
}

void TrainingModel::choose(int ensemble, int head) {
  if (current_ < 0) return;
  chosen_ = {ensemble, head, -1};
  live_ = false;
  choosing_ = true;
  shown_head_.reset();
  runs_[static_cast<std::size_t>(current_)].group->watch(chosen_);
  wake();
}

void TrainingModel::look_at(std::int64_t frame) {
  chosen_.frame = frame;
  if (current_ >= 0 && chosen_.head >= 0) runs_[static_cast<std::size_t>(current_)].group->watch(chosen_);
  wake();
  emit changed();
}

void TrainingModel::wake() {
  quiet_looks_ = 0;
  if (!timer_.isActive()) timer_.start();
}

void TrainingModel::look() {
  bool fresh = false;
  for (Run& run : runs_) {
    auto now = run.group->snapshot();
    if (now == run.seen) continue;
    if (!now->error.empty()) emit refused(QString::fromStdString(now->error));
    run.seen = std::move(now);
    fresh = true;
  }
  quiet_looks_ = fresh || playing() ? 0 : quiet_looks_ + 1;
  if (quiet_looks_ > kQuietLooks) timer_.stop();
  if (!fresh) return;
  follow_head();
  emit changed();
}

/// The first sight of a chosen head is an edit, what follows goes past undo.
void TrainingModel::follow_head() {
  const GroupSnapshot* now = seen();
  if (!now || !now->watched || now->watched->choice != chosen_ || !(live_ || choosing_)) return;
  if (shown_head_ && shown_head_->step == now->watched->step && !choosing_ &&
      shown_head_->choice == now->watched->choice)
    return;
  shown_head_ = now->watched;
  if (!shown_head_->head) {
    if (choosing_)
      emit refused(
          tr("This shape of head has no single table of features: its curves and errors are "
             "shown here, the other views keep their head"));
    choosing_ = false;
    return;
  }
  Session next = with_learned_head(session_.session(), now->task, *shown_head_->head);
  if (choosing_) next = with_known_input(std::move(next), now->task, shown_head_->errors);
  shown_json_ = next.head_json;
  writing_ = true;
  if (choosing_) {
    session_.end_gesture();
    session_.edit(tr("learned head"), std::move(next));
  } else {
    session_.follow(std::move(next));
  }
  writing_ = choosing_ = false;
  live_ = true;
}

void TrainingModel::on_session() {
  if (writing_) return;
  // Another head was chosen, or this one undone: it is followed no longer.
  if (live_ && (session_.session().head_json != shown_json_ || session_.session().map != MapKind::table))
    live_ = false;
  if (current_ < 0) return;
  const GroupSnapshot* now = seen();
  const SoftOptions soft = training_soft(session_.session());
  if (now && !now->runs.empty() && now->runs.front().options.soft != soft) {
    runs_[static_cast<std::size_t>(current_)].group->set_soft(soft);
    wake();
  }
  emit changed();
}

}  // namespace tt
