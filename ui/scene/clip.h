// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPolygonF>
#include <QRectF>
#include <vector>

namespace tt {

// Clipping in our own code: the SVG writer of Qt drops clip paths.

/// The parts of a polyline inside the rectangle. Points that are not finite break it.
[[nodiscard]] std::vector<QPolygonF> clip_polyline(const std::vector<QPointF>& points, const QRectF& frame);

/// A filled polygon cut to the rectangle (may run along the frame).
[[nodiscard]] QPolygonF clip_polygon(const QPolygonF& polygon, const QRectF& frame);

/// First, least, greatest and last point of each column, so that no spike is lost. Breaks are kept.
[[nodiscard]] std::vector<QPointF> thin_to_columns(const std::vector<QPointF>& points, double column);

}  // namespace tt
