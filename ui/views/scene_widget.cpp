// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/scene_widget.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>
#include <algorithm>
#include <cmath>

namespace tt {

SceneWidget::SceneWidget(QWidget* parent) : QWidget(parent) {
  setMouseTracking(true);
  setFocusPolicy(Qt::StrongFocus);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
  options_.font = body_font({});
}

void SceneWidget::set_scene(Scene scene) {
  scene_ = std::move(scene);
  setAccessibleName(QString::fromStdString(scene_.title));
  setAccessibleDescription(QString::fromStdString(scene_.alt));
  relayout();
}

void SceneWidget::set_theme(Theme theme) {
  options_.theme = theme;
  update();
}

void SceneWidget::set_body(double pixels) {
  body_ = pixels;
  options_.font = body_font({});
  relayout();
}

void SceneWidget::relayout() {
  // In a small card the type shrinks, so that labels keep apart; in a large one it grows for the last row.
  constexpr double kRoomWidth = 36.0, kRoomHeight = 22.0, kSmallest = 8.7;  // in ems, and px
  const double room = std::min(width() / (kRoomWidth * body_), height() / (kRoomHeight * body_));
  const double grown = 1.0 + std::clamp(0.3 * (room - 1.5), 0.0, 0.5);
  options_.body = std::max(kSmallest, body_ * std::min(room, grown));
  layout_ = tt::layout(scene_, QSizeF(size()), options_);
  targets_ = targets(scene_, layout_);
  if (cursor_ >= static_cast<int>(targets_.size())) cursor_ = -1;
  update();
}

QRectF SceneWidget::rect_of(const QString& id) const {
  const std::string wanted = id.toStdString();
  for (const auto& [tag, rect] : targets_)
    if (tag.id == wanted) return rect;
  return {};
}

void SceneWidget::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  paint(painter, scene_, layout_, options_);
  if (hasFocus()) {
    QPen pen(options_.theme.colour(Role::accent), 2);
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
    if (cursor_ >= 0)
      painter.drawRoundedRect(targets_[static_cast<std::size_t>(cursor_)].second.adjusted(-2, -2, 2, 2), 3,
                              3);
    else
      painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 4, 4);
  }
}

void SceneWidget::resizeEvent(QResizeEvent*) { relayout(); }

void SceneWidget::point_at(const Tag& tag, QPoint position) {
  const QString value = QString::fromStdString(tag.value);
  emit pointed(value);
  if (value.isEmpty())
    QToolTip::hideText();
  else
    QToolTip::showText(mapToGlobal(position), value, this);
}

void SceneWidget::mouseMoveEvent(QMouseEvent* event) {
  const auto under = hit(scene_, layout_, event->position());
  const std::string id = under ? under->tag.id : std::string();
  setCursor(id.empty() ? Qt::ArrowCursor : Qt::PointingHandCursor);
  if (id != options_.highlighted) {
    options_.highlighted = id;
    update();
  }
  point_at(under ? under->tag : Tag{}, event->position().toPoint() + QPoint(12, 12));
}

void SceneWidget::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return;
  if (const auto under = hit(scene_, layout_, event->position()); under && !under->tag.id.empty())
    emit activated(QString::fromStdString(under->tag.id));
}

void SceneWidget::leaveEvent(QEvent*) {
  options_.highlighted.clear();
  update();
  emit pointed({});
}

void SceneWidget::keyPressEvent(QKeyEvent* event) {
  switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Right:
    case Qt::Key_Up:
    case Qt::Key_Down:
      move_cursor(event->key());
      return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
      if (cursor_ >= 0)
        emit activated(QString::fromStdString(targets_[static_cast<std::size_t>(cursor_)].first.id));
      return;
    default:
      QWidget::keyPressEvent(event);
  }
}

/// The nearest target in the direction of the key; sideways distance counts double.
void SceneWidget::move_cursor(int key) {
  if (targets_.empty()) return;
  if (cursor_ < 0) {
    cursor_ = 0;
    return show_cursor();
  }
  const QPointF from = targets_[static_cast<std::size_t>(cursor_)].second.center();
  double best = 1e300;
  int next = cursor_;
  for (int i = 0; i < static_cast<int>(targets_.size()); ++i) {
    const QPointF d = targets_[static_cast<std::size_t>(i)].second.center() - from;
    const double along = key == Qt::Key_Right  ? d.x()
                         : key == Qt::Key_Left ? -d.x()
                         : key == Qt::Key_Down ? d.y()
                                               : -d.y();
    const double across = std::abs(key == Qt::Key_Right || key == Qt::Key_Left ? d.y() : d.x());
    if (along > 0.5 && along + 2 * across < best) {
      best = along + 2 * across;
      next = i;
    }
  }
  cursor_ = next;
  show_cursor();
}

void SceneWidget::show_cursor() {
  const auto& [tag, rect] = targets_[static_cast<std::size_t>(cursor_)];
  setAccessibleDescription(QString::fromStdString(tag.value));
  point_at(tag, rect.bottomRight().toPoint());
  update();
}

void SceneWidget::focusInEvent(QFocusEvent*) { update(); }

void SceneWidget::focusOutEvent(QFocusEvent*) {
  QToolTip::hideText();
  update();
}

}  // namespace tt
