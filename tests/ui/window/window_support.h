// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <gtest/gtest.h>

#include <QApplication>
#include <QElapsedTimer>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>
#include <memory>

#include "ui/scene/builders/builders.h"
#include "ui/window/main_window.h"

namespace tt::testing {

/// The real window on the live example, without a display, with settings of its own.
class Window : public ::testing::Test {
 protected:
  void SetUp() override {
    QSettings::setDefaultFormat(QSettings::IniFormat);
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, folder_.path());
    QApplication::setOrganizationName(QStringLiteral("tt-test"));
    QApplication::setApplicationName(QStringLiteral("window"));
    window_ = std::make_unique<MainWindow>(
        example_session(), WindowFacts{QStringLiteral("0"), QStringLiteral("CPU"), places_, journals_});
    window_->resize(1200, 800);
    window_->show();
    settle();
  }

  void settle() {
    QElapsedTimer clock;
    clock.start();
    while (!window_->settled() && clock.elapsed() < 60000) QTest::qWait(5);
    ASSERT_TRUE(window_->settled());
  }
  const Session& session() { return window_->model().session(); }
  ViewCard& card(const char* name) { return *window_->card(QLatin1String(name)); }
  /// The scene on screen is the one that the session gives when asked afresh.
  void expect_true_to_session(const char* view) {
    settle();
    const Scene fresh = build_scene(view, session()).value();
    EXPECT_EQ(dump(card(view).scene()), dump(fresh)) << view;
    EXPECT_EQ(card(view).sentence().toStdString(), fresh.sentence);
  }
  void type(NumberBox* box, const QString& text) {
    box->setFocus();
    box->selectAll();
    QTest::keyClicks(box, text);
    QTest::keyClick(box, Qt::Key_Return);
  }
  void click(ViewCard& one, const char* id) {
    const QRectF rect = one.picture().rect_of(QLatin1String(id));
    ASSERT_FALSE(rect.isEmpty()) << id;
    QTest::mouseClick(&one.picture(), Qt::LeftButton, {}, rect.center().toPoint());
  }

  QTemporaryDir folder_;
  std::vector<TrainingPlace> places_;  ///< none: the CPU
  QString journals_;                   ///< empty: nothing is kept safe
  std::unique_ptr<MainWindow> window_;
};

}  // namespace tt::testing
