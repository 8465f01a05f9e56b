// SPDX-License-Identifier: GPL-3.0-or-later
// Files of the user's numbers made into sessions.
#include "core/session/import.h"

#include "app/cli/command.h"
#include "app/cli/output.h"
#include "core/session/kept_results.h"

namespace tt::cli {
namespace {

struct ImportOptions {
  std::filesystem::path file, session, out;
  std::string kind;
};

/// The kind by its name, or the likeliest.
Expected<ImportKind> kind_of(const ImportFile& file, const std::string& name) {
  if (name.empty()) return file.kinds.front();
  std::string names;
  for (const ImportKind kind : file.kinds) {
    if (import_name(kind) == name || import_name(kind).starts_with(name)) return kind;
    names += (names.empty() ? "" : ", ") + std::string(import_name(kind));
  }
  return fail("--as", name, "what " + file.name + " can be: " + names);
}

Expected<Session> session_into(const std::filesystem::path& path) {
  if (path.empty()) return example_session();
  return read_file(path).and_then(
      [&path](const std::string& text) { return parse_session(text, path.string()); });
}

Expected<int> run(const ImportOptions& options, const Context& context) {
  const auto file = read_file(options.file).and_then([&options](const std::string& bytes) {
    return read_import(bytes, options.file.filename().string());
  });
  if (!file) return tl::unexpected(file.error());
  const auto kind = kind_of(*file, options.kind);
  if (!kind) return tl::unexpected(kind.error());
  const auto into = session_into(options.session);
  if (!into) return tl::unexpected(into.error());
  const auto made = take_import(*file, *kind, *into);
  if (!made) return tl::unexpected(made.error());
  Json document;
  document["file"] = file->name;
  document["facts"] = file->facts;
  document["as"] = import_name(*kind);
  document["can_be"] = Json::array();
  for (const ImportKind one : file->kinds) document["can_be"].push_back(import_name(one));
  if (!options.out.empty()) {
    const Json written = made->runs ? kept_training(*made->runs) : to_json(made->session);
    if (auto done = write_document(options.out, written); !done) return tl::unexpected(done.error());
    document["out"] = options.out.string();
  }
  print(context, document);
  return kDone;
}

}  // namespace

void add_import(CLI::App& program, Context& context) {
  add_command<ImportOptions>(
      program, context, "import", "own matrices, tokens, heads or logs (CSV, JSON, NPY) as a session",
      [](OptionReader& reader, ImportOptions& options) {
        reader.path("FILE", options.file, "NPY, JSON, CSV or bit strings")->required();
        reader.choice("--as", options.kind,
                      {"session", "head", "sequence", "matrix", "kernel", "features", "training"},
                      "what to take it for; the likeliest without it");
        reader.path("--session", options.session, "session that takes it in; the shipped example without it");
        reader.path("--out", options.out, "session file to write; runs as JSON for a log");
      },
      run);
}

}  // namespace tt::cli
