// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/figure_options.h"

#include <array>

#include "core/base/options.h"
#include "core/session/json_reader.h"
#include "ui/scene/number_text.h"

namespace tt {
namespace {

constexpr std::array<std::string_view, 3> kGrounds{"white", "light", "transparent"};
constexpr std::array<std::string_view, 3> kTextKinds{"usual", "text", "outlines"};
constexpr double kLeastMm = 10.0, kMostMm = 1000.0;

}  // namespace

std::string_view ground_name(Ground ground) { return kGrounds[static_cast<std::size_t>(ground)]; }
std::string_view text_kind_name(TextKind kind) { return kTextKinds[static_cast<std::size_t>(kind)]; }

Expected<void> check(const FigureOptions& o) {
  const Expected<void> checks[] = {check_range("figure width in mm", o.width_mm, kLeastMm, kMostMm),
                                   o.height_mm == 0.0
                                       ? Expected<void>()
                                       : check_range("figure height in mm", o.height_mm, kLeastMm, kMostMm),
                                   check_range("type size in pt", o.type_pt, 3.0, 48.0),
                                   check_range("line weight", o.line, 0.1, 10.0),
                                   check_range("columns", static_cast<long long>(o.columns), 0, 8),
                                   check_range("resolution in dpi", o.dpi, 36.0, 4800.0)};
  for (const auto& checked : checks)
    if (!checked) return checked;
  return {};
}

Json to_json(const FigureOptions& o) {
  Json json;
  json["width_mm"] = o.width_mm;
  json["height_mm"] = o.height_mm;
  json["type_pt"] = o.type_pt;
  json["family"] = o.family;
  json["line"] = o.line;
  json["ground"] = ground_name(o.ground);
  json["text"] = text_kind_name(o.text);
  json["title"] = o.title;
  json["legend"] = o.legend;
  json["letters"] = o.letters;
  json["columns"] = o.columns;
  json["dpi"] = o.dpi;
  json["dated"] = o.dated;
  return json;
}

Expected<FigureOptions> figure_options_from_json(const Json& json, std::string_view source) {
  if (!json.is_object()) return fail("figure options in " + std::string(source), excerpt(json), "an object");
  FigureOptions o;
  JsonReader reader(json, "the figure", source);
  reader.read("width_mm", o.width_mm);
  reader.read("height_mm", o.height_mm);
  reader.read("type_pt", o.type_pt);
  reader.read("family", o.family);
  reader.read("line", o.line);
  reader.read_choice("ground", kGrounds, o.ground);
  reader.read_choice("text", kTextKinds, o.text);
  reader.read("title", o.title);
  reader.read("legend", o.legend);
  reader.read("letters", o.letters);
  reader.read("columns", o.columns);
  reader.read("dpi", o.dpi);
  reader.read("dated", o.dated);
  if (reader.error()) return tl::unexpected(*reader.error());
  if (auto sound = check(o); !sound) return tl::unexpected(sound.error());
  return o;
}

std::vector<std::string> figure_arguments(const FigureOptions& o) {
  const FigureOptions usual;
  std::vector<std::string> words{"--width", exact_text(o.width_mm) + "mm"};
  const auto add = [&words](const char* name, const std::string& value) {
    words.insert(words.end(), {name, value});
  };
  if (o.height_mm != usual.height_mm) add("--height", exact_text(o.height_mm) + "mm");
  if (o.type_pt != usual.type_pt) add("--type", exact_text(o.type_pt));
  if (o.family != usual.family) add("--family", o.family);
  if (o.line != usual.line) add("--line", exact_text(o.line));
  if (o.ground != usual.ground) add("--ground", std::string(ground_name(o.ground)));
  if (o.text != usual.text) add("--text", std::string(text_kind_name(o.text)));
  if (o.title) words.emplace_back("--title");
  if (!o.legend) words.emplace_back("--no-legend");
  if (!o.letters) words.emplace_back("--no-letters");
  if (o.columns != usual.columns) add("--columns", std::to_string(o.columns));
  if (o.dpi != usual.dpi) add("--dpi", exact_text(o.dpi));
  if (o.dated) words.emplace_back("--dated");
  return words;
}

}  // namespace tt
