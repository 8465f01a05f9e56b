// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/base/json.h"

namespace tt {

/// What lies behind a figure: paper white, the program's light grey, or nothing.
enum class Ground { white, light, transparent };
[[nodiscard]] std::string_view ground_name(Ground ground);

/// How text is written: PDF keeps text and SVG takes outlines (it cannot carry a font), or one of the two in
/// both.
enum class TextKind { usual, text, outlines };
[[nodiscard]] std::string_view text_kind_name(TextKind kind);

/// How a figure goes to paper. Same scenes, options and version: same bytes.
struct FigureOptions {
  double width_mm = 82.55;  ///< 10..1000
  double height_mm = 0.0;   ///< 10..1000; 0: from the shape of what is shown
  double type_pt = 8.0;     ///< body type at final size, 3..48
  std::string family;       ///< "sans", "latin-modern", "stix", or an installed family; empty: sans
  double line = 1.0;        ///< factor on all line widths, 0.1..10
  Ground ground = Ground::white;
  TextKind text = TextKind::usual;
  bool title = false;   ///< the view's title above it
  bool legend = true;   ///< keys of curves and colour bars
  bool letters = true;  ///< a, b, c where there are several views
  int columns = 0;      ///< of the grid of several views, 0..8; 0: as suits their number
  double dpi = 600.0;   ///< of a PNG, 36..4800
  bool dated = false;   ///< the time of writing goes into the file; otherwise equal runs give equal bytes

  bool operator==(const FigureOptions&) const = default;
};

/// Checks every option against its range. Whether a family is installed is checked when it is used.
[[nodiscard]] Expected<void> check(const FigureOptions& options);

[[nodiscard]] Json to_json(const FigureOptions& options);
[[nodiscard]] Expected<FigureOptions> figure_options_from_json(const Json& json, std::string_view source);

/// The words of a command line that ask for these options; those at their defaults are left out.
[[nodiscard]] std::vector<std::string> figure_arguments(const FigureOptions& options);

}  // namespace tt
