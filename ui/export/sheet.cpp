// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/sheet.h"

#include <QDateTime>

#include "core/base/options.h"
#include "ui/export/compose.h"
#include "ui/export/faces.h"
#include "ui/export/length.h"

namespace tt {

Expected<Sheet> make_sheet(std::vector<Scene> scenes, const FigureOptions& options, std::string record) {
  if (scenes.empty()) return fail("figure", "no view", "1 view or more");
  if (auto sound = check(options); !sound) return tl::unexpected(sound.error());
  const auto face = figure_face(options.family);
  if (!face) return tl::unexpected(face.error());
  Sheet sheet;
  sheet.parts = scenes;
  sheet.options = options;
  sheet.record = std::move(record);
  Composition composed = compose(std::move(scenes), options);
  sheet.size = {composed.width_pt, composed.height_pt};
  sheet.scene = std::move(composed.scene);
  sheet.options.height_mm = composed.height_pt / points(1.0);
  if (auto sound = check(sheet.options); !sound) return tl::unexpected(sound.error());
  sheet.paint.theme = Theme{.dark = false, .tinted = options.ground == Ground::light};
  sheet.paint.font = *face;
  sheet.paint.body = options.type_pt;
  sheet.paint.line = options.line;
  return sheet;
}

Expected<Sheet> make_sheet(const FigureRecord& record, std::stop_token stop) {
  std::vector<Scene> scenes;
  for (const Shown& shown : record.shown) {
    auto scene = scene_of(shown, stop);
    if (!scene) return tl::unexpected(scene.error());
    scenes.push_back(*std::move(scene));
  }
  if (!record.options.dated) return make_sheet(std::move(scenes), record.options, record_line(record));
  Json json = to_json(record);
  json["written"] = QDateTime::currentDateTimeUtc().toString(Qt::ISODate).toStdString();
  return make_sheet(std::move(scenes), record.options, record_line(json));
}

void paint_sheet(QPainter& painter, const Sheet& sheet, bool outlines) {
  if (sheet.options.ground != Ground::transparent)
    painter.fillRect(QRectF(QPointF(0, 0), sheet.size), sheet.paint.theme.colour(Role::card));
  PaintOptions options = sheet.paint;
  options.outlines = outlines;
  paint(painter, sheet.scene, layout(sheet.scene, sheet.size, options), options);
}

}  // namespace tt
