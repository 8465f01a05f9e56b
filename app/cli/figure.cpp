// SPDX-License-Identifier: GPL-3.0-or-later
// Figures are drawn by a program of their own, so that this one needs no graphics library.
#include "app/cli/command.h"
#include "app/cli/figure_writer.h"
#include "app/cli/output.h"

namespace tt::cli {
namespace {

struct FigureOptions {
  std::string view, width, height;
  std::filesystem::path session, out;
};

std::vector<std::string> arguments_of(const FigureOptions& options, bool json) {
  std::vector<std::string> arguments{options.view, "--out", options.out.string()};
  const auto add = [&](const char* name, const std::string& value) {
    if (!value.empty()) arguments.insert(arguments.end(), {name, value});
  };
  add("--width", options.width);
  add("--height", options.height);
  add("--session", options.session.string());
  if (json) arguments.push_back("--json");
  return arguments;
}

Expected<int> run(const FigureOptions& options, const Context& context) {
  const auto writer = figure_writer();
  if (!writer) return tl::unexpected(writer.error());
  const auto code = run_program(*writer, arguments_of(options, context.json), context.stop);
  if (!code) return code;
  return *code == kInterrupted ? interrupted("no figure written") : *code;
}

}  // namespace

void add_figure(CLI::App& program, Context& context) {
  add_command<FigureOptions>(
      program, context, "figure", "a view as PDF, SVG, PNG or CSV, without a display",
      [](OptionReader& reader, FigureOptions& options) {
        reader
            .choice("VIEW", options.view, {"attention", "chain", "identity", "phase", "training"},
                    "which view")
            ->required();
        reader.path("--out", options.out, "file to write: .pdf, .svg, .png or .csv")->required();
        reader.path("--session", options.session, "session file; the shipped example without it");
        reader.text("--width", options.width, "LENGTH", "such as 82.55mm, 8cm, 3.25in or 252pt");
        reader.text("--height", options.height, "LENGTH", "the same; from the width when left out");
      },
      run);
}

}  // namespace tt::cli
