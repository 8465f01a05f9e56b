// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/brackets_dialog.h"

#include <gtest/gtest.h>

#include <QSignalSpy>
#include <QTest>

namespace tt {
namespace {

QPushButton* button(BracketsDialog& dialog, const QString& text) {
  for (auto* one : dialog.findChildren<QPushButton*>())
    if (one->text() == text) return one;
  return nullptr;
}

bool says(BracketsDialog& dialog, const QString& text) {
  for (auto* label : dialog.findChildren<QLabel*>())
    if (label->text().contains(text)) return true;
  return false;
}

TEST(BracketsDialog, ShowsTheShippedTable) {
  Jobs jobs;
  BracketsDialog dialog(jobs);
  for (int m = 1; m <= kBracketBits; ++m)
    for (int column = 0; column < dialog.table()->columnCount(); ++column) {
      const auto* item = dialog.table()->item(m - 1, column);
      ASSERT_NE(item, nullptr) << m << " " << column;
      const auto ends = shipped_ends(m, kBracketLengths[column], 0.5);
      EXPECT_TRUE(item->text().startsWith(QString::number(ends->lower))) << item->text().toStdString();
    }
  dialog.choose(5, 3);
  EXPECT_TRUE(dialog.detail().contains(QStringLiteral("At least 3"))) << dialog.detail().toStdString();
  dialog.choose(12, 3);  // not in the table: nothing moves
  EXPECT_EQ(dialog.table()->currentRow(), 4);
}

TEST(BracketsDialog, ChecksCertificates) {
  Jobs jobs;
  BracketsDialog dialog(jobs);
  dialog.choose(4, 3);
  auto* check = button(dialog, QStringLiteral("Check certificates"));
  ASSERT_NE(check, nullptr);
  QTest::mouseClick(check, Qt::LeftButton);
  EXPECT_TRUE(
      QTest::qWaitFor([&] { return says(dialog, QStringLiteral("checked in exact arithmetic")); }, 20000));
}

TEST(BracketsDialog, SearchCanBeStopped) {
  Jobs jobs;
  BracketsDialog dialog(jobs);
  dialog.choose(8, 6);
  auto* search = button(dialog, QStringLiteral("Search on"));
  ASSERT_NE(search, nullptr);
  ASSERT_TRUE(search->isEnabled());
  QTest::mouseClick(search, Qt::LeftButton);
  EXPECT_EQ(search->text(), QStringLiteral("Stop"));
  QTest::qWait(100);
  QTest::mouseClick(search, Qt::LeftButton);
  EXPECT_EQ(search->text(), QStringLiteral("Search on"));
  EXPECT_TRUE(says(dialog, QStringLiteral("stopped")));
}

}  // namespace
}  // namespace tt
