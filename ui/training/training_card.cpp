// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/training/training_card.h"

#include <QHeaderView>
#include <algorithm>

#include "core/session/kept_results.h"
#include "ui/scene/builders/builders.h"
#include "ui/scene/builders/parts.h"

namespace tt {
namespace {

constexpr int kShowMs = 90;  // between pictures: lines and rows of many heads cost some milliseconds

QString plain(const std::string& text) {
  QString result = QString::fromStdString(text);
  return result.remove(u'*');
}

}  // namespace

TrainingCard::TrainingCard(SessionModel& session, TrainingModel& training, QWidget* parent)
    : Card(QStringLiteral("training"), parent),
      training_(training),
      settings_(new TrainingSettings(session)) {
  add_to_head(build_transport());
  add_button(Glyph::close, tr("Close the training view"), &Card::close_asked);
  add_content(build_body());
  add_content(build_frames());
  connect(settings_, &SessionRows::refused, this, &TrainingCard::refused);
  connect(&training_, &TrainingModel::changed, this, &TrainingCard::show_all);
  connect(&training_, &TrainingModel::refused, this, &TrainingCard::refused);
  connect(loss_, &CurveChart::activated, this, &TrainingCard::choose);
  connect(error_, &CurveChart::activated, this, &TrainingCard::choose);
  for (CurveChart* chart : {loss_, error_})
    connect(chart, &CurveChart::pointed, this, &TrainingCard::pointed);
  connect(inputs_, &SceneWidget::activated, this, &TrainingCard::activated);
  connect(inputs_, &SceneWidget::pointed, this, &TrainingCard::pointed);
  show_all();
}

/// The last position stands for the newest step: -1.
std::int64_t TrainingCard::frame_at(int position) const {
  const GroupSnapshot* seen = training_.seen();
  if (!seen || seen->runs.empty() || position >= frames_->maximum()) return -1;
  const auto& frames = seen->runs.front().key_frames;
  return position < static_cast<int>(frames.size()) ? frames[static_cast<std::size_t>(position)] : -1;
}

void TrainingCard::choose(const QString& id) {
  const QStringList parts = id.split(u':');
  const int drawn = parts.value(1).toInt();
  if (parts.value(0) != QLatin1String("head") || drawn < 0 || drawn >= static_cast<int>(ensemble_of_.size()))
    return;
  const int ensemble = ensemble_of_[static_cast<std::size_t>(drawn)];
  if (ensemble >= 0) training_.choose(ensemble, parts.value(2).toInt());
}

Expected<Sequence> TrainingCard::input(const QString& id) const {
  const GroupSnapshot* seen = training_.seen();
  const QStringList parts = id.split(u':');
  const auto at = static_cast<std::size_t>(parts.value(1).toInt());
  if (parts.value(0) != QLatin1String("input") || !seen || !seen->ready || at >= seen->task.problem->inputs())
    return fail("input", id.toStdString(), "one of the inputs that are trained on");
  return input_sequence(*seen->task.problem, at);
}

/// The last state is always shown; what comes between only now and then, to leave the time to the views that
/// follow the chosen head.
void TrainingCard::show_all() {
  if (training_.playing() && shown_.isValid() && shown_.elapsed() < kShowMs) return;
  shown_.start();
  show_runs();
  show_state();
  show_frames();
  show_inputs();
  show_charts();
}

void TrainingCard::show_runs() {
  const QSignalBlocker quiet(runs_);
  QStringList names;
  for (const TrainingModel::Run& run : training_.runs()) names << QString::fromStdString(run.group->name());
  if (names.isEmpty()) names << tr("no run yet");
  QStringList present;
  for (int i = 0; i < runs_->count(); ++i) present << runs_->itemText(i);
  if (present != names) {
    runs_->clear();
    runs_->addItems(names);
  }
  runs_->setCurrentIndex(std::max(0, training_.current()));
  overlay_->setVisible(training_.runs().size() > 1);
}

QString TrainingCard::state_words() const {
  const GroupSnapshot* seen = training_.seen();
  if (!seen) return tr("play to begin");
  if (!seen->error.empty()) return tr("cannot begin");
  if (!seen->ready) return tr("preparing…");
  QString words;
  double cost = 0.0;
  std::int64_t step = 0;
  for (const RunSnapshot& run : seen->runs) {
    step = std::max(step, run.step);
    cost = std::max(cost, run.us_per_head_step);
  }
  words = tr("step %L1").arg(step);
  if (cost > 0.0) words += tr(" · %1 µs a head and step").arg(QString::fromStdString(plain_number(cost, 2)));
  if (seen->done) words += tr(" · ended");
  if (training_.outdated()) words += tr(" · settings changed: + for a new run");
  return words;
}

void TrainingCard::show_state() {
  state_->setText(state_words());
  play_->setProperty("glyph", static_cast<int>(training_.playing() ? Glyph::pause : Glyph::play));
  play_->setIcon(line_icon(training_.playing() ? Glyph::pause : Glyph::play, theme_.colour(Role::accent)));
  heads_->show(training_.current() < 0
                   ? nullptr
                   : training_.runs()[static_cast<std::size_t>(training_.current())].seen);
  const int row = heads_->row_of(training_.chosen());
  if (row >= 0 && table_->currentIndex().row() != row) table_->selectRow(row);
  if (row < 0) table_->clearSelection();
}

void TrainingCard::show_frames() {
  const GroupSnapshot* seen = training_.seen();
  const int frames = seen && !seen->runs.empty() ? static_cast<int>(seen->runs.front().key_frames.size()) : 0;
  const QSignalBlocker quiet(frames_);
  // Key frames thin out as a run grows: what is looked at keeps its step, not its place.
  const std::int64_t looked_at = training_.chosen().frame;
  frames_->setRange(0, frames);
  int position = frames;
  for (int i = 0; i < frames; ++i)
    if (frame_at(i) == looked_at) position = i;
  frames_->setValue(position);
  frames_->setEnabled(frames > 0);
  branch_->setEnabled(frames > 0);
  frame_text_->setText(frames == 0     ? QString()
                       : looked_at < 0 ? tr("newest step")
                                       : tr("step %L1").arg(looked_at));
}

void TrainingCard::show_charts() {
  TrainingTask task;
  std::vector<RunSnapshot> runs;
  ensemble_of_.clear();
  TrainingFocus focus;
  for (int i = 0; i < static_cast<int>(training_.runs().size()); ++i) {
    const TrainingModel::Run& run = training_.runs()[static_cast<std::size_t>(i)];
    if (!run.seen || (!run.shown && i != training_.current())) continue;
    const bool mine = i == training_.current();
    if (run.seen->ready && (mine || !task.problem)) task = run.seen->task;
    for (int e = 0; e < static_cast<int>(run.seen->runs.size()); ++e) {
      if (mine && e == training_.chosen().ensemble) focus.ensemble = static_cast<int>(runs.size());
      ensemble_of_.push_back(mine ? e : -1);
      runs.push_back(run.seen->runs[static_cast<std::size_t>(e)]);
    }
  }
  if (training_.current() >= 0)
    focus.run = training_.runs()[static_cast<std::size_t>(training_.current())].group->name();
  focus.head = training_.chosen().head;
  focus.step = training_.chosen().frame;
  if (runs.empty()) {
    scene_ = Scene();
    legend_->setText(
        tr("Nothing is trained yet. Play trains heads of the chosen ranks from random starts; each "
           "line will be one head, solved when its maximum error falls below ε."));
    loss_->hide();
    error_->hide();
    return;
  }
  result_ = training_result(task, std::move(runs), focus.run);
  run_ = focus.run;
  scene_ = training_scene(result_, focus);
  show_texts(scene_);
  QString legend;
  for (const Item& item : scene_.panels[0].items) {
    if (const auto* sample = std::get_if<Polyline>(&item))
      legend += QStringLiteral("<span style='color:%1'>━</span>&nbsp;")
                    .arg(theme_.ordered(sample->shade.value_or(0.0)).name());
    if (const auto* label = std::get_if<Label>(&item))
      legend +=
          QStringLiteral("<span style='color:%1'>%2</span> &nbsp; ")
              .arg(theme_.text_colour(label->role).name(), plain(label->text).replace(u' ', QChar(0xa0)));
  }
  legend_->setText(legend);
  loss_->show();
  error_->show();
  loss_->set_panel(scene_.panels[1]);
  error_->set_panel(scene_.panels[2]);
}

Json TrainingCard::kept() const {
  if (scene_.panels.empty()) return {};
  Json json = kept_training(result_);
  json["run"] = run_;
  return json;
}

void TrainingCard::show_inputs() {
  const GroupSnapshot* seen = training_.seen();
  const bool any = seen && seen->watched && training_.chosen().head >= 0;
  inputs_->setVisible(any);
  if (!any)
    inputs_hint_->setText(
        tr("Choose a head: a row or a line. Its errors by input appear here, and the "
           "other views show it while it learns."));
  if (!any || seen->watched == shown_head_) return;
  shown_head_ = seen->watched;
  inputs_->set_scene(inputs_scene(*seen->task.problem, shown_head_->errors));
  inputs_hint_->setText(QString::fromStdString(inputs_->scene().sentence));
}

void TrainingCard::set_theme(Theme theme) {
  Card::set_theme(theme);
  theme_ = theme;
  for (CurveChart* chart : {loss_, error_}) chart->set_theme(theme);
  inputs_->set_theme(theme);
  heads_->set_theme(theme);
  show_state();
  show_charts();
}

void TrainingCard::set_body(double pixels) {
  for (CurveChart* chart : {loss_, error_}) chart->set_body(pixels);
  inputs_->set_body(pixels);
  table_->verticalHeader()->setDefaultSectionSize(static_cast<int>(pixels * 1.75));
  int column = 0;
  for (const double ems : {2.6, 3.3, 6.9, 3.8, 5.2})
    table_->setColumnWidth(column++, static_cast<int>(ems * pixels));
  settings_->ensurePolished();
  settings_area_->setFixedWidth(
      std::max(settings_->minimumSizeHint().width(), static_cast<int>(20 * pixels)) + 10);
}

}  // namespace tt
