// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <chrono>

#include "app/cli/output.h"
#include "app/cli/progress_line.h"
#include "app/cli/train_options.h"
#include "core/base/log2_number.h"
#include "core/train/curriculum.h"
#include "core/train/run.h"
#include "gpu/backend.h"

namespace tt::cli {
namespace {

struct TrainAndKeep : TrainCommand {
  bool curriculum = false;
  int lowest = 1;
  double seconds = 0.0;
  std::filesystem::path out, resume;
};

Json head_json(const HeadStatus& head, std::uint64_t seed) {
  Json json{
      {"seed", seed + head.index}, {"max_error", head.max_error}, {"solved", head.fate == HeadFate::solved},
      {"steps", head.step},        {"loss", head.loss},           {"fate", text(head.fate)}};
  if (!head.why.empty()) json["why"] = head.why;
  return json;
}

/// step, then loss and maximum error of every head.
std::string curves_csv(const RunSnapshot& run) {
  std::string csv = "head,step,loss,max_error,lowest_error,highest_error\n";
  for (std::size_t head = 0; head < run.curves.size(); ++head)
    for (const CurvePoint& point : *run.curves[head]) {
      csv += std::to_string(head) + "," + std::to_string(point.step);
      for (const float value : {point.loss, point.max_error, point.lowest_error, point.highest_error})
        csv += "," + text(static_cast<double>(value), 9);
      csv += "\n";
    }
  return csv;
}

Expected<void> write_heads(const std::filesystem::path& folder, const TrainingRun& run) {
  const Trainer& trainer = run.trainer();
  for (const HeadStatus& head : trainer.heads()) {
    const auto index = static_cast<int>(&head - trainer.heads().data());
    const std::string name = "learned, r = " + std::to_string(trainer.options().shape.rank) + ", seed " +
                             std::to_string(trainer.options().seed + head.index);
    const auto learned =
        learned_head(trainer.problem(), trainer.options().shape, trainer.parameters(index), name);
    if (!learned) continue;  // more than one attention head, or a bent readout: the checkpoint has them
    const auto file = folder / ("head-" + std::to_string(index) + ".json");
    if (const auto written = write_document(file, to_json(*learned)); !written) return written;
  }
  return {};
}

Expected<void> write_run(const std::filesystem::path& folder, const TrainingRun& run, const Json& document) {
  std::error_code trouble;
  std::filesystem::create_directories(folder, trouble);
  if (trouble) return fail("folder", folder.string(), trouble.message());
  if (auto written = write_document(folder / "run.json", document); !written) return written;
  if (auto written = write_file_atomic(folder / "curves.csv", curves_csv(run.snapshot())); !written)
    return written;
  if (auto written = save_checkpoint(folder / "checkpoint.cbor", run.trainer()); !written) return written;
  return write_heads(folder, run);
}

Expected<TrainingRun> begin(const TrainAndKeep& command, std::shared_ptr<const Problem> problem,
                            const TrainOptions& options) {
  const auto backend = gpu::backend(command.backend);
  if (!backend) return tl::unexpected(backend.error());
  if (command.resume.empty()) return TrainingRun::start("train", std::move(problem), options, *backend);
  auto checkpoint = load_checkpoint(command.resume);
  if (!checkpoint) return tl::unexpected(checkpoint.error());
  if (checkpoint->problem_hash != problem_hash(*problem))
    return fail("checkpoint " + command.resume.string(), "of another problem", "one of this family");
  checkpoint->options.threads = options.threads;
  checkpoint->options.seconds = options.seconds;
  return TrainingRun::resume("train", std::move(problem), std::move(*checkpoint), *backend);
}

Expected<int> train_ensemble(const TrainAndKeep& command, const std::shared_ptr<const Problem>& problem,
                             TrainOptions options, const Context& context) {
  options.seconds = command.seconds;
  auto run = begin(command, problem, options);
  if (!run) return tl::unexpected(run.error());
  {
    Progress progress;
    progress.total = run->trainer().options().steps;
    const ProgressLine line("train", progress);
    while (!run->trainer().done() && !context.stop.stop_requested()) {
      run->advance(64, context.stop);
      progress.done = run->trainer().step();
    }
  }
  const RunSnapshot seen = run->snapshot();
  Json heads = Json::array();
  for (const HeadStatus& head : seen.heads) heads.push_back(head_json(head, seen.options.seed));
  const auto solved = std::ranges::count(seen.heads, HeadFate::solved, &HeadStatus::fate);
  Json document{{"backend", seen.backend},  {"rank", seen.options.shape.rank},
                {"inputs", problem->total}, {"heads", heads},
                {"solved", solved},         {"us_per_head_step", seen.us_per_head_step},
                {"seconds", seen.seconds},  {"interrupted", context.stop.stop_requested()}};
  if (!command.out.empty()) {
    if (const auto written = write_run(command.out, *run, document); !written)
      return tl::unexpected(written.error());
    document["folder"] = command.out.string();
  }
  print(context, document);
  if (context.stop.stop_requested())
    return interrupted(command.out.empty() ? "the heads stand as shown"
                                           : "all of it is in " + command.out.string());
  return solved > 0 ? kDone : kFailed;
}

Expected<int> train_down(const TrainAndKeep& command, const Problem& problem, const TrainOptions& options,
                         const Context& context) {
  Progress progress;
  const auto shared = std::make_shared<const Problem>(problem);
  const auto result = [&] {
    const ProgressLine line("ranks tried", progress);
    return curriculum(shared, options, command.lowest, context.stop, &progress);
  }();
  if (!result) return tl::unexpected(result.error());
  Json tried = Json::array();
  int least = 0;
  for (const RankTried& rank : result->tried) {
    tried.push_back({{"rank", rank.rank},
                     {"solved", rank.solved},
                     {"max_error", rank.best_error},
                     {"steps", rank.steps},
                     {"seconds", rank.seconds}});
    if (rank.solved && (least == 0 || rank.rank < least)) least = rank.rank;
  }
  Json document{{"inputs", problem.total},
                {"least_rank", least > 0 ? Json(least) : Json()},
                {"ranks", tried},
                {"interrupted", context.stop.stop_requested()}};
  print(context, document);
  if (context.stop.stop_requested()) return interrupted("the ranks tried until then are shown");
  return least > 0 ? kDone : kFailed;
}

Expected<int> run(const TrainAndKeep& command, const Context& context) {
  const auto family = family_of(command);
  if (!family) return tl::unexpected(family.error());
  auto problem = compile(*family, command.epsilon);
  if (!problem) return tl::unexpected(problem.error());
  const auto options = options_of(command, *problem);
  if (!options) return tl::unexpected(options.error());
  if (command.curriculum) return train_down(command, *problem, *options, context);
  return train_ensemble(command, std::make_shared<const Problem>(std::move(*problem)), *options, context);
}

}  // namespace

void add_train(CLI::App& program, Context& context) {
  add_command<TrainAndKeep>(
      program, context, "train", "train an ensemble of heads; exit code 1 when none solves the family",
      [](OptionReader& reader, TrainAndKeep& command) {
        declare_inputs(reader, command);
        reader.whole("--rank", command.train.shape.rank, 1, 1024, "features of a head")->required();
        declare_training(reader, command);
        reader.flag("--curriculum", command.curriculum, "begin at --rank and take features away, one by one");
        reader.whole("--lowest", command.lowest, 1, 1024, "with --curriculum: the least rank to try");
        reader.real("--seconds", command.seconds, 0.0, 1e7, "time limit; 0 is none");
        reader.path("--out", command.out, "folder for heads, curves and a checkpoint");
        reader.path("--resume", command.resume, "go on from this checkpoint");
      },
      run);
}

}  // namespace tt::cli
