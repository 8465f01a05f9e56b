// SPDX-License-Identifier: GPL-3.0-or-later
#include <QImage>
#include <algorithm>
#include <cmath>

#include "ui/scene/number_text.h"
#include "ui/scene/painter_items.h"
#include "ui/scene/ticks.h"

namespace tt {
namespace {

constexpr int kVectorPixels = 1024;
constexpr int kMostValues = 900;

QImage cells_image(const HeatMap& map) {
  QImage image(map.columns, map.rows, QImage::Format_RGB32);
  for (int r = 0; r < map.rows; ++r) {
    auto* line = reinterpret_cast<QRgb*>(image.scanLine(r));
    const std::size_t start = static_cast<std::size_t>(r) * static_cast<std::size_t>(map.columns);
    for (int c = 0; c < map.columns; ++c)
      line[c] = cell_colour(map, map.values[start + static_cast<std::size_t>(c)]).rgb();
  }
  return image;
}

/// Draws an image over a rectangle, cut to the frame, with sharp cells everywhere. Viewers of vector files
/// smooth what they enlarge, so there the cells are many pixels wide; on pixels the rectangle is moved to
/// whole ones.
void draw_cells(Brushwork& brush, QImage image, QRectF rect, const QRectF& frame) {
  QPainter& painter = brush.painter;
  const bool shrinks = brush.raster && (rect.width() * brush.device < image.width() ||
                                        rect.height() * brush.device < image.height());
  if (brush.raster) {
    const QTransform device = painter.deviceTransform();
    rect = device.inverted().mapRect(QRectF(device.mapRect(rect).toAlignedRect()));
  } else {
    const int times = std::max(1, kVectorPixels / std::max(image.width(), image.height()));
    image = image.scaled(image.size() * times, Qt::IgnoreAspectRatio, Qt::FastTransformation);
  }
  const QRectF seen = rect.intersected(frame.adjusted(-1, -1, 1, 1));
  if (seen.isEmpty()) return;
  const double per_x = image.width() / rect.width(), per_y = image.height() / rect.height();
  const QRectF source((seen.left() - rect.left()) * per_x, (seen.top() - rect.top()) * per_y,
                      seen.width() * per_x, seen.height() * per_y);
  painter.setRenderHint(QPainter::Antialiasing, false);
  // More cells than pixels: the mean of what falls on a pixel is fairer than one of them.
  painter.setRenderHint(QPainter::SmoothPixmapTransform, shrinks);
  painter.drawImage(seen, image, source);
  painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
  painter.setRenderHint(QPainter::Antialiasing, true);
}

/// As the cells lie on the scene: row 0 on top, column 0 on the left.
QImage turned(const PanelLayout& panel, const HeatMap& map, const QImage& image) {
  const QPointF first = panel.map({map.x0, map.y0}), last = panel.map({map.x1, map.y1});
  return image.mirrored(last.x() < first.x(), last.y() < first.y());
}

void draw_cell_lines(Brushwork& brush, const HeatMap& map, const QRectF& rect) {
  const double width = rect.width() / map.columns, height = rect.height() / map.rows;
  if (std::min(width, height) < brush.metrics.px(7)) return;
  brush.painter.setPen(brush.pen(Role::card, 1.0));
  for (int c = 1; c < map.columns; ++c)
    draw_hairline(brush, {rect.left() + c * width, rect.top()}, {rect.left() + c * width, rect.bottom()});
  for (int r = 1; r < map.rows; ++r)
    draw_hairline(brush, {rect.left(), rect.top() + r * height}, {rect.right(), rect.top() + r * height});
}

std::string cell_text(double value) {
  return std::abs(value) >= 0.01 && std::abs(value) < 1.0 ? fixed_text(value, 2) : short_text(value, 3);
}

void draw_cell_value(Brushwork& brush, const HeatMap& map, int r, int c, double value,
                     const TextStyle& style) {
  const QColor background = cell_colour(map, value);
  const QColor ink(0x1a, 0x22, 0x30);
  const bool dark_text = contrast(ink, background) >= contrast(Qt::white, background);
  draw_anchored(brush, cell_rect(brush.panel, map, r, c).center(), Anchor::centre, cell_text(value), style,
                dark_text ? ink : QColor(Qt::white), false);
}

/// All values or none: a few missing ones would look like blanks.
void draw_cell_values(Brushwork& brush, const HeatMap& map) {
  if (map.rows * map.columns > kMostValues) return;
  const TextStyle style = brush.metrics.axis_text();
  const QRectF cell = cell_rect(brush.panel, map, 0, 0);
  double widest = 0.0;
  for (double value : map.values) widest = std::max(widest, text_width(cell_text(value), style));
  if (widest > cell.width() - brush.metrics.px(4) || cap_height(style) * 1.5 > cell.height()) return;
  for (int r = 0; r < map.rows; ++r)
    for (int c = 0; c < map.columns; ++c)
      draw_cell_value(brush, map, r, c, map.values[static_cast<std::size_t>(r * map.columns + c)], style);
}

/// A cross on cells that are no number, where there is room: not by colour alone.
void cross_out_not_finite(Brushwork& brush, const HeatMap& map) {
  const QRectF cell = cell_rect(brush.panel, map, 0, 0);
  if (std::min(cell.width(), cell.height()) < brush.metrics.px(8)) return;
  brush.painter.setPen(QPen(QColor(0x3a, 0x24, 0x45), brush.line(1.0)));
  for (std::size_t i = 0; i < map.values.size(); ++i) {
    if (!std::isnan(map.values[i])) continue;
    const int columns = map.columns, at = static_cast<int>(i);
    const QRectF r = cell_rect(brush.panel, map, at / columns, at % columns);
    const QPointF arm(r.width() * 0.22, r.height() * 0.22), other(arm.x(), -arm.y());
    brush.painter.drawLine(r.center() - arm, r.center() + arm);
    brush.painter.drawLine(r.center() - other, r.center() + other);
  }
}

void outline(Brushwork& brush, const QRectF& rect) {
  // Two tones read on every colour below.
  brush.painter.setBrush(Qt::NoBrush);
  brush.painter.setPen(brush.pen(Role::card, 3.5));
  brush.painter.drawRect(rect);
  brush.painter.setPen(brush.pen(Role::ink, 1.5));
  brush.painter.drawRect(rect);
}

void outline_marked(Brushwork& brush, const HeatMap& map) {
  const bool row = map.marked_row >= 0 && map.marked_row < map.rows;
  const bool column = map.marked_column >= 0 && map.marked_column < map.columns;
  if (!row && !column) return;
  const int top = row ? map.marked_row : 0, bottom = row ? map.marked_row : map.rows - 1;
  const int left = column ? map.marked_column : 0, right = column ? map.marked_column : map.columns - 1;
  outline(brush, cell_rect(brush.panel, map, top, left).united(cell_rect(brush.panel, map, bottom, right)));
}

void outline_highlighted(Brushwork& brush, const HeatMap& map) {
  const std::string& id = brush.options.highlighted;
  if (map.id_prefix.empty() || id.rfind(map.id_prefix + ":", 0) != 0) return;
  for (int r = 0; r < map.rows; ++r)
    for (int c = 0; c < map.columns; ++c)
      if (cell_id(map, r, c) == id) outline(brush, cell_rect(brush.panel, map, r, c));
}

/// Ticks of a colour bar, with their signs on a diverging one.
std::vector<Axis::Tick> bar_ticks(const ColourBar& bar, double height, const TextStyle& style) {
  Axis axis;
  axis.low = bar.low;
  axis.high = bar.high;
  axis.scale = bar.log ? Scale::log10 : Scale::linear;
  std::vector<Axis::Tick> ticks;
  if (!bar.log || bar.low > 0.0)
    ticks = ticks_for(axis, height, style.size * 0.9, [&style](const std::string&) { return style.size; });
  if (bar.palette == Palette::diverging)
    for (auto& tick : ticks)
      if (tick.at > 0.0) tick.text = "+" + tick.text;
  return ticks;
}

/// The swatches below a bar for what is not a number; returns the height they take.
double paint_swatches(Brushwork& brush, const ColourBar& bar, const QRectF& column) {
  const TextStyle style = brush.metrics.axis_text();
  const double size = column.width();
  HeatMap colours;
  colours.palette = bar.palette;
  const std::pair<const char*, double> kinds[] = {{"NaN", std::nan("")}, {"±∞", HUGE_VAL}};
  double y = column.bottom() - size;
  for (const auto& [text, value] : kinds) {
    brush.painter.setPen(Qt::NoPen);
    brush.painter.setBrush(cell_colour(colours, value));
    brush.painter.drawRect(QRectF(column.left(), y, size, size));
    draw_anchored(brush, {column.right() + brush.metrics.px(5), y + size / 2}, Anchor::left, text, style,
                  brush.text_colour(Role::muted), false);
    y -= style.size * 1.5;
  }
  return column.bottom() - y;
}

}  // namespace

void paint_item(Brushwork& brush, const HeatMap& map) {
  const auto cells =
      static_cast<std::size_t>(std::max(0, map.rows)) * static_cast<std::size_t>(std::max(0, map.columns));
  if (cells == 0 || map.values.size() < cells) return;
  const QRectF rect = map_rect(brush.panel, map);
  draw_cells(brush, turned(brush.panel, map, cells_image(map)), rect, brush.panel.plot);
  if (map.cell_lines) draw_cell_lines(brush, map, rect);
  if (map.cell_values)
    draw_cell_values(brush, map);
  else
    cross_out_not_finite(brush, map);
  outline_marked(brush, map);
  outline_highlighted(brush, map);
}

void paint_item(Brushwork& brush, const ColourBar& bar) {
  const TextStyle style = brush.metrics.axis_text();
  QRectF column = brush.panel.plot;
  column.setWidth(std::min(column.width(), brush.metrics.px(10)));
  if (!bar.title.empty()) {
    const double room = column.top() - brush.scene.top();
    if (room < style.size * 1.5) column.setTop(brush.scene.top() + style.size * 1.5);
    draw_anchored(brush, {column.left(), column.top() - style.size * 0.9}, Anchor::left, bar.title, style,
                  brush.text_colour(Role::ink), false);
  }
  if (bar.not_finite) column.setBottom(column.bottom() - paint_swatches(brush, bar, column));
  if (column.height() <= 0.0) return;
  QImage steps(1, 256, QImage::Format_RGB32);
  for (int i = 0; i < 256; ++i) steps.setPixel(0, i, palette_colour(bar.palette, 1.0 - i / 255.0).rgb());
  draw_cells(brush, steps, column, column);
  for (const auto& tick : bar_ticks(bar, column.height(), style)) {
    const double place = place_on_axis(bar.log ? Scale::log10 : Scale::linear, bar.low, bar.high, tick.at);
    draw_anchored(brush, {column.right() + brush.metrics.px(5), column.bottom() - place * column.height()},
                  Anchor::left, tick.text, style, brush.text_colour(Role::muted), false);
  }
}

}  // namespace tt
