// SPDX-License-Identifier: GPL-3.0-or-later
#include <QFontDatabase>
#include <QFontInfo>
#include <QFontMetricsF>
#include <QGuiApplication>
#include <QScreen>
#include <vector>

#include "ui/scene/painter.h"
#include "ui/scene/rich_runs.h"
#include "ui/scene/text_run.h"

namespace tt {
namespace {

constexpr int kFacePixels = 100;
constexpr double kScriptSize = 0.72;
constexpr double kSuperShift = -0.36;
constexpr double kSubShift = 0.17;

QFont run_face(QFont face, bool italic) {
  face.setPixelSize(kFacePixels);
  face.setHintingPreference(QFont::PreferNoHinting);
  if (italic) face.setItalic(true);
  return face;
}

/// Calls visit(run, face, left edge, shift down, scale) for each run; returns the whole advance width.
template <class Visit>
double set_runs(const std::string& text, const TextStyle& style, Visit visit) {
  double x = 0.0;
  for (const RichRun& run : rich_runs(text)) {
    const QFont face = run_face(style.face, run.italic);
    const double size = style.size * (run.script == 0 ? 1.0 : kScriptSize);
    const double shift = style.size * (run.script > 0 ? kSuperShift : run.script < 0 ? kSubShift : 0.0);
    visit(run, face, x, shift, size / kFacePixels);
    x += QFontMetricsF(face).horizontalAdvance(run.text) * size / kFacePixels;
  }
  return x;
}

TextStyle style_of(const QFont& font) {
  if (font.pixelSize() > 0) return {font, static_cast<double>(font.pixelSize())};
  const QScreen* screen = QGuiApplication::primaryScreen();
  return {font, font.pointSizeF() * (screen ? screen->logicalDotsPerInchY() : 96.0) / 72.0};
}

}  // namespace

double text_width(const std::string& text, const TextStyle& style) {
  return set_runs(text, style, [](const RichRun&, const QFont&, double, double, double) {});
}

std::string elided(const std::string& text, const TextStyle& style, double width) {
  if (text_width(text, style) <= width) return text;
  QString kept = QString::fromStdString(text);
  while (!kept.isEmpty()) {
    kept.chop(1);
    std::string candidate = kept.trimmed().toStdString() + "…";
    if (text_width(candidate, style) <= width) return candidate;
  }
  return {};
}

double cap_height(const TextStyle& style) {
  return QFontMetricsF(run_face(style.face, false)).capHeight() * style.size / kFacePixels;
}

QPainterPath text_path(QPointF baseline, const std::string& text, const TextStyle& style) {
  QPainterPath whole;
  whole.setFillRule(Qt::WindingFill);
  set_runs(text, style, [&](const RichRun& run, const QFont& face, double x, double shift, double scale) {
    QPainterPath path;
    path.addText(0, 0, face, run.text);
    whole.addPath(
        QTransform::fromTranslate(baseline.x() + x, baseline.y() + shift).scale(scale, scale).map(path));
  });
  return whole;
}

double draw_text(QPainter& painter, QPointF baseline, const std::string& text, const TextStyle& style) {
  if (style.outlines) {
    painter.fillPath(text_path(baseline, text, style), painter.pen().color());
    return text_width(text, style);
  }
  const QTransform before = painter.transform();
  const double width =
      set_runs(text, style, [&](const RichRun& run, const QFont& face, double x, double shift, double scale) {
        painter.setFont(face);
        painter.setTransform(
            QTransform::fromTranslate(baseline.x() + x, baseline.y() + shift).scale(scale, scale) * before);
        painter.drawText(QPointF(0, 0), run.text);
      });
  painter.setTransform(before);
  return width;
}

TextStyle bold(TextStyle style) {
  style.face.setWeight(QFont::DemiBold);
  return style;
}

QFont body_font(const std::string& family) {
  const QStringList present = QFontDatabase::families();
  QFont font = QGuiApplication::font();
  QStringList wanted{QString::fromStdString(family), QStringLiteral("Inter"), QStringLiteral("Noto Sans"),
                     QStringLiteral("DejaVu Sans"), QStringLiteral("Liberation Sans")};
  for (const QString& name : wanted) {
    if (!name.isEmpty() && present.contains(name)) {
      font = QFont(name);
      break;
    }
  }
  font.setStyleHint(QFont::SansSerif);
  font.setHintingPreference(QFont::PreferNoHinting);
  return font;
}

double draw_rich_text(QPainter& painter, QPointF baseline, const std::string& text, const QFont& font) {
  painter.save();
  const double width = draw_text(painter, baseline, text, style_of(font));
  painter.restore();
  return width;
}

double rich_text_width(const std::string& text, const QFont& font) {
  return text_width(text, style_of(font));
}

}  // namespace tt
