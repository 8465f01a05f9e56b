// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/brackets/bracket.h"

#include "app/cli/command.h"
#include "app/cli/output.h"
#include "app/cli/progress_line.h"

namespace tt::cli {
namespace {

struct BracketCommand : BracketOptions {
  bool all = false;
  std::filesystem::path out;
};

Json row_of(const Bracket& found) {
  return Json{{"m", found.m},
              {"n", found.n},
              {"lower", found.lower},
              {"upper", found.upper},
              {"lower_source", found.lower_source},
              {"upper_source", found.upper_source}};
}

Expected<Bracket> search(const BracketOptions& options, const Context& context) {
  Progress progress;
  const std::string name =
      "m = " + std::to_string(options.m) + ", n = " + std::to_string(options.n) + ", ranks tried";
  const ProgressLine line(name, progress);
  return bracket(options, context.stop, &progress);
}

Expected<void> write(const std::filesystem::path& file, const std::vector<Bracket>& found) {
  if (file.empty()) return {};
  return write_document(file, to_json(std::span(found)));
}

/// Every m and n of the table, the budget for each.
Expected<int> run_all(const BracketCommand& command, const Context& context) {
  std::vector<Bracket> found;
  Json rows = Json::array();
  for (int m = 1; m <= kBracketBits; ++m)
    for (const int n : kBracketLengths) {
      BracketOptions options = command;
      options.m = m;
      options.n = n;
      auto one = search(options, context);
      if (!one) return tl::unexpected(one.error());
      rows.push_back(row_of(*one));
      found.push_back(std::move(*one));
    }
  if (const auto written = write(command.out, found); !written) return tl::unexpected(written.error());
  print(
      context,
      Json{{"epsilon", command.epsilon}, {"brackets", rows}, {"interrupted", context.stop.stop_requested()}});
  return context.stop.stop_requested() ? interrupted("every bracket is as good as it was then") : kDone;
}

Expected<int> run(const BracketCommand& command, const Context& context) {
  if (command.all) return run_all(command, context);
  if (command.m == 0 || command.n == 0)
    return fail(command.m == 0 ? "--m" : "--n", "missing", "both, or --all");
  const auto found = search(command, context);
  if (!found) return tl::unexpected(found.error());
  if (const auto written = write(command.out, {*found}); !written) return tl::unexpected(written.error());
  Json document = row_of(*found);
  document["epsilon"] = command.epsilon;
  document["closed"] = found->closed();
  document["interrupted"] = context.stop.stop_requested();
  Json shown = document;
  document["certificates"] = to_json(*found).at("certificates");
  print(context, document, shown);
  return context.stop.stop_requested() ? interrupted("the bracket is the best found until then") : kDone;
}

}  // namespace

void add_bracket(CLI::App& program, Context& context) {
  add_command<BracketCommand>(
      program, context, "bracket", "certified bounds on the least rank that solves all inputs of length n",
      [](OptionReader& reader, BracketCommand& command) {
        command.m = command.n = 0;
        reader.whole("--m", command.m, 1, kBracketBits, "bits of a token");
        reader.whole("--n", command.n, 3, 64, "length of the sequences");
        reader.epsilon(command.epsilon);
        reader.flag("--all", command.all, "the whole table, m = 1..8 and n = 3..6");
        reader.real("--budget", command.budget, 0.0, 1e7, "seconds of further search");
        reader.whole("--threads", command.threads, 0, 1024, "threads; 0 is one a core");
        reader.seed(command.seed);
        reader.path("--out", command.out, "write the brackets with their certificates there");
      },
      run);
}

}  // namespace tt::cli
