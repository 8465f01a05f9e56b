// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>

#include "ui/scene/scene.h"

namespace tt {

/// How a scene goes to paper. Same scene, options and version: same bytes (no dates).
struct FigureOptions {
  double width_mm = 82.55;
  double height_mm = 0.0;  ///< 0: from the scene's aspect
  double type_pt = 8.0;    ///< body type at final size
  std::string family;      ///< empty: Inter if present, else the first sans face there is
  bool transparent = false;
  double dpi = 600.0;  ///< PNG only
};

struct FigureReport {
  std::filesystem::path file;
  double width_mm = 0.0, height_mm = 0.0;  ///< as written
  bool fonts_embedded = false;  ///< PDF: yes; SVG: text drawn as outlines; PNG: not applicable, true
};

/// Writes PDF, SVG, PNG or CSV by the suffix, atomically. Needs a QGuiApplication (offscreen will do). PDF
/// pages are trimmed to the exact width (the MediaBox Qt writes is whole points: it is patched, tolerance
/// 0.01 mm); images lossless. Always the light theme.
[[nodiscard]] Expected<FigureReport> write_figure(const Scene& scene, const std::filesystem::path& file,
                                                  const FigureOptions& options);

/// "82.55mm", "3.25in", "252pt", "8cm" to millimetres; 10..1000 mm.
[[nodiscard]] Expected<double> parse_length_mm(std::string_view text);

/// The table twin as CSV, point decimals.
[[nodiscard]] std::string to_csv(const Table& table);

}  // namespace tt
