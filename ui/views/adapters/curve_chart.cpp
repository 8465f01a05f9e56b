// SPDX-License-Identifier: GPL-3.0-or-later
// The only file that includes Qt Charts.
#include "ui/views/adapters/curve_chart.h"

#include <QChart>
#include <QChartView>
#include <QGraphicsLayout>
#include <QLineSeries>
#include <QLogValueAxis>
#include <QMouseEvent>
#include <QScatterSeries>
#include <QToolTip>
#include <QVBoxLayout>
#include <QValueAxis>
#include <algorithm>
#include <cmath>
#include <map>

#include "ui/scene/ticks.h"

namespace tt {
namespace {

constexpr int kMostPoints = 12'000;  // of all lines: what a frame can afford
constexpr int kLeastOfLine = 64;
constexpr double kReach = 7.0;  // px from a line that still count as on it

/// The marks *..* ^{..} _{..} taken out: Qt Charts sets plain text.
QString plain(const std::string& text) {
  QString result = QString::fromStdString(text);
  for (const char mark : {'*', '^', '_', '{', '}'}) result.remove(QLatin1Char(mark));
  return result;
}

/// At most about `most` points: the first and the last, least and largest of each bucket in their order.
QList<QPointF> thinned(const std::vector<Point>& points, int most) {
  QList<QPointF> kept;
  std::vector<QPointF> finite;
  for (const Point& p : points)
    if (std::isfinite(p.x) && std::isfinite(p.y)) finite.emplace_back(p.x, p.y);
  if (static_cast<int>(finite.size()) <= most) return {finite.begin(), finite.end()};
  const std::size_t buckets = static_cast<std::size_t>(std::max(1, most / 2));
  const auto lower = [](const QPointF& a, const QPointF& b) { return a.y() < b.y(); };
  for (std::size_t b = 0; b < buckets; ++b) {
    const auto first = finite.begin() + static_cast<std::ptrdiff_t>(b * finite.size() / buckets);
    const auto last = finite.begin() + static_cast<std::ptrdiff_t>((b + 1) * finite.size() / buckets);
    if (first == last) continue;
    auto [least, largest] = std::minmax_element(first, last, lower);
    if (largest < least) std::swap(least, largest);
    kept << *least;
    if (least != largest) kept << *largest;
  }
  if (kept.back() != finite.back()) kept << finite.back();
  return kept;
}

Qt::PenStyle style_of(Dash dash) {
  return dash == Dash::solid ? Qt::SolidLine : dash == Dash::dashed ? Qt::DashLine : Qt::DotLine;
}

double distance_to_segment(QPointF p, QPointF a, QPointF b) {
  const QPointF d = b - a;
  const double length = QPointF::dotProduct(d, d);
  const double t = length > 0 ? std::clamp(QPointF::dotProduct(p - a, d) / length, 0.0, 1.0) : 0.0;
  const QPointF off = p - (a + t * d);
  return std::hypot(off.x(), off.y());
}

}  // namespace

struct CurveChart::Parts {
  QChart* chart = nullptr;
  QChartView* view = nullptr;
  QValueAxis* x = nullptr;
  QAbstractAxis* y = nullptr;
  std::vector<QLineSeries*> lines;
  std::vector<Tag> tags;  // one a line; rules have none
  std::map<Role, QScatterSeries*> marks;
  Theme theme;
  double body = 12.0;

  QFont font() const {
    QFont result = chart->font();
    result.setPixelSize(static_cast<int>(body * 0.88 + 0.5));
    return result;
  }

  void style_axis(QAbstractAxis& axis) const {
    axis.setLabelsFont(font());
    axis.setLabelsColor(theme.colour(Role::muted));
    axis.setTitleFont(font());
    axis.setTitleBrush(theme.colour(Role::muted));
    axis.setLinePen(QPen(theme.colour(Role::axis), 1));
    axis.setGridLinePen(QPen(theme.colour(Role::grid), 1));
    axis.setMinorGridLineVisible(false);
    axis.setTruncateLabels(false);
  }

  void set_x(const Axis& axis, QSize size) const {
    if (x->min() != axis.low || x->max() != axis.high) x->setRange(axis.low, axis.high);
    // As many ticks as keep their labels apart; each has a whole number of steps.
    int ticks = std::clamp(size.width() / static_cast<int>(6.0 * body), 2, 6);
    while (ticks > 2 && std::fmod(axis.high - axis.low, ticks - 1) != 0.0) --ticks;
    if (x->tickCount() != ticks) x->setTickCount(ticks);
    x->setTitleText(plain(axis.title));
    x->setTitleVisible(has_title(axis, size));
    x->setLabelsVisible(!axis.title.empty());
  }

  bool has_title(const Axis& axis, QSize size) const {
    return !axis.title.empty() && size.height() > 11.0 * body;
  }

  /// The same left edge whatever the labels are, so that charts above each other line up.
  void place(const Axis& axis, QSize size) const {
    const double bottom = axis.title.empty() ? 0.6 * body : has_title(axis, size) ? 3.4 * body : 1.9 * body;
    chart->setPlotArea(
        QRectF(QPointF(4.4 * body, 1.9 * body),
               QPointF(size.width() - 1.4 * body, std::max(3.0 * body, size.height() - bottom))));
  }

  /// An axis of the scale that the panel asks for.
  void set_y(const Axis& axis, int height) {
    const bool log = axis.scale != Scale::linear;
    auto* old = qobject_cast<QLogValueAxis*>(y);
    if (!y || log != (old != nullptr)) replace_y(log);
    if (auto* scale = qobject_cast<QLogValueAxis*>(y)) {
      const double base = axis.scale == Scale::log2 ? 2.0 : 10.0;
      // With too many powers for the height every second or fourth one is labelled.
      double wide = base;
      while (std::log(axis.high / axis.low) / std::log(wide) > std::max(2.0, height / (1.7 * body)))
        wide *= wide;
      if (scale->base() != wide) scale->setBase(wide);
      scale->setMinorTickCount(0);
      scale->setLabelFormat(QStringLiteral("%g"));
    }
    y->setRange(axis.low, axis.high);
  }

  void replace_y(bool log) {
    if (y) chart->removeAxis(y);
    delete y;
    y = log ? static_cast<QAbstractAxis*>(new QLogValueAxis) : new QValueAxis;
    style_axis(*y);
    chart->addAxis(y, Qt::AlignLeft);
    for (QAbstractSeries* series : chart->series()) series->attachAxis(y);
  }

  void attach(QAbstractSeries* series) const {
    chart->addSeries(series);
    series->attachAxis(x);
    series->attachAxis(y);
  }

  void want_lines(std::size_t count) {
    while (lines.size() > count) {
      chart->removeSeries(lines.back());
      delete lines.back();
      lines.pop_back();
    }
    while (lines.size() < count) {
      lines.push_back(new QLineSeries);
      attach(lines.back());
    }
  }

  void set_line(std::size_t at, const QList<QPointF>& points, const QColor& colour, double width, Dash dash) {
    QLineSeries& line = *lines[at];
    QPen pen(colour, width, style_of(dash));
    pen.setCosmetic(true);
    if (line.pen() != pen) line.setPen(pen);
    line.replace(points);
  }

  QScatterSeries& marks_of(const Mark& mark) {
    QScatterSeries*& series = marks[mark.role];
    if (!series) {
      series = new QScatterSeries;
      series->setBorderColor(Qt::transparent);
      series->setMarkerShape(mark.shape == MarkShape::disc ? QScatterSeries::MarkerShapeCircle
                                                           : QScatterSeries::MarkerShapeRotatedRectangle);
      attach(series);
    }
    series->setMarkerSize(mark.size);
    return *series;
  }

  /// The line nearest to a position, -1: none within reach.
  int line_at(QPointF position) const {
    double best = kReach;
    int found = -1;
    for (std::size_t i = 0; i < tags.size(); ++i) {
      const QList<QPointF> points = lines[i]->points();
      QPointF before;
      for (int k = 0; k < points.size(); ++k) {
        const QPointF here = chart->mapToPosition(points[k], lines[i]);
        const double off = k == 0 ? std::hypot(here.x() - position.x(), here.y() - position.y())
                                  : distance_to_segment(position, before, here);
        if (off < best) {
          best = off;
          found = static_cast<int>(i);
        }
        before = here;
      }
    }
    return found;
  }
};

CurveChart::CurveChart(QWidget* parent) : QWidget(parent), parts_(std::make_unique<Parts>()) {
  Parts& p = *parts_;
  p.chart = new QChart;
  p.chart->legend()->hide();
  p.chart->setMargins({0, 0, 6, 0});
  p.chart->layout()->setContentsMargins(0, 0, 0, 0);
  p.chart->setBackgroundRoundness(0);
  p.x = new QValueAxis;
  p.x->setLabelFormat(QStringLiteral("%g"));
  p.chart->addAxis(p.x, Qt::AlignBottom);
  p.replace_y(true);
  p.view = new QChartView(p.chart, this);
  p.view->setRenderHint(QPainter::Antialiasing);
  p.view->setFrameShape(QFrame::NoFrame);
  p.view->setFocusPolicy(Qt::NoFocus);
  p.view->viewport()->setMouseTracking(true);
  p.view->viewport()->installEventFilter(this);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->addWidget(p.view);
  set_theme({});
}

CurveChart::~CurveChart() = default;

void CurveChart::set_panel(const Panel& panel) {
  panel_ = panel;
  show_panel();
}

void CurveChart::show_panel() {
  Parts& p = *parts_;
  if (!panel_.x || !panel_.y) return;
  p.chart->setTitle(plain(panel_.title));
  setAccessibleName(plain(panel_.title));
  p.set_x(*panel_.x, size());
  p.set_y(*panel_.y, height());
  p.place(*panel_.x, size());
  std::size_t curves = 0, rules = 0;
  for (const Item& item : panel_.items) {
    curves += std::holds_alternative<Polyline>(item) ? 1 : 0;
    rules += std::holds_alternative<Rule>(item) ? 1 : 0;
  }
  p.want_lines(curves + rules);
  p.tags.clear();
  const int most = std::clamp(kMostPoints / static_cast<int>(std::max<std::size_t>(1, curves)), kLeastOfLine,
                              std::max(kLeastOfLine, std::min(1000, 2 * width())));
  std::size_t rule_at = curves;
  std::map<Role, QList<QPointF>> marks;
  for (const Item& item : panel_.items) {
    if (const auto* curve = std::get_if<Polyline>(&item)) {
      const QColor colour = curve->shade ? p.theme.ordered(*curve->shade) : p.theme.colour(curve->role);
      p.set_line(p.tags.size(), thinned(curve->points, most), colour, curve->width, curve->dash);
      p.tags.push_back(curve->tag);
    } else if (const auto* rule = std::get_if<Rule>(&item)) {
      const QList<QPointF> ends = rule->vertical
                                      ? QList<QPointF>{{rule->at, panel_.y->low}, {rule->at, panel_.y->high}}
                                      : QList<QPointF>{{panel_.x->low, rule->at}, {panel_.x->high, rule->at}};
      p.set_line(rule_at++, ends, p.theme.colour(rule->role), 1.0, rule->dash);
    } else if (const auto* mark = std::get_if<Mark>(&item)) {
      QScatterSeries& series = p.marks_of(*mark);
      series.setColor(p.theme.colour(mark->role));
      marks[mark->role].append({mark->at.x, mark->at.y});
    }
  }
  for (const auto& [role, series] : p.marks) series->replace(marks[role]);
}

void CurveChart::set_theme(Theme theme) {
  Parts& p = *parts_;
  p.theme = theme;
  p.chart->setBackgroundBrush(theme.colour(Role::card));
  p.chart->setTitleBrush(theme.colour(Role::muted));
  p.view->setBackgroundBrush(theme.colour(Role::card));
  set_body(p.body);
}

void CurveChart::set_body(double pixels) {
  Parts& p = *parts_;
  p.body = pixels;
  p.chart->setTitleFont(p.font());
  p.style_axis(*p.x);
  p.style_axis(*p.y);
  show_panel();
}

int CurveChart::points() const {
  int total = 0;
  for (std::size_t i = 0; i < parts_->tags.size(); ++i) total += static_cast<int>(parts_->lines[i]->count());
  return total;
}

QPoint CurveChart::place_of(Point point) const {
  if (parts_->lines.empty()) return {};
  const QPointF scene = parts_->chart->mapToPosition({point.x, point.y}, parts_->lines.front());
  return parts_->view->mapTo(this, parts_->view->mapFromScene(scene));
}

void CurveChart::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  show_panel();
}

bool CurveChart::eventFilter(QObject* watched, QEvent* event) {
  const bool moved = event->type() == QEvent::MouseMove,
             clicked = event->type() == QEvent::MouseButtonRelease;
  if (moved || clicked) {
    const auto* mouse = static_cast<QMouseEvent*>(event);
    const int line = parts_->line_at(parts_->view->mapToScene(mouse->position().toPoint()));
    const Tag tag = line < 0 ? Tag{} : parts_->tags[static_cast<std::size_t>(line)];
    const QString value = QString::fromStdString(tag.value);
    if (clicked && !tag.id.empty()) emit activated(QString::fromStdString(tag.id));
    if (moved) {
      parts_->view->viewport()->setCursor(tag.id.empty() ? Qt::ArrowCursor : Qt::PointingHandCursor);
      emit pointed(value);
      if (value.isEmpty())
        QToolTip::hideText();
      else
        QToolTip::showText(mouse->globalPosition().toPoint() + QPoint(12, 12), value, this);
    }
  }
  return QWidget::eventFilter(watched, event);
}

}  // namespace tt
