// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

#include "ui/scene/painter.h"

class QComboBox;
class QCustomPlot;
class QLabel;

namespace tt {

/// A panel of a scene under the magnifying glass: wheel zooms, dragging moves, a double click shows
/// everything again, the line below tells where the pointer is and the value of the cell under it. For large
/// matrices, maps and long curves.
class ExploreDialog : public QDialog {
  Q_OBJECT

 public:
  ExploreDialog(Scene scene, Theme theme, QWidget* parent = nullptr);

  /// True for panels worth exploring: those with drawn axes or a heat map.
  [[nodiscard]] static bool offers(const Panel& panel);
  [[nodiscard]] QWidget& plot();
  [[nodiscard]] QString pointed() const;

 private:
  void show_panel(std::size_t index);
  void show_all();
  void point_at(const QPointF& position);

  Scene scene_;
  Theme theme_;
  std::vector<std::size_t> offered_;  ///< panel behind each entry of the choice
  const Panel* panel_ = nullptr;
  QComboBox* choice_;
  QCustomPlot* plot_;
  QLabel* pointed_;
};

}  // namespace tt
