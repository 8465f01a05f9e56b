// SPDX-License-Identifier: GPL-3.0-or-later
// How the cards share the room.
#include <algorithm>

#include "ui/window/main_window.h"

namespace tt {
namespace {
constexpr int kCardWidth = 290, kCardHeight = 240, kTrainingHeight = 360,
              kBesideHeight = 270;  // at least, at 100 %
}

void MainWindow::enlarge(const QString& name) {
  enlarged_ = name == enlarged_ ? QString() : name;
  arrange();
}

/// Two by two; one below the other, to scroll through, where large type leaves no room for two; one card
/// alone; or the training above the others.
void MainWindow::arrange() {
  const bool alone = !enlarged_.isEmpty();
  // From the window's own width: while it is being resized the inner widgets still have their old one.
  const int room = width() - findChild<QScrollArea*>(QStringLiteral("side"))->width();
  const int columns = room >= 2 * kCardWidth * scale_ ? 2 : 1;
  for (Card* one : all_cards()) grid_->removeWidget(one);
  for (int k = 0; k < 5; ++k) {
    grid_->setRowStretch(k, 0);
    grid_->setColumnStretch(k, 0);
  }
  training_card_->setVisible(alone ? enlarged_ == training_card_->name() : training_open_);
  if (training_card_->isVisibleTo(area_))
    return arrange_training(alone ? 0 : std::clamp(static_cast<int>(room / (kCardWidth * scale_)), 1, 4));
  for (int k = 0; k < 4; ++k) {
    ViewCard* one = cards_[static_cast<std::size_t>(k)];
    one->setMinimumHeight(static_cast<int>(kCardHeight * scale_));
    one->setVisible(!alone || one->name() == enlarged_);
    if (alone)
      grid_->addWidget(one, 0, 0);
    else
      grid_->addWidget(one, k / columns, k % columns);
    if (k < (alone ? 1 : 4 / columns)) grid_->setRowStretch(k, 1);
    if (k < (alone ? 1 : columns)) grid_->setColumnStretch(k, 1);
  }
}

/// The training over the whole width, the views that show its heads below it, the phase view where there is
/// room for a fourth column. 0 columns: the training alone.
void MainWindow::arrange_training(int columns) {
  training_card_->setMinimumHeight(static_cast<int>(kTrainingHeight * scale_));
  grid_->addWidget(training_card_, 0, 0, 1, std::max(1, columns));
  grid_->setRowStretch(0, 7);
  grid_->setColumnStretch(0, 1);
  const int shown = columns == 0 ? 0 : columns == 4 ? 4 : 3;
  for (int k = 0; k < 4; ++k) {
    ViewCard* one = cards_[static_cast<std::size_t>(k)];
    one->setMinimumHeight(static_cast<int>(kBesideHeight * scale_));
    one->setVisible(k < shown);
    if (k >= shown) continue;
    grid_->addWidget(one, 1 + k / columns, k % columns);
    grid_->setRowStretch(1 + k / columns, 5);
    grid_->setColumnStretch(k % columns, 1);
  }
}

}  // namespace tt
