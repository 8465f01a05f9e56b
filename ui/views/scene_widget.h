// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "ui/scene/painter.h"

namespace tt {

/// Shows one Scene through the one painter: hover tells exact values, a click or Enter activates what lies
/// there, the arrow keys move a cursor over everything that has a value.
class SceneWidget : public QWidget {
  Q_OBJECT

 public:
  explicit SceneWidget(QWidget* parent = nullptr);

  void set_scene(Scene scene);
  void set_theme(Theme theme);
  void set_body(double pixels);
  [[nodiscard]] const Scene& scene() const { return scene_; }
  [[nodiscard]] QSize sizeHint() const override { return {520, 320}; }
  [[nodiscard]] QSize minimumSizeHint() const override { return {240, 150}; }
  /// Where an item lies, for tests and for tips; empty when there is none.
  [[nodiscard]] QRectF rect_of(const QString& id) const;

 signals:
  void activated(const QString& id);
  void pointed(const QString& value);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;

 private:
  void relayout();
  void point_at(const Tag& tag, QPoint position);
  void move_cursor(int key);
  void show_cursor();

  Scene scene_;
  SceneLayout layout_;
  PaintOptions options_;
  std::vector<std::pair<Tag, QRectF>> targets_;
  double body_ = 12.0;
  int cursor_ = -1;  // index into targets_, keyboard only
};

}  // namespace tt
