// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "ui/export/figure_options.h"
#include "ui/scene/scene.h"

namespace tt {

/// Several scenes as one, with the size that it takes on paper.
struct Composition {
  Scene scene;
  double width_pt = 0.0, height_pt = 0.0;
};

/// Puts scenes into a grid, row by row, with their letters and titles above them and without their legends
/// where the options say so; a legend that several scenes share stands once, at the foot. Where the options
/// give no height, every row is as high as its scenes ask for. One scene without a title is left as it is.
/// scenes: at least one; options: checked.
[[nodiscard]] Composition compose(std::vector<Scene> scenes, const FigureOptions& options);

/// "a" for the first of several views.
[[nodiscard]] std::string view_letter(std::size_t index);

/// The scene without its legends and colour bars; the other panels take their room.
[[nodiscard]] Scene without_legends(Scene scene);

}  // namespace tt
