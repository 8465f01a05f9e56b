// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "ui/export/figure.h"

namespace tt {

/// Plain text: what is shown, view by view, with each claim and its source.
[[nodiscard]] std::string caption_text(const Sheet& sheet);

/// The alternative text: one sentence a view, as screen readers get it.
[[nodiscard]] std::string alternative_text(const Sheet& sheet);

/// The same in a figure environment of LaTeX that includes STEM.pdf.
[[nodiscard]] std::string figure_environment(const Sheet& sheet, const std::string& stem);

/// BibTeX entries of the paper and of this program.
[[nodiscard]] std::string citation_text();

/// A shell command that writes the same bytes: the session goes along as a here-document.
[[nodiscard]] std::string command_text(const FigureRecord& record, const std::string& out);

/// The views' names as a stem for files: "phase", "chain-identity".
[[nodiscard]] std::string stem_of(const FigureRecord& record);

/// Writes into a folder, which is made where it is missing: STEM.pdf, .svg, .png, .tex with its data, .csv,
/// STEM-caption.tex (a figure environment), STEM-alt.txt, STEM.bib, STEM-command.sh and STEM-figure.json,
/// which the command reads. stem empty: from the views.
[[nodiscard]] Expected<std::vector<FigureReport>> write_kit(const FigureRecord& record,
                                                            const std::filesystem::path& folder,
                                                            std::string stem = {}, std::stop_token stop = {});

}  // namespace tt
