// SPDX-License-Identifier: GPL-3.0-or-later
#include <QBuffer>
#include <QImage>
#include <cmath>

#include "ui/export/formats.h"
#include "ui/export/length.h"
#include "ui/scene/number_text.h"

namespace tt {
namespace {

constexpr double kMostPixels = 4e8;

QString text(const std::string& utf8) { return QString::fromStdString(utf8); }

}  // namespace

Expected<std::string> png_of(const Sheet& sheet) {
  const FigureOptions& options = sheet.options;
  const bool transparent = options.ground == Ground::transparent;
  const QSizeF exact = QSizeF(options.width_mm, options.height_mm) / kMmPerInch * options.dpi;
  if (exact.width() * exact.height() > kMostPixels)
    return fail("PNG size", fixed_text(exact.width(), 0) + "×" + fixed_text(exact.height(), 0) + " pixels",
                "at most 4×10^8 pixels; lower the dpi");
  const QSize pixels = exact.toSize();
  QImage image(pixels, transparent ? QImage::Format_ARGB32_Premultiplied : QImage::Format_RGB32);
  if (image.isNull())
    return fail("PNG size", fixed_text(exact.width(), 0) + " pixels wide", "what memory holds");
  image.fill(transparent ? Qt::transparent : Qt::white);
  const int per_metre = static_cast<int>(std::lround(options.dpi / kMmPerInch * 1000.0));
  image.setDotsPerMeterX(per_metre);
  image.setDotsPerMeterY(per_metre);
  if (!sheet.record.empty()) image.setText(QString::fromLatin1(kRecordKey), text(sheet.record));
  QPainter painter(&image);
  painter.scale(pixels.width() / sheet.size.width(), pixels.height() / sheet.size.height());
  paint_sheet(painter, sheet, options.text == TextKind::outlines);
  painter.end();
  QByteArray data;
  QBuffer buffer(&data);
  buffer.open(QIODevice::WriteOnly);
  if (!image.save(&buffer, "PNG")) return fail("the PNG could not be written");
  return data.toStdString();
}

}  // namespace tt
