// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/style.h"

#include <QFontDatabase>
#include <QPalette>
#include <QStyleFactory>

namespace tt {
namespace {

QFont body_font(double scale) {
  QFont font =
      QFontDatabase::families().contains(QStringLiteral("Inter")) ? QFont(QStringLiteral("Inter")) : QFont();
  font.setPixelSize(static_cast<int>(kBodyPixels * scale + 0.5));
  return font;
}

QPalette palette_of(Theme theme) {
  const auto c = [theme](Role role) { return theme.colour(role); };
  QPalette p;
  p.setColor(QPalette::Window, c(Role::surface));
  p.setColor(QPalette::Base, c(Role::card));
  p.setColor(QPalette::AlternateBase, c(Role::surface));
  p.setColor(QPalette::Button, c(Role::card));
  for (const auto role :
       {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::ToolTipText}) {
    p.setColor(role, c(Role::ink));
    p.setColor(QPalette::Disabled, role, c(Role::muted));
  }
  p.setColor(QPalette::ToolTipBase, c(Role::card));
  p.setColor(QPalette::PlaceholderText, c(Role::muted));
  p.setColor(QPalette::Highlight, c(Role::accent));
  p.setColor(QPalette::HighlightedText, theme.dark ? QColor(Qt::black) : QColor(Qt::white));
  p.setColor(QPalette::Link, c(Role::accent));
  p.setColor(QPalette::Mid, c(Role::hairline));
  return p;
}

QString sheet(Theme theme, double scale) {
  const auto c = [theme](Role role) { return theme.colour(role).name(); };
  const auto px = [scale](double pixels) {
    return QString::number(static_cast<int>(pixels * scale + 0.5)) + QStringLiteral("px");
  };
  QString text = QStringLiteral(R"(
* { font-family: "@family"; font-size: @13; }
QMainWindow, QDialog { background: @surface; }
QMenuBar { background: @card; border-bottom: 1px solid @hairline; padding: 2px 6px; }
QMenuBar::item { padding: 4px 10px; background: transparent; border-radius: 4px; }
QMenuBar::item:selected { background: @surface; }
QStatusBar { background: @card; border-top: 1px solid @hairline; color: @muted; }
QStatusBar::item { border: none; }
QStatusBar QLabel { color: @muted; padding: 3px 8px; }
QScrollArea, #controls, #training_settings { background: @card; border: none; }
#cards, #area { background: @surface; }
#side { background: @card; border: none; border-right: 1px solid @hairline; }
QFrame[card="true"] { background: @card; border: 1px solid @hairline; border-radius: 8px; }
QLabel[title="true"] { font-size: @15; font-weight: 600; }
QLabel[heading="true"] { color: @muted; font-weight: 600; padding-top: 10px; }
QLabel[hint="true"] { color: @muted; font-size: @11; }
QLabel[sentence="true"] { color: @muted; border-top: 1px solid @hairline; padding-top: 6px; font-size: @12; }
QLabel[problem="true"] { color: @muted; padding: 24px; }
QLabel[badge] { border-radius: @10; padding: 2px 9px; font-size: @11; font-weight: 600; background: @surface; color: @muted; }
QLabel[badge="holds"] { background: @holds_soft; color: @holds; }
QLabel[badge="violated"] { background: @violated_soft; color: @violated; }
#message { background: @violated_soft; border: 1px solid @violated; border-radius: 8px; }
#message QLabel { color: @violated; }
#message[offer="true"] { background: @card; border: 1px solid @accent; }
#message[offer="true"] QLabel { color: @ink; }
QLineEdit { border: 1px solid transparent; border-radius: 4px; padding: 1px 3px; background: transparent; font-weight: 600; }
QLineEdit:hover, QLineEdit:focus { border: 1px solid @accent; background: @card; }
QLineEdit:disabled { color: @muted; border: 1px solid transparent; }
QLineEdit[refused="true"] { border: 1px solid @violated; color: @violated; }
QDialog QLineEdit, #train_ranks { border: 1px solid @hairline; border-radius: 6px; padding: 3px 6px; background: @card; font-weight: 400; }
QDialogButtonBox { dialogbuttonbox-buttons-have-icons: 0; }
QDialog QPushButton { padding: 5px 14px; }
QPlainTextEdit { font-family: "DejaVu Sans Mono", monospace; }
QPlainTextEdit, QTableView, QListWidget { background: @card; border: 1px solid @hairline; border-radius: 6px; }
QTableView { outline: 0; selection-background-color: @surface; selection-color: @ink; }
QTableView::item:focus { background: @surface; border: none; }
QHeaderView::section { background: @card; color: @muted; font-size: @11; border: none; border-bottom: 1px solid @hairline; padding: 2px 4px; }
QComboBox { border: 1px solid @hairline; border-radius: 6px; padding: 3px 8px; background: @card; }
QComboBox:focus, QPushButton:focus, QToolButton:focus { border: 1px solid @accent; }
QComboBox::drop-down { border: none; width: 20px; }
QComboBox::down-arrow { image: none; width: 0; height: 0; margin-right: 8px;
  border-left: 4px solid @card; border-right: 4px solid @card; border-top: 5px solid @muted; }
QCheckBox::indicator, QListView::indicator { width: @14; height: @14; border: 1px solid @muted; border-radius: 3px; background: @card; }
QCheckBox::indicator:checked, QListView::indicator:checked { border-color: @accent; background: qradialgradient(cx: 0.5, cy: 0.5, radius: 0.5, fx: 0.5, fy: 0.5, stop: 0 @accent, stop: 0.62 @accent, stop: 0.7 @card, stop: 1 @card); }
QCheckBox::indicator:focus { border-width: 2px; border-color: @accent; }
QPushButton { border: 1px solid @hairline; border-radius: 6px; padding: 4px 6px; background: @card; }
QPushButton[small="true"] { padding: 0 8px; font-size: @11; color: @muted; }
QPushButton:hover { border-color: @accent; color: @accent; }
QPushButton:default { background: @accent; color: @on_accent; border-color: @accent; }
QToolButton { border: 1px solid transparent; border-radius: 4px; color: @muted; padding: 1px 4px; font-size: @14; }
QToolButton:hover { color: @accent; background: @surface; }
QSlider { min-height: 20px; }
QSlider::groove:horizontal { height: 3px; border-radius: 1px; background: @grid; }
QSlider::sub-page:horizontal { background: @accent; border-radius: 1px; }
QSlider::handle:horizontal { width: 11px; height: 11px; margin: -6px 0; border: 2px solid @accent; border-radius: 7px; background: @card; }
QSlider::handle:horizontal:focus { background: @accent; }
QSlider::sub-page:horizontal:disabled { background: @hairline; }
QSlider::handle:horizontal:disabled { border-color: @hairline; }
QScrollBar:vertical { background: transparent; width: 8px; margin: 0; }
QScrollBar::handle:vertical { background: @hairline; border-radius: 4px; min-height: 30px; }
QScrollBar:horizontal { background: transparent; height: 8px; margin: 0; }
QScrollBar::handle:horizontal { background: @hairline; border-radius: 4px; min-width: 30px; }
QScrollBar::add-line:horizontal, QScrollBar::sub-line:horizontal { width: 0; }
QScrollBar::add-line:vertical, QScrollBar::sub-line:vertical { height: 0; }
QToolTip { background: @card; color: @ink; border: 1px solid @hairline; padding: 4px; }
)");
  const std::pair<const char*, QString> values[] = {
      {"@on_accent", theme.dark ? QStringLiteral("#000000") : QStringLiteral("#ffffff")},
      {"@holds_soft", c(Role::holds_soft)},
      {"@violated_soft", c(Role::violated_soft)},
      {"@surface", c(Role::surface)},
      {"@hairline", c(Role::hairline)},
      {"@card", c(Role::card)},
      {"@muted", c(Role::muted)},
      {"@ink", c(Role::ink)},
      {"@accent", c(Role::accent)},
      {"@grid", c(Role::grid)},
      {"@holds", c(Role::holds)},
      {"@violated", c(Role::violated)},
      {"@family", body_font(scale).family()},
      {"@13", px(kBodyPixels)},
      {"@10", px(7)},
      {"@11", px(11)},
      {"@12", px(12)},
      {"@14", px(14)},
      {"@15", px(15)}};
  for (const auto& [key, value] : values) text.replace(QLatin1String(key), value);
  return text;
}

}  // namespace

void apply_style(QApplication& application, Theme theme, double scale) {
  application.setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
  application.setPalette(palette_of(theme));
  application.setFont(body_font(scale));
  application.setStyleSheet(sheet(theme, scale));
}

bool system_is_dark() { return QPalette().color(QPalette::Window).lightness() < 128; }

}  // namespace tt
