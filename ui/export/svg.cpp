// SPDX-License-Identifier: GPL-3.0-or-later
#include <QBuffer>
#include <QSvgGenerator>
#include <cmath>

#include "ui/export/formats.h"
#include "ui/export/length.h"
#include "ui/scene/number_text.h"

namespace tt {
namespace {

QString text(const std::string& utf8) { return QString::fromStdString(utf8); }

/// The size on the first line in millimetres: Qt knows whole units there.
std::string with_svg_size(std::string svg, const FigureOptions& options) {
  const std::size_t start = svg.find("<svg width=\""), end = svg.find("viewBox", start);
  if (start == std::string::npos || end == std::string::npos) return svg;
  const auto mm = [](double value) { return exact_text(std::round(value * 1e4) / 1e4) + "mm"; };
  return svg.replace(
      start, end - start,
      "<svg width=\"" + mm(options.width_mm) + "\" height=\"" + mm(options.height_mm) + "\"\n ");
}

std::string with_record(std::string svg, const std::string& record) {
  const std::size_t at = svg.find("<defs>");
  if (record.empty() || at == std::string::npos) return svg;
  return svg.insert(at, "<metadata>" + record_element(record) + "</metadata>\n");
}

}  // namespace

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
  // Qt writes the painter's font beside every shape: it must not be the one of the window.
  QFont font = sheet.paint.font;
  font.setPixelSize(12);
  painter.setFont(font);
  paint_sheet(painter, sheet, sheet.options.text != TextKind::text);
  painter.end();
  return with_record(with_svg_size(data.toStdString(), sheet.options), sheet.record);
}

}  // namespace tt
