// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/paper_set.h"

#include <array>

#include "ui/export/kit.h"

namespace tt {
namespace {

const std::array<PaperFigure, 6>& figures() {
  static const std::array<PaperFigure, 6> all = {
      PaperFigure{"phase-transition", "the phase transition at the third token", {"phase"}},
      PaperFigure{"chain", "a domination chain and one sequence of it", {"chain", "attention"}},
      PaperFigure{"near-identity", "the near-identity matrix with its spectrum", {"identity"}},
      PaperFigure{"finite-family", "Experiment 1: learned and constructed heads", {"finite-family"}},
      PaperFigure{"bounds", "the paper's bound and the optimized one", {"bounds"}},
      PaperFigure{"brackets", "the least rank, as far as it is known", {"brackets"}}};
  return all;
}

FigureRecord record_of(const PaperFigure& figure, FigureOptions options) {
  // Several views side by side take the page.
  options.width_mm *= figure.views.size() > 1 ? 2.0 : 1.0;
  FigureRecord record{{}, options};
  for (const std::string_view view : figure.views)
    record.shown.push_back({std::string(view), example_session(), {}});
  return record;
}

}  // namespace

std::span<const PaperFigure> paper_figures() { return figures(); }

FigureOptions paper_set_options() {
  FigureOptions options;
  options.width_mm = 82.6;
  return options;
}

Expected<std::vector<FigureReport>> write_paper_set(const std::filesystem::path& folder,
                                                    const FigureOptions& options, std::stop_token stop) {
  std::error_code trouble;
  std::filesystem::create_directories(folder, trouble);
  if (trouble) return fail("folder " + folder.string(), trouble.message());
  std::vector<FigureReport> reports;
  std::string captions;
  for (const PaperFigure& figure : figures()) {
    const auto sheet = make_sheet(record_of(figure, options), stop);
    if (!sheet) return tl::unexpected(sheet.error());
    const std::string name(figure.name);
    for (const char* suffix : {".pdf", ".png"}) {
      auto made = write_figure(*sheet, folder / (name + suffix));
      if (!made) return tl::unexpected(made.error());
      reports.push_back(*std::move(made));
    }
    captions += "% " + std::string(figure.label) + "\n" + figure_environment(*sheet, name) + "\n";
  }
  if (const auto written = write_file_atomic(folder / "captions.tex", captions); !written)
    return tl::unexpected(written.error());
  return reports;
}

}  // namespace tt
