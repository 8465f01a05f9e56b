// SPDX-License-Identifier: GPL-3.0-or-later
// Drives the real window through trainings, without a display.
#include <QApplication>
#include <QSettings>
#include <QTemporaryDir>

#include "training_support.h"
#include "ui/scene/builders/builders.h"
#include "ui/window/main_window.h"

namespace tt {
namespace {

class TrainingWindow : public ::testing::Test {
 protected:
  void SetUp() override {
    QSettings::setDefaultFormat(QSettings::IniFormat);
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, folder_.path());
    QApplication::setOrganizationName(QStringLiteral("tt-test"));
    QApplication::setApplicationName(QStringLiteral("training"));
  }
  void open(const Session& session) {
    window_ = std::make_unique<MainWindow>(session, WindowFacts{QStringLiteral("0"), QStringLiteral("CPU")});
    window_->resize(1440, 900);
    window_->show();
    window_->open_training(true);
    QCoreApplication::processEvents();
  }
  TrainingCard& card() { return window_->training_card(); }
  TrainingModel& training() { return window_->training(); }
  const Session& session() { return window_->model().session(); }
  QToolButton* tool(const char* name) { return card().findChild<QToolButton*>(QLatin1String(name)); }
  void press(const char* name) { QTest::mouseClick(tool(name), Qt::LeftButton); }
  bool until_done() {
    return wait_until([this] { return training().seen() && training().seen()->done; });
  }
  bool until_step(std::int64_t step) {
    return wait_until([&] {
      const GroupSnapshot* seen = training().seen();
      return seen && !seen->runs.empty() && seen->runs[0].step >= step;
    });
  }
  void click_row(int row) {
    ASSERT_TRUE(wait_until([&] { return card().table().model()->rowCount() > row; }));
    const QModelIndex at = card().table().model()->index(row, 0);
    card().table().scrollTo(at);
    QTest::mouseClick(card().table().viewport(), Qt::LeftButton, {}, card().table().visualRect(at).center());
  }
  int solved_row() {
    const auto& heads = training().seen()->runs[0].heads;
    for (std::size_t i = 0; i < heads.size(); ++i)
      if (heads[i].fate == HeadFate::solved) return static_cast<int>(i);
    return -1;
  }

  QTemporaryDir folder_;
  std::unique_ptr<MainWindow> window_;
};

TEST_F(TrainingWindow, AWholeTrainingAndItsSolvedHeadInTheViews) {
  open(small_session());
  press("train_play");
  ASSERT_TRUE(until_done());
  ASSERT_TRUE(wait_until([this] { return card().badge().startsWith(QLatin1String("holds")); }));
  EXPECT_TRUE(card().sentence().contains(QLatin1String("r = 1:"))) << card().sentence().toStdString();
  EXPECT_GT(card().loss().points(), 0);
  EXPECT_GT(card().error().points(), 0);
  const int row = solved_row();
  ASSERT_GE(row, 0);
  click_row(row);
  ASSERT_TRUE(wait_until([this] { return training().live(); }));
  ASSERT_TRUE(wait_until([this] { return window_->settled(); }));
  EXPECT_EQ(session().map, MapKind::table);
  EXPECT_TRUE(window_->card(QStringLiteral("attention"))->badge().startsWith(QLatin1String("holds")))
      << window_->card(QStringLiteral("attention"))->badge().toStdString();
  EXPECT_EQ(dump(window_->card(QStringLiteral("attention"))->scene()),
            dump(build_scene("attention", session()).value()));
  EXPECT_TRUE(card().inputs().isVisible());
}

TEST_F(TrainingWindow, ALineIsClickedLikeARow) {
  open(small_session());
  press("train_play");
  ASSERT_TRUE(until_done());
  const int row = solved_row();
  ASSERT_GE(row, 0);
  QCoreApplication::processEvents();
  const CurvePoint last = training().seen()->runs[0].curves[static_cast<std::size_t>(row)]->back();
  const QPoint place =
      card().error().place_of({static_cast<double>(last.step), static_cast<double>(last.max_error)});
  QTest::mouseClick(card().error().childAt(place), Qt::LeftButton, {},
                    card().error().childAt(place)->mapFrom(&card().error(), place));
  ASSERT_TRUE(wait_until([this] { return training().live(); }));
}

TEST_F(TrainingWindow, AnInputGoesToTheAttentionView) {
  open(small_session());
  press("train_play");
  ASSERT_TRUE(until_done());
  click_row(0);
  ASSERT_TRUE(wait_until([this] { return training().live() && card().inputs().isVisible(); }));
  QCoreApplication::processEvents();
  const QRectF cell = card().inputs().rect_of(QStringLiteral("input:17"));
  ASSERT_FALSE(cell.isEmpty());
  QTest::mouseClick(&card().inputs(), Qt::LeftButton, {}, cell.center().toPoint());
  EXPECT_EQ(session().sequence, input_sequence(*training().seen()->task.problem, 17));
}

TEST_F(TrainingWindow, PauseStepResetAndNewRun) {
  open(endless_session());
  press("train_play");
  ASSERT_TRUE(until_step(20));
  press("train_play");  // pauses
  ASSERT_TRUE(wait_until([this] { return !training().playing(); }));
  const std::int64_t held = training().seen()->runs[0].step;
  press("train_step");
  ASSERT_TRUE(until_step(held + 10));
  EXPECT_EQ(training().seen()->runs[0].step, held + 10);
  press("train_reset");
  ASSERT_TRUE(wait_until([this] { return training().seen()->ready; }));
  EXPECT_EQ(training().seen()->runs[0].step, 0);
  press("train_new");
  EXPECT_EQ(training().runs().size(), 2u);
  EXPECT_TRUE(until_step(10));
}

TEST_F(TrainingWindow, BranchesFromTheSlider) {
  open(endless_session());
  training().step(300);
  ASSERT_TRUE(until_step(300));
  ASSERT_TRUE(wait_until([this] { return card().frames().maximum() >= 4; }));
  card().frames().setValue(2);
  QTest::mouseClick(card().findChild<QPushButton*>(QStringLiteral("train_branch")), Qt::LeftButton);
  ASSERT_TRUE(wait_until([this] { return training().seen()->ready; }));
  EXPECT_EQ(training().seen()->runs[0].branched_from, training().runs()[0].seen->runs[0].key_frames[2]);
  EXPECT_EQ(training().runs().size(), 2u);
}

TEST_F(TrainingWindow, ADivergingRunIsExplained) {
  Session s = small_session();
  s.train.rate = 1e6;
  s.train.schedule = Schedule::constant;
  s.train.stop_when_solved = false;
  open(s);
  press("train_play");
  ASSERT_TRUE(until_done());
  QCoreApplication::processEvents();
  EXPECT_TRUE(card().sentence().contains(QLatin1String("diverged"))) << card().sentence().toStdString();
  bool told = false;
  for (int row = 0; row < card().table().model()->rowCount(); ++row)
    told = told || card()
                       .table()
                       .model()
                       ->index(row, 2)
                       .data(Qt::ToolTipRole)
                       .toString()
                       .contains(QLatin1String("diverged at step"));
  EXPECT_TRUE(told);
}

TEST_F(TrainingWindow, ThemeSwitchesWhileTraining) {
  open(endless_session());
  press("train_play");
  ASSERT_TRUE(until_step(5));
  click_row(1);
  for (int i = 0; i < 20; ++i) {
    window_->set_dark(i % 2 == 0);
    QTest::qWait(5);
  }
  window_->set_dark(true);
  QTest::qWait(150);
  EXPECT_LT(card().grab().toImage().pixelColor(12, 60).lightness(), 80);
  EXPECT_LT(card().error().grab().toImage().pixelColor(3, 3).lightness(), 80);
  window_->set_dark(false);
}

TEST_F(TrainingWindow, ClosesWhileTraining) {
  open(endless_session());
  press("train_play");
  ASSERT_TRUE(until_step(5));
  click_row(0);
  QTest::qWait(50);
  window_.reset();
}

TEST_F(TrainingWindow, ReportsHowOftenAFollowedHeadIsShown) {
  open(endless_session());
  press("train_play");
  ASSERT_TRUE(until_step(5));
  click_row(2);
  ASSERT_TRUE(wait_until([this] { return training().live(); }));
  int shown = 0;
  QObject::connect(window_->card(QStringLiteral("attention")), &ViewCard::scene_changed, window_.get(),
                   [&shown] { ++shown; });
  QElapsedTimer clock;
  clock.start();
  QTest::qWait(2000);
  std::printf("attention card: %.1f scenes a second while training\n", 1000.0 * shown / clock.elapsed());
  EXPECT_GT(shown, 0);
  EXPECT_EQ(window_->model().undo_stack().count(), 1);
}

TEST_F(TrainingWindow, FourViewsComeBackAndTheFifthFillsTheArea) {
  open(example_session());
  for (const char* name : {"attention", "chain", "identity"})
    EXPECT_TRUE(window_->card(QLatin1String(name))->isVisible()) << name;
  EXPECT_TRUE(card().isVisible());
  window_->enlarge(QStringLiteral("training"));
  EXPECT_TRUE(card().isVisible());
  EXPECT_FALSE(window_->card(QStringLiteral("attention"))->isVisible());
  window_->open_training(false);
  EXPECT_FALSE(card().isVisible());
  for (const char* name : {"attention", "chain", "identity", "phase"})
    EXPECT_TRUE(window_->card(QLatin1String(name))->isVisible()) << name;
}

TEST_F(TrainingWindow, ExperimentOneIsOneClickAndOneUndoStep) {
  open(example_session());
  QTest::mouseClick(window_->controls().findChild<QPushButton*>(QStringLiteral("experiment_one")),
                    Qt::LeftButton);
  EXPECT_EQ(session().m, 24);
  EXPECT_EQ(session().code_words.size(), 15u);
  EXPECT_EQ(session().train.ranks, (std::vector{1, 2, 4, 8, 15, 32}));
  EXPECT_EQ(window_->model().undo_stack().count(), 1);
  ASSERT_TRUE(until_step(5));
  EXPECT_EQ(training().seen()->runs.size(), 6u);
  window_->model().undo_stack().undo();
  EXPECT_EQ(session().m, 12);
}

TEST_F(TrainingWindow, GivenWordsAreTakenBackByTheGreedyCode) {
  open(with_shipped_family(example_session()));
  QComboBox* code = window_->controls().choice(QStringLiteral("code_words"));
  ASSERT_TRUE(code->isVisible());
  EXPECT_EQ(code->currentIndex(), 1);
  code->setCurrentIndex(0);
  EXPECT_TRUE(session().code_words.empty());
  EXPECT_TRUE(window_->controls().row(QStringLiteral("distance"))->isVisible());
}

TEST_F(TrainingWindow, EverySettingHasNameTipAndExplanation) {
  open(example_session());
  for (NumberRow* row : card().settings().findChildren<NumberRow*>()) {
    EXPECT_FALSE(row->label()->text().isEmpty()) << row->objectName().toStdString();
    EXPECT_FALSE(row->toolTip().isEmpty()) << row->objectName().toStdString();
    EXPECT_FALSE(row->whatsThis().isEmpty()) << row->objectName().toStdString();
  }
  for (QComboBox* box : card().settings().findChildren<QComboBox*>())
    EXPECT_FALSE(box->accessibleName().isEmpty()) << box->objectName().toStdString();
  for (const char* name : {"train_play", "train_step", "train_reset", "train_new", "train_settings"})
    EXPECT_FALSE(tool(name)->toolTip().isEmpty()) << name;
}

TEST_F(TrainingWindow, AnyRateInItsRangeCanBeTyped) {
  open(small_session());
  NumberBox* rate = card().settings().row(QStringLiteral("train_rate"))->box();
  for (const char* text : {"1000000", "0,001"}) {
    rate->setFocus();
    rate->selectAll();
    QTest::keyClicks(rate, QLatin1String(text));
    QTest::keyClick(rate, Qt::Key_Return);
  }
  EXPECT_EQ(session().train.rate, 0.001);
  EXPECT_TRUE(window_->message().isEmpty());
}

TEST_F(TrainingWindow, RanksAreTypedAndMistakesRefused) {
  open(example_session());
  QLineEdit* ranks = card().settings().entry(QStringLiteral("train_ranks"));
  const auto type = [&](const char* text) {
    ranks->setFocus();
    ranks->selectAll();
    QTest::keyClicks(ranks, QLatin1String(text));
    QTest::keyClick(ranks, Qt::Key_Return);
  };
  type("4 2 16");
  EXPECT_EQ(session().train.ranks, (std::vector{2, 4, 16}));
  EXPECT_EQ(ranks->text(), QStringLiteral("2, 4, 16"));
  type("4, x");
  EXPECT_TRUE(window_->message().contains(QLatin1String("ranks (4, x")));
  EXPECT_EQ(session().train.ranks, (std::vector{2, 4, 16}));
}

TEST_F(TrainingWindow, ThePhaseViewLearnsLive) {
  Session s = small_session();
  open(s);
  window_->open_training(false);
  QPushButton* learn = window_->findChild<QPushButton*>(QStringLiteral("learn_here"));
  ASSERT_TRUE(learn->isVisible());
  QTest::mouseClick(learn, Qt::LeftButton);
  ASSERT_TRUE(wait_until([this] { return !window_->sweep().running(); }));
  ASSERT_TRUE(wait_until([this] { return window_->settled(); }));
  const Scene& scene = window_->card(QStringLiteral("phase"))->scene();
  EXPECT_TRUE(QString::fromStdString(scene.sentence).contains(QLatin1String("Learned: n = 2 with r = 1")))
      << scene.sentence;
  window_->controls().row(QStringLiteral("m"))->slider()->setValue(12);
  EXPECT_FALSE(learn->isVisible());
  EXPECT_TRUE(window_->sweep().shares().empty());
}

}  // namespace
}  // namespace tt
