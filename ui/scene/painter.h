// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QFont>
#include <QPainter>
#include <QRectF>
#include <optional>
#include <vector>

#include "ui/scene/scene.h"

namespace tt {

/// Colours for the roles; paper is always light.
struct Theme {
  bool dark = false;
  bool tinted = false;  ///< the ground of pictures is the window's light grey, not the card's white
  [[nodiscard]] QColor colour(Role role) const;
  /// The same hue as far towards ink as text needs: contrast to the card at least 4.5:1.
  [[nodiscard]] QColor text_colour(Role role) const;
  /// A line's colour for the ordered value t in [0,1]: cividis, moved towards ink until it stands out from
  /// the card (3:1).
  [[nodiscard]] QColor ordered(double t) const;
  [[nodiscard]] static Theme light() { return {}; }
  [[nodiscard]] static Theme night() { return {.dark = true}; }
};

/// WCAG contrast ratio of two opaque colours, 1..21.
[[nodiscard]] double contrast(QColor a, QColor b);

/// Colour of t in [0,1]; NaN and infinities are the caller's business (see cell_colour).
[[nodiscard]] QColor palette_colour(Palette palette, double t);
/// Colour of a heat-map value; NaN, +inf, -inf and (log) values <= 0 get colours outside the palette.
[[nodiscard]] QColor cell_colour(const HeatMap& map, double value);

class PaintSink;

struct PaintOptions {
  Theme theme;
  QFont font;          ///< body face; its size is ignored
  double body = 12.0;  ///< body text height in device-independent units (px on screen, pt on paper)
  double line = 1.0;   ///< factor on all line widths
  bool lossless = true;
  bool outlines = false;      ///< text as filled outlines
  PaintSink* sink = nullptr;  ///< takes texts (and more, see there) in place of the painter
  std::string highlighted;    ///< id of the item under the pointer or chosen elsewhere: drawn emphasized
};

/// Where one panel's plot area lies and how data map to it. A value: tested without a window.
struct PanelLayout {
  QRectF plot;  ///< plot area in scene units
  Scale x_scale = Scale::linear, y_scale = Scale::linear;
  double x_low = 0, x_high = 1, y_low = 0, y_high = 1;
  bool x_reversed = false, y_reversed = false;
  std::vector<Axis::Tick> x_ticks, y_ticks;     ///< thinned so that no two labels overlap
  [[nodiscard]] QPointF map(Point data) const;  ///< log scales: values <= 0 map to NaN
  [[nodiscard]] Point unmap(QPointF position) const;
};

struct SceneLayout {
  QSizeF size;
  QFont font;  ///< face and body size that it was made for
  double body = 12.0;
  std::vector<PanelLayout> panels;
};

[[nodiscard]] SceneLayout layout(const Scene& scene, QSizeF size, const PaintOptions& options);

/// Paints the panels (not title, badge or sentence) into 0,0..layout.size. The one path for screen, PDF, SVG
/// and PNG; clips curves and areas itself, because QSvgGenerator drops clip paths.
void paint(QPainter& painter, const Scene& scene, const SceneLayout& layout, const PaintOptions& options);

/// What lies under a position: topmost tagged item, heat-map cells included.
struct Hit {
  Tag tag;
  std::size_t panel = 0;
  Point data;
};
[[nodiscard]] std::optional<Hit> hit(const Scene& scene, const SceneLayout& layout, QPointF position);

/// All tagged items in reading order, for the keyboard cursor: tag and where it is.
[[nodiscard]] std::vector<std::pair<Tag, QRectF>> targets(const Scene& scene, const SceneLayout& layout);

/// Inter if present, else the first sans face there is; a family by name where one is given. Unhinted, so
/// that widths scale: the same layout on the screen and on paper.
[[nodiscard]] QFont body_font(const std::string& family = {});

/// Text with ^{..}, _{..} and *..* set properly (a backslash keeps a mark as it is). Returns its advance
/// width.
double draw_rich_text(QPainter& painter, QPointF baseline, const std::string& text, const QFont& font);
[[nodiscard]] double rich_text_width(const std::string& text, const QFont& font);

}  // namespace tt
