// SPDX-License-Identifier: GPL-3.0-or-later
// A figure as pgfplots source: axes and curves as such, with their data in a file of columns; the rest as it
// is painted.
#include <QBuffer>
#include <algorithm>
#include <cmath>
#include <map>

#include "ui/export/formats.h"
#include "ui/export/listening_device.h"
#include "ui/export/tex_text.h"
#include "ui/scene/clip.h"
#include "ui/scene/metrics.h"
#include "ui/scene/number_text.h"

namespace tt {
namespace {

constexpr std::size_t kMostPoints = 4000;  // of a figure: TeX's memory is small
constexpr double kLeading = 1.2;

std::string decimal(double value) {
  const double rounded = std::round(value * 1000.0) / 1000.0;
  return exact_text(rounded == 0.0 ? 0.0 : rounded);
}

/// Down is positive on the page, up in TikZ.
std::string at(QPointF p) { return "(" + decimal(p.x()) + "bp," + decimal(-p.y()) + "bp)"; }

std::string data_number(double value) { return std::isfinite(value) ? exact_text(value) : "nan"; }

/// The data of all curves, side by side: x and y of one after x and y of the other, short ones filled up.
class Columns {
 public:
  std::pair<std::string, std::string> add(const std::vector<Point>& points) {
    const std::string number = std::to_string(columns_.size() + 1);
    columns_.push_back(points);
    return {"x" + number, "y" + number};
  }
  [[nodiscard]] bool empty() const { return columns_.empty(); }
  [[nodiscard]] std::string text() const {
    std::size_t rows = 0;
    std::string out;
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      rows = std::max(rows, columns_[c].size());
      const std::string number = std::to_string(c + 1);
      out += (c > 0 ? " x" : "x") + number + " y" + number;
    }
    out += '\n';
    for (std::size_t r = 0; r < rows; ++r) {
      for (std::size_t c = 0; c < columns_.size(); ++c) {
        const bool there = r < columns_[c].size();
        out += (c > 0 ? " " : "") + (there ? data_number(columns_[c][r].x) : "nan") + " " +
               (there ? data_number(columns_[c][r].y) : "nan");
      }
      out += '\n';
    }
    return out;
  }

 private:
  std::vector<std::vector<Point>> columns_;
};

/// Least and greatest of each column of the plot are kept, breaks too; points far outside go.
std::vector<Point> thinned(const Polyline& curve, const PanelLayout& panel, std::size_t most) {
  std::vector<QPointF> places;
  for (const Point& p : curve.points) places.push_back(panel.map(p));
  const bool inside = std::all_of(places.begin(), places.end(), [&](QPointF p) {
    return !std::isfinite(p.y()) || panel.plot.adjusted(-1e3, -1e3, 1e3, 1e3).contains(p);
  });
  if (inside && curve.points.size() <= most) return curve.points;
  std::vector<Point> points;
  for (const QPolygonF& part : clip_polyline(places, panel.plot.adjusted(-20, -20, 20, 20))) {
    if (!points.empty()) points.push_back({std::nan(""), std::nan("")});
    std::vector<QPointF> few(part.begin(), part.end());
    if (places.size() > most)
      few = thin_to_columns(few,
                            panel.plot.width() * 4.0 / static_cast<double>(std::max<std::size_t>(most, 8)));
    for (const QPointF p : few) points.push_back(panel.unmap(p));
  }
  return points;
}

class TikzWriter : public PaintListener {
 public:
  TikzWriter(const Sheet& sheet, std::string stem) : sheet_(sheet), stem_(std::move(stem)) {
    std::size_t curves = 0;
    for (const Panel& panel : sheet.scene.panels)
      for (const Item& item : panel.items) curves += std::holds_alternative<Polyline>(item) ? 1 : 0;
    most_ = std::max<std::size_t>(kMostPoints / std::max<std::size_t>(curves, 1), 16);
  }

  Expected<std::vector<FigurePart>> write() {
    ListeningDevice device(*this, sheet_.size);
    QPainter painter(&device);
    Sheet listened = sheet_;
    listened.paint.sink = this;
    paint_sheet(painter, listened);
    painter.end();
    end_axis();
    parts_.insert(parts_.begin(), FigurePart{".tex", document()});
    if (!columns_.empty()) parts_.push_back({"-data.dat", columns_.text()});
    return std::move(parts_);
  }

  void text(const PlacedText& placed) override {
    end_axis();
    const bool right = placed.anchor == Anchor::right, centre = placed.anchor == Anchor::centre;
    const QPointF place = placed.baseline + QPointF(right    ? placed.width
                                                    : centre ? placed.width / 2
                                                             : 0.0,
                                                    0.0);
    const std::string size = decimal(placed.style.size), skip = decimal(placed.style.size * kLeading);
    const bool is_bold = placed.style.face.weight() >= QFont::DemiBold;
    body_ += "\\node[anchor=base" +
             std::string(right    ? " east"
                         : centre ? ""
                                  : " west") +
             (placed.halo ? ",inner sep=1bp,fill=" + colour(theme().colour(Role::card)) : ",inner sep=0") +
             ",text=" + colour(placed.colour) + ",font=\\fontsize{" + size + "bp}{" + skip +
             "bp}\\selectfont" + (is_bold ? "\\bfseries" : "") + "] at " + at(place) + " {" +
             tex_text(placed.text) + "};\n";
  }

  bool axes(const Panel& panel, const PanelLayout& layout) override {
    begin_axis(layout);
    body_ += "  hide axis=false,axis x line*=bottom,axis y line*=left,y axis line style={draw=none},\n";
    body_ += "  axis line style={" + colour(theme().colour(Role::axis)) +
             "},xtick align=outside,major tick length=2bp,ytick style={draw=none},\n";
    body_ += std::string("  ") + (panel.x->grid ? "xmajorgrids," : "") +
             (panel.y->grid ? "ymajorgrids," : "") + "grid style={" + colour(theme().colour(Role::grid)) +
             "},\n";
    const TextStyle style = Metrics(sheet_.paint.font, sheet_.paint.body).axis_text();
    body_ += "  tick label style={font=\\fontsize{" + decimal(style.size) + "bp}{" +
             decimal(style.size * kLeading) +
             "bp}\\selectfont,text=" + colour(theme().text_colour(Role::muted)) + "},\n";
    body_ += ticks("x", layout.x_ticks) + ticks("y", layout.y_ticks) + "]\n";
    return true;
  }

  bool curve(const Polyline& curve, const PanelLayout& layout, QColor hue, double width) override {
    const std::vector<Point> points = thinned(curve, layout, most_);
    if (points.empty()) return true;
    if (!in_axis_) {
      begin_axis(layout);
      body_ += "]\n";
    }
    const auto [x, y] = columns_.add(points);
    body_ += "\\addplot[mark=none," + colour(hue) + ",line width=" + decimal(width) + "bp" +
             dash(curve.dash) + "] table[x=" + x + ",y=" + y + "] {" + stem_ + "-data.dat};\n";
    return true;
  }

  void shape(const QPainterPath& path, const QPen& pen, const QBrush& brush) override {
    const bool fills = brush.style() != Qt::NoBrush, draws = pen.style() != Qt::NoPen;
    if ((!fills && !draws) || path.isEmpty()) return;
    end_axis();
    std::string options;
    if (fills) {
      options += ",fill=" + colour(brush.color());
      if (brush.color().alphaF() < 1.0F) options += ",fill opacity=" + decimal(brush.color().alphaF());
    }
    if (draws) {
      options += ",draw=" + colour(pen.color()) + ",line width=" + decimal(pen.widthF()) + "bp";
      if (!pen.dashPattern().isEmpty()) options += dash_of(pen);
    }
    body_ += "\\path[" + options.substr(1) + "] " + path_text(path) + ";\n";
  }

  void image(const QRectF& rect, const QImage& image) override {
    end_axis();
    QByteArray data;
    QBuffer buffer(&data);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    const std::string ending = "-map" + std::to_string(++images_) + ".png";
    parts_.push_back({ending, data.toStdString()});
    body_ += "\\node[anchor=north west,inner sep=0] at " + at(rect.topLeft()) +
             " {\\includegraphics[width=" + decimal(rect.width()) + "bp,height=" + decimal(rect.height()) +
             "bp]{" + stem_ + ending + "}};\n";
  }

 private:
  const Theme& theme() const { return sheet_.paint.theme; }

  /// The name of a colour, defined at the top.
  std::string colour(QColor c) {
    const std::string hex = c.name().mid(1).toUpper().toStdString();
    colours_["tt" + hex] = hex;
    return "tt" + hex;
  }

  static std::string dash(Dash kind) {
    return kind == Dash::dashed ? ",dashed" : kind == Dash::dotted ? ",densely dotted" : "";
  }
  static std::string dash_of(const QPen& pen) {
    std::string pattern = ",dash pattern=";
    for (qsizetype i = 0; i < pen.dashPattern().size(); ++i)
      pattern +=
          std::string(i % 2 == 0 ? "on " : "off ") + decimal(pen.dashPattern()[i] * pen.widthF()) + "bp ";
    return pattern + (pen.capStyle() == Qt::RoundCap ? ",line cap=round" : "");
  }

  static std::string path_text(const QPainterPath& path) {
    std::string out;
    QPointF start, last;
    const auto close = [&] { return !out.empty() && start == last ? " -- cycle " : " "; };
    for (int i = 0; i < path.elementCount(); ++i) {
      const QPainterPath::Element e = path.elementAt(i);
      if (e.isMoveTo()) {
        if (i > 0) out += close();
        out += at(e);
        start = e;
      } else if (e.isLineTo()) {
        out += "--" + at(e);
      } else {  // a curve and its two further points
        out += "..controls " + at(e) + " and " + at(path.elementAt(i + 1)) + ".." + at(path.elementAt(i + 2));
        i += 2;
      }
      last = path.elementAt(i);
    }
    return out + close();
  }

  static std::string mode(const char* axis, Scale scale) {
    if (scale == Scale::linear) return "";
    return std::string(axis) + "mode=log," +
           (scale == Scale::log2 ? "log basis " + std::string(axis) + "=2," : "");
  }

  static std::string ticks(const char* axis, const std::vector<Axis::Tick>& list) {
    std::string places, labels;
    for (const Axis::Tick& tick : list) {
      places += (places.empty() ? "" : ",") + exact_text(tick.at);
      labels += (labels.empty() ? "{" : ",{") + tex_text(tick.text) + "}";
    }
    return "  " + std::string(axis) + "tick={" + places + "}," + axis + "ticklabels={" + labels + "},\n";
  }

  /// Opens an axis of the exact size; its options go on until "]".
  void begin_axis(const PanelLayout& p) {
    end_axis();
    in_axis_ = true;
    body_ += "\\begin{axis}[at={" + at(p.plot.bottomLeft()) +
             "},anchor=south west,scale only axis,width=" + decimal(p.plot.width()) +
             "bp,height=" + decimal(p.plot.height()) + "bp,hide axis,unbounded coords=jump,\n  " +
             mode("x", p.x_scale) + mode("y", p.y_scale) + "xmin=" + exact_text(p.x_low) +
             ",xmax=" + exact_text(p.x_high) + ",ymin=" + exact_text(p.y_low) +
             ",ymax=" + exact_text(p.y_high) + "," + (p.x_reversed ? "x dir=reverse," : "") +
             (p.y_reversed ? "y dir=reverse," : "") + "\n";
  }

  void end_axis() {
    if (in_axis_) body_ += "\\end{axis}\n";
    in_axis_ = false;
  }

  std::string document() const {
    std::string out = "% " + sheet_.scene.title + "\n";
    out += "% In the preamble: \\usepackage{graphicx,pgfplots} \\pgfplotsset{compat=1.16}\n";
    if (!sheet_.record.empty()) out += std::string("% ") + kRecordKey + ": " + sheet_.record + "\n";
    for (const auto& [name, hex] : colours_) out += "\\definecolor{" + name + "}{HTML}{" + hex + "}\n";
    out += "\\begin{tikzpicture}\n\\useasboundingbox (0,0) rectangle " +
           at({sheet_.size.width(), sheet_.size.height()}) + ";\n";
    return out + body_ + "\\end{tikzpicture}%\n";
  }

  const Sheet& sheet_;
  std::string stem_, body_;
  std::size_t most_ = kMostPoints;
  bool in_axis_ = false;
  int images_ = 0;
  Columns columns_;
  std::map<std::string, std::string> colours_;
  std::vector<FigurePart> parts_;
};

}  // namespace

Expected<std::vector<FigurePart>> tikz_of(const Sheet& sheet, const std::string& stem) {
  return TikzWriter(sheet, stem).write();
}

}  // namespace tt
