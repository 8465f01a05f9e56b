// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/listening_device.h"

#include <cmath>

#include "ui/export/length.h"

namespace tt {
namespace {

class ListeningEngine : public QPaintEngine {
 public:
  explicit ListeningEngine(PaintListener& listener) : QPaintEngine(AllFeatures), listener_(listener) {}

  bool begin(QPaintDevice*) override { return true; }
  bool end() override { return true; }
  [[nodiscard]] Type type() const override { return User; }

  void updateState(const QPaintEngineState& now) override {
    if (now.state() & DirtyPen) pen_ = now.pen();
    if (now.state() & DirtyBrush) brush_ = now.brush();
    if (now.state() & DirtyTransform) transform_ = now.transform();
  }

  void drawPath(const QPainterPath& path) override { say(path, brush_); }

  void drawPolygon(const QPointF* points, int count, PolygonDrawMode mode) override {
    QPainterPath path;
    path.addPolygon(QPolygonF(QList<QPointF>(points, points + count)));
    if (mode != PolylineMode) path.closeSubpath();
    path.setFillRule(mode == OddEvenMode ? Qt::OddEvenFill : Qt::WindingFill);
    say(path, mode == PolylineMode ? QBrush(Qt::NoBrush) : brush_);
  }

  void drawLines(const QLineF* lines, int count) override {
    for (int i = 0; i < count; ++i) {
      QPainterPath path(lines[i].p1());
      path.lineTo(lines[i].p2());
      say(path, Qt::NoBrush);
    }
  }

  void drawRects(const QRectF* rects, int count) override {
    for (int i = 0; i < count; ++i) {
      QPainterPath path;
      path.addRect(rects[i]);
      say(path, brush_);
    }
  }

  void drawImage(const QRectF& rect, const QImage& image, const QRectF& source,
                 Qt::ImageConversionFlags) override {
    const QRect part = source.toAlignedRect() & image.rect();
    listener_.image(transform_.mapRect(rect), part == image.rect() ? image : image.copy(part));
  }

  void drawPixmap(const QRectF& rect, const QPixmap& pixmap, const QRectF& source) override {
    drawImage(rect, pixmap.toImage(), source, Qt::AutoColor);
  }

 private:
  void say(const QPainterPath& path, const QBrush& brush) {
    listener_.shape(transform_.map(path), pen_, brush);
  }

  PaintListener& listener_;
  QPen pen_;
  QBrush brush_;
  QTransform transform_;
};

}  // namespace

ListeningDevice::ListeningDevice(PaintListener& listener, QSizeF size)
    : engine_(std::make_unique<ListeningEngine>(listener)), size_(size) {}

ListeningDevice::~ListeningDevice() = default;

QPaintEngine* ListeningDevice::paintEngine() const { return engine_.get(); }

int ListeningDevice::metric(PaintDeviceMetric metric) const {
  switch (metric) {
    case PdmWidth:
      return static_cast<int>(std::ceil(size_.width()));
    case PdmHeight:
      return static_cast<int>(std::ceil(size_.height()));
    case PdmWidthMM:
      return static_cast<int>(std::ceil(size_.width() / points(1.0)));
    case PdmHeightMM:
      return static_cast<int>(std::ceil(size_.height() / points(1.0)));
    case PdmDpiX:
    case PdmDpiY:
    case PdmPhysicalDpiX:
    case PdmPhysicalDpiY:
      return static_cast<int>(kPointsPerInch);
    case PdmDevicePixelRatio:
      return 1;
    case PdmDevicePixelRatioScaled:
      return static_cast<int>(devicePixelRatioFScale());
    case PdmDepth:
      return 32;
    case PdmNumColors:
      return 1 << 24;
  }
  return 0;
}

}  // namespace tt
