// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QClipboard>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenuBar>
#include <QWhatsThis>

#include "ui/window/main_window.h"

namespace tt {

void MainWindow::build_menus() {
  build_file_menu();
  build_edit_menu();
  build_head_menu();
  build_train_menu();
  build_view_menu();
  build_help_menu();
}

void MainWindow::build_file_menu() {
  QMenu* menu = menuBar()->addMenu(tr("&File"));
  menu->addAction(tr("&New example"), QKeySequence::New, this, [this] {
    if (leave_document()) files_.start_anew();
  });
  menu->addAction(tr("&Open session or figure…"), QKeySequence::Open, this, [this] {
    if (!leave_document()) return;
    const QString path = QFileDialog::getOpenFileName(
        this, tr("Open session or figure"), {}, tr("Sessions and figures (*.json *.pdf *.svg *.png *.tex)"));
    if (!path.isEmpty()) open_file(path);
  });
  menu->addAction(tr("&Import own numbers…"), this, [this] {
    const QString path = QFileDialog::getOpenFileName(
        this, tr("Import own numbers"), {}, tr("Numbers (*.csv *.tsv *.txt *.json *.npy);;All files (*)"));
    if (!path.isEmpty()) import_file(path);
  });
  recent_ = menu->addMenu(tr("Open &recent"));
  connect(recent_, &QMenu::aboutToShow, this, &MainWindow::fill_recent);
  menu->addSeparator();
  menu->addAction(tr("&Save"), QKeySequence::Save, this, [this] { save(false); });
  menu->addAction(tr("Save &as…"), QKeySequence::SaveAs, this, [this] { save(true); });
  menu->addSeparator();
  menu->addAction(tr("Save as fi&gure…"), QKeySequence(Qt::CTRL | Qt::Key_P), this,
                  [this] { figure_dialog(enlarged_.isEmpty() ? QStringLiteral("phase") : enlarged_); });
  QMenu* figures = menu->addMenu(tr("Save view as &figure"));
  for (Card* one : all_cards())
    figures->addAction(QString::fromUtf8("%1…").arg(one->name()), this, [this, one] { save_figure(*one); });
  menu->addSeparator();
  menu->addAction(tr("&Quit"), QKeySequence::Quit, this, &QWidget::close);
}

void MainWindow::fill_recent() {
  recent_->clear();
  const QStringList paths = files_.recent();
  for (const QString& path : paths)
    recent_->addAction(QFileInfo(path).fileName() + QStringLiteral("   ") + QFileInfo(path).path(), this,
                       [this, path] {
                         if (leave_document()) open_file(path);
                       });
  if (paths.isEmpty()) recent_->addAction(tr("No session saved or opened yet"))->setEnabled(false);
}

void MainWindow::build_edit_menu() {
  QMenu* menu = menuBar()->addMenu(tr("&Edit"));
  QAction* undo = model_.undo_stack().createUndoAction(this, tr("&Undo"));
  undo->setShortcut(QKeySequence::Undo);
  QAction* redo = model_.undo_stack().createRedoAction(this, tr("&Redo"));
  redo->setShortcut(QKeySequence::Redo);
  menu->addAction(undo);
  menu->addAction(redo);
  menu->addSeparator();
  menu->addAction(tr("&Copy session as text"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C), this,
                  [this] { QApplication::clipboard()->setText(files_.text()); });
  menu->addAction(tr("&Paste session"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_V), this, [this] {
    if (auto pasted = files_.paste(QApplication::clipboard()->text()); !pasted)
      say(QString::fromStdString(pasted.error().message()));
  });
  menu->addSeparator();
  menu->addAction(tr("Random sequence"), QKeySequence(Qt::CTRL | Qt::Key_R), controls_,
                  &ControlsPanel::random_asked);
  menu->addAction(tr("Hard sequence"), QKeySequence(Qt::CTRL | Qt::Key_H), controls_,
                  &ControlsPanel::hard_asked);
  menu->addAction(tr("Own sequence…"), QKeySequence(Qt::CTRL | Qt::Key_T), controls_,
                  &ControlsPanel::own_asked);
}

void MainWindow::build_head_menu() {
  QMenu* menu = menuBar()->addMenu(tr("&Head"));
  menu->addAction(tr("&Open head…"), this, &MainWindow::load_head);
  menu->addAction(tr("&Save head…"), this, &MainWindow::save_head);
  menu->addSeparator();
  menu->addAction(tr("Construct the cheapest overlap &kernel (linear program)"), this,
                  &MainWindow::construct_overlap);
  menu->addAction(tr("Construct the &family head of this code"), this, &MainWindow::construct_family);
}

void MainWindow::build_view_menu() {
  QMenu* menu = menuBar()->addMenu(tr("&View"));
  int key = Qt::Key_1;
  for (Card* one : all_cards())
    menu->addAction(tr("Enlarge %1").arg(one->name()), QKeySequence(Qt::CTRL | static_cast<Qt::Key>(key++)),
                    this, [this, one] { enlarge(one->name()); });
  menu->addAction(tr("All four views"), QKeySequence(Qt::CTRL | Qt::Key_0), this,
                  [this] { open_training(false); });
  QMenu* explore_menu = menu->addMenu(tr("E&xplore: zoom and move"));
  for (Card* one : all_cards())
    explore_menu->addAction(QString::fromUtf8("%1…").arg(one->name()), this, [this, one] { explore(*one); });
  menu->addAction(tr("Certified &brackets…"), QKeySequence(Qt::CTRL | Qt::Key_B), this,
                  &MainWindow::show_brackets);
  menu->addSeparator();
  dark_action_ = menu->addAction(tr("&Dark theme"), QKeySequence(Qt::CTRL | Qt::Key_D), this,
                                 [this] { set_dark(!dark_); });
  dark_action_->setCheckable(true);
  menu->addAction(tr("&Larger text"), QKeySequence::ZoomIn, this, [this] { set_text_scale(scale_ + 0.25); });
  menu->addAction(tr("&Smaller text"), QKeySequence::ZoomOut, this,
                  [this] { set_text_scale(scale_ - 0.25); });
  menu->addSeparator();
  menu->addAction(tr("&Full screen"), QKeySequence(Qt::Key_F11), this,
                  [this] { setWindowState(windowState() ^ Qt::WindowFullScreen); });
}

void MainWindow::build_help_menu() {
  QMenu* menu = menuBar()->addMenu(tr("&Help"));
  menu->addAction(tr("&What's this?"), QKeySequence::WhatsThis, this,
                  [] { QWhatsThis::enterWhatsThisMode(); });
  menu->addAction(tr("&Keys"), this, &MainWindow::show_shortcuts);
  menu->addAction(tr("&About Three Tokens"), this, &MainWindow::show_about);
}

}  // namespace tt
