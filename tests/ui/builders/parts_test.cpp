// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scene/builders/parts.h"

#include <cmath>
#include <limits>

#include "support.h"

namespace tt {
namespace {

TEST(Parts, NumbersReadAsPeopleWriteThem) {
  EXPECT_EQ(label_number(2.846), "2.85");
  EXPECT_EQ(label_number(-0.4), "−0.4");
  EXPECT_EQ(label_number(1.2e-7), "1.2×10^{−7}");
  EXPECT_EQ(plain_number(1.2e-7), "1.2×10⁻⁷");
  EXPECT_EQ(label_number(std::numeric_limits<double>::quiet_NaN()), "NaN");
  EXPECT_EQ(label_number(std::numeric_limits<double>::infinity()), "∞");
}

TEST(Parts, NumberIsToldFromAnother) {
  EXPECT_EQ(number_unlike(2.846, 1.0), "2.85");
  EXPECT_EQ(number_unlike(1.0004, 1.0), "1.0004");
  EXPECT_EQ(number_unlike(1.0, 1.0), "1");
}

TEST(Parts, SharesNeverRoundToAllOrNothing) {
  EXPECT_EQ(percent(0.346), "35 %");
  EXPECT_EQ(percent(0.0), "0 %");
  EXPECT_EQ(percent(1.0), "100 %");
  EXPECT_EQ(percent(0.00001), "under 0.1 %");
  EXPECT_EQ(percent(0.99999), "over 99.9 %");
  EXPECT_EQ(percent(0.996), "99.6 %");
}

TEST(Parts, RanksAreWholeOrPowersOfTwo) {
  EXPECT_EQ(label_rank(0.0), "1");
  EXPECT_EQ(label_rank(12.0), "4096");
  EXPECT_EQ(label_rank(64.0), "2^{64}");
  EXPECT_EQ(plain_rank(64.0), "2⁶⁴");
}

TEST(Catalogue, BuildsEveryViewAndNamesThemOtherwise) {
  for (const std::string_view view : view_names())
    expect_complete(scene_of(view, example(4, 3, MapKind::affine)), std::string(view));
  const auto wrong = build_scene("attentoin", example_session());
  ASSERT_FALSE(wrong.has_value());
  for (const std::string_view view : view_names())
    EXPECT_TRUE(contains(wrong.error().message(), std::string(view)));
}

TEST(Catalogue, SameSessionGivesTheSameScene) {
  for (const std::string_view view : view_names()) {
    const Session session = example(4, 3, MapKind::elu1);
    EXPECT_EQ(dump(scene_of(view, session)), dump(scene_of(view, session)));
  }
}

}  // namespace
}  // namespace tt
