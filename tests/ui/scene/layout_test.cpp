// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <cmath>

#include "core/base/random.h"
#include "tests/support/scene_support.h"

namespace tt {
namespace {

using testing::screen_options;

Scene one_panel(Scale scale, double low, double high, bool reversed = false) {
  Scene scene;
  Panel panel;
  panel.x = Axis{};
  panel.x->scale = scale;
  panel.x->low = low;
  panel.x->high = high;
  panel.x->title = "x";
  panel.y = panel.x;
  panel.x->reversed = reversed;
  scene.panels = {panel};
  return scene;
}

struct Case {
  Scale scale;
  double low, high;
};

std::vector<Case> cases() {
  return {{Scale::linear, 0, 1},      {Scale::linear, -3, 17},       {Scale::linear, 1e-7, 3e-7},
          {Scale::linear, -2e9, 5e9}, {Scale::linear, 12345, 12346}, {Scale::log2, 0.125, 1},
          {Scale::log2, 1, 0x1p64},   {Scale::log2, 0x1p-900, 1},    {Scale::log2, 3, 3.5},
          {Scale::log10, 1e-12, 1},   {Scale::log10, 1, 20},         {Scale::log10, 1e-300, 1e300},
          {Scale::linear, 5, 5},      {Scale::log2, 0, 8},           {Scale::log10, -1, 0}};
}

TEST(Layout, UnmapIsTheInverseOfMap) {
  const RandomStream random(7, Purpose::test);
  std::uint64_t drawn = 0;
  for (const Case& c : cases()) {
    for (const bool reversed : {false, true}) {
      const auto panel =
          layout(one_panel(c.scale, c.low, c.high, reversed), {400, 300}, screen_options()).panels[0];
      for (int i = 0; i < 20; ++i) {
        const QPointF at(panel.plot.left() + random.uniform(drawn) * panel.plot.width(),
                         panel.plot.top() + random.uniform(drawn + 1) * panel.plot.height());
        drawn += 2;
        const QPointF back = panel.map(panel.unmap(at));
        EXPECT_NEAR(back.x(), at.x(), 1e-4) << c.low << " " << c.high;
        EXPECT_NEAR(back.y(), at.y(), 1e-4);
      }
    }
  }
}

TEST(Layout, YGrowsUpAndReversedAxesTurn) {
  const auto plain = layout(one_panel(Scale::linear, 0, 1), {400, 300}, screen_options()).panels[0];
  EXPECT_LT(plain.map({0, 1}).y(), plain.map({0, 0}).y());
  EXPECT_LT(plain.map({0, 0}).x(), plain.map({1, 0}).x());
  const auto turned = layout(one_panel(Scale::linear, 0, 1, true), {400, 300}, screen_options()).panels[0];
  EXPECT_GT(turned.map({0, 0}).x(), turned.map({1, 0}).x());
}

TEST(Layout, LogAxesHaveNoPlaceForZeroAndBelow) {
  for (const Scale scale : {Scale::log2, Scale::log10}) {
    const auto panel = layout(one_panel(scale, 0.01, 1), {400, 300}, screen_options()).panels[0];
    for (const double value : {0.0, -1.0, -0.0, std::nan("")}) {
      EXPECT_TRUE(std::isnan(panel.map({value, 0.5}).x()));
      EXPECT_TRUE(std::isnan(panel.map({0.5, value}).y()));
    }
  }
}

void expect_apart(const std::vector<Axis::Tick>& ticks, const PanelLayout& panel, bool horizontal,
                  double size, const PaintOptions& options) {
  QFont font = options.font;
  font.setPixelSize(100);
  double end = -1e9;
  std::vector<std::pair<double, double>> spans;
  for (const auto& tick : ticks) {
    if (tick.text.empty()) continue;
    const QPointF at = panel.map({horizontal ? tick.at : panel.x_low, horizontal ? panel.y_low : tick.at});
    const double half = (horizontal ? rich_text_width(tick.text, font) * size / 100.0 : size) / 2.0;
    const double centre = horizontal ? at.x() : -at.y();
    EXPECT_GT(centre - half, end) << tick.text;
    end = centre + half;
  }
}

TEST(Ticks, NeverOverlapAndStayInside) {
  for (const Case& c : cases())
    for (const double width : {60.0, 90.0, 160.0, 333.0, 800.0, 2000.0})
      for (const double body : {8.0, 13.0, 20.8}) {
        const PaintOptions options = screen_options(body);
        const auto panel = layout(one_panel(c.scale, c.low, c.high), {width, width * 0.6}, options).panels[0];
        expect_apart(panel.x_ticks, panel, true, body * 0.88, options);
        expect_apart(panel.y_ticks, panel, false, body * 0.88, options);
        for (const auto& tick : panel.x_ticks) {
          const double x = panel.map({tick.at, panel.y_low}).x();
          EXPECT_GE(x, panel.plot.left() - 0.01);
          EXPECT_LE(x, panel.plot.right() + 0.01);
        }
      }
}

TEST(Ticks, AreThereWhereThereIsRoom) {
  for (const Case& c : cases()) {
    const auto panel = layout(one_panel(c.scale, c.low, c.high), {500, 400}, screen_options()).panels[0];
    EXPECT_GE(panel.x_ticks.size(), 2u) << c.low << ".." << c.high;
    EXPECT_GE(panel.y_ticks.size(), 2u) << c.low << ".." << c.high;
  }
}

std::vector<std::string> texts(const std::vector<Axis::Tick>& ticks) {
  std::vector<std::string> result;
  for (const auto& tick : ticks) result.push_back(tick.text);
  return result;
}

TEST(Ticks, PowersOfTwoAreNumbersWhileShort) {
  const auto fractions = layout(one_panel(Scale::log2, 0.125, 1), {400, 300}, screen_options()).panels[0];
  EXPECT_EQ(texts(fractions.y_ticks), (std::vector<std::string>{"1/8", "1/4", "1/2", "1"}));
  const auto ranks = layout(one_panel(Scale::log2, 1, 4096), {400, 300}, screen_options()).panels[0];
  EXPECT_EQ(ranks.y_ticks.back().text, "4096");
  const auto huge = layout(one_panel(Scale::log2, 1, 0x1p64), {400, 300}, screen_options()).panels[0];
  EXPECT_EQ(huge.y_ticks.front().text, "1");
  EXPECT_EQ(huge.y_ticks.back().text, "2^{64}");
}

TEST(Ticks, WholeNumbersOnly) {
  Scene scene = one_panel(Scale::linear, 1, 4);
  scene.panels[0].x->whole_numbers = true;
  const auto panel = layout(scene, {900, 300}, screen_options()).panels[0];
  EXPECT_EQ(texts(panel.x_ticks), (std::vector<std::string>{"1", "2", "3", "4"}));
}

TEST(Ticks, GivenOnesKeepTheirPlacesAndLoseTextOnlyWhereCrowded) {
  Scene scene = one_panel(Scale::linear, 0, 20);
  for (int i = 0; i <= 20; ++i) scene.panels[0].x->ticks.push_back({double(i), "word " + std::to_string(i)});
  const PaintOptions options = screen_options();
  const auto narrow = layout(scene, {300, 200}, options).panels[0];
  EXPECT_EQ(narrow.x_ticks.size(), 21u);
  EXPECT_EQ(narrow.x_ticks.front().text, "word 0");
  expect_apart(narrow.x_ticks, narrow, true, options.body * 0.88, options);
  const auto wide = layout(scene, {3000, 200}, options).panels[0];
  for (const auto& tick : wide.x_ticks) EXPECT_FALSE(tick.text.empty());
}

TEST(Layout, SquarePanelsKeepUnitsEqual) {
  const auto panel = layout(testing::sample_scene(), {700, 400}, screen_options()).panels[1];
  EXPECT_NEAR(panel.plot.width(), panel.plot.height(), 1e-9);
}

TEST(Layout, ColourBarIsAsHighAsItsMap) {
  const auto panels = layout(testing::sample_scene(), {700, 400}, screen_options()).panels;
  EXPECT_DOUBLE_EQ(panels[2].plot.top(), panels[1].plot.top());
  EXPECT_DOUBLE_EQ(panels[2].plot.bottom(), panels[1].plot.bottom());
  EXPECT_GT(panels[2].plot.left(), panels[1].plot.right());
}

TEST(RichText, MarksTakeNoRoomAndScriptsAreSmaller) {
  QFont font = body_font();
  font.setPixelSize(20);
  EXPECT_NEAR(rich_text_width("2^{64}", font),
              rich_text_width("2", font) + 0.72 * rich_text_width("64", font), 1e-6);
  EXPECT_NEAR(rich_text_width("a\\*b", font), rich_text_width("a*b", font), 1e-6);
  EXPECT_GT(rich_text_width("*x*", font), 0.0);
  EXPECT_EQ(rich_text_width("", font), 0.0);
}

}  // namespace
}  // namespace tt
