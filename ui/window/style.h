// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QApplication>

#include "ui/scene/painter.h"

namespace tt {

/// Body text in pixels at 100 %.
inline constexpr double kBodyPixels = 13.0;

/// Gives the application the theme's palette, type and quiet frames; scale 1..2 enlarges all text.
void apply_style(QApplication& application, Theme theme, double scale);

/// True when the system's palette is dark (Qt 6.4 has no other way to ask).
[[nodiscard]] bool system_is_dark();

}  // namespace tt
