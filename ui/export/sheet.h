// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSizeF>
#include <string>
#include <vector>

#include "ui/export/record.h"
#include "ui/scene/painter.h"

namespace tt {

/// A figure on its way to paper: one unit is one point, the theme is light.
struct Sheet {
  Scene scene;               ///< all views, arranged
  std::vector<Scene> parts;  ///< the views as they came, for their tables
  FigureOptions options;     ///< height settled
  QSizeF size;               ///< points
  PaintOptions paint;
  std::string record;  ///< what the figure was made from, one line of ASCII; empty: it is not written
};

/// Arranges scenes (at least one). Refuses options out of range and families that are not installed. Needs a
/// QGuiApplication (offscreen will do).
[[nodiscard]] Expected<Sheet> make_sheet(std::vector<Scene> scenes, const FigureOptions& options,
                                         std::string record = {});
/// Builds the scenes of a record first; the record goes into the file.
[[nodiscard]] Expected<Sheet> make_sheet(const FigureRecord& record, std::stop_token stop = {});

/// Ground and drawing into 0,0..size.
void paint_sheet(QPainter& painter, const Sheet& sheet, bool outlines = false);

}  // namespace tt
