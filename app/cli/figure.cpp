// SPDX-License-Identifier: GPL-3.0-or-later
// Figures are drawn by a program of their own, so that this one needs no graphics library.
#include "app/cli/command.h"
#include "app/cli/figure_writer.h"
#include "app/cli/output.h"
#include "app/figure/request.h"

namespace tt::cli {
namespace {

Expected<int> run(const FigureRequest&, const Context& context) {
  const auto writer = figure_writer();
  if (!writer) return tl::unexpected(writer.error());
  // The words were read once to refuse what is wrong; the other program reads them by the same rules.
  const auto code = run_program(*writer, context.words, context.stop);
  if (!code) return code;
  return *code == kInterrupted ? interrupted("no figure written") : *code;
}

}  // namespace

void add_figure(CLI::App& program, Context& context) {
  add_command<FigureRequest>(program, context, "figure",
                             "views as PDF, SVG, PNG, TikZ or CSV, without a display", declare_figure, run);
}

}  // namespace tt::cli
