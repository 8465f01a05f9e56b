// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiments/finite_family.h"

#include "app/cli/command.h"
#include "app/cli/figure_writer.h"
#include "app/cli/output.h"
#include "app/cli/progress_line.h"
#include "core/families/shipped.h"

namespace tt::cli {
namespace {

struct ExperimentOptions {
  FiniteFamilyPlan plan;
  std::filesystem::path family, out;
  bool quick = false;
};

/// PDF, PNG and CSV come from the figure writer, where the build has one.
Expected<int> draw(const ExperimentOptions& options, const Context& context) {
  const auto writer = figure_writer();
  if (!writer) {
    say("no figure: this build has no figure writer");
    return kDone;
  }
  for (const char* kind : {"pdf", "png"}) {
    const auto file = options.out / (std::string("finite-family.") + kind);
    const auto code = run_quietly(
        *writer,
        {"finite-family", "--report", (options.out / "finite-family.json").string(), "--out", file.string()},
        context.stop);
    if (!code || *code != kDone) return code;
  }
  return kDone;
}

Expected<int> run(const ExperimentOptions& options, const Context& context) {
  ExperimentOptions chosen = options;
  if (options.quick) {
    chosen.plan.steps = 400;
    chosen.plan.seeds = 2;
    chosen.plan.search_steps = 3000;
    chosen.plan.search_heads = 4;
  }
  const auto family = options.family.empty() ? shipped_family() : load_family(options.family);
  if (!family) return tl::unexpected(family.error());
  const auto report = [&] {
    Progress progress;
    const ProgressLine line("finite family, steps", progress);
    return finite_family(*family, chosen.plan, context.stop, &progress);
  }();
  if (!report) return tl::unexpected(report.error());
  if (auto written = write_finite_family(chosen.out, *report); !written)
    return tl::unexpected(written.error());
  const auto drawn = draw(chosen, context);
  if (!drawn || *drawn != kDone) return drawn;
  Json document = to_json(*report);
  document["folder"] = options.out.string();
  Json shown = document;
  shown.erase("runs");  // the table of ranks says it shorter
  print(context, document, shown);
  if (!report->complete) return interrupted("what was found until then is in " + options.out.string());
  return kDone;
}

}  // namespace

void add_experiment(CLI::App& program, Context& context) {
  CLI::App* experiment =
      program.add_subcommand("experiment", "an experiment of the paper, run again and beyond");
  experiment->require_subcommand(1);
  add_command<ExperimentOptions>(
      *experiment, context, "finite-family", "heads of several ranks trained on 424 jumps of a 24-bit code",
      [](OptionReader& reader, ExperimentOptions& options) {
        reader.path("--out", options.out, "folder for the figure, the tables and the learned heads")
            ->required();
        reader.path("--family", options.family, "another three-token family file");
        reader.whole("--steps", options.plan.steps, 1, 10'000'000, "steps of the plain runs");
        reader.whole("--seeds", options.plan.seeds, 1, 1000, "plain runs of each rank");
        reader.whole("--search-steps", options.plan.search_steps, 1, 100'000'000,
                     "steps at each rank of the search for the least one");
        reader.whole("--search-heads", options.plan.search_heads, 1, 65536,
                     "random starts at each such rank");
        reader.whole("--threads", options.plan.threads, 0, 1024, "threads; 0 is one a core");
        reader.flag("--quick", options.quick, "a few seconds, to see that it works");
        reader.seed(options.plan.seed);
      },
      run);
}

}  // namespace tt::cli
