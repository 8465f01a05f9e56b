// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/preflight.h"

#include <set>

#include "tests/ui/export/export_support.h"
#include "ui/export/colour_vision.h"

namespace tt {
namespace {

/// A calm figure: one curve, one label.
Scene calm() {
  Scene scene;
  scene.aspect = 1.6;
  Panel panel;
  panel.x = Axis{0, 10, Scale::linear, "n", {}};
  panel.y = Axis{0, 10, Scale::linear, "", {}};
  Polyline curve;
  curve.points = {{0, 0}, {10, 10}};
  curve.role = Role::accent;
  panel.items = {curve};
  scene.panels = {panel};
  return scene;
}

std::set<std::string> rules(const Scene& scene, const FigureOptions& options = {}) {
  std::set<std::string> found;
  for (const Warning& one : preflight(make_sheet({scene}, options).value())) {
    found.insert(one.rule);
    EXPECT_FALSE(one.message.empty());
    EXPECT_FALSE(one.mend.empty());
  }
  return found;
}

TEST(Preflight, ACalmFigurePasses) { EXPECT_EQ(rules(calm()), std::set<std::string>()); }

TEST(Preflight, EachRuleHasItsOwnBadFigure) {
  using Rules = std::set<std::string>;
  FigureOptions small;
  small.type_pt = 5.0;
  small.line = 2.0;
  EXPECT_EQ(rules(calm(), small), Rules{"type"});

  FigureOptions thin;
  thin.line = 0.5;
  EXPECT_EQ(rules(calm(), thin), Rules{"line"});

  FigureOptions coarse;
  coarse.dpi = 150;
  EXPECT_EQ(rules(calm(), coarse), Rules{"raster"});

  Scene alike = calm();  // blue-green and vermilion: as dark as each other
  Polyline second = std::get<Polyline>(alike.panels[0].items[0]);
  second.role = Role::rival;
  std::get<Polyline>(alike.panels[0].items[0]).role = Role::holds;
  alike.panels[0].items.push_back(second);
  EXPECT_TRUE(rules(alike).contains("grey"));
  std::get<Polyline>(alike.panels[0].items[1]).dash = Dash::dashed;
  EXPECT_EQ(rules(alike), Rules());

  Scene wide = calm();
  Label label;
  label.at = {5, 5};
  label.text = std::string(120, 'm');
  wide.panels[0].items.push_back(label);
  EXPECT_TRUE(rules(wide).contains("overflow"));

  Scene cut = calm();
  cut.panels[0].title = std::string(120, 'm');
  EXPECT_EQ(rules(cut), Rules{"overflow"});

  Scene over = calm();
  label.text = "one";
  over.panels[0].items.push_back(label);
  label.text = "two";
  over.panels[0].items.push_back(label);
  EXPECT_EQ(rules(over), Rules{"overlap"});
}

TEST(ColourVision, GreysStayGreyAndEyesDiffer) {
  for (const Vision vision : {Vision::protan, Vision::deutan, Vision::tritan})
    for (const int grey : {0, 80, 160, 255}) {
      const QColor seen = seen_by(vision, QColor(grey, grey, grey));
      EXPECT_NEAR(seen.red(), grey, 2);
      EXPECT_NEAR(seen.green(), grey, 2);
      EXPECT_NEAR(seen.blue(), grey, 2);
    }
  // Red and green of equal lightness: far apart for most, near for protan and deutan eyes, not for tritan
  // ones.
  const QColor red(0xd0, 0x60, 0x40), green(0x70, 0x90, 0x30);
  EXPECT_GT(difference(red, green), 40.0);
  EXPECT_LT(difference(seen_by(Vision::deutan, red), seen_by(Vision::deutan, green)), 25.0);
  EXPECT_GT(difference(seen_by(Vision::tritan, red), seen_by(Vision::tritan, green)), 40.0);
}

TEST(ColourVision, LightnessIsThatOfCie) {
  EXPECT_NEAR(lightness(Qt::white), 100.0, 1e-4);
  EXPECT_NEAR(lightness(Qt::black), 0.0, 1e-4);
  EXPECT_NEAR(lightness(QColor(119, 119, 119)), 50.0, 0.2);  // the usual middle grey of sRGB
  EXPECT_NEAR(difference(Qt::white, Qt::black), 100.0, 1e-4);
}

TEST(ColourVision, CandidatesAreToldApartByEveryEye) {
  const Theme paper = Theme::light();
  const Role roles[] = {Role::query, Role::right, Role::rival};
  for (const Role a : roles)
    for (const Role b : roles)
      for (const Vision vision : {Vision::protan, Vision::deutan, Vision::tritan}) {
        if (a == b) continue;
        EXPECT_GT(difference(seen_by(vision, paper.colour(a)), seen_by(vision, paper.colour(b))), 10.0);
      }
}

}  // namespace
}  // namespace tt
