// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/output.h"
#include "core/bounds/certificate.h"

namespace tt::cli {
namespace {

struct ProfileOptions {
  std::filesystem::path out;
};

/// One profile a line, so that changes of the file can be read.
std::string lines_of(const Json& document) {
  std::string text = "{\"format\":" + document["format"].dump() + ",\"version\":1,\"profiles\":[\n";
  bool first = true;
  for (const Json& profile : document["profiles"]) {
    text += (first ? "" : ",\n") + profile.dump();
    first = false;
  }
  return text + "\n]}\n";
}

Expected<int> run(const ProfileOptions& options, const Context& context) {
  const auto all = computed_profiles();
  const auto kept = certificate::useful_profiles(all);
  if (auto written = write_file_atomic(options.out, lines_of(profiles_json(kept))); !written)
    return tl::unexpected(written.error());
  print(context, Json{{"computed", all.size()}, {"kept", kept.size()}, {"file", options.out.string()}});
  return kDone;
}

}  // namespace

void add_code_profiles(CLI::App& program, Context& context) {
  add_command<ProfileOptions>(
      program, context, "code-profiles", "weight classes of linear codes that the bounds use, counted afresh",
      [](OptionReader& reader, ProfileOptions& options) {
        reader.path("--out", options.out, "file to write")->required();
      },
      run);
}

}  // namespace tt::cli
