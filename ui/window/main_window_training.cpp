// SPDX-License-Identifier: GPL-3.0-or-later
// What the window does with heads that learn.
#include <QActionGroup>
#include <QMenuBar>

#include "ui/scene/builders/builders.h"
#include "ui/session/texts.h"
#include "ui/window/experiment_dialog.h"
#include "ui/window/main_window.h"

namespace tt {

void MainWindow::build_training() {
  training_card_ = new TrainingCard(model_, training_, area_);
  training_card_->hide();
  wire(*training_card_);
  connect(training_card_, &TrainingCard::close_asked, this, [this] { open_training(false); });
  connect(training_card_, &TrainingCard::refused, this, &MainWindow::say);
  connect(controls_, &ControlsPanel::train_asked, this, [this] { open_training(!training_open_); });
  connect(controls_, &ControlsPanel::experiment_asked, this, &MainWindow::begin_experiment);
  connect(controls_, &ControlsPanel::brackets_asked, this, &MainWindow::show_brackets);

  ViewCard* phase = card(QStringLiteral("phase"));
  phase->set_follows(false);  // it samples many sequences: once a head rests is soon enough
  const Explanation& explained = control_text(QStringLiteral("learn_here"));
  learn_ = new QPushButton(explained.label, phase);
  learn_->setObjectName(QStringLiteral("learn_here"));
  learn_->setProperty("small", true);
  learn_->setToolTip(explained.tip);
  learn_->setWhatsThis(explained.rich());
  phase->add_to_head(learn_);
  connect(learn_, &QPushButton::clicked, this,
          [this] { sweep_.running() ? sweep_.cancel() : sweep_.start(); });
  connect(&sweep_, &LearnSweep::changed, this, &MainWindow::show_learned);
  connect(&sweep_, &LearnSweep::refused, this, &MainWindow::say);
  connect(&model_, &SessionModel::changed, this, [this] { learn_->setVisible(sweep_.possible()); });
  learn_->setVisible(sweep_.possible());
}

void MainWindow::show_learned() {
  learn_->setText(sweep_.running() ? tr("Stop learning") : control_text(QStringLiteral("learn_here")).label);
  card(QStringLiteral("phase"))
      ->set_build([learned = sweep_.shares()](const Session& session, bool coarse, std::stop_token stop) {
        return phase_result(session, coarse, stop).map([&](PhaseResult result) {
          result.learned = learned;
          return phase_scene(result);
        });
      });
}

void MainWindow::open_training(bool open) {
  training_open_ = open;
  enlarged_.clear();
  train_action_->setChecked(open);
  arrange();
  if (open) scroll_->ensureWidgetVisible(training_card_);
}

void MainWindow::begin_experiment() {
  model_.end_gesture();
  model_.edit(tr("Experiment 1"), experiment_one(model_.session()));
  open_training(true);
  training_.start_new();
}

void MainWindow::build_places(QMenu* menu) {
  if (facts_.places.empty()) return;
  QMenu* where = menu->addMenu(tr("&Where heads are trained"));
  where->setToolTipsVisible(true);
  auto* group = new QActionGroup(where);
  for (const TrainingPlace& place : facts_.places) {
    QAction* action = where->addAction(
        place.why_not.isEmpty() ? place.label : tr("%1: %2").arg(place.label, place.why_not));
    action->setCheckable(true);
    action->setEnabled(place.why_not.isEmpty());
    group->addAction(action);
    connect(action, &QAction::triggered, this,
            [this, backend = place.backend] { training_.set_backend(backend); });
  }
  group->actions().front()->trigger();
}

void MainWindow::build_train_menu() {
  QMenu* menu = menuBar()->addMenu(tr("&Train"));
  train_action_ = menu->addAction(tr("&Training with its views"), QKeySequence(Qt::CTRL | Qt::Key_E), this,
                                  [this] { open_training(!training_open_); });
  train_action_->setCheckable(true);
  build_places(menu);
  menu->addSeparator();
  menu->addAction(tr("&Play or pause"), QKeySequence(Qt::Key_F5), this, [this] {
    if (!training_open_ && enlarged_ != training_card_->name()) open_training(true);
    training_.playing() ? training_.pause() : training_.play();
  });
  menu->addAction(tr("&Step"), QKeySequence(Qt::Key_F6), this, [this] { training_.step(1); });
  menu->addAction(tr("Ten s&teps"), QKeySequence(Qt::SHIFT | Qt::Key_F6), this,
                  [this] { training_.step(10); });
  menu->addAction(tr("&Reset"), QKeySequence(Qt::SHIFT | Qt::Key_F5), &training_, &TrainingModel::reset);
  menu->addAction(tr("&New run"), QKeySequence(Qt::CTRL | Qt::Key_F5), &training_, &TrainingModel::start_new);
  menu->addSeparator();
  menu->addAction(tr("&Experiment 1: the shipped family"), this, &MainWindow::begin_experiment);
  menu->addAction(tr("Experiment 1: report with the least ran&k…"), this, [this] {
    auto* dialog = new ExperimentDialog(jobs_, Theme{dark_}, {}, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->show();
  });
  menu->addAction(tr("&Learn at this m (phase view)"), this, [this] {
    if (!sweep_.possible()) return say(tr("Learning all inputs needs m up to %1").arg(kLearnBits));
    sweep_.running() ? sweep_.cancel() : sweep_.start();
  });
}

}  // namespace tt
