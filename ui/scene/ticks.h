// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <vector>

#include "ui/scene/scene.h"

namespace tt {

/// Extent of a tick label along its axis, in scene units.
using LabelExtent = std::function<double(const std::string&)>;

/// Ticks of an axis drawn `length` units long: its own where it has any, else values of 1-2-5 steps, powers
/// of two or powers of ten. No two labels come nearer than `gap`; of given ticks some lose their text,
/// automatic ones are chosen coarser.
[[nodiscard]] std::vector<Axis::Tick> ticks_for(const Axis& axis, double length, double gap,
                                                const LabelExtent& extent);

/// Place of a value between the ends of an axis, 0..1 inside; NaN where a log axis cannot show it.
[[nodiscard]] double place_on_axis(Scale scale, double low, double high, double value);
/// The inverse.
[[nodiscard]] double value_on_axis(Scale scale, double low, double high, double place);

}  // namespace tt
