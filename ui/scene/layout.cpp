// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <limits>

#include "ui/scene/metrics.h"
#include "ui/scene/painter.h"
#include "ui/scene/ticks.h"

namespace tt {
namespace {

struct Range {
  double low, high;
};

/// A range that can be drawn: never empty, positive on a log axis.
Range drawable(double low, double high, Scale scale) {
  if (!std::isfinite(low) || !std::isfinite(high)) return {scale == Scale::linear ? 0.0 : 0.5, 1.0};
  if (scale != Scale::linear) {
    if (high <= 0.0) return {0.5, 1.0};
    if (low <= 0.0) low = high / 1024.0;
    return high > low ? Range{low, high} : Range{low / 2.0, low * 2.0};
  }
  return high > low ? Range{low, high} : Range{low - 0.5, low + 0.5};
}

double widest(const std::vector<Axis::Tick>& ticks, const TextStyle& style) {
  double width = 0.0;
  for (const auto& tick : ticks) width = std::max(width, text_width(tick.text, style));
  return width;
}

Axis with_range(const Axis& axis, double low, double high) {
  Axis result = axis;
  result.low = low;
  result.high = high;
  return result;
}

/// Room that the axes, titles and tick labels take on each side of the plot.
struct Margins {
  double left = 0.0, top = 0.0, right = 0.0, bottom = 0.0;
};

class PanelFitter {
 public:
  PanelFitter(const Panel& panel, QRectF frame, const Metrics& metrics)
      : panel_(panel), frame_(frame), metrics_(metrics), label_(metrics.axis_text()) {
    const Range x = panel.x ? drawable(panel.x->low, panel.x->high, panel.x->scale)
                            : drawable(panel.x_low, panel.x_high, Scale::linear);
    const Range y = panel.y ? drawable(panel.y->low, panel.y->high, panel.y->scale)
                            : drawable(panel.y_low, panel.y_high, Scale::linear);
    out_.x_low = x.low, out_.x_high = x.high, out_.y_low = y.low, out_.y_high = y.high;
    if (panel.x) out_.x_scale = panel.x->scale, out_.x_reversed = panel.x->reversed;
    if (panel.y) out_.y_scale = panel.y->scale, out_.y_reversed = panel.y->reversed;
  }

  PanelLayout fit() {
    Margins margins = above_and_below();
    // Labels of y decide the width that is left for x, so y comes first.
    out_.plot = inside(margins);
    choose_y_ticks();
    if (panel_.y) margins.left = widest(out_.y_ticks, label_) + metrics_.px(7);
    out_.plot = inside(margins);
    choose_x_ticks();
    if (panel_.x) {
      margins.left = std::max(margins.left, overhang(false));
      margins.right = std::max(margins.right, overhang(true));
      out_.plot = inside(margins);
    }
    if (panel_.square) make_square();
    choose_x_ticks();
    choose_y_ticks();
    return out_;
  }

 private:
  Margins above_and_below() const {
    Margins m;
    if (!panel_.title.empty()) m.top += metrics_.title_height();
    if (panel_.y) {
      m.top += panel_.y->title.empty() ? label_.size * 0.6 : label_.size * 1.9;
      m.bottom = label_.size * 0.6;
    }
    if (panel_.x) {
      m.bottom = metrics_.px(5) + label_.size * 1.35;
      if (!panel_.x->title.empty()) m.bottom += label_.size * 1.45;
    }
    return m;
  }

  QRectF inside(const Margins& m) const {
    QRectF plot = frame_.adjusted(m.left, m.top, -m.right, -m.bottom);
    // A panel that is too small for its labels still has a plot.
    if (plot.width() < 1.0) plot.setWidth(1.0);
    if (plot.height() < 1.0) plot.setHeight(1.0);
    return plot;
  }

  void choose_x_ticks() {
    if (!panel_.x) return;
    out_.x_ticks =
        ticks_for(with_range(*panel_.x, out_.x_low, out_.x_high), out_.plot.width(), label_.size * 0.9,
                  [this](const std::string& text) { return text_width(text, label_); });
  }

  void choose_y_ticks() {
    if (!panel_.y) return;
    out_.y_ticks = ticks_for(with_range(*panel_.y, out_.y_low, out_.y_high), out_.plot.height(),
                             label_.size * 0.5, [this](const std::string&) { return label_.size; });
  }

  /// How far the outermost label reaches beyond the plot, from the side of the frame.
  double overhang(bool right_side) const {
    double most = 0.0;
    for (const auto& tick : out_.x_ticks) {
      const double half = text_width(tick.text, label_) / 2.0;
      const double at = out_.map({tick.at, out_.y_low}).x();
      most = std::max(most, right_side ? half - (out_.plot.right() - at) : half - (at - out_.plot.left()));
    }
    return most;
  }

  void make_square() {
    const double unit = std::min(out_.plot.width() / (out_.x_high - out_.x_low),
                                 out_.plot.height() / (out_.y_high - out_.y_low));
    const QSizeF size(unit * (out_.x_high - out_.x_low), unit * (out_.y_high - out_.y_low));
    out_.plot = QRectF(out_.plot.center() - QPointF(size.width() / 2, size.height() / 2), size);
  }

  const Panel& panel_;
  QRectF frame_;
  Metrics metrics_;
  TextStyle label_;
  PanelLayout out_;
};

/// A colour bar stands right beside the heat map before it and is as high.
void join_colour_bar(PanelLayout& bar, const PanelLayout& map, const Metrics& metrics) {
  const double left = std::min(bar.plot.left(), map.plot.right() + metrics.px(14));
  if (left < map.plot.right()) return;
  bar.plot = QRectF(left, map.plot.top(), bar.plot.right() - left, map.plot.height());
}

}  // namespace

QPointF PanelLayout::map(Point data) const {
  const double x = place_on_axis(x_scale, x_low, x_high, data.x);
  const double y = place_on_axis(y_scale, y_low, y_high, data.y);
  return {plot.left() + (x_reversed ? 1.0 - x : x) * plot.width(),
          plot.top() + (y_reversed ? y : 1.0 - y) * plot.height()};
}

Point PanelLayout::unmap(QPointF position) const {
  const double x = (position.x() - plot.left()) / plot.width();
  const double y = (position.y() - plot.top()) / plot.height();
  return {value_on_axis(x_scale, x_low, x_high, x_reversed ? 1.0 - x : x),
          value_on_axis(y_scale, y_low, y_high, y_reversed ? y : 1.0 - y)};
}

SceneLayout layout(const Scene& scene, QSizeF size, const PaintOptions& options) {
  SceneLayout result;
  result.size = size;
  result.font = options.font;
  result.body = options.body;
  const Metrics metrics(options.font, options.body);
  const Panel* map_panel = nullptr;
  std::size_t map_index = 0;
  for (const Panel& panel : scene.panels) {
    const QRectF frame(panel.left * size.width(), panel.top * size.height(), panel.width * size.width(),
                       panel.height * size.height());
    result.panels.push_back(PanelFitter(panel, frame, metrics).fit());
    if (map_panel && is_colour_bar(panel))
      join_colour_bar(result.panels.back(), result.panels[map_index], metrics);
    if (has_heat_map(panel)) map_panel = &panel, map_index = result.panels.size() - 1;
  }
  return result;
}

}  // namespace tt
