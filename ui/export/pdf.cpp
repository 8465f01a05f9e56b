// SPDX-License-Identifier: GPL-3.0-or-later
#include <QBuffer>
#include <QHashSeed>
#include <QPdfWriter>
#include <cmath>

#include "ui/export/formats.h"
#include "ui/export/length.h"
#include "ui/export/pdf_bytes.h"

namespace tt {
namespace {

QString text(const std::string& utf8) { return QString::fromStdString(utf8); }

/// The record as XMP, which a PDF keeps as it is.
QByteArray metadata(const Sheet& sheet) {
  const std::string xmp =
      "<?xpacket begin='' id='W5M0MpCehiHzreSzNTczkc9d'?>\n<x:xmpmeta xmlns:x='adobe:ns:meta/'>"
      "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'><rdf:Description rdf:about=''>" +
      record_element(sheet.record) + "</rdf:Description></rdf:RDF></x:xmpmeta>\n<?xpacket end='w'?>";
  return QByteArray::fromStdString(xmp);
}

/// Qt's PDF writer walks a hash of fonts: with a random seed the order of objects differs from run to run.
class SteadyHash {
 public:
  SteadyHash() { QHashSeed::setDeterministicGlobalSeed(); }
  ~SteadyHash() { QHashSeed::resetRandomGlobalSeed(); }
  SteadyHash(const SteadyHash&) = delete;
  SteadyHash& operator=(const SteadyHash&) = delete;
};

}  // namespace

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
  if (!sheet.record.empty()) writer.setDocumentXmpMetadata(metadata(sheet));
  writer.setCreator(QStringLiteral("Three Tokens"));
  writer.setPageSize(QPageSize(page, QPageSize::Point, QString(), QPageSize::ExactMatch));
  writer.setPageMargins(QMarginsF(0, 0, 0, 0));
  QPainter painter;
  if (!painter.begin(&writer)) return fail("the PDF could not be begun");
  painter.scale(kResolution / kPointsPerInch, kResolution / kPointsPerInch);
  painter.translate(0, page.height() - sheet.size.height());
  paint_sheet(painter, sheet, sheet.options.text == TextKind::outlines);
  painter.end();
  return settle_pdf(data.toStdString(), sheet.size.width(), sheet.size.height(), sheet.options.dated);
}

}  // namespace tt
