// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scene/clip.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace tt {
namespace {

bool finite(QPointF p) { return std::isfinite(p.x()) && std::isfinite(p.y()); }

/// Liang-Barsky: the part of a segment inside the frame.
std::optional<std::pair<QPointF, QPointF>> clip_segment(QPointF a, QPointF b, const QRectF& frame) {
  double enter = 0.0, leave = 1.0;
  const QPointF d = b - a;
  const auto cut = [&](double direction, double room) {
    if (direction == 0.0) return room >= 0.0;
    const double t = room / direction;
    if (direction < 0.0)
      enter = std::max(enter, t);
    else
      leave = std::min(leave, t);
    return enter <= leave;
  };
  if (!cut(-d.x(), a.x() - frame.left()) || !cut(d.x(), frame.right() - a.x()) ||
      !cut(-d.y(), a.y() - frame.top()) || !cut(d.y(), frame.bottom() - a.y()))
    return std::nullopt;
  return std::pair{enter > 0.0 ? a + enter * d : a, leave < 1.0 ? a + leave * d : b};
}

/// One side of Sutherland-Hodgman: keeps what has depth >= 0.
template <class Depth>
QPolygonF cut_side(const QPolygonF& polygon, Depth depth) {
  QPolygonF kept;
  for (qsizetype i = 0; i < polygon.size(); ++i) {
    const QPointF a = polygon[i], b = polygon[(i + 1) % polygon.size()];
    const double da = depth(a), db = depth(b);
    if (da >= 0.0) kept << a;
    if ((da >= 0.0) != (db >= 0.0)) kept << a + (b - a) * (da / (da - db));
  }
  return kept;
}

/// The points of one column in the order they came.
class Column {
 public:
  void add(QPointF p) {
    if (count_++ == 0) first_ = low_ = high_ = p;
    if (p.y() < low_.y()) low_ = p, low_at_ = count_;
    if (p.y() > high_.y()) high_ = p, high_at_ = count_;
    last_ = p;
  }
  void flush(std::vector<QPointF>& out) {
    if (count_ == 0) return;
    const auto add_new = [&out](QPointF p) {
      if (out.empty() || out.back() != p) out.push_back(p);
    };
    add_new(first_);
    add_new(low_at_ < high_at_ ? low_ : high_);
    add_new(low_at_ < high_at_ ? high_ : low_);
    add_new(last_);
    *this = {};
  }

 private:
  int count_ = 0, low_at_ = 0, high_at_ = 0;
  QPointF first_, low_, high_, last_;
};

}  // namespace

std::vector<QPolygonF> clip_polyline(const std::vector<QPointF>& points, const QRectF& frame) {
  std::vector<QPolygonF> parts;
  QPolygonF part;
  const auto close = [&] {
    if (part.size() > 1) parts.push_back(std::move(part));
    part = {};
  };
  for (std::size_t i = 1; i < points.size(); ++i) {
    if (!finite(points[i - 1]) || !finite(points[i])) {
      close();
      continue;
    }
    const auto inside = clip_segment(points[i - 1], points[i], frame);
    if (!inside) {
      close();
      continue;
    }
    if (part.isEmpty() || part.last() != inside->first) {
      close();
      part << inside->first;
    }
    part << inside->second;
  }
  close();
  return parts;
}

QPolygonF clip_polygon(const QPolygonF& polygon, const QRectF& frame) {
  QPolygonF kept = cut_side(polygon, [&](QPointF p) { return p.x() - frame.left(); });
  kept = cut_side(kept, [&](QPointF p) { return frame.right() - p.x(); });
  kept = cut_side(kept, [&](QPointF p) { return p.y() - frame.top(); });
  return cut_side(kept, [&](QPointF p) { return frame.bottom() - p.y(); });
}

std::vector<QPointF> thin_to_columns(const std::vector<QPointF>& points, double column) {
  std::vector<QPointF> thin;
  Column open;
  double index = 0.0;
  for (const QPointF& p : points) {
    if (!finite(p)) {
      open.flush(thin);
      if (!thin.empty() && finite(thin.back())) thin.push_back(p);
      continue;
    }
    const double here = std::floor(p.x() / column);
    if (here != index) open.flush(thin);
    index = here;
    open.add(p);
  }
  open.flush(thin);
  return thin;
}

}  // namespace tt
