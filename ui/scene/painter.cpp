// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scene/painter.h"

#include <QPaintEngine>
#include <algorithm>
#include <cmath>

#include "ui/scene/paint_sink.h"
#include "ui/scene/painter_items.h"

namespace tt {
namespace {

double device_scale(const QPainter& painter) {
  return std::sqrt(std::abs(painter.deviceTransform().determinant()));
}

void paint_grid(Brushwork& brush, const Panel& panel) {
  const QRectF& plot = brush.panel.plot;
  brush.painter.setPen(brush.pen(Role::grid, 1.0));
  if (panel.x && panel.x->grid)
    for (const auto& tick : brush.panel.x_ticks) {
      const double x = brush.panel.map({tick.at, brush.panel.y_low}).x();
      draw_hairline(brush, {x, plot.top()}, {x, plot.bottom()});
    }
  if (panel.y && panel.y->grid)
    for (const auto& tick : brush.panel.y_ticks) {
      const double y = brush.panel.map({brush.panel.x_low, tick.at}).y();
      draw_hairline(brush, {plot.left(), y}, {plot.right(), y});
    }
}

/// Height of the tick labels' middle below the plot.
double x_labels_middle(const Brushwork& brush) {
  return brush.panel.plot.bottom() + brush.metrics.px(5) + brush.metrics.axis_text().size * 0.62;
}

/// Cells end where they end: no line below a heat map.
void paint_x_axis(Brushwork& brush, bool line) {
  const QRectF& plot = brush.panel.plot;
  const TextStyle style = brush.metrics.axis_text();
  brush.painter.setPen(brush.pen(Role::axis, 1.0));
  if (line) draw_hairline(brush, plot.bottomLeft(), plot.bottomRight());
  const double middle = x_labels_middle(brush);
  for (const auto& tick : brush.panel.x_ticks) {
    const double x = brush.panel.map({tick.at, brush.panel.y_low}).x();
    if (line) {
      brush.painter.setPen(brush.pen(Role::axis, 1.0));
      draw_hairline(brush, {x, plot.bottom()}, {x, plot.bottom() + brush.metrics.px(3)});
    }
    draw_anchored(brush, {x, middle}, Anchor::centre, tick.text, style, brush.text_colour(Role::muted),
                  false);
  }
}

void paint_x_title(Brushwork& brush, const Axis& axis) {
  const TextStyle style = brush.metrics.axis_text();
  draw_anchored(brush, {brush.panel.plot.center().x(), x_labels_middle(brush) + style.size * 1.4},
                Anchor::centre, axis.title, style, brush.text_colour(Role::ink), false);
}

void paint_y_labels(Brushwork& brush) {
  const QRectF& plot = brush.panel.plot;
  const TextStyle style = brush.metrics.axis_text();
  for (const auto& tick : brush.panel.y_ticks) {
    const double y = brush.panel.map({brush.panel.x_low, tick.at}).y();
    draw_anchored(brush, {plot.left() - brush.metrics.px(7), y}, Anchor::right, tick.text, style,
                  brush.text_colour(Role::muted), false);
  }
}

void paint_y_title(Brushwork& brush, const Axis& axis, double frame_left) {
  const TextStyle style = brush.metrics.axis_text();
  // Above the axis and upright: it reads better than a turned one and costs no width.
  draw_anchored(brush, {frame_left, brush.panel.plot.top() - style.size * 1.3}, Anchor::left, axis.title,
                style, brush.text_colour(Role::ink), false);
}

void paint_panel(Brushwork& brush, const Panel& panel, const QRectF& frame) {
  PaintSink* sink = brush.options.sink;
  const bool taken = sink && panel.x && panel.y && !has_heat_map(panel) && sink->axes(panel, brush.panel);
  if (!taken) {
    paint_grid(brush, panel);
    if (panel.x) paint_x_axis(brush, !has_heat_map(panel));
    if (panel.y) paint_y_labels(brush);
  }
  if (panel.x) paint_x_title(brush, *panel.x);
  if (panel.y) paint_y_title(brush, *panel.y, frame.left());
  for (const Item& item : panel.items) {
    std::visit([&brush](const auto& it) { paint_item(brush, it); }, item);
  }
  if (panel.title.empty()) return;
  // A narrowed plot takes its title along.
  const double left = panel.square ? brush.panel.plot.left() : frame.left();
  const TextStyle style = brush.metrics.title_text();
  draw_anchored(brush, {left, frame.top() + brush.metrics.title_height() * 0.38}, Anchor::left,
                elided(panel.title, style, frame.right() - left), style, brush.text_colour(Role::ink), false);
}

}  // namespace

QPen Brushwork::pen(QColor colour, double width, Dash dash) const {
  QPen result(colour, line(width));
  result.setCapStyle(dash == Dash::dotted ? Qt::RoundCap : Qt::FlatCap);
  result.setJoinStyle(Qt::RoundJoin);
  // Dash lengths count in pen widths.
  if (dash == Dash::dashed) result.setDashPattern({3.0, 2.4});
  if (dash == Dash::dotted) result.setDashPattern({0.1, 2.6});
  return result;
}

void paint(QPainter& painter, const Scene& scene, const SceneLayout& layout, const PaintOptions& options) {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing, true);
  painter.setRenderHint(QPainter::TextAntialiasing, true);
  painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
  if (options.lossless) painter.setRenderHint(QPainter::LosslessImageRendering, true);
  const auto type = painter.paintEngine()->type();
  const bool raster = type == QPaintEngine::Raster;
  for (std::size_t i = 0; i < scene.panels.size() && i < layout.panels.size(); ++i) {
    const Panel& panel = scene.panels[i];
    const QSizeF size = layout.size;
    Brushwork brush{painter,
                    options,
                    layout.panels[i],
                    QRectF(QPointF(0, 0), size),
                    Metrics(options.font, options.body, options.outlines),
                    raster,
                    device_scale(painter)};
    paint_panel(brush, panel,
                QRectF(panel.left * size.width(), panel.top * size.height(), panel.width * size.width(),
                       panel.height * size.height()));
  }
  painter.restore();
}

}  // namespace tt
