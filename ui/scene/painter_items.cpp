// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scene/painter_items.h"

#include <algorithm>
#include <cmath>

#include "ui/scene/clip.h"
#include "ui/scene/paint_sink.h"

namespace tt {
namespace {

constexpr std::size_t kThinFrom = 2000;

QColor over(QColor top, double opacity, QColor below) {
  const auto channel = [opacity](int a, int b) {
    return static_cast<int>(std::lround(b + (a - b) * opacity));
  };
  return {channel(top.red(), below.red()), channel(top.green(), below.green()),
          channel(top.blue(), below.blue())};
}

QColor black_or_white(QColor background) {
  const QColor dark(0x1a, 0x22, 0x30);
  return contrast(dark, background) >= contrast(Qt::white, background) ? dark : QColor(Qt::white);
}

/// Lower edge of an area on a log axis: what is not positive lies at the bottom.
double edge(const Brushwork& brush, double x, double y) {
  const double mapped = brush.panel.map({x, y}).y();
  const bool below = brush.panel.y_scale != Scale::linear && y <= 0.0;
  return below ? brush.panel.map({x, brush.panel.y_low}).y() : mapped;
}

void fill_strip(Brushwork& brush, QPolygonF& upper, QPolygonF& lower) {
  if (upper.size() > 1) {
    std::reverse(lower.begin(), lower.end());
    brush.painter.drawPolygon(clip_polygon(upper + lower, brush.panel.plot));
  }
  upper.clear();
  lower.clear();
}

void paint_block_text(Brushwork& brush, const Block& block, const QRectF& rect, QColor fill) {
  const TextStyle style = brush.metrics.text(0.92);
  const bool fits = text_width(block.text, style) <= rect.width() - brush.metrics.px(3) &&
                    cap_height(style) * 1.4 <= rect.height();
  if (!fits) return;
  const QColor colour = block.text_role ? brush.text_colour(*block.text_role) : black_or_white(fill);
  draw_anchored(brush, rect.center(), Anchor::centre, block.text, style, colour, false);
}

void draw_rect(Brushwork& brush, const QRectF& rect, double radius) {
  if (radius > 0.0) {
    brush.painter.drawRoundedRect(rect, radius, radius);
    return;
  }
  // Edges on whole pixels: no grey seams between neighbours.
  brush.painter.setRenderHint(QPainter::Antialiasing, false);
  brush.painter.drawRect(rect);
  brush.painter.setRenderHint(QPainter::Antialiasing, true);
}

/// Stroked outlines on paper; on the screen eight shifted copies, which come from the glyph cache.
void draw_halo(Brushwork& brush, QPointF baseline, const std::string& text, const TextStyle& style) {
  const QColor card = brush.colour(Role::card);
  if (!brush.raster) {
    QPen pen(card, brush.metrics.px(4));
    pen.setJoinStyle(Qt::RoundJoin);
    brush.painter.strokePath(text_path(baseline, text, style), pen);
    return;
  }
  brush.painter.setPen(card);
  const double reach = brush.metrics.px(1.6);
  for (int i = 0; i < 8; ++i) {
    const double angle = i * M_PI / 4.0;
    draw_text(brush.painter, baseline + QPointF(std::cos(angle), std::sin(angle)) * reach, text, style);
  }
}

QPolygonF star(QPointF centre, double radius) {
  QPolygonF points;
  for (int i = 0; i < 10; ++i) {
    const double r = i % 2 == 0 ? radius : radius * 0.45, angle = (i * 36.0 - 90.0) * M_PI / 180.0;
    points << centre + QPointF(std::cos(angle), std::sin(angle)) * r;
  }
  return points;
}

}  // namespace

void draw_hairline(Brushwork& brush, QPointF from, QPointF to) {
  brush.painter.setRenderHint(QPainter::Antialiasing, !brush.raster);
  brush.painter.drawLine(from, to);
  brush.painter.setRenderHint(QPainter::Antialiasing, true);
}

void draw_anchored(Brushwork& brush, QPointF at, Anchor anchor, const std::string& text,
                   const TextStyle& style, QColor colour, bool halo) {
  if (text.empty()) return;
  const double width = text_width(text, style);
  double x = at.x() - (anchor == Anchor::centre ? width / 2 : anchor == Anchor::right ? width : 0.0);
  // Nothing is cut by the edge of the picture.
  if (x + width > brush.scene.right()) x = brush.scene.right() - width, anchor = Anchor::right;
  if (x < brush.scene.left()) x = brush.scene.left(), anchor = Anchor::left;
  const QPointF baseline(x, at.y() + cap_height(style) / 2.0);
  if (brush.options.sink)
    return brush.options.sink->text({text, baseline, width, anchor, style, colour, halo});
  if (halo) draw_halo(brush, baseline, text, style);
  brush.painter.setPen(colour);
  draw_text(brush.painter, baseline, text, style);
}

void paint_item(Brushwork& brush, const Area& area) {
  QColor fill = brush.colour(area.role);
  fill.setAlphaF(static_cast<float>(std::clamp(area.opacity, 0.0, 1.0)));
  brush.painter.setPen(Qt::NoPen);
  brush.painter.setBrush(fill);
  QPolygonF upper, lower;
  const std::size_t size = std::min({area.x.size(), area.lower.size(), area.upper.size()});
  for (std::size_t i = 0; i < size; ++i) {
    const double x = brush.panel.map({area.x[i], brush.panel.y_low}).x();
    const double top = edge(brush, area.x[i], area.upper[i]), bottom = edge(brush, area.x[i], area.lower[i]);
    if (std::isfinite(x) && std::isfinite(top) && std::isfinite(bottom)) {
      upper << QPointF(x, top);
      lower << QPointF(x, bottom);
    } else {
      fill_strip(brush, upper, lower);
    }
  }
  fill_strip(brush, upper, lower);
}

void paint_item(Brushwork& brush, const Block& block) {
  const QRectF rect = block_rect(brush.panel, block, brush.metrics).intersected(brush.panel.plot);
  if (rect.isEmpty()) return;
  const double opacity = std::clamp(block.opacity, 0.0, 1.0);
  QColor fill = brush.colour(block.role);
  const QColor seen =
      block.outline_only ? brush.colour(Role::card) : over(fill, opacity, brush.colour(Role::card));
  fill.setAlphaF(static_cast<float>(opacity));
  const double radius = std::min({brush.metrics.px(block.radius), rect.width() / 2, rect.height() / 2});
  brush.painter.setBrush(block.outline_only ? QBrush(Qt::NoBrush) : QBrush(fill));
  brush.painter.setPen(block.outline_only ? brush.pen(block.role, 1.5)
                       : block.hairline   ? brush.pen(Role::hairline, 1.0)
                                          : QPen(Qt::NoPen));
  draw_rect(brush, rect, radius);
  if (brush.highlighted(block.tag)) {
    brush.painter.setBrush(Qt::NoBrush);
    brush.painter.setPen(brush.pen(Role::ink, 2.0));
    draw_rect(brush, rect, radius);
  }
  if (!block.text.empty()) paint_block_text(brush, block, rect, seen);
}

void paint_item(Brushwork& brush, const Polyline& curve) {
  const double width = curve.width * (brush.highlighted(curve.tag) ? 1.7 : 1.0);
  const QColor colour = curve.shade ? brush.options.theme.ordered(*curve.shade) : brush.colour(curve.role);
  if (brush.options.sink && brush.options.sink->curve(curve, brush.panel, colour, brush.line(width))) return;
  std::vector<QPointF> points;
  points.reserve(curve.points.size());
  for (const Point& p : curve.points) points.push_back(brush.panel.map(p));
  if (points.size() > kThinFrom) points = thin_to_columns(points, brush.raster ? 1.0 / brush.device : 0.25);
  const bool long_line = brush.raster && curve.points.size() > kThinFrom;
  QPen pen = brush.pen(colour, width, curve.dash);
  if (long_line) {
    // Wide joined lines of many points cost a hundred times more than thin ones.
    pen.setCosmetic(true);
    pen.setWidthF(1.0);
  }
  brush.painter.setPen(pen);
  brush.painter.setBrush(Qt::NoBrush);
  for (const QPolygonF& part : clip_polyline(points, brush.panel.plot)) brush.painter.drawPolyline(part);
}

void paint_item(Brushwork& brush, const Rule& rule) {
  const QRectF& plot = brush.panel.plot;
  const QPointF at =
      brush.panel.map(rule.vertical ? Point{rule.at, brush.panel.y_low} : Point{brush.panel.x_low, rule.at});
  const double place = rule.vertical ? at.x() : at.y();
  const double low = rule.vertical ? plot.left() : plot.top(),
               high = rule.vertical ? plot.right() : plot.bottom();
  if (!(place >= low - 1e-6 && place <= high + 1e-6)) return;
  brush.painter.setPen(brush.pen(rule.role, brush.highlighted(rule.tag) ? 2.0 : 1.2, rule.dash));
  const TextStyle style = brush.metrics.axis_text();
  if (rule.vertical) {
    draw_hairline(brush, {place, plot.top()}, {place, plot.bottom()});
    const double gap = brush.metrics.px(5);
    const bool fits = place + gap + text_width(rule.text, style) <= brush.scene.right();
    draw_anchored(brush, {fits ? place + gap : place - gap, plot.top() + style.size * 0.6},
                  fits ? Anchor::left : Anchor::right, rule.text, style, brush.text_colour(rule.role), true);
    return;
  }
  draw_hairline(brush, {plot.left(), place}, {plot.right(), place});
  const bool above = place - style.size * 1.1 >= plot.top() - style.size;
  draw_anchored(brush, {plot.right(), place + style.size * (above ? -0.75 : 0.8)}, Anchor::right, rule.text,
                style, brush.text_colour(rule.role), true);
}

void paint_item(Brushwork& brush, const Mark& mark) {
  const QPointF at = brush.panel.map(mark.at);
  if (!std::isfinite(at.x()) || !std::isfinite(at.y())) return;
  const double radius = brush.metrics.px(mark.size) / 2.0;
  QPainter& painter = brush.painter;
  if (brush.highlighted(mark.tag)) {
    painter.setPen(brush.pen(mark.role, 1.5));
    painter.setBrush(Qt::NoBrush);
    painter.drawEllipse(at, radius * 1.7, radius * 1.7);
  }
  // A thin rim of the card's colour keeps a mark apart from the curve it sits on.
  painter.setPen(brush.pen(Role::card, 1.0));
  painter.setBrush(brush.colour(mark.role));
  switch (mark.shape) {
    case MarkShape::disc:
      painter.drawEllipse(at, radius, radius);
      break;
    case MarkShape::square:
      painter.drawRect(QRectF(at - QPointF(radius, radius), at + QPointF(radius, radius)));
      break;
    case MarkShape::star:
      painter.drawPolygon(star(at, radius * 1.25));
      break;
    case MarkShape::ring:
      painter.setPen(brush.pen(mark.role, 1.6));
      painter.setBrush(brush.colour(Role::card));
      painter.drawEllipse(at, radius * 0.85, radius * 0.85);
      break;
    case MarkShape::cross: {
      const double arm = radius * 0.8;
      painter.setPen(brush.pen(mark.role, 1.8));
      painter.drawLine(at - QPointF(arm, arm), at + QPointF(arm, arm));
      painter.drawLine(at - QPointF(arm, -arm), at + QPointF(arm, -arm));
      break;
    }
  }
}

void paint_item(Brushwork& brush, const Label& label) {
  const QPointF at = brush.panel.map(label.at);
  if (!std::isfinite(at.x()) || !std::isfinite(at.y())) return;
  TextStyle style = brush.metrics.text(label.size);
  if (label.bold || brush.highlighted(label.tag)) style = bold(std::move(style));
  draw_anchored(brush, at + QPointF(brush.metrics.px(label.dx), brush.metrics.px(label.dy)), label.anchor,
                label.text, style, brush.text_colour(label.role), label.halo);
}

}  // namespace tt
