// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ui/export/sheet.h"

namespace tt {

/// The suffixes that figures have: ".pdf", ".svg", ".png", ".tex", ".csv".
[[nodiscard]] std::span<const std::string_view> figure_suffixes();

struct FigureReport {
  std::filesystem::path file;
  std::vector<std::filesystem::path> files;  ///< all that was written, `file` first
  double width_mm = 0.0, height_mm = 0.0;    ///< as written
  bool fonts_embedded = false;  ///< PDF: yes, also where it has no text; PNG: not applicable, true
};
/// {"file", "files", "width_mm", "height_mm", "fonts_embedded"}
[[nodiscard]] Json to_json(const FigureReport& report);

/// Writes the format of the suffix, atomically; TikZ and the tables of several views write further files
/// beside it. Always the light theme.
[[nodiscard]] Expected<FigureReport> write_figure(const Sheet& sheet, const std::filesystem::path& file);

}  // namespace tt
