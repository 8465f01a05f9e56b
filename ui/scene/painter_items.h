// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPainter>

#include "ui/scene/metrics.h"
#include "ui/scene/painter.h"

namespace tt {

/// What the painting of one panel needs everywhere.
struct Brushwork {
  QPainter& painter;
  const PaintOptions& options;
  const PanelLayout& panel;
  QRectF scene;  ///< labels stay inside it
  Metrics metrics;
  bool raster;    ///< pixels, not a vector file
  double device;  ///< device pixels per scene unit

  [[nodiscard]] QColor colour(Role role) const { return options.theme.colour(role); }
  [[nodiscard]] QColor text_colour(Role role) const { return options.theme.text_colour(role); }
  [[nodiscard]] double line(double width) const { return metrics.px(width) * options.line; }
  [[nodiscard]] bool highlighted(const Tag& tag) const {
    return !tag.id.empty() && tag.id == options.highlighted;
  }
  [[nodiscard]] QPen pen(Role role, double width, Dash dash = Dash::solid) const {
    return pen(colour(role), width, dash);
  }
  [[nodiscard]] QPen pen(QColor colour, double width, Dash dash) const;
};

void paint_item(Brushwork& brush, const Area& area);
void paint_item(Brushwork& brush, const HeatMap& map);
void paint_item(Brushwork& brush, const Block& block);
void paint_item(Brushwork& brush, const Polyline& curve);
void paint_item(Brushwork& brush, const Rule& rule);
void paint_item(Brushwork& brush, const Mark& mark);
void paint_item(Brushwork& brush, const Label& label);
void paint_item(Brushwork& brush, const ColourBar& bar);

/// Straight hairlines lie on whole pixels.
void draw_hairline(Brushwork& brush, QPointF from, QPointF to);

/// Text anchored at a point, vertically centred on it, kept inside the scene; with a card-coloured halo on
/// request.
void draw_anchored(Brushwork& brush, QPointF at, Anchor anchor, const std::string& text,
                   const TextStyle& style, QColor colour, bool halo);

/// Where a block lies on the scene; where a cell of a heat map lies.
[[nodiscard]] QRectF block_rect(const PanelLayout& panel, const Block& block, const Metrics& metrics);
[[nodiscard]] QRectF map_rect(const PanelLayout& panel, const HeatMap& map);
[[nodiscard]] QRectF cell_rect(const PanelLayout& panel, const HeatMap& map, int row, int column);
/// Where the text of a label lies, before it is pushed inside the scene.
[[nodiscard]] QRectF label_rect(const PanelLayout& panel, const Label& label, const Metrics& metrics);
[[nodiscard]] std::string cell_id(const HeatMap& map, int row, int column);

}  // namespace tt
