// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QCommandLineParser>
#include <QStandardPaths>
#include <algorithm>
#include <cstdio>

#include "gpu/backend.h"
#include "gpu/device.h"
#include "ui/scene/builders/builders.h"
#include "ui/window/main_window.h"

namespace {

/// --help and --version must work without a display, so they are answered before Qt looks for one.
bool answered_early(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    if (word == "--version") {
      std::puts("threetokens " TT_VERSION);
      return true;
    }
    if (word == "--help" || word == "-h") {
      std::puts(
          "usage: threetokens [FILE] [--view attention|chain|identity|phase|training]\n\n"
          "Opens the window on a session, a figure or own numbers, or on a live example.\n"
          "  --view NAME   enlarge one view\n"
          "  --version     print the version\n\n"
          "threetokens-cli does everything without a display.");
      return true;
    }
  }
  return false;
}

tt::WindowFacts facts() {
  tt::WindowFacts facts;
  facts.version = QStringLiteral(TT_VERSION);
  facts.backends = QStringLiteral("CPU · ") + QString::fromStdString(tt::gpu::text(tt::gpu::find_devices()));
  facts.journals =
      QStandardPaths::writableLocation(QStandardPaths::AppLocalDataLocation) + QStringLiteral("/journals");
  for (tt::gpu::BackendChoice& one : tt::gpu::backends())
    facts.places.push_back(
        {QString::fromStdString(one.label), QString::fromStdString(one.why_not), std::move(one.backend)});
  return facts;
}

}  // namespace

int main(int argc, char** argv) {
  if (answered_early(argc, argv)) return 0;
  QApplication application(argc, argv);
  QApplication::setOrganizationName(QStringLiteral("Three Tokens"));
  QApplication::setApplicationName(QStringLiteral("threetokens"));
  QApplication::setApplicationVersion(QStringLiteral(TT_VERSION));

  QCommandLineParser parser;
  const QCommandLineOption view(QStringLiteral("view"), {}, QStringLiteral("NAME"));
  parser.addOption(view);
  parser.addPositionalArgument(QStringLiteral("SESSION"), {});
  if (!parser.parse(QApplication::arguments())) {
    std::fprintf(stderr, "error: %s\n", qPrintable(parser.errorText()));
    return 2;
  }
  const auto& names = tt::view_names();
  const std::string wanted = parser.value(view).toStdString();
  if (!wanted.empty() && std::find(names.begin(), names.end(), wanted) == names.end()) {
    std::fprintf(stderr, "error: view (%s, allowed: %s)\n", wanted.c_str(), tt::listed(names).c_str());
    return 2;
  }

  tt::MainWindow window(tt::example_session(), facts());
  window.show();
  window.offer_recovery();
  if (!parser.positionalArguments().isEmpty()) window.open_file(parser.positionalArguments().constFirst());
  if (!wanted.empty()) window.enlarge(parser.value(view));
  return QApplication::exec();
}
