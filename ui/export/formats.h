// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "ui/export/sheet.h"

namespace tt {

/// The page has the exact size (Qt's whole points are trimmed, tolerance 0.01 mm), images are lossless, fonts
/// embedded; the record is in the XMP metadata.
[[nodiscard]] Expected<std::string> pdf_of(const Sheet& sheet);

/// Size in millimetres; text as outlines unless asked otherwise; the record is in <metadata>.
[[nodiscard]] Expected<std::string> svg_of(const Sheet& sheet);

/// At the resolution of the options; the record is a text chunk. Refused above 4e8 pixels.
[[nodiscard]] Expected<std::string> png_of(const Sheet& sheet);

/// A file of a figure that has several: what follows the stem of the name, and the content.
struct FigurePart {
  std::string ending;  ///< ".tex", "-map1.png"
  std::string bytes;
};

/// pgfplots source with its data and images beside it. stem: file name without suffix, as the source refers
/// to it. Curves are thinned to at most some thousand points, least and largest of each column kept.
[[nodiscard]] Expected<std::vector<FigurePart>> tikz_of(const Sheet& sheet, const std::string& stem);

/// The table of each view: ".csv", or "-a.csv", "-b.csv" for several.
[[nodiscard]] std::vector<FigurePart> csv_of(const Sheet& sheet);

/// One table as CSV, point decimals.
[[nodiscard]] std::string to_csv(const Table& table);

}  // namespace tt
