// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <limits>

#include "support.h"
#include "ui/scene/number_text.h"

namespace tt {
namespace {

IdentityResult result_of(const Session& session, bool coarse = false) {
  auto result = identity_result(session, coarse);
  EXPECT_TRUE(result.has_value());
  return *std::move(result);
}

Session synthetic(int size, double lambda, bool is_signed) {
  Session session = example_session();
  session.matrix = MatrixSource::synthetic;
  session.synthetic_size = size;
  session.synthetic_lambda = lambda;
  session.synthetic_signed = is_signed;
  return session;
}

TEST(IdentityScene, HeatMapIsC) {
  const IdentityResult result = result_of(example_session());
  const Scene scene = identity_scene(result);
  expect_complete(scene, "identity");
  const HeatMap map = items_of<HeatMap>(scene).at(0);
  ASSERT_EQ(map.rows, result.c.rows());
  for (int i = 0; i < map.rows; ++i)
    for (int j = 0; j < map.columns; ++j)
      EXPECT_EQ(map.values[static_cast<std::size_t>(i * map.columns + j)], result.c(i, j));
  EXPECT_EQ(map.id_prefix, "cell");
  EXPECT_EQ(map.marked_row, result.pair.i);
  EXPECT_EQ(map.marked_column, result.pair.j);
  EXPECT_EQ(map.palette, Palette::cividis);
}

TEST(IdentityScene, BarsAreTheSingularValues) {
  const IdentityResult result = result_of(synthetic(32, 4.0, false));
  std::vector<Block> bars;
  for (const Block& block : items_of<Block>(identity_scene(result)))
    if (block.role == Role::spectrum) bars.push_back(block);
  ASSERT_EQ(bars.size(), result.spectrum->values.size());
  for (std::size_t k = 0; k < bars.size(); ++k) EXPECT_EQ(bars[k].y1, result.spectrum->values[k]);
}

TEST(IdentityScene, ManySingularValuesBecomeACurve) {
  const IdentityResult result = result_of(synthetic(150, 8.0, true));
  const Scene scene = identity_scene(result);
  bool found = false;
  for (const Polyline& curve : items_of<Polyline>(scene)) found = found || curve.points.size() == 150u;
  EXPECT_TRUE(found);
  EXPECT_EQ(items_of<HeatMap>(scene).at(0).palette, Palette::diverging);
}

TEST(IdentityScene, SignedEntriesCannotBeCentered) {
  for (const bool is_signed : {false, true}) {
    const Scene scene = scene_of("identity", synthetic(32, 4.0, is_signed));
    EXPECT_EQ(has_text(scene, "centered"), !is_signed);
    EXPECT_TRUE(has_text(scene, "plain"));
  }
}

TEST(IdentityScene, BoundCurvesPassThroughTheMarks) {
  const IdentityResult result = result_of(synthetic(64, 4.0, false));
  const Scene scene = identity_scene(result);
  const auto marks = items_of<Mark>(scene);
  ASSERT_EQ(marks.size(), 1u);
  EXPECT_DOUBLE_EQ(marks[0].at.x, result.report.lambda);
  EXPECT_DOUBLE_EQ(marks[0].at.y, std::max(result.report.rank_bound, result.report.centered));
}

TEST(IdentityScene, VacuousBoundsHaveNoLine) {
  // Off-diagonals of 2: the plain bound is below one.
  Session session = example_session();
  IdentityResult result = result_of(session);
  for (Eigen::Index i = 0; i < result.c.rows(); ++i)
    for (Eigen::Index j = 0; j < result.c.cols(); ++j) result.c(i, j) = i == j ? 1.0 : 2.0;
  result.report = near_identity_report(result.c);
  ASSERT_LT(result.report.rank_bound, 1.0);
  const Scene scene = identity_scene(result);
  EXPECT_TRUE(contains(scene.alt, "plain vacuous")) << scene.alt;
  for (const Polyline& curve : items_of<Polyline>(scene)) EXPECT_FALSE(contains(curve.label, "plain 0"));
}

TEST(IdentityScene, EntriesThatAreNoNumbersAreSaid) {
  IdentityResult result = result_of(example_session());
  result.c.row(2).setConstant(std::numeric_limits<double>::quiet_NaN());
  result.report = near_identity_report(result.c);
  result.spectrum.reset();
  const Scene scene = identity_scene(result);
  expect_complete(scene, "identity");
  EXPECT_TRUE(contains(scene.sentence, "not finite"));
  EXPECT_TRUE(has_text(scene, "no spectrum"));
  EXPECT_TRUE(items_of<ColourBar>(scene).at(0).not_finite);
  for (const Mark& mark : items_of<Mark>(scene))
    EXPECT_TRUE(std::isfinite(mark.at.x) && std::isfinite(mark.at.y));
}

TEST(IdentityScene, CoarseAnswerWaitsForItsSpectrum) {
  const Scene scene = identity_scene(result_of(synthetic(220, 4.0, false), true));
  EXPECT_TRUE(has_text(scene, "spectrum to come"));
}

TEST(IdentityScene, SmallestMatrixIsDrawn) {
  for (const double lambda : {0.6, 4.0})
    expect_complete(scene_of("identity", synthetic(2, lambda, false)), "identity");
  IdentityResult one = result_of(example_session());
  one.c = Eigen::MatrixXd::Identity(1, 1);
  one.report = near_identity_report(one.c);
  one.spectrum = spectrum(one.c).value();
  expect_complete(identity_scene(one), "identity");
}

TEST(IdentityScene, TwoTokensAskForOneFeature) {
  const Scene scene = scene_of("identity", example(12, 2, MapKind::affine));
  EXPECT_TRUE(contains(scene.sentence, "one feature is enough")) << scene.sentence;
}

TEST(IdentityScene, SentenceFollowsTheState) {
  EXPECT_NE(scene_of("identity", synthetic(64, 4.0, false)).sentence,
            scene_of("identity", synthetic(64, 8.0, false)).sentence);
  EXPECT_NE(scene_of("identity", example_session()).sentence,
            scene_of("identity", example(12, 3, MapKind::softmax)).sentence);
}

TEST(IdentityScene, TableHasQuantitiesValuesAndEntries) {
  const IdentityResult result = result_of(example_session());
  const Table table = identity_scene(result).table;
  std::size_t entries = 0, values = 0;
  for (const auto& row : table.rows) {
    entries += row[0] == "C" ? 1 : 0;
    values += row[0] == "singular value" ? 1 : 0;
  }
  EXPECT_EQ(entries, static_cast<std::size_t>(result.c.size()));
  EXPECT_EQ(values, result.spectrum->values.size());
}

}  // namespace
}  // namespace tt
