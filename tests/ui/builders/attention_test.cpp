// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <limits>

#include "support.h"
#include "ui/scene/number_text.h"

namespace tt {
namespace {

AttentionResult result_of(const Session& session) {
  auto result = attention_result(session);
  EXPECT_TRUE(result.has_value());
  return *std::move(result);
}

TEST(AttentionScene, EveryBitIsThereAndKnowsItsValue) {
  for (const int n : {1, 2, 3, 5, 6, 16}) {
    for (const int m : {1, 12, 64}) {
      const AttentionResult result = result_of(example(m, n, MapKind::softmax));
      const Scene scene = attention_scene(result);
      expect_complete(scene, "attention");
      for (int i = 0; i < n; ++i) {
        EXPECT_FALSE(items_with_id<Label>(scene, "token:" + std::to_string(i)).empty());
        for (int k = 0; k < m; ++k) {
          const auto blocks =
              items_with_id<Block>(scene, "bit:" + std::to_string(i) + ":" + std::to_string(k));
          ASSERT_EQ(blocks.size(), 1u);
          const bool one = bit(result.sequence[static_cast<std::size_t>(i)], k);
          EXPECT_EQ(blocks[0].role == Role::bit_off, !one);
          EXPECT_TRUE(contains(blocks[0].tag.value, "bit " + std::to_string(k + 1) + " of "));
          EXPECT_TRUE(contains(blocks[0].tag.value, one ? "is 1" : "is 0"));
        }
      }
    }
  }
}

TEST(AttentionScene, BitsSharedWithTheQueryAreInFullColour) {
  const AttentionResult result = result_of(example_session());
  const Scene scene = attention_scene(result);
  for (int i = 0; i < 3; ++i) {
    int full = 0;
    for (int k = 0; k < result.session.m; ++k) {
      const Block block =
          items_with_id<Block>(scene, "bit:" + std::to_string(i) + ":" + std::to_string(k)).at(0);
      full += block.role != Role::bit_off && block.opacity == 1.0 ? 1 : 0;
    }
    EXPECT_EQ(full, result.overlaps[static_cast<std::size_t>(result.query)][static_cast<std::size_t>(i)]);
  }
}

TEST(AttentionScene, HeatMapHoldsTheWeightsOfTheResult) {
  const AttentionResult result = result_of(example(12, 5, MapKind::elu1));
  const auto maps = items_of<HeatMap>(attention_scene(result));
  ASSERT_EQ(maps.size(), 1u);
  ASSERT_EQ(maps[0].values.size(), 25u);
  EXPECT_EQ(maps[0].id_prefix, "weight");
  EXPECT_EQ(maps[0].marked_row, result.query);
  for (int i = 0; i < 5; ++i)
    for (int j = 0; j < 5; ++j)
      EXPECT_EQ(maps[0].values[static_cast<std::size_t>(5 * i + j)], result.chosen.weights(i, j));
}

TEST(AttentionScene, StackedBarsFillTheSameLength) {
  for (const MapKind kind : {MapKind::constant, MapKind::affine, MapKind::favor}) {
    const Scene scene = scene_of("attention", example(12, 8, kind));
    double chosen = 0.0, softmax = 0.0;
    for (const Block& block : items_of<Block>(scene)) {
      if (contains(block.tag.value, "softmax weight of "))
        softmax += block.x1 - block.x0;
      else if (contains(block.tag.value, "weight of "))
        chosen += block.x1 - block.x0;
    }
    EXPECT_GT(chosen, 0.0);
    EXPECT_NEAR(chosen, softmax, 1e-12);
  }
}

TEST(AttentionScene, WeightsUnderThePointerAreExact) {
  const AttentionResult result = result_of(example_session());
  const auto blocks = items_with_id<Block>(attention_scene(result), "weight:" + std::to_string(result.rival));
  ASSERT_EQ(blocks.size(), 1u);
  EXPECT_TRUE(contains(blocks[0].tag.value, exact_text(result.chosen.weights(result.query, result.rival))));
}

TEST(AttentionScene, OneAndTwoTokensNeedOneFeature) {
  for (const int n : {1, 2}) {
    const AttentionResult result = result_of(example(12, n, MapKind::affine));
    const Scene scene = attention_scene(result);
    EXPECT_TRUE(contains(scene.sentence, "one feature is enough")) << scene.sentence;
    const std::string target = std::to_string(result.chosen.targets[static_cast<std::size_t>(result.query)]);
    EXPECT_TRUE(has_text(scene, "one feature"));
    EXPECT_TRUE(has_text(scene, "out " + target + " = " + target + " ✓"));
  }
}

TEST(AttentionScene, ThreeTokensNameTheRivalAndItsShare) {
  // 12/52, 22/52 and 18/52 at c = m; the rival's 0.346 and the output 2.85 are those of the drawing.
  Session session = example_session();
  session.offset = 12.0;
  const Scene scene = scene_of("attention", session);
  EXPECT_TRUE(contains(scene.sentence, "Rival z (overlap 3) keeps 35 %")) << scene.sentence;
  EXPECT_TRUE(contains(scene.sentence, "2.85 instead of 1")) << scene.sentence;
  EXPECT_TRUE(has_text(scene, "out 2.85 ≠ 1 ✗"));
  EXPECT_TRUE(has_text(scene, "out 1.05 ≈ 1 ✓"));
}

TEST(AttentionScene, SentenceFollowsTheState) {
  Session session = example_session();
  const std::string wrong = scene_of("attention", session).sentence;
  session.map = MapKind::softmax;
  const std::string right = scene_of("attention", session).sentence;
  EXPECT_NE(wrong, right);
  EXPECT_TRUE(contains(right, "Query x is answered")) << right;
  session.query = 2;
  EXPECT_NE(scene_of("attention", session).sentence, right);
}

TEST(AttentionScene, TieIsNoRival) {
  // y and z share the least overlap 0 with x: nobody steals.
  Session session = example(4, 3, MapKind::constant);
  session.sequence = {parse_token("1100").value(), parse_token("0011").value(), parse_token("0010").value()};
  const Scene scene = scene_of("attention", session);
  EXPECT_FALSE(contains(scene.sentence, "Rival")) << scene.sentence;
}

TEST(AttentionScene, HeaviestWrongCandidateIsTheRivalWhereAnotherTies) {
  // The second and third token tie at 0; the fourth is the wrong one.
  Session session = example(4, 4, MapKind::constant);
  session.sequence = {parse_token("1100").value(), parse_token("0011").value(), parse_token("0010").value(),
                      parse_token("1000").value()};
  const Scene scene = scene_of("attention", session);
  EXPECT_TRUE(contains(dump(scene), "token z: 1000")) << dump(scene);
}

TEST(AttentionScene, VanishingDenominatorIsSaidNotDrawnAsNumbers) {
  AttentionResult result = result_of(example_session());
  const double nan = std::numeric_limits<double>::quiet_NaN();
  result.chosen.weights.row(result.query).setConstant(nan);
  result.chosen.outputs[static_cast<std::size_t>(result.query)] = nan;
  result.chosen.errors[static_cast<std::size_t>(result.query)] = std::numeric_limits<double>::infinity();
  result.chosen.trouble = "query 1 (111111000000) has no output: its weights sum to 0";
  const Scene scene = attention_scene(result);
  expect_complete(scene, "attention");
  EXPECT_TRUE(contains(scene.sentence, "its weights sum to 0"));
  EXPECT_TRUE(has_text(scene, "no output ✗"));
  EXPECT_TRUE(items_with_id<Block>(scene, "weight:1").empty());
  for (const Block& block : items_of<Block>(scene))
    EXPECT_TRUE(std::isfinite(block.x0) && std::isfinite(block.x1));
  EXPECT_TRUE(items_of<ColourBar>(scene).at(0).not_finite);
}

TEST(AttentionScene, NegativeWeightsGetAScaleWithZeroInTheMiddle) {
  AttentionResult result = result_of(example_session());
  result.chosen.weights(result.query, 1) = 1.25;
  result.chosen.weights(result.query, 2) = -0.25;
  const Scene scene = attention_scene(result);
  const HeatMap map = items_of<HeatMap>(scene).at(0);
  EXPECT_EQ(map.palette, Palette::diverging);
  EXPECT_EQ(map.low, -map.high);
  EXPECT_TRUE(items_with_id<Block>(scene, "weight:2").at(0).outline_only);
}

TEST(AttentionScene, CausalHeadIsAskedAtTheLastPositionOnly) {
  AttentionResult result = result_of(example_session());
  result.head.scope = Scope::causal_final;
  result.asked = asked_of(result.head, result.sequence);
  result.chosen.weights.row(0).setZero();
  result.chosen.outputs[0] = std::numeric_limits<double>::quiet_NaN();
  result.chosen.errors[0] = 0.0;
  const Scene scene = attention_scene(result);
  EXPECT_TRUE(contains(scene.sentence, "last position only")) << scene.sentence;
  EXPECT_EQ(scene.table.rows.at(0).at(9), "not asked");
}

TEST(AttentionScene, TableIsExact) {
  const AttentionResult result = result_of(example_session());
  const Table table = attention_scene(result).table;
  ASSERT_EQ(table.rows.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(table.rows[i][2], to_string(result.sequence[i]));
    EXPECT_EQ(std::stod(table.rows[i][7]), result.chosen.outputs[i]);
    EXPECT_EQ(std::stod(table.rows[i][8]), result.chosen.errors[i]);
  }
}

}  // namespace
}  // namespace tt
