// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QPaintDevice>
#include <QPaintEngine>
#include <QPainterPath>
#include <QPen>
#include <memory>

#include "ui/scene/paint_sink.h"

namespace tt {

/// Hears what is painted, in scene units and in order. Texts come as texts (see PaintSink).
class PaintListener : public PaintSink {
 public:
  virtual void shape(const QPainterPath& path, const QPen& pen, const QBrush& brush) = 0;
  /// `image` fills `rect`.
  virtual void image(const QRectF& rect, const QImage& image) = 0;
};

/// A device that hands a painting on to a listener; one unit is one point.
class ListeningDevice : public QPaintDevice {
 public:
  ListeningDevice(PaintListener& listener, QSizeF size);
  ~ListeningDevice() override;
  [[nodiscard]] QPaintEngine* paintEngine() const override;

 protected:
  [[nodiscard]] int metric(PaintDeviceMetric metric) const override;

 private:
  std::unique_ptr<QPaintEngine> engine_;
  QSizeF size_;
};

}  // namespace tt
