// SPDX-License-Identifier: GPL-3.0-or-later
// threetokens-figure: one view of a session as a figure, without a display.
#include <QGuiApplication>
#include <charconv>
#include <cstdio>
#include <iostream>
#include <optional>
#include <string>
#include <vector>

#include "core/session/session.h"
#include "ui/scene/builders/builders.h"
#include "ui/scene/builders/finite_family.h"
#include "ui/scene/figure.h"

namespace {

using namespace tt;

constexpr const char* kUsage = R"(Usage: threetokens-figure VIEW --out FILE [options]

VIEW       attention, chain, identity, phase or training
--out FILE           .pdf, .svg, .png or .csv
--width-mm W         width in mm (82.55), or with a unit: 3.25in
--height-mm H        height in mm (from the view's shape)
--type-pt P          body type in points at final size (8)
--dpi D              resolution of a PNG (600)
--transparent        no white ground
--session FILE       the session to draw (the shipped example)
--report FILE        with VIEW finite-family: the report of that experiment
--json               the report as JSON
--help, --version
)";

struct Arguments {
  std::string view, out, session, report;
  FigureOptions figure;
  bool json = false, help = false, version = false;
};

Expected<double> number(const std::string& name, const std::string& text) {
  double value = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !(value > 0.0))
    return fail(name, text, "a positive number");
  return value;
}

/// Millimetres; a unit may be given as well.
Expected<double> length(const std::string& text) {
  const bool bare = !text.empty() && text.find_first_not_of("0123456789.") == std::string::npos;
  return parse_length_mm(bare ? text + "mm" : text);
}

Expected<void> set_option(Arguments& arguments, const std::string& name, const std::string& value) {
  const auto keep = [](double& place, const Expected<double>& read) -> Expected<void> {
    if (!read) return tl::unexpected(read.error());
    place = *read;
    return {};
  };
  if (name == "--out") return arguments.out = value, Expected<void>();
  if (name == "--session") return arguments.session = value, Expected<void>();
  if (name == "--report") return arguments.report = value, Expected<void>();
  if (name == "--width-mm" || name == "--width") return keep(arguments.figure.width_mm, length(value));
  if (name == "--height-mm" || name == "--height") return keep(arguments.figure.height_mm, length(value));
  if (name == "--type-pt") return keep(arguments.figure.type_pt, number(name, value));
  if (name == "--dpi") return keep(arguments.figure.dpi, number(name, value));
  return fail("unknown option", name, "see --help");
}

Expected<Arguments> parse(const std::vector<std::string>& words) {
  Arguments arguments;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (word == "--help" || word == "-h")
      arguments.help = true;
    else if (word == "--version")
      arguments.version = true;
    else if (word == "--json")
      arguments.json = true;
    else if (word == "--transparent")
      arguments.figure.transparent = true;
    else if (word.rfind("--", 0) == 0) {
      if (i + 1 == words.size()) return fail("option without a value", word, "see --help");
      if (const auto set = set_option(arguments, word, words[++i]); !set) return tl::unexpected(set.error());
    } else if (arguments.view.empty())
      arguments.view = word;
    else
      return fail("one view at a time", word, "see --help");
  }
  if (arguments.help || arguments.version) return arguments;
  if (arguments.view.empty())
    return fail("missing view", "", "attention, chain, identity, phase or training");
  if (arguments.out.empty()) return fail("missing --out", "", "a file ending in .pdf, .svg, .png or .csv");
  return arguments;
}

Expected<Session> read_session(const std::string& path) {
  if (path.empty()) return example_session();
  return read_file(path).and_then([&path](const std::string& text) { return parse_session(text, path); });
}

Expected<Scene> read_report(const std::string& path) {
  if (path.empty()) return fail("missing --report", "", "the report of experiment finite-family");
  return read_json(path)
      .and_then([&path](const Json& json) { return finite_family_from_json(json, path); })
      .map(finite_family_scene);
}

Expected<Scene> scene_of(const Arguments& arguments) {
  if (arguments.view == "finite-family") return read_report(arguments.report);
  return read_session(arguments.session).and_then([&](const Session& session) {
    return build_scene(arguments.view, session);
  });
}

Expected<FigureReport> make_figure(const Arguments& arguments) {
  return scene_of(arguments).and_then(
      [&](const Scene& scene) { return write_figure(scene, arguments.out, arguments.figure); });
}

void report(const FigureReport& made, bool json) {
  if (json) {
    Json out;
    out["file"] = made.file.string();
    out["width_mm"] = made.width_mm;
    out["height_mm"] = made.height_mm;
    out["fonts_embedded"] = made.fonts_embedded;
    std::cout << out.dump(2) << '\n';
    return;
  }
  std::printf("%s  %.2f x %.2f mm%s\n", made.file.string().c_str(), made.width_mm, made.height_mm,
              made.fonts_embedded ? "" : ", text as outlines or none");
}

int complain(const Error& error) {
  std::cerr << "error: " << error.message() << '\n';
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  const auto arguments = parse({argv + 1, argv + argc});
  if (!arguments) return complain(arguments.error());
  if (arguments->help) return std::cout << kUsage, 0;
  if (arguments->version) return std::cout << "threetokens-figure " TT_VERSION "\n", 0;
  // Never a display, never a warning about one.
  qputenv("QT_QPA_PLATFORM", "offscreen");
  if (qEnvironmentVariableIsEmpty("XDG_RUNTIME_DIR")) qputenv("QT_LOGGING_RULES", "*.warning=false");
  const QGuiApplication application(argc, argv);
  const auto made = make_figure(*arguments);
  if (!made) return complain(made.error());
  report(*made, arguments->json);
  return 0;
}
