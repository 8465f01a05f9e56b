// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <QImage>
#include <cmath>

#include "tests/support/scene_support.h"
#include "ui/scene/clip.h"

namespace tt {
namespace {

using testing::screen_options;

QImage painted(const Scene& scene, QSize size, const PaintOptions& options, double scale = 1.0) {
  QImage image(size * scale, QImage::Format_RGB32);
  image.fill(options.theme.colour(Role::card));
  QPainter painter(&image);
  painter.scale(scale, scale);
  paint(painter, scene, layout(scene, size, options), options);
  return image;
}

Scene map_scene(int rows, int columns, bool top_first) {
  Scene scene;
  Panel panel;
  panel.x_high = columns;
  panel.y_high = rows;
  HeatMap map;
  map.rows = rows;
  map.columns = columns;
  for (int i = 0; i < rows * columns; ++i) map.values.push_back(std::fmod(i * 0.37, 1.0));
  map.x1 = columns;
  map.y0 = top_first ? rows : 0;
  map.y1 = top_first ? 0 : rows;
  map.id_prefix = "cell";
  panel.items.push_back(map);
  scene.panels = {panel};
  return scene;
}

TEST(Painter, CellsHaveExactlyTheColoursOfThePalette) {
  for (const double scale : {1.0, 1.25, 2.0})
    for (const int rows : {3, 20, 60})
      for (const bool top_first : {true, false}) {
        const int columns = rows + 5;
        const Scene scene = map_scene(rows, columns, top_first);
        const HeatMap& map = std::get<HeatMap>(scene.panels[0].items[0]);
        const QSize size(517, 331);
        const QImage image = painted(scene, size, screen_options(), scale);
        const auto panel = layout(scene, size, screen_options()).panels[0];
        for (int r = 0; r < rows; ++r)
          for (int c = 0; c < columns; ++c) {
            const QPointF centre = panel.map({c + 0.5, top_first ? rows - r - 0.5 : r + 0.5}) * scale;
            const double value = map.values[static_cast<std::size_t>(r * columns + c)];
            ASSERT_EQ(QColor(image.pixel(centre.toPoint())), cell_colour(map, value)) << r << " " << c;
          }
      }
}

TEST(Painter, NanCellDiffersFromTheLowestColour) {
  Scene scene = map_scene(2, 2, true);
  auto& map = std::get<HeatMap>(scene.panels[0].items[0]);
  map.values = {std::nan(""), 0.0, 0.5, 1.0};
  const QImage image = painted(scene, {200, 200}, screen_options());
  EXPECT_NE(image.pixel(20, 50), image.pixel(120, 50));
  EXPECT_EQ(QColor(image.pixel(120, 50)), palette_colour(Palette::cividis, 0.0));
}

TEST(Painter, EveryKindPaintsSomethingInBothThemes) {
  for (const Theme& theme : {Theme::light(), Theme::night()}) {
    PaintOptions options = screen_options();
    options.theme = theme;
    for (const Panel& panel : testing::sample_scene().panels)
      for (const Item& item : panel.items) {
        Scene scene, empty;
        scene.panels = empty.panels = {panel};
        scene.panels[0].items = {item};
        empty.panels[0].items = {};
        EXPECT_NE(painted(scene, {300, 200}, options), painted(empty, {300, 200}, options)) << item.index();
      }
  }
}

TEST(Painter, HighlightShows) {
  const Scene scene = testing::sample_scene();
  const PaintOptions plain = screen_options();
  const QImage before = painted(scene, {700, 400}, plain);
  for (const auto& [tag, rect] : targets(scene, layout(scene, {700, 400}, plain))) {
    PaintOptions options = plain;
    options.highlighted = tag.id;
    EXPECT_NE(painted(scene, {700, 400}, options), before) << tag.id;
  }
}

TEST(Painter, SurvivesEmptyAndStrangeInput) {
  Scene scene = testing::sample_scene();
  scene.panels.emplace_back();
  scene.panels.back().items = {Polyline{}, Area{}, HeatMap{}, Label{}, Block{}, Rule{}, Mark{}, ColourBar{}};
  Panel odd;
  odd.x = Axis{};
  odd.x->scale = Scale::log10;
  odd.x->low = odd.x->high = -1;
  odd.y = odd.x;
  odd.y->low = std::nan("");
  odd.items = scene.panels[0].items;
  scene.panels.push_back(odd);
  for (const QSize size : {QSize(1, 1), QSize(30, 20), QSize(400, 300)})
    EXPECT_FALSE(painted(scene, size, screen_options()).isNull());
}

TEST(Painter, ASpikeAmongMillionsIsSeen) {
  Scene scene;
  Panel panel;
  panel.x_high = 1e6;
  Polyline curve;
  for (int i = 0; i < 1000000; ++i) curve.points.push_back({double(i), i == 654321 ? 0.9 : 0.1});
  panel.items.push_back(curve);
  scene.panels = {panel};
  const QImage image = painted(scene, {200, 100}, screen_options());
  bool seen = false;
  for (int x = 129; x <= 132; ++x) seen = seen || QColor(image.pixel(x, 30)) != QColor(Qt::white);
  EXPECT_TRUE(seen);
}

TEST(Clip, PartsLieInsideAndGapsStay) {
  const QRectF frame(0, 0, 10, 10);
  const std::vector<QPointF> points = {{-5, 5},           {5, 5}, {5, 50},    {7, 50}, {7, 5},
                                       {std::nan(""), 5}, {8, 5}, {9, 1e300}, {9.5, 5}};
  const auto parts = clip_polyline(points, frame);
  ASSERT_EQ(parts.size(), 4u);
  for (const auto& part : parts)
    for (const QPointF& p : part) EXPECT_TRUE(frame.adjusted(-1e-9, -1e-9, 1e-9, 1e-9).contains(p));
}

TEST(Clip, PolygonKeepsTheAreaInside) {
  const QPolygonF whole({{-5, -5}, {15, -5}, {15, 15}, {-5, 15}});
  const QPolygonF cut = clip_polygon(whole, QRectF(0, 0, 10, 10));
  EXPECT_EQ(cut.boundingRect(), QRectF(0, 0, 10, 10));
  EXPECT_TRUE(clip_polygon(whole, QRectF(50, 50, 1, 1)).isEmpty());
}

TEST(Clip, ThinningKeepsExtremesOfEachColumn) {
  std::vector<QPointF> points;
  for (int i = 0; i < 10000; ++i) points.emplace_back(i / 100.0, std::sin(i * 0.7) * (i == 5000 ? 9 : 1));
  const auto thin = thin_to_columns(points, 1.0);
  EXPECT_LE(thin.size(), 404u);
  double least = 0, most = 0;
  for (const QPointF& p : thin) least = std::min(least, p.y()), most = std::max(most, p.y());
  double least_all = 0, most_all = 0;
  for (const QPointF& p : points)
    least_all = std::min(least_all, p.y()), most_all = std::max(most_all, p.y());
  EXPECT_EQ(least, least_all);
  EXPECT_EQ(most, most_all);
}

TEST(Hit, FindsEachTargetAtItsPlace) {
  const Scene scene = testing::sample_scene();
  const auto laid = layout(scene, {700, 400}, screen_options());
  const auto all = targets(scene, laid);
  EXPECT_EQ(all.size(), 1u + 1u + 1u + 16u + 8u);
  for (const auto& [tag, rect] : all) {
    if (tag.id == "curve:0") continue;  // the middle of its rectangle is not on it
    // The rule is crossed by the curve and the mark; its left end is its own.
    const QPointF at = tag.id == "rule:0" ? QPointF(rect.left() + 3, rect.center().y()) : rect.center();
    const auto found = hit(scene, laid, at);
    ASSERT_TRUE(found) << tag.id;
    EXPECT_EQ(found->tag.id, tag.id);
    EXPECT_EQ(found->tag.value, tag.value);
  }
}

TEST(Hit, CurveIsFoundOnItsLineOnly) {
  const Scene scene = testing::sample_scene();
  const auto laid = layout(scene, {700, 400}, screen_options());
  const QPointF on = laid.panels[0].map({2, 0.8});
  ASSERT_TRUE(hit(scene, laid, on));
  EXPECT_EQ(hit(scene, laid, on)->tag.id, "curve:0");
  EXPECT_NEAR(hit(scene, laid, on)->data.y, 0.8, 1e-9);
  EXPECT_FALSE(hit(scene, laid, on + QPointF(0, 30)));
}

TEST(Hit, CellsSayTheirExactNumber) {
  const Scene scene = testing::sample_scene();
  const auto laid = layout(scene, {700, 400}, screen_options());
  const auto found = hit(scene, laid, laid.panels[1].map({1.5, 3.5}));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->tag.id, "cell:0:1");
  EXPECT_EQ(found->tag.value, "C = 0.0625");
  EXPECT_EQ(hit(scene, laid, laid.panels[1].map({3.5, 3.5}))->tag.value, "C = NaN");
}

TEST(Targets, ComeInReadingOrder) {
  const Scene scene = testing::sample_scene();
  std::vector<std::string> bits;
  for (const auto& [tag, rect] : targets(scene, layout(scene, {700, 400}, screen_options())))
    if (tag.id.rfind("bit:", 0) == 0) bits.push_back(tag.id);
  EXPECT_EQ(bits, (std::vector<std::string>{"bit:0:0", "bit:0:1", "bit:0:2", "bit:0:3", "bit:1:0", "bit:1:1",
                                            "bit:1:2", "bit:1:3"}));
}

}  // namespace
}  // namespace tt
