// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/figure/request.h"

#include "ui/export/venues.h"

namespace tt {

void declare_figure(cli::OptionReader& reader, FigureRequest& request) {
  reader.choices(
      "VIEW", request.views,
      {"attention", "chain", "identity", "phase", "training", "bounds", "brackets", "finite-family"},
      "what to show; several make one figure of a grid. Left out: as the figure given by --session");
  reader.paths("--out", request.outs,
               "file to write: .pdf, .svg, .png, .tex or .csv; again for a further one. A folder with --set");
  reader.path("--kit", request.kit,
              "folder for the whole kit: all formats, caption, alternative text, citation, command, session");
  reader.choice("--set", request.set, {"paper"}, "all figures that this program makes of the paper");
  reader.paths("--session", request.sessions,
               "session file, or a figure that carries one; one for all views or one each. Left out: the "
               "shipped example");
  reader.path("--report", request.report, "with finite-family: the report of that experiment");
  reader.text("--width", request.width, "LENGTH", "such as 82.55mm, 8cm, 3.25in or 252pt");
  reader.text("--height", request.height, "LENGTH", "the same; from the width when left out");
  std::vector<std::string> names;
  for (const Venue& one : kVenues) names.emplace_back(one.name);
  reader.choice("--venue", request.venue, std::move(names), "its width");
  reader.real("--type", request.type_pt, 3.0, 48.0, "body type in points at final size");
  reader.text("--family", request.family, "FAMILY", "sans, latin-modern, stix or an installed family");
  reader.real("--line", request.line, 0.1, 10.0, "factor on line widths");
  reader.choice("--ground", request.ground, {"white", "light", "transparent"}, "behind the figure");
  reader.choice("--text", request.text, {"usual", "text", "outlines"}, "usual: text in PDF, outlines in SVG");
  reader.toggle("title", request.title, "the view's title above it");
  reader.toggle("legend", request.legend, "keys and colour bars");
  reader.toggle("letters", request.letters, "a, b, c where there are several views");
  reader.toggle("dated", request.dated, "the time goes into the file, which then differs from run to run");
  reader.whole("--columns", request.columns, 0, 8, "of the grid; 0: as suits the number of views");
  reader.real("--dpi", request.dpi, 36.0, 4800.0, "resolution of a PNG");
}

}  // namespace tt
