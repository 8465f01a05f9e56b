// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <optional>

#include "ui/export/sheet.h"

namespace tt {

/// A figure as it will be printed: at its final size on this screen, or as large as there is room.
class FigurePreview : public QWidget {
  Q_OBJECT

 public:
  explicit FigurePreview(QWidget* parent = nullptr);

  void set_sheet(std::optional<Sheet> sheet);
  /// What is said while there is no sheet.
  void set_message(const QString& message);
  void set_final_size(bool final_size);
  /// Device-independent pixels per millimetre of paper, as drawn now.
  [[nodiscard]] double scale() const;
  [[nodiscard]] QRectF page() const;  ///< where the figure lies in the widget
  [[nodiscard]] QSize sizeHint() const override { return {560, 420}; }

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void fit();

  std::optional<Sheet> sheet_;
  QString message_;
  bool final_size_ = false;
};

}  // namespace tt
