// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/figure_preview.h"

#include <QPainter>
#include <QResizeEvent>
#include <QScreen>
#include <algorithm>

#include "ui/export/length.h"

namespace tt {
namespace {
constexpr double kMargin = 14.0;
}

FigurePreview::FigurePreview(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("figure_preview"));
  setAccessibleName(tr("Preview"));
}

void FigurePreview::set_sheet(std::optional<Sheet> sheet) {
  sheet_ = std::move(sheet);
  if (sheet_) setAccessibleDescription(QString::fromStdString(sheet_->scene.alt));
  fit();
}

void FigurePreview::set_message(const QString& message) {
  message_ = message;
  update();
}

void FigurePreview::set_final_size(bool final_size) {
  final_size_ = final_size;
  fit();
}

/// At final size the figure may be larger than the room: then it scrolls.
void FigurePreview::fit() {
  const double one = scale();
  setMinimumSize(sheet_ && final_size_
                     ? QSize(static_cast<int>(sheet_->options.width_mm * one + 2 * kMargin),
                             static_cast<int>(sheet_->options.height_mm * one + 2 * kMargin))
                     : QSize(200, 150));
  update();
}

double FigurePreview::scale() const {
  if (!sheet_) return 1.0;
  if (final_size_) return screen()->physicalDotsPerInch() / kMmPerInch;
  return std::max(0.1, std::min((width() - 2 * kMargin) / sheet_->options.width_mm,
                                (height() - 2 * kMargin) / sheet_->options.height_mm));
}

QRectF FigurePreview::page() const {
  if (!sheet_) return {};
  const QSizeF size = QSizeF(sheet_->options.width_mm, sheet_->options.height_mm) * scale();
  return {QPointF((width() - size.width()) / 2, (height() - size.height()) / 2), size};
}

void FigurePreview::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), palette().color(QPalette::Mid));
  if (!sheet_) {
    painter.setPen(palette().color(QPalette::WindowText));
    painter.drawText(rect().adjusted(20, 20, -20, -20), Qt::AlignCenter | Qt::TextWordWrap, message_);
    return;
  }
  const QRectF sheet = page();
  if (sheet_->options.ground == Ground::transparent) {
    painter.fillRect(sheet, Qt::white);
    painter.fillRect(sheet, QBrush(QColor(0, 0, 0, 40), Qt::Dense6Pattern));
  }
  painter.setClipRect(sheet);
  painter.translate(sheet.topLeft());
  const double per_point = scale() / points(1.0);
  painter.scale(per_point, per_point);
  paint_sheet(painter, *sheet_);
}

void FigurePreview::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  update();
}

}  // namespace tt
