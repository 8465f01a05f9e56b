// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>

#include "tests/support/scene_support.h"
#include "ui/export/figure.h"
#include "ui/scene/builders/builders.h"

namespace tt::testing {

inline FigureRecord record_of(const std::string& view, const Session& session = example_session()) {
  FigureRecord record;
  record.shown = {{view, session, {}}};
  record.options.dpi = 150;
  return record;
}

/// Writes a record and gives the file's content; empty and a failed test where it cannot be written.
inline std::string written(const FigureRecord& record, const std::filesystem::path& file) {
  const auto made =
      make_sheet(record).and_then([&file](const Sheet& sheet) { return write_figure(sheet, file); });
  EXPECT_TRUE(made) << (made ? "" : made.error().message());
  return made ? bytes_of(file) : "";
}

/// What a shell command prints; nullopt where its first word is not installed.
inline std::optional<std::string> output_of(const std::string& command) {
  const std::string program = command.substr(0, command.find(' '));
  if (std::system(("command -v " + program + " >/dev/null 2>&1").c_str()) != 0) return std::nullopt;
  std::string out;
  FILE* pipe = ::popen((command + " 2>/dev/null").c_str(), "r");
  char buffer[4096];
  while (const std::size_t n = std::fread(buffer, 1, sizeof buffer, pipe)) out.append(buffer, n);
  ::pclose(pipe);
  return out;
}

}  // namespace tt::testing
