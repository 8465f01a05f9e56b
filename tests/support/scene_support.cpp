// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <QTemporaryDir>
#include <cmath>
#include <fstream>
#include <iterator>

#include "tests/support/scene_support.h"

namespace tt::testing {
namespace {

Axis axis(double low, double high, Scale scale, const char* title) {
  Axis result;
  result.low = low;
  result.high = high;
  result.scale = scale;
  result.title = title;
  return result;
}

Panel curves_panel() {
  Panel panel;
  panel.width = 0.55;
  panel.title = "Curves";
  panel.x = axis(0, 6, Scale::linear, "overlap with the query");
  panel.y = axis(1.0 / 8, 1, Scale::log2, "*α*(*x*, ·) relative");
  panel.items.push_back(Area{{0, 3, 6}, {0, 0, 0}, {1, 0.5, 0.25}, Role::holds_soft, 1.0});
  Polyline curve;
  // Far outside on both sides, with a gap.
  curve.points = {{-4, 1e6}, {1, 0.9}, {2, 0.8}, {3, std::nan("")}, {4, 0.6}, {20, 1e-9}};
  curve.tag = {"curve:0", "measured"};
  panel.items.push_back(curve);
  Rule rule;
  rule.at = 0.5;
  rule.text = "needs 2^{−1}";
  rule.tag = {"rule:0", "1/2"};
  panel.items.push_back(rule);
  Mark mark;
  mark.at = {3, 0.75};
  mark.tag = {"jump:0", "1.33"};
  panel.items.push_back(mark);
  Label label;
  label.at = {3, 0.75};
  label.text = "× 1.33, needs > 2";
  label.dx = 10;
  label.halo = true;
  panel.items.push_back(label);
  return panel;
}

Panel heat_panel() {
  Panel panel;
  panel.left = 0.6;
  panel.width = 0.25;
  panel.height = 0.6;
  panel.square = true;
  panel.title = "*C*";
  panel.x_high = panel.y_high = 4;
  HeatMap map;
  map.rows = map.columns = 4;
  for (int i = 0; i < 16; ++i) map.values.push_back(i % 5 == 0 ? 1.0 : i / 16.0);
  map.values[3] = std::nan("");
  map.x1 = map.y0 = 4;
  map.y1 = 0;
  map.id_prefix = "cell";
  map.value_name = "C";
  panel.items.push_back(map);
  return panel;
}

Panel bits_panel() {
  Panel panel;
  panel.left = 0.6;
  panel.top = 0.7;
  panel.width = 0.4;
  panel.height = 0.3;
  panel.x_high = 4;
  panel.y_high = 2;
  for (int r = 0; r < 2; ++r)
    for (int c = 0; c < 4; ++c) {
      Block block;
      block.x0 = c;
      block.x1 = c + 1;
      block.y0 = 1 - r;
      block.y1 = 2 - r;
      block.inset = 1;
      block.role = Role::query;
      block.text = "1";
      block.tag = {"bit:" + std::to_string(r) + ":" + std::to_string(c), "1"};
      panel.items.push_back(block);
    }
  return panel;
}

}  // namespace

Scene sample_scene() {
  Scene scene;
  scene.name = "sample";
  scene.title = "Sample <of> all";
  scene.alt = "Curves & cells";
  scene.panels = {curves_panel(), heat_panel(), Panel{}, bits_panel()};
  Panel& bar = scene.panels[2];
  bar.left = 0.87;
  bar.width = 0.13;
  bar.height = 0.6;
  ColourBar colours;
  colours.title = "*C*_{ij}";
  colours.not_finite = true;
  bar.items.push_back(colours);
  scene.table = {{"n", "r, exact"}, {{"1", "say \"one\""}, {"2", "0.25"}}};
  return scene;
}

PaintOptions screen_options(double body) {
  PaintOptions options;
  options.font = body_font();
  options.body = body;
  return options;
}

TemporaryFolder::TemporaryFolder() {
  QTemporaryDir folder;
  folder.setAutoRemove(false);
  path_ = folder.path().toStdString();
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::string bytes_of(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

}  // namespace tt::testing
