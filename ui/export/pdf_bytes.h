// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/base/error.h"

namespace tt {

/// Changes a PDF as Qt writes it: the page gets the exact size in points (lower left corner at 0 0), dates
/// and identifiers get fixed values unless they are wanted, and the table of offsets is brought in line. Same
/// drawing, same bytes.
[[nodiscard]] Expected<std::string> settle_pdf(std::string pdf, double width_pt, double height_pt,
                                               bool dated = false);

/// Every font of the file is embedded, and none is of Type 3; so too where there is no text at all.
[[nodiscard]] bool pdf_fonts_embedded(const std::string& pdf);

}  // namespace tt
