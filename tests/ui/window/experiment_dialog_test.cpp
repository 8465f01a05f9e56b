// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/experiment_dialog.h"

#include <gtest/gtest.h>

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

namespace tt {
namespace {

FiniteFamilyPlan small_plan() {
  FiniteFamilyPlan plan;
  plan.seeds = 2;
  plan.steps = 30;
  plan.search_steps = 20;
  plan.search_heads = 2;
  plan.threads = 1;
  return plan;
}

TEST(ExperimentDialog, RunsShowsAndSaves) {
  Jobs jobs;
  ExperimentDialog dialog(jobs, {}, small_plan());
  EXPECT_TRUE(dialog.running());
  EXPECT_FALSE(dialog.save_to(QDir::tempPath()));
  ASSERT_TRUE(QTest::qWaitFor([&] { return dialog.report().has_value(); }, 20000));
  EXPECT_TRUE(dialog.report()->complete);
  const Scene& scene = dialog.findChild<SceneWidget*>()->scene();
  int marks = 0;
  for (const Item& item : scene.panels.at(0).items) marks += std::holds_alternative<Mark>(item);
  EXPECT_GE(marks, 13);  // six ranks of two seeds and the constructed head
  QTemporaryDir folder;
  ASSERT_TRUE(dialog.save_to(folder.path()));
  for (const char* name :
       {"finite-family.json", "finite-family.csv", "finite-family.pdf", "finite-family.png"})
    EXPECT_TRUE(QFile::exists(folder.filePath(QLatin1String(name)))) << name;
}

TEST(ExperimentDialog, AStopKeepsWhatWasFound) {
  Jobs jobs;
  FiniteFamilyPlan plan = small_plan();
  plan.steps = 10'000'000;
  ExperimentDialog dialog(jobs, {}, plan);
  QTest::qWait(50);
  for (auto* button : dialog.findChildren<QPushButton*>())
    if (button->text() == QStringLiteral("Stop")) QTest::mouseClick(button, Qt::LeftButton);
  ASSERT_TRUE(QTest::qWaitFor([&] { return dialog.report().has_value(); }, 5000));
  EXPECT_FALSE(dialog.report()->complete);
}

TEST(ExperimentDialog, CanBeClosedWhileItRuns) {
  Jobs jobs;
  FiniteFamilyPlan plan = small_plan();
  plan.steps = 10'000'000;
  { const ExperimentDialog dialog(jobs, {}, plan); }
  EXPECT_TRUE(QTest::qWaitFor([&] { return jobs.running() == 0; }, 5000));
}

}  // namespace
}  // namespace tt
