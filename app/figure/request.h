// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/option_reader.h"

namespace tt {

/// What the command `figure` is asked for. Options that are not given stay as a figure that is made again has
/// them, else at their defaults.
struct FigureRequest {
  std::vector<std::string> views;
  std::vector<std::filesystem::path> sessions, outs;
  std::filesystem::path report, kit;
  std::string set;
  std::string width, height, venue, family, ground, text;
  std::optional<double> type_pt, line, dpi;
  int columns = -1;
  std::optional<bool> title, legend, letters, dated;
};

/// Declares the options: the same for the command line and for the program that draws.
void declare_figure(cli::OptionReader& reader, FigureRequest& request);

}  // namespace tt
