// SPDX-License-Identifier: GPL-3.0-or-later
// threetokens-figure: views of sessions as figures, without a display.
#include <QGuiApplication>
#include <cstdio>
#include <iostream>

#include "app/figure/requested.h"
#include "ui/export/figure.h"
#include "ui/export/kit.h"
#include "ui/export/paper_set.h"
#include "ui/export/preflight.h"

namespace {

using namespace tt;

/// What was written, and what is to be said of it.
struct Outcome {
  std::vector<FigureReport> figures;
  std::vector<Warning> warnings;
};

Expected<Outcome> make_figures(const FigureRequest& request) {
  const auto record = requested_record(request);
  if (!record) return tl::unexpected(record.error());
  const auto sheet = make_sheet(*record);
  if (!sheet) return tl::unexpected(sheet.error());
  Outcome outcome{{}, preflight(*sheet)};
  for (const auto& out : request.outs) {
    auto made = write_figure(*sheet, out);
    if (!made) return tl::unexpected(made.error());
    outcome.figures.push_back(*std::move(made));
  }
  if (request.kit.empty()) return outcome;
  auto kit = write_kit(*record, request.kit);
  if (!kit) return tl::unexpected(kit.error());
  outcome.figures.insert(outcome.figures.end(), kit->begin(), kit->end());
  return outcome;
}

Expected<Outcome> make_set(const FigureRequest& request) {
  if (request.outs.size() != 1) return fail("--out", "missing", "one folder for the set");
  return requested_options(request, paper_set_options()).and_then([&](const FigureOptions& options) {
    return write_paper_set(request.outs.front(), options).map([](std::vector<FigureReport> made) {
      return Outcome{std::move(made), {}};
    });
  });
}

Expected<Outcome> make(const FigureRequest& request) {
  if (!request.set.empty()) return make_set(request);
  if (request.outs.empty() && request.kit.empty())
    return fail("--out", "missing",
                "a file ending in .pdf, .svg, .png, .tex or .csv, or --kit with a folder");
  return make_figures(request);
}

void print_json(const Outcome& outcome) {
  Json warnings = Json::array();
  for (const Warning& one : outcome.warnings) warnings.push_back(to_json(one));
  Json out;
  if (outcome.figures.size() == 1) {
    out = to_json(outcome.figures.front());
  } else {
    out["figures"] = Json::array();
    for (const FigureReport& one : outcome.figures) out["figures"].push_back(to_json(one));
  }
  out["warnings"] = std::move(warnings);
  std::cout << out.dump(2) << '\n';
}

void print(const Outcome& outcome, bool json) {
  if (json) return print_json(outcome);
  for (const Warning& one : outcome.warnings)
    std::fprintf(stderr, "warning: %s; %s\n", one.message.c_str(), one.mend.c_str());
  for (const FigureReport& made : outcome.figures)
    std::printf("%s  %.2f x %.2f mm\n", made.file.string().c_str(), made.width_mm, made.height_mm);
}

int complain(const Error& error) {
  std::cerr << "error: " << error.message() << '\n';
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  FigureRequest request;
  bool json = false;
  std::optional<Error> bad;
  CLI::App program("Views of a session as figures, without a display.", "threetokens-figure");
  program.set_version_flag("--version", "threetokens-figure " TT_VERSION);
  program.add_flag("--json", json, "one JSON document on stdout, nothing else");
  cli::OptionReader reader(program, bad);
  declare_figure(reader, request);
  reader.finish();
  try {
    program.parse(argc, argv);
  } catch (const CLI::Success& asked) {
    return program.exit(asked);
  } catch (const CLI::ParseError& trouble) {
    return complain({trouble.what(), {}, {}});
  }
  if (bad) return complain(*bad);
  // Never a display, never a warning about one.
  qputenv("QT_QPA_PLATFORM", "offscreen");
  if (qEnvironmentVariableIsEmpty("XDG_RUNTIME_DIR")) qputenv("QT_LOGGING_RULES", "*.warning=false");
  const QGuiApplication application(argc, argv);
  const auto made = make(request);
  if (!made) return complain(made.error());
  print(*made, json);
  return 0;
}
