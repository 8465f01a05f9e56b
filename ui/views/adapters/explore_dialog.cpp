// SPDX-License-Identifier: GPL-3.0-or-later
// The only file that includes QCustomPlot.
#include "ui/views/adapters/explore_dialog.h"

#include <qcustomplot.h>

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>
#include <cmath>

#include "core/base/log2_number.h"

namespace tt {
namespace {

/// The marks ^{..} _{..} *..* taken out: QCustomPlot sets plain text.
QString plain(const std::string& text) {
  QString result = QString::fromStdString(text);
  for (const char mark : {'*', '^', '_', '{', '}', '\\'}) result.remove(QLatin1Char(mark));
  return result;
}

void set_axis(QCPAxis& axis, const std::optional<Axis>& given, double low, double high, Theme theme) {
  const QPen pen(theme.colour(Role::axis));
  axis.setBasePen(pen);
  axis.setTickPen(pen);
  axis.setSubTickPen(pen);
  axis.setTickLabelColor(theme.colour(Role::ink));
  axis.setLabelColor(theme.colour(Role::ink));
  axis.grid()->setPen(QPen(theme.colour(Role::grid)));
  const bool logarithmic = given && given->scale != Scale::linear;
  axis.setScaleType(logarithmic ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
  if (logarithmic) {
    const QSharedPointer<QCPAxisTickerLog> ticker(new QCPAxisTickerLog);
    ticker->setLogBase(given->scale == Scale::log2 ? 2.0 : 10.0);
    axis.setTicker(ticker);
  } else {
    axis.setTicker(QSharedPointer<QCPAxisTicker>(new QCPAxisTicker));
  }
  axis.setLabel(given ? plain(given->title) : QString());
  axis.setRange(given ? given->low : low, given ? given->high : high);
  axis.setRangeReversed(given && given->reversed);
}

/// Adds the items of a panel to a plot, one kind after another.
class Adder {
 public:
  Adder(QCustomPlot& plot, Theme theme) : plot_(plot), theme_(theme) {}

  void operator()(const ColourBar&) const {}
  void operator()(const Polyline& curve) const {
    auto* line = new QCPCurve(plot_.xAxis, plot_.yAxis);
    QVector<double> x, y;
    for (const Point& point : curve.points) {
      x << point.x;
      y << point.y;
    }
    line->setData(x, y);
    QPen pen(curve.shade ? theme_.ordered(*curve.shade) : theme_.colour(curve.role),
             1);  // wider pens are slow on long lines
    if (curve.dash != Dash::solid) pen.setStyle(curve.dash == Dash::dashed ? Qt::DashLine : Qt::DotLine);
    line->setPen(pen);
  }
  void operator()(const Area& area) const {
    auto* lower = graph(area.x, area.lower, Qt::NoPen);
    auto* upper = graph(area.x, area.upper, Qt::NoPen);
    QColor fill = theme_.colour(area.role);
    fill.setAlphaF(static_cast<float>(area.opacity));
    upper->setBrush(fill);
    upper->setChannelFillGraph(lower);
  }
  void operator()(const Mark& mark) const {
    auto* point = graph({mark.at.x}, {mark.at.y}, Qt::NoPen);
    point->setScatterStyle(
        QCPScatterStyle(mark.shape == MarkShape::ring ? QCPScatterStyle::ssCircle : QCPScatterStyle::ssDisc,
                        theme_.colour(mark.role), mark.size));
  }
  void operator()(const Block& block) const {
    if (block.opacity == 0.0) return;
    auto* rect = new QCPItemRect(&plot_);
    rect->topLeft->setCoords(block.x0, block.y1);
    rect->bottomRight->setCoords(block.x1, block.y0);
    QColor fill = theme_.colour(block.role);
    fill.setAlphaF(static_cast<float>(block.opacity));
    rect->setPen(Qt::NoPen);
    rect->setBrush(block.outline_only ? QBrush(Qt::NoBrush) : QBrush(fill));
    if (block.outline_only) rect->setPen(QPen(fill));
  }
  void operator()(const Rule& rule) const {
    auto* line = new QCPItemStraightLine(&plot_);
    const double one = 1.0, two = 2.0;  // any two values along the line, positive for logarithmic axes
    line->point1->setCoords(rule.vertical ? rule.at : one, rule.vertical ? one : rule.at);
    line->point2->setCoords(rule.vertical ? rule.at : two, rule.vertical ? two : rule.at);
    line->setPen(QPen(theme_.colour(rule.role), 1, rule.dash == Dash::solid ? Qt::SolidLine : Qt::DashLine));
  }
  void operator()(const Label& label) const {
    auto* text = new QCPItemText(&plot_);
    text->position->setCoords(label.at.x, label.at.y);
    text->setText(plain(label.text));
    text->setColor(theme_.text_colour(label.role));
    text->setPositionAlignment(label.anchor == Anchor::left    ? Qt::AlignLeft | Qt::AlignVCenter
                               : label.anchor == Anchor::right ? Qt::AlignRight | Qt::AlignVCenter
                                                               : Qt::AlignCenter);
  }
  void operator()(const HeatMap& map) const {
    auto* cells = new QCPColorMap(plot_.xAxis, plot_.yAxis);
    const double wide = (map.x1 - map.x0) / map.columns, high = (map.y1 - map.y0) / map.rows;
    cells->data()->setSize(map.columns, map.rows);
    // Ranges name the middles of the outer cells, the lower end first.
    const double first_row = map.y0 + high / 2, last_row = map.y1 - high / 2;
    cells->data()->setRange(QCPRange(map.x0 + wide / 2, map.x1 - wide / 2), QCPRange(first_row, last_row));
    for (int r = 0; r < map.rows; ++r)
      for (int c = 0; c < map.columns; ++c)
        cells->data()->setCell(c, high > 0 ? r : map.rows - 1 - r,
                               map.values[static_cast<std::size_t>(r * map.columns + c)]);
    QCPColorGradient gradient;
    gradient.clearColorStops();
    for (int i = 0; i <= 32; ++i) gradient.setColorStopAt(i / 32.0, palette_colour(map.palette, i / 32.0));
    gradient.setNanHandling(QCPColorGradient::nhNanColor);
    gradient.setNanColor(cell_colour(map, std::nan("")));
    cells->setGradient(gradient);
    cells->setDataRange(QCPRange(map.low, map.high));
    cells->setDataScaleType(map.log ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    cells->setInterpolate(false);
    cells->setTightBoundary(false);
  }

 private:
  QCPGraph* graph(const std::vector<double>& x, const std::vector<double>& y, const QPen& pen) const {
    QCPGraph* made = plot_.addGraph();
    made->setData(QVector<double>(x.begin(), x.end()), QVector<double>(y.begin(), y.end()));
    made->setPen(pen);
    return made;
  }

  QCustomPlot& plot_;
  Theme theme_;
};

const HeatMap* heat_map(const Panel& panel) {
  for (const Item& item : panel.items)
    if (const auto* map = std::get_if<HeatMap>(&item)) return map;
  return nullptr;
}

}  // namespace

bool ExploreDialog::offers(const Panel& panel) { return (panel.x && panel.y) || heat_map(panel); }

ExploreDialog::ExploreDialog(Scene scene, Theme theme, QWidget* parent)
    : QDialog(parent),
      scene_(std::move(scene)),
      theme_(theme),
      choice_(new QComboBox(this)),
      plot_(new QCustomPlot(this)),
      pointed_(new QLabel(this)) {
  setWindowTitle(tr("Explore: %1").arg(QString::fromStdString(scene_.title)));
  setAttribute(Qt::WA_DeleteOnClose);
  choice_->setAccessibleName(tr("Panel"));
  for (std::size_t i = 0; i < scene_.panels.size(); ++i) {
    if (!offers(scene_.panels[i])) continue;
    offered_.push_back(i);
    const QString title = plain(scene_.panels[i].title);
    choice_->addItem(title.isEmpty() ? tr("panel %1").arg(i + 1) : title);
  }
  plot_->setBackground(theme_.colour(Role::card));
  plot_->setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
  plot_->setMinimumSize(360, 240);
  auto* help = new QLabel(tr("wheel: zoom · drag: move · double click: all"), this);
  help->setProperty("hint", true);
  auto* line = new QHBoxLayout;
  line->addWidget(choice_);
  line->addStretch(1);
  line->addWidget(help);
  auto* column = new QVBoxLayout(this);
  column->addLayout(line);
  column->addWidget(plot_, 1);
  column->addWidget(pointed_);
  connect(choice_, &QComboBox::currentIndexChanged, this,
          [this](int i) { show_panel(offered_[static_cast<std::size_t>(i)]); });
  connect(plot_, &QCustomPlot::mouseMove, this, [this](QMouseEvent* event) { point_at(event->position()); });
  connect(plot_, &QCustomPlot::mouseDoubleClick, this, [this] { show_all(); });
  resize(820, 600);
  if (!offered_.empty()) show_panel(offered_.front());
}

QWidget& ExploreDialog::plot() { return *plot_; }

QString ExploreDialog::pointed() const { return pointed_->text(); }

void ExploreDialog::show_panel(std::size_t index) {
  panel_ = &scene_.panels[index];
  plot_->clearPlottables();
  plot_->clearItems();
  const Adder add(*plot_, theme_);
  for (const Item& item : panel_->items) std::visit(add, item);
  show_all();
}

void ExploreDialog::show_all() {
  set_axis(*plot_->xAxis, panel_->x, panel_->x_low, panel_->x_high, theme_);
  set_axis(*plot_->yAxis, panel_->y, panel_->y_low, panel_->y_high, theme_);
  plot_->replot();
}

void ExploreDialog::point_at(const QPointF& position) {
  const double x = plot_->xAxis->pixelToCoord(position.x()), y = plot_->yAxis->pixelToCoord(position.y());
  QString where =
      QStringLiteral("%1, %2").arg(QString::fromStdString(text(x, 4)), QString::fromStdString(text(y, 4)));
  if (const HeatMap* map = heat_map(*panel_)) {
    const double across = (x - map->x0) / (map->x1 - map->x0) * map->columns;
    const double down = (y - map->y0) / (map->y1 - map->y0) * map->rows;
    if (across >= 0 && across < map->columns && down >= 0 && down < map->rows) {
      const auto cell =
          static_cast<std::size_t>(static_cast<int>(down) * map->columns + static_cast<int>(across));
      where = tr("row %1, column %2: %3")
                  .arg(static_cast<int>(down) + 1)
                  .arg(static_cast<int>(across) + 1)
                  .arg(QString::fromStdString(text(map->values[cell], 17)));
    }
  }
  pointed_->setText(where);
}

}  // namespace tt
