// SPDX-License-Identifier: GPL-3.0-or-later
// Drives the real window without a display and reads what is drawn.
#include "ui/window/main_window.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QClipboard>
#include <QDropEvent>
#include <QElapsedTimer>
#include <QMimeData>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>
#include <filesystem>
#include <functional>

#include "core/session/slice.h"
#include "tests/ui/window/window_support.h"
#include "ui/scene/builders/builders.h"
#include "ui/views/adapters/explore_dialog.h"
#include "ui/window/dialogs.h"

namespace tt {
namespace {

using testing::Window;

constexpr std::array kViews{"attention", "chain", "identity", "phase"};

TEST_F(Window, ShowsTheLiveExampleInFourViews) {
  for (const char* view : kViews) {
    expect_true_to_session(view);
    EXPECT_FALSE(card(view).badge().isEmpty());
    EXPECT_FALSE(card(view).picture().accessibleDescription().isEmpty());
  }
  EXPECT_TRUE(card("attention").badge().startsWith(QLatin1String("violated")));
}

TEST_F(Window, EachNumberControlChangesItsChoiceAndTheViews) {
  const auto rows = window_->controls().findChildren<NumberRow*>();
  EXPECT_GE(rows.size(), 15);
  for (NumberRow* row : rows) {
    if (row->isHidden() || !row->slider()->isEnabled()) continue;
    const Json before = to_json(session());
    QSlider* slider = row->slider();
    const int step = slider->pageStep();
    slider->setValue(slider->value() + step <= slider->maximum() ? slider->value() + step
                                                                 : slider->value() - step);
    EXPECT_NE(to_json(session()), before) << row->objectName().toStdString();
    window_->model().undo_stack().undo();
    EXPECT_EQ(to_json(session()), before) << row->objectName().toStdString();
  }
}

TEST_F(Window, ViewsFollowEveryFeatureMap) {
  QComboBox* map = window_->controls().choice(QStringLiteral("map"));
  for (int i = 0; i + 1 < map->count(); ++i) {
    map->setCurrentIndex(i);
    for (const char* view : kViews) expect_true_to_session(view);
  }
}

TEST_F(Window, TheCliffIsSeenBetweenTwoAndThree) {
  window_->controls().choice(QStringLiteral("map"))->setCurrentIndex(0);  // rank one
  NumberRow* n = window_->controls().row(QStringLiteral("n"));
  n->slider()->setValue(2);
  settle();
  EXPECT_TRUE(card("attention").badge().startsWith(QLatin1String("holds")));
  EXPECT_TRUE(card("chain").badge().startsWith(QLatin1String("does not apply")));
  EXPECT_TRUE(card("phase").badge().startsWith(QLatin1String("holds")));
  n->slider()->setValue(3);
  settle();
  EXPECT_TRUE(card("attention").badge().startsWith(QLatin1String("violated")));
  EXPECT_TRUE(card("chain").badge().startsWith(QLatin1String("violated")));
  EXPECT_TRUE(card("phase").badge().startsWith(QLatin1String("violated")));
}

TEST_F(Window, ADragIsOneUndoStep) {
  NumberRow* tau = window_->controls().row(QStringLiteral("tau"));
  const double before = session().tau;
  emit tau->pressed();
  for (int i = 0; i < 500; ++i) tau->slider()->setValue(100 + i);
  emit tau->released();
  EXPECT_EQ(window_->model().undo_stack().count(), 1);
  window_->controls().row(QStringLiteral("m"))->slider()->setValue(10);
  EXPECT_EQ(window_->model().undo_stack().count(), 2);
  window_->model().undo_stack().undo();
  window_->model().undo_stack().undo();
  EXPECT_EQ(session().tau, before);
  EXPECT_EQ(session().m, 12);
}

TEST_F(Window, OnlyTheLastOfManyRequestsIsShown) {
  NumberRow* m = window_->controls().row(QStringLiteral("m"));
  for (int i = 0; i < 200; ++i) {
    m->slider()->setValue(4 + i % 20);
    QCoreApplication::processEvents();
  }
  for (const char* view : kViews) expect_true_to_session(view);
}

/// Posts one change every sixtieth of a second and times each turn of the event loop. The time is reported,
/// not judged.
TEST_F(Window, ReportsHowLongADragHoldsTheLoop) {
  window_->controls().choice(QStringLiteral("map"))->setCurrentIndex(5);  // ELU + 1, whose rank is free
  const auto turn = [this](const char* what, const std::function<void(int)>& change) {
    double longest = 0;
    for (int i = 0; i < 60; ++i) {
      QElapsedTimer frame;
      frame.start();
      change(i);
      QCoreApplication::processEvents();
      longest = std::max(longest, static_cast<double>(frame.nsecsElapsed()) * 1e-6);
      while (frame.nsecsElapsed() < 16'666'667) {
        QElapsedTimer event;
        event.start();
        QCoreApplication::processEvents();
        longest = std::max(longest, static_cast<double>(event.nsecsElapsed()) * 1e-6);
        QThread::usleep(200);
      }
    }
    std::printf("%s dragged at 60 changes a second: longest turn %.1f ms\n", what, longest);
    RecordProperty(std::string(what) + "_ms", std::to_string(longest));
  };
  for (const char* key : {"m", "n", "tau", "rank"}) {
    QSlider* slider = window_->controls().row(QLatin1String(key))->slider();
    const int span = slider->maximum() - slider->minimum();
    turn(key, [&](int i) { slider->setValue(slider->minimum() + span * (i % 30) / 30); });
  }
  turn("bit", [this](int i) {
    Session next = session();
    next.sequence[0] = flipped(next.sequence[0], i % next.m);
    window_->model().edit(QStringLiteral("bit"), std::move(next));
  });
  for (const char* view : kViews) expect_true_to_session(view);
}

TEST_F(Window, ClickingABitFlipsIt) {
  click(card("attention"), "bit:1:0");
  EXPECT_TRUE(bit(session().sequence[1], 0));
  expect_true_to_session("attention");
  click(card("attention"), "bit:1:0");
  EXPECT_FALSE(bit(session().sequence[1], 0));
}

TEST_F(Window, SelectionsAreSharedByTheViews) {
  click(card("attention"), "token:2");
  EXPECT_EQ(session().query, 2);
  click(card("identity"), "cell:3:1");
  EXPECT_EQ(session().pair_i, 3);
  EXPECT_EQ(session().pair_j, 1);
  expect_true_to_session("chain");
  expect_true_to_session("identity");
  click(card("phase"), "n:5");
  EXPECT_EQ(session().n, 5);
  for (const char* view : kViews) expect_true_to_session(view);
}

TEST_F(Window, KeyboardReachesValuesInAView) {
  SceneWidget& picture = card("attention").picture();
  picture.setFocus();
  const Json before = to_json(session());
  for (int i = 0; i < 3; ++i) QTest::keyClick(&picture, Qt::Key_Right);
  EXPECT_FALSE(picture.accessibleDescription().isEmpty());
  QTest::keyClick(&picture, Qt::Key_Down);
  QTest::keyClick(&picture, Qt::Key_Return);
  EXPECT_NE(to_json(session()), before);
}

TEST_F(Window, SequenceButtons) {
  const Sequence before = session().sequence;
  QTest::mouseClick(window_->controls().findChild<QPushButton*>(QStringLiteral("random_sequence")),
                    Qt::LeftButton);
  EXPECT_NE(session().sequence, before);
  QTest::mouseClick(window_->controls().findChild<QPushButton*>(QStringLiteral("hard_sequence")),
                    Qt::LeftButton);
  EXPECT_EQ(session().sequence, hard_sequence(session()).value());
  expect_true_to_session("attention");
}

TEST_F(Window, OwnSequencesAreCheckedWhileTyping) {
  SequenceDialog dialog(session().sequence);
  EXPECT_TRUE(dialog.verdict().contains(QLatin1String("n = 3")));
  dialog.editor()->setPlainText(QStringLiteral("1100\n0120\n"));
  EXPECT_TRUE(dialog.verdict().contains(QLatin1String("'2' at place 3")));
  dialog.editor()->setPlainText(QStringLiteral("1100\n001\n"));
  EXPECT_TRUE(dialog.verdict().contains(QLatin1String("3 bits")));
  dialog.editor()->setPlainText(QStringLiteral("1100\n0011\n1010\n1111"));
  EXPECT_EQ(dialog.sequence().size(), 4u);
}

TEST_F(Window, BadNumbersAreRefusedWithOneLineAndNothingIsLost) {
  const Json before = to_json(session());
  const std::tuple<const char*, const char*, const char*> cases[] = {
      {"m", "0", "bits m (0, allowed: 1 to 64)"},
      {"m", "65", "bits m (65, allowed: 1 to 64)"},
      {"m", "x", "a number"},
      {"m", "3.5", "a whole number"},
      {"n", "99", "length n (99, allowed: 1 to 16)"},
      {"epsilon", "0", "0.5"},
      {"epsilon", "0.6", "0.5"},
      {"epsilon", "1.234,5", "one decimal mark"},
      {"tau", "-1", "64"}};
  for (const auto& [key, text, expected] : cases) {
    NumberBox* box = window_->controls().row(QLatin1String(key))->box();
    type(box, QLatin1String(text));
    EXPECT_TRUE(window_->message().contains(QLatin1String(expected)))
        << key << " " << text << ": " << window_->message().toStdString();
    EXPECT_EQ(to_json(session()), before);
    QTest::keyClick(box, Qt::Key_Escape);
  }
}

TEST_F(Window, BothDecimalMarksAreRead) {
  NumberBox* box = window_->controls().row(QStringLiteral("epsilon"))->box();
  type(box, QStringLiteral("0,25"));
  EXPECT_EQ(session().epsilon, 0.25);
  type(box, QStringLiteral("0.2"));
  EXPECT_EQ(session().epsilon, 0.2);
  type(box, QStringLiteral("3E-1"));
  EXPECT_EQ(session().epsilon, 0.3);
}

TEST_F(Window, SessionsSaveOpenAndAreRemembered) {
  const QString path = folder_.filePath(QStringLiteral("Sitzung ä 会.json"));
  window_->controls().row(QStringLiteral("m"))->slider()->setValue(9);
  const Json saved = to_json(session());
  ASSERT_TRUE(window_->files().save(path));
  EXPECT_FALSE(window_->files().modified());
  window_->controls().row(QStringLiteral("m"))->slider()->setValue(5);
  EXPECT_TRUE(window_->files().modified());
  window_->open_file(path);
  EXPECT_EQ(to_json(session()), saved);
  EXPECT_EQ(window_->files().recent().value(0), path);
}

TEST_F(Window, BrokenFilesAreRefusedAndChangeNothing) {
  const std::string whole = to_json(example_session()).dump();
  const QString path = folder_.filePath(QStringLiteral("half.json"));
  ASSERT_TRUE(write_file_atomic(path.toStdString(), whole.substr(0, whole.size() / 2)));
  window_->controls().row(QStringLiteral("m"))->slider()->setValue(9);
  const Json before = to_json(session());
  window_->open_file(path);
  EXPECT_TRUE(window_->message().contains(QLatin1String("half.json"))) << window_->message().toStdString();
  EXPECT_EQ(to_json(session()), before);
  EXPECT_TRUE(window_->files().modified());
  window_->open_file(folder_.filePath(QStringLiteral("none.json")));
  EXPECT_TRUE(window_->message().contains(QLatin1String("none.json")));
}

TEST_F(Window, PastedSessionsAreOneUndoStep) {
  Session other = example_session();
  other.n = 4;
  const Json before = to_json(session());
  ASSERT_TRUE(window_->files().paste(QString::fromStdString(to_json(normalized(other)).dump())));
  EXPECT_EQ(session().n, 4);
  EXPECT_FALSE(window_->files().paste(QStringLiteral("nonsense")));
  window_->model().undo_stack().undo();
  EXPECT_EQ(to_json(session()), before);
}

TEST_F(Window, AnyViewFillsTheAreaAndComesBack) {
  for (const char* view : kViews) {
    window_->enlarge(QLatin1String(view));
    QCoreApplication::processEvents();
    for (const char* other : kViews) EXPECT_EQ(card(other).isVisible(), std::string_view(other) == view);
    EXPECT_GT(card(view).width(), 800);
    window_->enlarge(QLatin1String(view));
    for (const char* other : kViews) EXPECT_TRUE(card(other).isVisible());
  }
}

TEST_F(Window, ThemeRepaintsEveryView) {
  window_->set_dark(false);
  QCoreApplication::processEvents();
  const QColor light = card("phase").grab().toImage().pixelColor(12, 60);
  window_->set_dark(true);
  QCoreApplication::processEvents();
  const QColor dark = card("phase").grab().toImage().pixelColor(12, 60);
  EXPECT_GT(light.lightness(), 200);
  EXPECT_LT(dark.lightness(), 80);
  window_->set_dark(false);
}

TEST_F(Window, FitsASmallScreenAndLargeType) {
  window_->resize(1024, 700);
  QCoreApplication::processEvents();
  EXPECT_LE(window_->width(), 1024);
  EXPECT_LE(window_->minimumSizeHint().height(), 700);
  for (const char* view : kViews) EXPECT_GT(card(view).picture().width(), 200) << view;
  window_->set_text_scale(2.0);
  QCoreApplication::processEvents();
  EXPECT_LE(window_->minimumSizeHint().width(), 1440);
  window_->set_text_scale(1.0);
}

TEST_F(Window, EveryControlHasNameTipAndExplanation) {
  for (NumberRow* row : window_->controls().findChildren<NumberRow*>()) {
    EXPECT_FALSE(row->toolTip().isEmpty()) << row->objectName().toStdString();
    EXPECT_FALSE(row->whatsThis().isEmpty()) << row->objectName().toStdString();
    EXPECT_FALSE(row->slider()->accessibleName().isEmpty()) << row->objectName().toStdString();
  }
  for (const char* view : kViews) EXPECT_FALSE(card(view).whatsThis().isEmpty()) << view;
}

TEST_F(Window, ExploringZoomsAndTellsExactCells) {
  ExploreDialog dialog(card("identity").scene(), Theme::light());
  dialog.resize(700, 560);
  dialog.show();
  QCoreApplication::processEvents();
  ASSERT_TRUE(QTest::qWaitForWindowExposed(&dialog));
  const QRect area = dialog.plot().rect();
  QMouseEvent move(QEvent::MouseMove, area.center(), dialog.plot().mapToGlobal(area.center()), Qt::NoButton,
                   Qt::NoButton, Qt::NoModifier);
  QApplication::sendEvent(&dialog.plot(), &move);
  EXPECT_TRUE(dialog.pointed().startsWith(QLatin1String("row "))) << dialog.pointed().toStdString();
  const QImage before = dialog.plot().grab().toImage();
  QWheelEvent wheel(area.center(), dialog.plot().mapToGlobal(area.center()), {}, {0, 240}, Qt::NoButton,
                    Qt::NoModifier, Qt::NoScrollPhase, false);
  QApplication::sendEvent(&dialog.plot(), &wheel);
  QCoreApplication::processEvents();
  EXPECT_NE(dialog.plot().grab().toImage(), before);
  QTest::mouseDClick(&dialog.plot(), Qt::LeftButton, {}, area.center());
  QCoreApplication::processEvents();
  EXPECT_EQ(dialog.plot().grab().toImage(), before);
}

TEST_F(Window, ClosesWhileWorkIsRunning) {
  window_->controls().row(QStringLiteral("m"))->slider()->setValue(64);
  window_->controls().choice(QStringLiteral("phase_map"))->setCurrentIndex(1);
  QCoreApplication::processEvents();
  window_.reset();  // asks all work to stop and waits
}

}  // namespace
}  // namespace tt
