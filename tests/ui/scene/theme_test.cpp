// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <cmath>

#include "ui/scene/painter.h"

namespace tt {
namespace {

constexpr Role kTextRoles[] = {Role::ink,      Role::muted, Role::accent,   Role::query,  Role::right,
                               Role::rival,    Role::other, Role::lower,    Role::paper,  Role::upper,
                               Role::spectrum, Role::holds, Role::violated, Role::neutral};

TEST(Theme, TextReadsOnTheCard) {
  for (const Theme& theme : {Theme::light(), Theme::night()})
    for (const Role role : kTextRoles)
      EXPECT_GE(contrast(theme.text_colour(role), theme.colour(Role::card)), 4.5) << static_cast<int>(role);
}

TEST(Theme, VerdictsReadOnTheirBadges) {
  for (const Theme& theme : {Theme::light(), Theme::night()}) {
    EXPECT_GE(contrast(theme.text_colour(Role::holds), theme.colour(Role::holds_soft)), 3.9);
    EXPECT_GE(contrast(theme.text_colour(Role::violated), theme.colour(Role::violated_soft)), 3.9);
  }
}

TEST(Theme, RolesAreOkabeIto) {
  const Theme theme = Theme::light();
  EXPECT_EQ(theme.colour(Role::query), QColor(0x00, 0x72, 0xb2));
  EXPECT_EQ(theme.colour(Role::right), QColor(0x00, 0x9e, 0x73));
  EXPECT_EQ(theme.colour(Role::rival), QColor(0xd5, 0x5e, 0x00));
  EXPECT_EQ(theme.colour(Role::upper), QColor(0xcc, 0x79, 0xa7));
  EXPECT_EQ(theme.colour(Role::spectrum), QColor(0x56, 0xb4, 0xe9));
}

double contrast_to_black(QColor colour) { return contrast(colour, Qt::black); }

TEST(Palette, CividisGetsLighterAllTheWay) {
  for (int i = 1; i < 256; ++i)
    EXPECT_GE(contrast_to_black(palette_colour(Palette::cividis, i / 255.0)),
              contrast_to_black(palette_colour(Palette::cividis, (i - 1) / 255.0)))
        << i;
}

TEST(Palette, CividisHasItsPublishedEnds) {
  const QColor low = palette_colour(Palette::cividis, 0.0), high = palette_colour(Palette::cividis, 1.0);
  EXPECT_NEAR(low.red(), 0x00, 6);
  EXPECT_NEAR(low.green(), 0x22, 6);
  EXPECT_NEAR(low.blue(), 0x4e, 6);
  EXPECT_NEAR(high.red(), 0xfe, 6);
  EXPECT_NEAR(high.green(), 0xe8, 6);
  EXPECT_NEAR(high.blue(), 0x38, 16);
}

TEST(Palette, DivergingIsLightestInTheMiddle) {
  for (int i = 1; i <= 127; ++i) {
    const double t = i / 255.0;
    EXPECT_GT(contrast_to_black(palette_colour(Palette::diverging, t)),
              contrast_to_black(palette_colour(Palette::diverging, (i - 1) / 255.0)));
    EXPECT_GT(contrast_to_black(palette_colour(Palette::diverging, 1.0 - t)),
              contrast_to_black(palette_colour(Palette::diverging, 1.0 - (i - 1) / 255.0)));
  }
  EXPECT_GT(palette_colour(Palette::diverging, 0.1).blue(), palette_colour(Palette::diverging, 0.1).red());
  EXPECT_GT(palette_colour(Palette::diverging, 0.9).red(), palette_colour(Palette::diverging, 0.9).blue());
}

int distance(QColor a, QColor b) {
  return std::abs(a.red() - b.red()) + std::abs(a.green() - b.green()) + std::abs(a.blue() - b.blue());
}

TEST(Palette, WhatIsNoNumberIsNotInThePalette) {
  for (const Palette palette : {Palette::cividis, Palette::diverging}) {
    HeatMap map;
    map.palette = palette;
    map.low = 1e-3;
    map.log = palette == Palette::cividis;
    std::vector<double> special = {std::nan(""), HUGE_VAL, -HUGE_VAL};
    if (map.log) special.push_back(0.0);
    for (const double value : special)
      for (int i = 0; i < 256; ++i)
        EXPECT_GT(distance(cell_colour(map, value), palette_colour(palette, i / 255.0)), 40)
            << value << " " << i;
  }
}

TEST(Palette, LogMapsSpreadDecadesEvenly) {
  HeatMap map;
  map.log = true;
  map.low = 1e-4;
  map.high = 1.0;
  EXPECT_EQ(cell_colour(map, 1e-2), palette_colour(Palette::cividis, 0.5));
  EXPECT_EQ(cell_colour(map, 1e-4), palette_colour(Palette::cividis, 0.0));
}

}  // namespace
}  // namespace tt
