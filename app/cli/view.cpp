// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers that a view of the window shows.
#include "app/cli/command.h"
#include "app/cli/output.h"
#include "core/session/training.h"

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

template <class Result>
Expected<Json> as_json(const Expected<Result>& result) {
  if (!result) return tl::unexpected(result.error());
  return to_json(*result);
}

Expected<Json> result_of(const std::string& view, const Session& session, std::stop_token stop) {
  if (view == "attention") return as_json(attention_result(session));
  if (view == "chain") return as_json(chain_result(session, stop));
  if (view == "identity") return as_json(identity_result(session, false, stop));
  if (view == "training") return as_json(training_result(session, stop));
  return as_json(phase_result(session, false, stop));
}

Expected<int> run(const ViewOptions& options, const Context& context) {
  const auto session = session_of(options.session);
  if (!session) return tl::unexpected(session.error());
  const auto document = result_of(options.view, *session, context.stop);
  if (!document) return tl::unexpected(document.error());
  print(context, *document);
  return context.stop.stop_requested() ? interrupted("the numbers are those found until then") : kDone;
}

}  // namespace

void add_view(CLI::App& program, Context& context) {
  add_command<ViewOptions>(
      program, context, "view", "the numbers that a view of the window shows",
      [](OptionReader& reader, ViewOptions& options) {
        reader
            .choice("VIEW", options.view, {"attention", "chain", "identity", "phase", "training"},
                    "which view")
            ->required();
        reader.path("--session", options.session, "session file; the shipped example without it");
      },
      run);
}

}  // namespace tt::cli
