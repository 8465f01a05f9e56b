// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scene/figure.h"

#include <QBuffer>
#include <QFontDatabase>
#include <QHashSeed>
#include <QImage>
#include <QPdfWriter>
#include <QSvgGenerator>
#include <algorithm>
#include <cmath>

#include "ui/scene/number_text.h"
#include "ui/scene/painter.h"
#include "ui/scene/pdf_bytes.h"

namespace tt {
namespace {

constexpr double kPointsPerInch = 72.0;
constexpr double kMmPerInch = 25.4;
constexpr double kLeastMm = 10.0, kMostMm = 1000.0;
constexpr double kMostPixels = 4e8;

double points(double mm) { return mm / kMmPerInch * kPointsPerInch; }
QString text(const std::string& utf8) { return QString::fromStdString(utf8); }
std::string bytes(const QByteArray& data) {
  return {data.constData(), static_cast<std::size_t>(data.size())};
}

/// A figure on its way to paper: one unit is one point.
struct Sheet {
  const Scene& scene;
  FigureOptions options;
  QSizeF size;  ///< points
  PaintOptions paint;
};

Expected<void> check_range(const char* what, double value, double low, double high, const char* unit) {
  if (value >= low && value <= high) return {};
  return fail(what, short_text(value, 6) + unit, short_text(low, 6) + ".." + short_text(high, 6) + unit);
}

Expected<FigureOptions> settled(const Scene& scene, FigureOptions options) {
  if (options.height_mm <= 0.0)
    options.height_mm = options.width_mm / (scene.aspect > 0.0 ? scene.aspect : 1.6);
  for (const auto& checked : {check_range("figure width", options.width_mm, kLeastMm, kMostMm, " mm"),
                              check_range("figure height", options.height_mm, kLeastMm, kMostMm, " mm"),
                              check_range("type size", options.type_pt, 3.0, 48.0, " pt"),
                              check_range("resolution", options.dpi, 36.0, 4800.0, " dpi")})
    if (!checked) return tl::unexpected(checked.error());
  if (!options.family.empty() && !QFontDatabase::families().contains(text(options.family)))
    return fail("font family", options.family, "an installed family, or none for the usual one");
  return options;
}

Sheet prepare(const Scene& scene, const FigureOptions& options) {
  Sheet sheet{scene, options, QSizeF(points(options.width_mm), points(options.height_mm)), {}};
  sheet.paint.theme = Theme::light();
  sheet.paint.font = body_font(options.family);
  sheet.paint.body = options.type_pt;
  return sheet;
}

void paint_sheet(QPainter& painter, const Sheet& sheet) {
  if (!sheet.options.transparent)
    painter.fillRect(QRectF(QPointF(0, 0), sheet.size), sheet.paint.theme.colour(Role::card));
  paint(painter, sheet.scene, layout(sheet.scene, sheet.size, sheet.paint), sheet.paint);
}

/// Qt's PDF writer walks a hash of fonts: with a random seed the order of objects differs from run to run.
class SteadyHash {
 public:
  SteadyHash() { QHashSeed::setDeterministicGlobalSeed(); }
  ~SteadyHash() { QHashSeed::resetRandomGlobalSeed(); }
  SteadyHash(const SteadyHash&) = delete;
  SteadyHash& operator=(const SteadyHash&) = delete;
};

Expected<std::string> pdf_of(const Sheet& sheet) {
  const SteadyHash steady;
  constexpr int kResolution = 1200;
  QByteArray data;
  QBuffer buffer(&data);
  buffer.open(QIODevice::WriteOnly);
  // Qt rounds pages to whole points. The drawing goes to the lower left corner, where the trimmed page
  // begins.
  const QSizeF page(std::ceil(sheet.size.width()), std::ceil(sheet.size.height()));
  QPdfWriter writer(&buffer);
  writer.setResolution(kResolution);
  writer.setTitle(text(sheet.scene.title));
  writer.setCreator(QStringLiteral("Three Tokens"));
  writer.setPageSize(QPageSize(page, QPageSize::Point, QString(), QPageSize::ExactMatch));
  writer.setPageMargins(QMarginsF(0, 0, 0, 0));
  QPainter painter;
  if (!painter.begin(&writer)) return fail("the PDF could not be begun");
  painter.scale(kResolution / kPointsPerInch, kResolution / kPointsPerInch);
  painter.translate(0, page.height() - sheet.size.height());
  paint_sheet(painter, sheet);
  painter.end();
  return settle_pdf(bytes(data), sheet.size.width(), sheet.size.height());
}

/// The size on the first line in millimetres: Qt knows whole units there.
std::string with_svg_size(std::string svg, const FigureOptions& options) {
  const std::size_t start = svg.find("<svg width=\""), end = svg.find("viewBox", start);
  if (start == std::string::npos || end == std::string::npos) return svg;
  const auto mm = [](double value) { return exact_text(std::round(value * 1e4) / 1e4) + "mm"; };
  return svg.replace(
      start, end - start,
      "<svg width=\"" + mm(options.width_mm) + "\" height=\"" + mm(options.height_mm) + "\"\n ");
}

Expected<std::string> svg_of(const Sheet& sheet) {
  QByteArray data;
  QBuffer buffer(&data);
  buffer.open(QIODevice::WriteOnly);
  QSvgGenerator generator;
  generator.setOutputDevice(&buffer);
  generator.setResolution(static_cast<int>(kPointsPerInch));
  generator.setSize(sheet.size.toSize());
  generator.setViewBox(QRectF(QPointF(0, 0), sheet.size));
  // Qt writes both as they are into the XML.
  generator.setTitle(text(sheet.scene.title).toHtmlEscaped());
  generator.setDescription(text(sheet.scene.alt).toHtmlEscaped());
  QPainter painter;
  if (!painter.begin(&generator)) return fail("the SVG could not be begun");
  paint_sheet(painter, sheet);
  painter.end();
  return with_svg_size(bytes(data), sheet.options);
}

Expected<std::string> png_of(const Sheet& sheet) {
  const FigureOptions& options = sheet.options;
  const QSizeF exact = QSizeF(options.width_mm, options.height_mm) / kMmPerInch * options.dpi;
  if (exact.width() * exact.height() > kMostPixels)
    return fail("PNG size", fixed_text(exact.width(), 0) + "×" + fixed_text(exact.height(), 0) + " pixels",
                "at most 4×10^8 pixels; lower the dpi");
  const QSize pixels = exact.toSize();
  QImage image(pixels, options.transparent ? QImage::Format_ARGB32_Premultiplied : QImage::Format_RGB32);
  if (image.isNull())
    return fail("PNG size", fixed_text(exact.width(), 0) + " pixels wide", "what memory holds");
  image.fill(options.transparent ? Qt::transparent : Qt::white);
  const int per_metre = static_cast<int>(std::lround(options.dpi / kMmPerInch * 1000.0));
  image.setDotsPerMeterX(per_metre);
  image.setDotsPerMeterY(per_metre);
  QPainter painter(&image);
  painter.scale(pixels.width() / sheet.size.width(), pixels.height() / sheet.size.height());
  paint_sheet(painter, sheet);
  painter.end();
  QByteArray data;
  QBuffer buffer(&data);
  buffer.open(QIODevice::WriteOnly);
  if (!image.save(&buffer, "PNG")) return fail("the PNG could not be written");
  return bytes(data);
}

std::string csv_field(const std::string& field) {
  if (field.find_first_of(",\"\r\n") == std::string::npos) return field;
  std::string quoted(1, '"');
  for (char c : field) quoted.append(c == '"' ? 2 : 1, c);
  quoted.push_back('"');
  return quoted;
}

std::string csv_line(const std::vector<std::string>& fields) {
  std::string line;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (i > 0) line.push_back(',');
    line.append(csv_field(fields[i]));
  }
  line.push_back('\n');
  return line;
}

Expected<std::string> content_of(const Sheet& sheet, const std::string& suffix) {
  if (suffix == ".pdf") return pdf_of(sheet);
  if (suffix == ".svg") return svg_of(sheet);
  if (suffix == ".png") return png_of(sheet);
  if (suffix == ".csv") return to_csv(sheet.scene.table);
  return fail("figure format", suffix.empty() ? "no suffix" : suffix, ".pdf, .svg, .png or .csv");
}

std::string lower_suffix(const std::filesystem::path& file) {
  std::string suffix = file.extension().string();
  for (char& c : suffix)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return suffix;
}

}  // namespace

Expected<FigureReport> write_figure(const Scene& scene, const std::filesystem::path& file,
                                    const FigureOptions& options) {
  const auto checked = settled(scene, options);
  if (!checked) return tl::unexpected(checked.error());
  const std::string suffix = lower_suffix(file);
  const auto content = content_of(prepare(scene, *checked), suffix);
  if (!content) return tl::unexpected(content.error());
  if (const auto written = write_file_atomic(file, *content); !written)
    return tl::unexpected(written.error());
  return FigureReport{file, checked->width_mm, checked->height_mm,
                      suffix == ".pdf" ? pdf_fonts_embedded(*content) : suffix == ".png"};
}

std::string to_csv(const Table& table) {
  std::string csv = csv_line(table.columns);
  for (const auto& row : table.rows) csv += csv_line(row);
  return csv;
}

}  // namespace tt
