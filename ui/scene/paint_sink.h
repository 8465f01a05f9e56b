// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QPointF>

#include "ui/scene/painter.h"
#include "ui/scene/text_run.h"

namespace tt {

/// A text where the painter puts it.
struct PlacedText {
  std::string text;  ///< with its marks
  QPointF baseline;  ///< left end
  double width = 0.0;
  Anchor anchor = Anchor::left;  ///< the end that stays where it is when the text is set in another face
  TextStyle style;
  QColor colour;
  bool halo = false;
};

/// Takes parts of a painting for what they mean, in place of strokes: for formats that have words for them,
/// and for whoever looks a painting over.
class PaintSink {
 public:
  virtual ~PaintSink() = default;
  /// Every text; none is painted.
  virtual void text(const PlacedText& placed) = 0;
  /// Grid, axis line and tick labels of a panel with axes; true: taken. Titles come as texts.
  virtual bool axes(const Panel&, const PanelLayout&) { return false; }
  /// One curve, before it is clipped or thinned; true: taken. colour and width (scene units) as painted.
  virtual bool curve(const Polyline&, const PanelLayout&, QColor, double) { return false; }
};

}  // namespace tt
