// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "ui/export/sheet.h"

namespace tt {

/// Something of a figure that a journal or a reader may stumble over, and how to mend it.
struct Warning {
  std::string rule;     ///< "type", "line", "raster", "colour", "grey", "overflow", "overlap"
  std::string message;  ///< what, with both numbers
  std::string mend;
};
[[nodiscard]] Json to_json(const Warning& warning);

/// Looks a figure over at its final size: type below 6 pt, lines below 0.5 pt, PNG below 300 dpi, curves and
/// marks of one kind whose colours run together for protan, deutan or tritan eyes or in grey, labels beyond
/// the edge or over each other. Nothing is written.
[[nodiscard]] std::vector<Warning> preflight(const Sheet& sheet);

}  // namespace tt
