// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/output.h"
#include "core/families/shipped.h"
#include "core/train/exact_check.h"
#include "core/train/polish.h"

namespace tt::cli {
namespace {

struct PolishCommand {
  std::filesystem::path head, family, out;
  PolishOptions polish;
  bool is_signed = false;
  double epsilon = 0.5;
};

Expected<int> run(const PolishCommand& command, const Context& context) {
  const auto head = load_head(command.head);
  if (!head) return tl::unexpected(head.error());
  const auto family = command.family.empty() ? shipped_family() : load_family(command.family);
  if (!family) return tl::unexpected(family.error());
  const auto problem = compile(*family, command.epsilon);
  if (!problem) return tl::unexpected(problem.error());
  PolishOptions options = command.polish;
  options.nonnegative = !command.is_signed;
  const auto polished = polish(*head, *problem, options, context.stop);
  if (!polished) return tl::unexpected(polished.error());
  const auto verdict = verify_exactly(polished->head, *problem);
  if (!verdict) return tl::unexpected(verdict.error());
  Json document{{"max_error_before", polished->before},
                {"max_error", polished->after},
                {"linear_programs", polished->steps},
                {"solved", verdict->solves},
                {"exact_arithmetic", true},
                {"reason", verdict->reason},
                {"interrupted", !polished->complete}};
  if (!command.out.empty()) {
    if (const auto written = write_document(command.out, to_json(polished->head)); !written)
      return tl::unexpected(written.error());
    document["file"] = command.out.string();
  }
  print(context, document);
  if (!polished->complete) return interrupted("the best head until then is kept");
  return verdict->solves ? kDone : kFailed;
}

}  // namespace

void add_head_polish(CLI::App& head, Context& context) {
  add_command<PolishCommand>(
      head, context, "polish", "lower the error of a table head by linear programs, one side fixed at a time",
      [](OptionReader& reader, PolishCommand& command) {
        reader.path("HEAD", command.head, "head file with feature tables and a table readout")->required();
        reader.path("--family", command.family, "family file; the shipped one without it");
        reader.whole("--rounds", command.polish.rounds, 1, 1000, "rounds of keys, then queries");
        reader.flag("--signed", command.is_signed,
                    "features of any sign, weights of the family kept at 0 or above");
        reader.epsilon(command.epsilon);
        reader.path("--out", command.out, "write the head there");
      },
      run);
}

}  // namespace tt::cli
