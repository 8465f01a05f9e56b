// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "ui/scene/number_text.h"
#include "ui/scene/painter_items.h"

namespace tt {
namespace {

constexpr std::size_t kMostTargetCells = 5000;

bool tagged(const Tag& tag) { return !tag.id.empty() || !tag.value.empty(); }

double distance_to_segment(QPointF p, QPointF a, QPointF b) {
  const QPointF d = b - a;
  const double length = QPointF::dotProduct(d, d);
  const double t = length > 0.0 ? std::clamp(QPointF::dotProduct(p - a, d) / length, 0.0, 1.0) : 0.0;
  const QPointF away = p - (a + t * d);
  return std::hypot(away.x(), away.y());
}

/// Looks at one panel's items; each returns the tag that lies under the position, if any.
class Finder {
 public:
  Finder(const PanelLayout& panel, const Metrics& metrics, QPointF position)
      : panel_(panel), metrics_(metrics), position_(position) {}

  std::optional<Tag> operator()(const Area&) const { return std::nullopt; }
  std::optional<Tag> operator()(const ColourBar&) const { return std::nullopt; }
  std::optional<Tag> operator()(const Block& block) const {
    return found(block.tag, block_rect(panel_, block, metrics_).contains(position_));
  }
  std::optional<Tag> operator()(const Label& label) const {
    return found(label.tag, label_rect(panel_, label, metrics_).contains(position_));
  }
  std::optional<Tag> operator()(const Mark& mark) const {
    const QPointF away = panel_.map(mark.at) - position_;
    return found(mark.tag, std::hypot(away.x(), away.y()) <= metrics_.px(mark.size / 2.0 + 4.0));
  }
  std::optional<Tag> operator()(const Rule& rule) const {
    const QPointF at =
        panel_.map(rule.vertical ? Point{rule.at, panel_.y_low} : Point{panel_.x_low, rule.at});
    const double away = rule.vertical ? position_.x() - at.x() : position_.y() - at.y();
    return found(rule.tag, std::abs(away) <= metrics_.px(4) && near_plot());
  }
  std::optional<Tag> operator()(const Polyline& curve) const {
    if (!tagged(curve.tag) || !near_plot()) return std::nullopt;
    for (std::size_t i = 1; i < curve.points.size(); ++i) {
      const QPointF a = panel_.map(curve.points[i - 1]), b = panel_.map(curve.points[i]);
      if (distance_to_segment(position_, a, b) <= metrics_.px(5)) return curve.tag;
    }
    return std::nullopt;
  }
  std::optional<Tag> operator()(const HeatMap& map) const {
    const auto cells = static_cast<std::size_t>(std::max(0, map.rows * map.columns));
    if (map.id_prefix.empty() || cells == 0 || map.values.size() < cells) return std::nullopt;
    const QPointF first = panel_.map({map.x0, map.y0}), last = panel_.map({map.x1, map.y1});
    const double across = (position_.x() - first.x()) / (last.x() - first.x()) * map.columns;
    const double down = (position_.y() - first.y()) / (last.y() - first.y()) * map.rows;
    if (!(across >= 0 && across < map.columns && down >= 0 && down < map.rows) || !near_plot())
      return std::nullopt;
    return cell_tag(map, static_cast<int>(down), static_cast<int>(across));
  }

  static Tag cell_tag(const HeatMap& map, int row, int column) {
    const double value = map.values[static_cast<std::size_t>(row * map.columns + column)];
    const std::string name = map.value_name.empty() ? "" : map.value_name + " = ";
    return {cell_id(map, row, column), name + exact_text(value)};
  }

 private:
  std::optional<Tag> found(const Tag& tag, bool under) const {
    return under && tagged(tag) ? std::optional(tag) : std::nullopt;
  }
  bool near_plot() const {
    const double slack = metrics_.px(5);
    return panel_.plot.adjusted(-slack, -slack, slack, slack).contains(position_);
  }

  const PanelLayout& panel_;
  const Metrics& metrics_;
  QPointF position_;
};

using Targets = std::vector<std::pair<Tag, QRectF>>;

/// Collects the clickable items of one panel with the rectangles that a cursor frames.
class Collector {
 public:
  Collector(const PanelLayout& panel, const Metrics& metrics, Targets& out)
      : panel_(panel), metrics_(metrics), out_(out) {}

  void operator()(const Area&) const {}
  void operator()(const ColourBar&) const {}
  void operator()(const Block& block) const { add(block.tag, block_rect(panel_, block, metrics_)); }
  void operator()(const Label& label) const { add(label.tag, label_rect(panel_, label, metrics_)); }
  void operator()(const Mark& mark) const {
    const double size = metrics_.px(mark.size + 4.0);
    const QPointF at = panel_.map(mark.at);
    if (std::isfinite(at.x()) && std::isfinite(at.y()))
      add(mark.tag, QRectF(at - QPointF(size / 2, size / 2), QSizeF(size, size)));
  }
  void operator()(const Rule& rule) const {
    const QPointF at =
        panel_.map(rule.vertical ? Point{rule.at, panel_.y_low} : Point{panel_.x_low, rule.at});
    const QRectF& plot = panel_.plot;
    const double half = metrics_.px(3);
    add(rule.tag, rule.vertical ? QRectF(at.x() - half, plot.top(), 2 * half, plot.height())
                                : QRectF(plot.left(), at.y() - half, plot.width(), 2 * half));
  }
  void operator()(const Polyline& curve) const {
    QPolygonF points;
    for (const Point& p : curve.points) {
      const QPointF at = panel_.map(p);
      if (std::isfinite(at.x()) && std::isfinite(at.y())) points << at;
    }
    if (!points.isEmpty()) add(curve.tag, points.boundingRect().intersected(panel_.plot));
  }
  void operator()(const HeatMap& map) const {
    const auto cells = static_cast<std::size_t>(std::max(0, map.rows * map.columns));
    // Cells too many to step through are reached by pointing; listing a million of them would stall the
    // window.
    if (map.id_prefix.empty() || map.values.size() < cells || cells > kMostTargetCells) return;
    for (int r = 0; r < map.rows; ++r)
      for (int c = 0; c < map.columns; ++c) add(Finder::cell_tag(map, r, c), cell_rect(panel_, map, r, c));
  }

 private:
  void add(const Tag& tag, const QRectF& rect) const {
    if (!tag.id.empty()) out_.emplace_back(tag, rect);
  }

  const PanelLayout& panel_;
  const Metrics& metrics_;
  Targets& out_;
};

/// Lines from top to bottom, each from left to right; a line is what overlaps its first item by half.
void sort_for_reading(Targets& targets) {
  std::stable_sort(targets.begin(), targets.end(), [](const auto& a, const auto& b) {
    return a.second.center().y() < b.second.center().y();
  });
  const auto by_left = [](const auto& a, const auto& b) { return a.second.left() < b.second.left(); };
  for (auto line = targets.begin(); line != targets.end();) {
    const double limit = line->second.center().y() + line->second.height() / 2.0;
    // The first item belongs to its line even where it has no height.
    const auto end = std::find_if(std::next(line), targets.end(),
                                  [limit](const auto& t) { return t.second.center().y() > limit; });
    std::stable_sort(line, end, by_left);
    line = end;
  }
}

}  // namespace

std::string cell_id(const HeatMap& map, int row, int column) {
  return map.id_prefix + ":" + std::to_string(row) + ":" + std::to_string(column);
}

QRectF block_rect(const PanelLayout& panel, const Block& block, const Metrics& metrics) {
  const double inset = metrics.px(block.inset);
  return QRectF(panel.map({block.x0, block.y0}), panel.map({block.x1, block.y1}))
      .normalized()
      .adjusted(inset, inset, -inset, -inset);
}

QRectF map_rect(const PanelLayout& panel, const HeatMap& map) {
  return QRectF(panel.map({map.x0, map.y0}), panel.map({map.x1, map.y1})).normalized();
}

QRectF cell_rect(const PanelLayout& panel, const HeatMap& map, int row, int column) {
  const QPointF first = panel.map({map.x0, map.y0}), last = panel.map({map.x1, map.y1});
  const double width = (last.x() - first.x()) / map.columns, height = (last.y() - first.y()) / map.rows;
  return QRectF(first.x() + column * width, first.y() + row * height, width, height).normalized();
}

QRectF label_rect(const PanelLayout& panel, const Label& label, const Metrics& metrics) {
  const TextStyle style = label.bold ? bold(metrics.text(label.size)) : metrics.text(label.size);
  const QPointF at = panel.map(label.at) + QPointF(metrics.px(label.dx), metrics.px(label.dy));
  const double width = text_width(label.text, style);
  const double left = at.x() - (label.anchor == Anchor::centre  ? width / 2
                                : label.anchor == Anchor::right ? width
                                                                : 0.0);
  return {left, at.y() - style.size * 0.65, width, style.size * 1.3};
}

std::optional<Hit> hit(const Scene& scene, const SceneLayout& layout, QPointF position) {
  const Metrics metrics(layout.font, layout.body);
  for (std::size_t i = std::min(scene.panels.size(), layout.panels.size()); i-- > 0;) {
    const PanelLayout& panel = layout.panels[i];
    const Finder find(panel, metrics, position);
    const auto& items = scene.panels[i].items;
    for (auto item = items.rbegin(); item != items.rend(); ++item)
      if (const auto tag = std::visit(find, *item)) return Hit{*tag, i, panel.unmap(position)};
  }
  return std::nullopt;
}

std::vector<std::pair<Tag, QRectF>> targets(const Scene& scene, const SceneLayout& layout) {
  const Metrics metrics(layout.font, layout.body);
  Targets all;
  for (std::size_t i = 0; i < std::min(scene.panels.size(), layout.panels.size()); ++i) {
    Targets panel;
    const Collector collect(layout.panels[i], metrics, panel);
    for (const Item& item : scene.panels[i].items) std::visit(collect, item);
    sort_for_reading(panel);
    all.insert(all.end(), panel.begin(), panel.end());
  }
  return all;
}

}  // namespace tt
