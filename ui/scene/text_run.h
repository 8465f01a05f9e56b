// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QPainter>
#include <QPainterPath>
#include <string>

namespace tt {

// Text at any fractional size. A QFont knows whole pixels only, and points depend on the device: every text
// is set at one fixed size and scaled, so that widths are in proportion on the screen and on paper.

/// A face and a size in scene units.
struct TextStyle {
  QFont face;
  double size = 12.0;
  bool outlines = false;  ///< drawn as filled outlines rather than as text
};

[[nodiscard]] double text_width(const std::string& text, const TextStyle& style);
/// The text cut behind a character so that it and an ellipsis fit the width.
[[nodiscard]] std::string elided(const std::string& text, const TextStyle& style, double width);
/// Height of capitals and figures: what vertical centring goes by.
[[nodiscard]] double cap_height(const TextStyle& style);
/// Draws with the painter's pen colour; returns the advance width.
double draw_text(QPainter& painter, QPointF baseline, const std::string& text, const TextStyle& style);
/// Outlines, for halos.
[[nodiscard]] QPainterPath text_path(QPointF baseline, const std::string& text, const TextStyle& style);

[[nodiscard]] TextStyle bold(TextStyle style);

}  // namespace tt
