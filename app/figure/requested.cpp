// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/figure/requested.h"

#include <algorithm>

#include "ui/export/length.h"
#include "ui/export/venues.h"
#include "ui/scene/builders/builders.h"

namespace tt {
namespace {

Expected<std::vector<FigureRecord>> read_sources(const FigureRequest& request) {
  std::vector<FigureRecord> sources;
  for (const auto& path : request.sessions) {
    auto record = load_record(path);
    if (!record) return tl::unexpected(record.error());
    sources.push_back(*std::move(record));
  }
  if (sources.empty()) sources.push_back({{Shown{"", example_session(), {}}}, {}});
  return sources;
}

/// The view as the source shows it, with what it carries for it; else the view of the source's session.
Shown shown_by(const FigureRecord& source, const std::string& view) {
  const auto at = std::find_if(source.shown.begin(), source.shown.end(),
                               [&view](const Shown& one) { return one.view == view; });
  return at != source.shown.end() ? *at : Shown{view, source.shown.front().session, {}};
}

Expected<std::vector<Shown>> views_of(const FigureRequest& request,
                                      const std::vector<FigureRecord>& sources) {
  if (request.views.empty()) {
    if (sources.size() > 1 || sources.front().shown.front().view.empty())
      return fail("view", "missing", listed(figure_names()) + ", or a figure as --session");
    return sources.front().shown;
  }
  if (sources.size() != 1 && sources.size() != request.views.size())
    return fail("--session", std::to_string(sources.size()) + " files",
                "1 for all views, or one for each of the " + std::to_string(request.views.size()));
  std::vector<Shown> shown;
  for (std::size_t i = 0; i < request.views.size(); ++i)
    shown.push_back(shown_by(sources[sources.size() == 1 ? 0 : i], request.views[i]));
  return shown;
}

Expected<void> take_report(const std::filesystem::path& path, std::vector<Shown>& shown) {
  if (path.empty()) return {};
  auto json = read_json(path);
  if (!json) return tl::unexpected(json.error());
  for (Shown& one : shown)
    if (one.view == "finite-family") one.results = *json;
  return {};
}

/// A length with its unit; millimetres without one.
Expected<void> take_length(const std::string& text, double& into) {
  if (text.empty()) return {};
  const bool bare = text.find_first_not_of("0123456789.") == std::string::npos;
  return parse_length_mm(bare ? text + "mm" : text).map([&into](double mm) { into = mm; });
}

}  // namespace

Expected<FigureOptions> requested_options(const FigureRequest& request, FigureOptions o) {
  if (const auto named = venue(request.venue)) o.width_mm = named->width_mm;
  if (auto taken = take_length(request.width, o.width_mm); !taken) return tl::unexpected(taken.error());
  if (auto taken = take_length(request.height, o.height_mm); !taken) return tl::unexpected(taken.error());
  o.type_pt = request.type_pt.value_or(o.type_pt);
  o.line = request.line.value_or(o.line);
  o.dpi = request.dpi.value_or(o.dpi);
  if (!request.family.empty()) o.family = request.family == "sans" ? "" : request.family;
  for (const Ground ground : {Ground::white, Ground::light, Ground::transparent})
    if (request.ground == ground_name(ground)) o.ground = ground;
  for (const TextKind kind : {TextKind::usual, TextKind::text, TextKind::outlines})
    if (request.text == text_kind_name(kind)) o.text = kind;
  o.title = request.title.value_or(o.title);
  o.legend = request.legend.value_or(o.legend);
  o.letters = request.letters.value_or(o.letters);
  o.dated = request.dated.value_or(o.dated);
  if (request.columns >= 0) o.columns = request.columns;
  return o;
}

Expected<FigureRecord> requested_record(const FigureRequest& request) {
  auto sources = read_sources(request);
  if (!sources) return tl::unexpected(sources.error());
  FigureRecord record;
  auto options = requested_options(request, sources->front().options);
  if (!options) return tl::unexpected(options.error());
  record.options = *std::move(options);
  auto shown = views_of(request, *sources);
  if (!shown) return tl::unexpected(shown.error());
  record.shown = *std::move(shown);
  if (auto taken = take_report(request.report, record.shown); !taken) return tl::unexpected(taken.error());
  return record;
}

}  // namespace tt
