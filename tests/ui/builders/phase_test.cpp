// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <limits>
#include <set>

#include "support.h"
#include "ui/scene/number_text.h"

namespace tt {
namespace {

PhaseResult result_of(const Session& session) {
  auto result = phase_result(session, true);
  EXPECT_TRUE(result.has_value());
  return *std::move(result);
}

const Polyline& curve_named(const std::vector<Polyline>& curves, const std::string& label) {
  for (const Polyline& curve : curves)
    if (curve.label == label) return curve;
  static const Polyline none;
  return none;
}

TEST(PhaseScene, CurvesAreTheRows) {
  const PhaseResult result = result_of(example_session());
  const Scene scene = phase_scene(result);
  expect_complete(scene, "phase");
  const auto curves = items_of<Polyline>(scene);
  const Polyline &lower = curve_named(curves, "needed"), &upper = curve_named(curves, "enough");
  const Area gap = items_of<Area>(scene).at(0);
  std::size_t at = 0;
  for (const PhaseRow& row : result.rows) {
    if (row.n < 3) continue;
    ASSERT_LT(at, lower.points.size());
    EXPECT_EQ(gap.lower.at(at), row.lower_log2);
    EXPECT_EQ(gap.upper.at(at), row.upper_log2);
    EXPECT_EQ(lower.points[at].x, row.n);
    EXPECT_EQ(lower.points[at].y, row.lower_log2);
    EXPECT_EQ(upper.points[at].y, row.upper_log2);
    ++at;
  }
  EXPECT_EQ(at, lower.points.size());
}

TEST(PhaseScene, OneFeatureIsEnoughForOneAndTwoTokens) {
  for (const int n : {1, 2, 3}) {
    const Scene scene = scene_of("phase", example(4, n, MapKind::constant));
    EXPECT_TRUE(has_text(scene, "one feature is enough"));
    const Polyline one = curve_named(items_of<Polyline>(scene), "one feature is enough");
    ASSERT_EQ(one.points.size(), 2u);
    EXPECT_EQ(one.role, Role::holds);
    EXPECT_EQ(one.points[0].y, 0.0);
    EXPECT_EQ(one.points[1].x, 2.0);
    if (n <= 2) {
      EXPECT_TRUE(contains(scene.sentence, "One feature is enough at n = 1 and 2")) << scene.sentence;
    }
  }
}

TEST(PhaseScene, EveryLengthCanBeChosen) {
  const PhaseResult result = result_of(example_session());
  const Scene scene = phase_scene(result);
  for (int n = 1; n <= result.session.phase_n_max; ++n) {
    const std::string id = "n:" + std::to_string(n);
    EXPECT_FALSE(items_with_id<Block>(scene, id).empty());
    EXPECT_FALSE(items_with_id<Mark>(scene, id).empty());
    for (const Block& block : items_with_id<Block>(scene, id))
      EXPECT_EQ(block.opacity, n == result.session.n ? 1.0 : 0.0);
  }
}

TEST(PhaseScene, TheHeadStandsAtItsRankWithItsVerdict) {
  for (const MapKind kind : {MapKind::constant, MapKind::geometric}) {
    Session session = example(4, 3, kind);
    session.ratio = 0.1;
    const PhaseResult result = result_of(session);
    const Scene scene = phase_scene(result);
    const bool solved = result.measured.at(2).max_error < session.epsilon;
    bool found = false;
    for (const Mark& mark : items_with_id<Mark>(scene, "n:3"))
      found = found ||
              (mark.at.y == result.head_rank_log2 && mark.role == (solved ? Role::holds : Role::violated));
    EXPECT_TRUE(found);
    EXPECT_EQ(solved, kind == MapKind::geometric);
    EXPECT_TRUE(has_text(scene, solved ? "solves ✓" : "fails ✗"));
  }
}

TEST(PhaseScene, MeasuredStripsShareTheLengthAxis) {
  const PhaseResult result = result_of(example_session());
  const Scene scene = phase_scene(result);
  const auto curves = items_of<Polyline>(scene);
  const Polyline &accuracy = curve_named(curves, "exact sequences"),
                 &error = curve_named(curves, "worst error");
  ASSERT_EQ(accuracy.points.size(), result.measured.size());
  for (std::size_t k = 0; k < result.measured.size(); ++k) {
    EXPECT_EQ(accuracy.points[k].y, result.measured[k].exact_accuracy);
    if (std::isfinite(result.measured[k].max_error)) {
      EXPECT_EQ(error.points[k].y, result.measured[k].max_error);
    }
  }
  std::set<double> lefts, widths;
  for (const Panel& panel : scene.panels) lefts.insert(panel.left), widths.insert(panel.width);
  EXPECT_EQ(lefts.size(), 1u);
  EXPECT_EQ(widths.size(), 1u);
}

TEST(PhaseScene, InfiniteErrorHasALineOfItsOwn) {
  PhaseResult result = result_of(example_session());
  result.measured[3].max_error = std::numeric_limits<double>::infinity();
  const Scene scene = phase_scene(result);
  expect_complete(scene, "phase");
  EXPECT_TRUE(has_text(scene, "∞"));
  const Polyline error = curve_named(items_of<Polyline>(scene), "worst error");
  for (const Point& point : error.points) EXPECT_LE(point.y, error.points[3].y);
}

TEST(PhaseScene, WhatWasOnlySampledIsNotCalledSolved) {
  PhaseResult result = result_of(example(4, 3, MapKind::softmax));
  ASSERT_TRUE(has_text(phase_scene(result), "solves ✓"));
  result.measured[2].scope = "2000 random sequences, seed 1";
  const Scene scene = phase_scene(result);
  EXPECT_FALSE(has_text(scene, "solves ✓"));
  EXPECT_TRUE(has_text(scene, "right where tried"));
  EXPECT_TRUE(contains(scene.sentence, "2000 random sequences")) << scene.sentence;
  int rings = 0;
  for (const Mark& mark : items_with_id<Mark>(scene, "n:3")) rings += mark.shape == MarkShape::ring ? 1 : 0;
  EXPECT_EQ(rings, 2);
}

TEST(PhaseScene, PapersBoundIsDashedOrVacuous) {
  PhaseResult result = result_of(example_session());
  EXPECT_TRUE(has_text(phase_scene(result), "vacuous"));
  EXPECT_EQ(phase_scene(result).table.rows.at(0).at(5), "vacuous");
  for (PhaseRow& row : result.rows)
    if (row.n >= 3) row.paper_log2 = 1.5;
  const Scene scene = phase_scene(result);
  EXPECT_FALSE(has_text(scene, "vacuous"));
  const Polyline paper = curve_named(items_of<Polyline>(scene), "paper's bound");
  EXPECT_EQ(paper.dash, Dash::dashed);
  EXPECT_EQ(paper.role, Role::paper);
  EXPECT_FALSE(paper.points.empty());
}

TEST(PhaseScene, MapCellsNameBitsAndLength) {
  Session session = example(6, 4, MapKind::constant);
  session.phase_map = true;
  const PhaseResult result = result_of(session);
  const Scene scene = phase_scene(result);
  expect_complete(scene, "phase");
  const HeatMap map = items_of<HeatMap>(scene).at(0);
  ASSERT_EQ(map.values.size(), result.rows.size());
  EXPECT_EQ(map.marked_row, 5);
  EXPECT_EQ(map.marked_column, 3);
  for (const PhaseRow& row : result.rows) {
    const auto cells =
        items_with_id<Block>(scene, "mn:" + std::to_string(row.m) + ":" + std::to_string(row.n));
    ASSERT_EQ(cells.size(), 1u);
    EXPECT_EQ(map.values[static_cast<std::size_t>((row.m - 1) * map.columns + row.n - 1)], row.lower_log2);
  }
  EXPECT_TRUE(contains(items_of<ColourBar>(scene).at(0).title, "log"));
}

TEST(PhaseScene, SentenceFollowsTheState) {
  const std::string three = scene_of("phase", example(4, 3, MapKind::constant)).sentence;
  EXPECT_NE(three, scene_of("phase", example(4, 4, MapKind::constant)).sentence);
  EXPECT_NE(three, scene_of("phase", example(5, 3, MapKind::constant)).sentence);
  EXPECT_NE(three, scene_of("phase", example(4, 3, MapKind::affine)).sentence);
}

TEST(PhaseScene, TableIsExact) {
  const PhaseResult result = result_of(example_session());
  const Table table = phase_scene(result).table;
  ASSERT_EQ(table.rows.size(), result.rows.size());
  for (std::size_t k = 0; k < result.rows.size(); ++k) {
    EXPECT_EQ(std::stod(table.rows[k][2]), result.rows[k].lower_log2);
    EXPECT_EQ(table.rows[k][9], exact_text(result.measured[k].exact_accuracy));
  }
}

}  // namespace
}  // namespace tt
