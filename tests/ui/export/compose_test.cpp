// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/compose.h"

#include "tests/ui/export/export_support.h"
#include "ui/export/length.h"

namespace tt {
namespace {

Scene scene(const char* view) { return build_scene(view, example_session()).value(); }

TEST(Compose, OneSceneStaysAsItIs) {
  const Scene chain = scene("chain");
  const Composition one = compose({chain}, {});
  EXPECT_NEAR(one.width_pt, points(82.55), 1e-9);
  EXPECT_NEAR(one.height_pt, points(82.55) / chain.aspect, 1e-9);
  ASSERT_EQ(one.scene.panels.size(), chain.panels.size());
  for (std::size_t i = 0; i < chain.panels.size(); ++i) {
    EXPECT_NEAR(one.scene.panels[i].left, chain.panels[i].left, 1e-12);
    EXPECT_NEAR(one.scene.panels[i].height, chain.panels[i].height, 1e-12);
  }
  EXPECT_EQ(one.scene.alt, chain.alt);
}

TEST(Compose, PanelsOfAGridNeverOverlap) {
  for (const int columns : {0, 1, 2, 3}) {
    FigureOptions options;
    options.columns = columns;
    options.width_mm = 171.5;
    const std::vector<Scene> scenes{scene("chain"), scene("phase"), scene("identity"), scene("attention")};
    const Composition grid = compose(scenes, options);
    // Boxes of the views, from their panels in order.
    std::vector<QRectF> boxes;
    std::size_t at = 0;
    for (const Scene& one : scenes) {
      QRectF box;
      ++at;  // its letter
      for (std::size_t k = 0; k < one.panels.size(); ++k, ++at) {
        const Panel& p = grid.scene.panels[at];
        box |= QRectF(p.left, p.top, p.width, p.height);
      }
      boxes.push_back(box);
    }
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      EXPECT_TRUE(QRectF(-1e-9, -1e-9, 1 + 2e-9, 1 + 2e-9).contains(boxes[i]));
      for (std::size_t j = i + 1; j < boxes.size(); ++j)
        EXPECT_FALSE(boxes[i].intersects(boxes[j])) << i << j;
    }
    EXPECT_NEAR(boxes[0].top(), columns == 1 ? boxes[0].top() : boxes[1].top(), 1e-9);
  }
}

TEST(Compose, HeightAsAskedIsKept) {
  FigureOptions options;
  options.height_mm = 100.0;
  options.title = true;
  EXPECT_NEAR(compose({scene("chain"), scene("phase")}, options).height_pt, points(100.0), 1e-9);
}

TEST(Compose, LegendsGoAndTheRestTakesTheirRoom) {
  const Scene training = scene("training");
  const Scene bare = without_legends(training);
  ASSERT_EQ(bare.panels.size(), training.panels.size() - 1);
  double bottom = 0.0;
  for (const Panel& panel : bare.panels) bottom = std::max(bottom, panel.top + panel.height);
  EXPECT_NEAR(bare.panels.front().top, 0.0, 1e-9);
  EXPECT_NEAR(bottom, 1.0, 1e-9);
  // The plots keep their size on paper: the figure is lower by what the legend took.
  EXPECT_NEAR(1.0 / bare.aspect * bare.panels[0].height, 1.0 / training.aspect * training.panels[1].height,
              1e-9);

  const Scene identity = without_legends(scene("identity"));
  for (const Panel& panel : identity.panels) EXPECT_FALSE(is_colour_bar(panel));
}

TEST(Compose, ASharedLegendStandsOnce) {
  FigureOptions options;
  options.width_mm = 171.5;
  const Scene training = scene("training");
  const auto legends = [](const Scene& s) {
    return std::count_if(s.panels.begin(), s.panels.end(), [](const Panel& p) { return p.legend; });
  };
  EXPECT_EQ(legends(compose({training, training}, options).scene), 1);
  Scene other = training;
  std::get<Label>(other.panels[0].items[1]).text = "another";
  EXPECT_EQ(legends(compose({training, other}, options).scene), 2);
  options.legend = false;
  EXPECT_EQ(legends(compose({training, training}, options).scene), 0);
}

TEST(Compose, LettersNameTheViewsInTextsToo) {
  const Composition two = compose({scene("chain"), scene("phase")}, {});
  EXPECT_EQ(two.scene.alt, "(a) " + scene("chain").alt + " (b) " + scene("phase").alt);
}

}  // namespace
}  // namespace tt
