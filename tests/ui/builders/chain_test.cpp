// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <limits>

#include "support.h"
#include "ui/scene/number_text.h"

namespace tt {
namespace {

ChainResult result_of(const Session& session) {
  auto result = chain_result(session);
  EXPECT_TRUE(result.has_value());
  return *std::move(result);
}

const Polyline* curve_named(const Scene& scene, const std::string& label, std::vector<Polyline>& store) {
  store = items_of<Polyline>(scene);
  for (const Polyline& curve : store)
    if (curve.label == label) return &curve;
  return nullptr;
}

Session long_chain() {
  Session session = example(24, 4, MapKind::softmax);
  session.distance = 9;
  session.words = 4;
  session.order = CodeOrder::random;
  session.gap_choice = GapChoice::equal;
  session.gap = 3;
  return normalized(session);
}

TEST(ChainScene, CurveIsTheKernelRelativeToTheFirstToken) {
  const ChainResult result = result_of(long_chain());
  const Scene scene = chain_scene(result);
  expect_complete(scene, "chain");
  std::vector<Polyline> store;
  const Polyline* curve = curve_named(scene, "measured", store);
  ASSERT_NE(curve, nullptr);
  ASSERT_EQ(curve->points.size(), result.measured.alpha.size());
  EXPECT_EQ(curve->points[0].y, 1.0);
  for (std::size_t k = 0; k < curve->points.size(); ++k) {
    EXPECT_EQ(curve->points[k].x, result.measured.chain.overlaps[k]);
    EXPECT_DOUBLE_EQ(curve->points[k].y, result.measured.alpha[k] / result.measured.alpha[0]);
  }
}

TEST(ChainScene, EnvelopeFallsByWhatEachJumpNeeds) {
  const ChainResult result = result_of(long_chain());
  std::vector<Polyline> store;
  const Scene scene = chain_scene(result);
  const Polyline* curve = curve_named(scene, "needed", store);
  ASSERT_NE(curve, nullptr);
  for (std::size_t k = 0; k < result.measured.jumps.size(); ++k)
    EXPECT_NEAR(curve->points[k].y / curve->points[k + 1].y, result.measured.jumps[k].required, 1e-9);
  EXPECT_NEAR(1.0 / curve->points.back().y, result.measured.required_product, 1e-6);
  const Area region = items_of<Area>(scene).at(0);
  for (std::size_t k = 0; k < curve->points.size(); ++k) EXPECT_EQ(region.upper.at(k), curve->points[k].y);
}

TEST(ChainScene, EachJumpHasAMarkInTheColourOfItsVerdict) {
  for (const MapKind kind : {MapKind::softmax, MapKind::constant, MapKind::affine}) {
    Session session = long_chain();
    session.map = kind;
    const ChainResult result = result_of(session);
    const Scene scene = chain_scene(result);
    for (std::size_t k = 0; k < result.measured.jumps.size(); ++k) {
      const auto marks = items_with_id<Mark>(scene, "jump:" + std::to_string(k));
      ASSERT_EQ(marks.size(), 1u);
      EXPECT_EQ(marks[0].role, result.measured.jumps[k].holds ? Role::holds : Role::violated);
      EXPECT_TRUE(contains(marks[0].tag.value, exact_text(result.measured.jumps[k].measured)));
    }
  }
}

TEST(ChainScene, FailingJumpIsNamedWithItsNumbersAndOutput) {
  Session session = example_session();
  session.offset = 12.0;  // 12/9 at gap 3
  const Scene scene = scene_of("chain", session);
  EXPECT_TRUE(contains(scene.sentence, "× 1.33")) << scene.sentence;
  EXPECT_TRUE(contains(scene.sentence, "more than × 2")) << scene.sentence;
  EXPECT_TRUE(contains(scene.sentence, "(x,y,z) comes out")) << scene.sentence;
  EXPECT_TRUE(has_text(scene, "× 1.33, needs > 2: fails"));
}

TEST(ChainScene, TwoTokensAskNothing) {
  for (const int n : {1, 2}) {
    const Scene scene = scene_of("chain", example(12, n, MapKind::affine));
    expect_complete(scene, "chain");
    EXPECT_TRUE(contains(scene.sentence, "one feature is enough")) << scene.sentence;
    EXPECT_TRUE(has_text(scene, "nothing is asked"));
    EXPECT_TRUE(items_of<Area>(scene).empty());
  }
}

TEST(ChainScene, GapsTooSmallAreSaid) {
  Session session = example_session();
  session.gap_choice = GapChoice::equal;
  session.gap = 1;
  const Scene scene = scene_of("chain", session);
  EXPECT_TRUE(contains(scene.sentence, "nothing is asked")) << scene.sentence;
  for (const Mark& mark : items_of<Mark>(scene)) EXPECT_NE(mark.role, Role::violated);
}

TEST(ChainScene, ZerosLieOpenlyAtTheBottom) {
  ChainResult result = result_of(example_session());
  result.measured.alpha.back() = 0.0;
  result.measured.jumps.back().measured = std::numeric_limits<double>::infinity();
  const Scene scene = chain_scene(result);
  expect_complete(scene, "chain");
  EXPECT_TRUE(has_text(scene, "0"));
  const Mark mark = items_with_id<Mark>(scene, "jump:0").at(0);
  EXPECT_EQ(mark.shape, MarkShape::ring);
  EXPECT_EQ(mark.at.y, scene.panels[0].y->low);
}

TEST(ChainScene, NoRatiosFromAFirstTokenWithoutWeight) {
  for (const double first :
       {0.0, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    ChainResult result = result_of(example_session());
    result.measured.alpha.front() = first;
    result.measured.jumps.front().measured = std::numeric_limits<double>::quiet_NaN();
    result.measured.jumps.front().holds = false;
    result.measured.holds = false;
    const Scene scene = chain_scene(result);
    expect_complete(scene, "chain");
    EXPECT_TRUE(has_text(scene, "no ratios"));
    EXPECT_TRUE(has_text(scene, "0/0"));
    EXPECT_TRUE(std::isfinite(scene.panels[0].y->low) && scene.panels[0].y->low > 0.0);
  }
}

TEST(ChainScene, AxisSurvivesTheSmallestNumbers) {
  Session session = example(24, 8, MapKind::softmax);
  session.tau = 64.0;
  session.distance = 12;
  session.words = 2;
  session.gap_choice = GapChoice::equal;
  session.gap = 2;
  const Scene scene = scene_of("chain", session);
  EXPECT_GT(scene.panels[0].y->low, 0.0);
  EXPECT_LT(scene.panels[0].y->low, scene.panels[0].y->high);
}

TEST(ChainScene, BenchShowsBothSidesAndTheVerdict) {
  for (const double b : {3.0, 0.5}) {
    Session session = example_session();
    session.bench.b = b;
    const ChainResult result = result_of(session);
    const Scene scene = chain_scene(result);
    EXPECT_TRUE(contains(dump(scene), "value=\"" + exact_text(result.bench.left) + "\""));
    EXPECT_TRUE(contains(dump(scene), "value=\"" + exact_text(result.bench.right) + "\""));
    EXPECT_TRUE(has_text(scene, result.bench.possible ? "✓ possible" : "✗ impossible"));
    EXPECT_TRUE(contains(dump(scene), result.bench.reason));
  }
}

TEST(ChainScene, TableHasOneRowPerToken) {
  const ChainResult result = result_of(long_chain());
  const Table table = chain_scene(result).table;
  ASSERT_EQ(table.rows.size(), result.measured.chain.tokens.size());
  for (std::size_t k = 0; k < result.measured.jumps.size(); ++k)
    EXPECT_EQ(std::stod(table.rows[k][5]), result.measured.jumps[k].measured);
}

}  // namespace
}  // namespace tt
