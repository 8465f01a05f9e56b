// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QIcon>

namespace tt {

enum class Glyph { copy, save, table, enlarge, close, play, pause, step, reset, add, settings, overlay };

/// A quiet line icon in the given colour, sharp at every scale; drawn, so that it follows the theme.
[[nodiscard]] QIcon line_icon(Glyph glyph, const QColor& colour);

}  // namespace tt
