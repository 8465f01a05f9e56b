// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers that a view of the window shows.
#include "app/cli/command.h"
#include "app/cli/output.h"
#include "core/session/view_json.h"

namespace tt::cli {
namespace {

struct ViewOptions {
  std::string view;
  std::filesystem::path session;
};

Expected<Session> session_of(const std::filesystem::path& path) {
  if (path.empty()) return example_session();
  const auto text = read_file(path);
  if (!text) return tl::unexpected(text.error());
  return parse_session(*text, path.string());
}

Expected<int> run(const ViewOptions& options, const Context& context) {
  const auto session = session_of(options.session);
  if (!session) return tl::unexpected(session.error());
  const auto document = view_json(options.view, *session, context.stop);
  if (!document) return tl::unexpected(document.error());
  print(context, *document);
  return context.stop.stop_requested() ? interrupted("the numbers are those found until then") : kDone;
}

}  // namespace

void add_view(CLI::App& program, Context& context) {
  add_command<ViewOptions>(
      program, context, "view", "the numbers that a view of the window shows",
      [](OptionReader& reader, ViewOptions& options) {
        reader.choice("VIEW", options.view, {result_names().begin(), result_names().end()}, "which view")
            ->required();
        reader.path("--session", options.session, "session file; the shipped example without it");
      },
      run);
}

}  // namespace tt::cli
