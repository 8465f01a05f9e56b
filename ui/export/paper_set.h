// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <span>
#include <string_view>
#include <vector>

#include "ui/export/figure.h"

namespace tt {

/// One figure of the paper as this program makes it.
struct PaperFigure {
  std::string_view name;   ///< of the file
  std::string_view label;  ///< what of the paper it is
  std::vector<std::string_view> views;
};
[[nodiscard]] std::span<const PaperFigure> paper_figures();

/// A column of 82.6 mm.
[[nodiscard]] FigureOptions paper_set_options();

/// Writes NAME.pdf and NAME.png of each from the example session and shipped results, and captions.tex with a
/// figure environment each; figures of several views take twice the width. The folder is made where it is
/// missing.
[[nodiscard]] Expected<std::vector<FigureReport>> write_paper_set(const std::filesystem::path& folder,
                                                                  const FigureOptions& options,
                                                                  std::stop_token stop = {});

}  // namespace tt
