// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/icons.h"

#include <QIconEngine>
#include <QPainter>

namespace tt {
namespace {

/// Paints on a 16 x 16 grid.
void draw(QPainter& p, Glyph glyph) {
  switch (glyph) {
    case Glyph::copy:
      p.drawRoundedRect(QRectF(5.5, 2.5, 8, 8), 1.5, 1.5);
      p.drawPolyline(QPolygonF{{3.5, 5.5}, {2.5, 5.5}, {2.5, 13.5}, {10.5, 13.5}, {10.5, 12.5}});
      break;
    case Glyph::save:
      p.drawLine(QPointF(8, 2.5), QPointF(8, 10));
      p.drawPolyline(QPolygonF{{4.5, 7}, {8, 10.5}, {11.5, 7}});
      p.drawPolyline(QPolygonF{{2.5, 11}, {2.5, 13.5}, {13.5, 13.5}, {13.5, 11}});
      break;
    case Glyph::table:
      p.drawRoundedRect(QRectF(2.5, 3.5, 11, 9), 1, 1);
      p.drawLine(QPointF(2.5, 6.5), QPointF(13.5, 6.5));
      p.drawLine(QPointF(2.5, 9.5), QPointF(13.5, 9.5));
      p.drawLine(QPointF(8, 6.5), QPointF(8, 12.5));
      break;
    case Glyph::enlarge:
      p.drawPolyline(QPolygonF{{9.5, 2.5}, {13.5, 2.5}, {13.5, 6.5}});
      p.drawPolyline(QPolygonF{{6.5, 13.5}, {2.5, 13.5}, {2.5, 9.5}});
      p.drawLine(QPointF(13.5, 2.5), QPointF(9, 7));
      p.drawLine(QPointF(2.5, 13.5), QPointF(7, 9));
      break;
    case Glyph::close:
      p.drawLine(QPointF(4, 4), QPointF(12, 12));
      p.drawLine(QPointF(12, 4), QPointF(4, 12));
      break;
    case Glyph::play:
      p.drawPolygon(QPolygonF{{4.5, 2.5}, {13, 8}, {4.5, 13.5}});
      break;
    case Glyph::pause:
      p.drawRect(QRectF(4, 3, 2.5, 10));
      p.drawRect(QRectF(9.5, 3, 2.5, 10));
      break;
    case Glyph::step:
      p.drawPolygon(QPolygonF{{3, 3}, {9.5, 8}, {3, 13}});
      p.drawLine(QPointF(12.5, 3), QPointF(12.5, 13));
      break;
    case Glyph::reset:
      p.drawArc(QRectF(3, 3, 10, 10), 150 * 16, -300 * 16);
      p.drawPolyline(QPolygonF{{2.5, 2.5}, {3.2, 5.9}, {6.6, 5.2}});
      break;
    case Glyph::add:
      p.drawLine(QPointF(8, 3), QPointF(8, 13));
      p.drawLine(QPointF(3, 8), QPointF(13, 8));
      break;
    case Glyph::settings:
      for (const double y : {4.0, 8.0, 12.0}) p.drawLine(QPointF(2.5, y), QPointF(13.5, y));
      for (const QPointF at : {QPointF(10, 4), QPointF(5, 8), QPointF(11, 12)}) p.drawEllipse(at, 1.7, 1.7);
      break;
    case Glyph::overlay:
      p.drawPolyline(QPolygonF{{2.5, 3}, {5, 9}, {8, 11.5}, {13.5, 12.5}});
      p.drawPolyline(QPolygonF{{2.5, 3}, {7, 5}, {10, 5.5}, {13.5, 6}});
      break;
  }
}

class LineIcon : public QIconEngine {
 public:
  LineIcon(Glyph glyph, QColor colour) : glyph_(glyph), colour_(std::move(colour)) {}
  void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override {
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->translate(rect.topLeft());
    painter->scale(rect.width() / 16.0, rect.height() / 16.0);
    painter->setPen(
        QPen(colour_, mode == QIcon::Active ? 1.6 : 1.2, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter->setBrush(Qt::NoBrush);
    draw(*painter, glyph_);
    painter->restore();
  }
  QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
    QPixmap pixmap(size);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    paint(&painter, QRect(QPoint(0, 0), size), mode, state);
    return pixmap;
  }
  QIconEngine* clone() const override { return new LineIcon(glyph_, colour_); }

 private:
  Glyph glyph_;
  QColor colour_;
};

}  // namespace

QIcon line_icon(Glyph glyph, const QColor& colour) { return QIcon(new LineIcon(glyph, colour)); }

}  // namespace tt
