// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/kept_results.h"

#include <cmath>
#include <limits>

#include "core/session/json_reader.h"

namespace tt {
namespace {

constexpr std::size_t kMostRuns = 256, kMostHeads = 65536, kMostPoints = 1 << 20;

Json number(float value) {
  if (std::isfinite(value)) return static_cast<double>(value);
  return std::isnan(value) ? "nan" : value > 0 ? "inf" : "-inf";
}

Expected<float> number_from(const Json& json, std::string_view source) {
  if (json.is_number()) return static_cast<float>(json.get<double>());
  if (json == "nan") return std::numeric_limits<float>::quiet_NaN();
  if (json == "inf") return std::numeric_limits<float>::infinity();
  if (json == "-inf") return -std::numeric_limits<float>::infinity();
  return fail("number of a run in " + std::string(source), excerpt(json), "a number, \"inf\" or \"nan\"");
}

Expected<HeadFate> fate_from(const Json& json) {
  for (const HeadFate fate : {HeadFate::running, HeadFate::solved, HeadFate::plateau, HeadFate::finished,
                              HeadFate::timed_out, HeadFate::diverged})
    if (json == text(fate)) return fate;
  return fail("fate of a head", excerpt(json), "running, solved, plateau, finished, timed out or diverged");
}

Json head_json(const HeadStatus& head) {
  return {{"index", head.index},
          {"fate", text(head.fate)},
          {"step", head.step},
          {"loss", number(head.loss)},
          {"max_error", number(head.max_error)},
          {"best_error", number(head.best_error)},
          {"best_step", head.best_step},
          {"why", head.why}};
}

Json curve_json(const Curve& curve) {
  Json points = Json::array();
  for (const CurvePoint& p : curve)
    points.push_back(
        {p.step, number(p.loss), number(p.max_error), number(p.lowest_error), number(p.highest_error)});
  return points;
}

Json run_json(const RunSnapshot& run) {
  Json json;
  json["name"] = run.name;
  json["rank"] = run.options.shape.rank;
  json["seed"] = run.options.seed;
  json["step"] = run.step;
  json["heads"] = Json::array();
  json["curves"] = Json::array();
  for (const HeadStatus& head : run.heads) json["heads"].push_back(head_json(head));
  for (const auto& curve : run.curves) json["curves"].push_back(curve_json(*curve));
  return json;
}

/// Reads numbers one after the other; the first mistake stays.
class NumberReader {
 public:
  explicit NumberReader(std::string_view source) : source_(source) {}
  void read(const Json& json, float& into) {
    if (error_) return;
    if (auto value = number_from(json, source_))
      into = *value;
    else
      error_ = value.error();
  }
  [[nodiscard]] const std::optional<Error>& error() const { return error_; }

 private:
  std::string_view source_;
  std::optional<Error> error_;
};

Expected<HeadStatus> head_from(const Json& json, std::string_view source) {
  HeadStatus head;
  JsonReader reader(json, "a head", source);
  Json loss = 0, max_error = 0, best_error = 0;
  reader.read("index", head.index);
  reader.read_parsed("fate", head.fate, fate_from);
  reader.read("step", head.step);
  reader.read("loss", loss);
  reader.read("max_error", max_error);
  reader.read("best_error", best_error);
  reader.read("best_step", head.best_step);
  reader.read("why", head.why);
  if (reader.error()) return tl::unexpected(*reader.error());
  NumberReader numbers(source);
  numbers.read(loss, head.loss);
  numbers.read(max_error, head.max_error);
  numbers.read(best_error, head.best_error);
  if (numbers.error()) return tl::unexpected(*numbers.error());
  return head;
}

Expected<Curve> curve_from(const Json& json, std::string_view source) {
  Curve curve;
  if (!json.is_array() || json.size() > kMostPoints)
    return fail("curve in " + std::string(source), excerpt(json), "a list of points");
  NumberReader numbers(source);
  for (const Json& point : json) {
    if (!point.is_array() || point.size() != 5 || !json_fits<std::int64_t>(point[0]))
      return fail("point of a curve in " + std::string(source), excerpt(point), "step and four numbers");
    CurvePoint p;
    p.step = point[0].get<std::int64_t>();
    numbers.read(point[1], p.loss);
    numbers.read(point[2], p.max_error);
    numbers.read(point[3], p.lowest_error);
    numbers.read(point[4], p.highest_error);
    curve.push_back(p);
  }
  if (numbers.error()) return tl::unexpected(*numbers.error());
  return curve;
}

/// A list whose entries are read one by one.
template <class T, class Read>
Expected<std::vector<T>> list_from(const Json& json, const char* what, std::size_t most,
                                   std::string_view source, Read read) {
  if (!json.is_array() || json.size() > most)
    return fail(std::string(what) + " in " + std::string(source), excerpt(json),
                "a list of up to " + std::to_string(most));
  std::vector<T> list;
  for (const Json& entry : json) {
    if (!entry.is_object() && !entry.is_array())
      return fail(std::string(what) + " in " + std::string(source), excerpt(entry), "an object or a list");
    auto one = read(entry, source);
    if (!one) return tl::unexpected(one.error());
    list.push_back(*std::move(one));
  }
  return list;
}

Expected<RunSnapshot> run_from(const Json& json, std::string_view source) {
  RunSnapshot run;
  JsonReader reader(json, "a run", source);
  Json heads, curves;
  reader.read("name", run.name);
  reader.read("rank", run.options.shape.rank);
  reader.read("seed", run.options.seed);
  reader.read("step", run.step);
  reader.read("heads", heads);
  reader.read("curves", curves);
  if (reader.error()) return tl::unexpected(*reader.error());
  auto read_heads = list_from<HeadStatus>(heads, "heads", kMostHeads, source, head_from);
  if (!read_heads) return tl::unexpected(read_heads.error());
  auto read_curves = list_from<Curve>(curves, "curves", kMostHeads, source, curve_from);
  if (!read_curves) return tl::unexpected(read_curves.error());
  if (read_heads->size() != read_curves->size())
    return fail("curves of run " + run.name + " in " + std::string(source),
                std::to_string(read_curves->size()), "one a head: " + std::to_string(read_heads->size()));
  run.heads = *std::move(read_heads);
  for (Curve& curve : *read_curves) run.curves.push_back(std::make_shared<const Curve>(std::move(curve)));
  run.done = true;
  return run;
}

}  // namespace

Json kept_training(const TrainingResult& r) {
  Json json;
  json["family"] = r.task.family;
  json["bound"] = r.task.bound.rank;
  json["bound_source"] = r.task.bound.source;
  json["epsilon"] = r.epsilon;
  json["inputs"] = r.task.problem ? r.task.problem->total : 0;
  json["runs"] = Json::array();
  for (const RunSnapshot& run : r.runs) json["runs"].push_back(run_json(run));
  return json;
}

Expected<TrainingResult> training_from_kept(const Json& json, std::string_view source,
                                            const std::string& run) {
  TrainingTask task;
  auto problem = std::make_shared<Problem>();
  JsonReader reader(json, "the runs", source);
  Json runs;
  reader.read("family", task.family);
  reader.read("bound", task.bound.rank);
  reader.read("bound_source", task.bound.source);
  reader.read("epsilon", problem->epsilon);
  reader.read("inputs", problem->total);
  reader.read("runs", runs);
  if (reader.error()) return tl::unexpected(*reader.error());
  if (!(problem->epsilon > 0.0 && problem->epsilon <= 0.5))
    return fail("epsilon of the runs in " + std::string(source), std::to_string(problem->epsilon),
                "(0, 0.5]");
  auto read = list_from<RunSnapshot>(runs, "runs", kMostRuns, source, run_from);
  if (!read) return tl::unexpected(read.error());
  task.problem = std::move(problem);
  return training_result(task, *std::move(read), run);
}

Json kept_learned(const std::vector<LearnedShare>& shares) {
  Json list = Json::array();
  for (const LearnedShare& s : shares)
    list.push_back({{"m", s.m},
                    {"n", s.n},
                    {"rank", s.rank},
                    {"solved", s.solved},
                    {"seeds", s.seeds},
                    {"done", s.done}});
  return list;
}

Expected<std::vector<LearnedShare>> learned_from_kept(const Json& json, std::string_view source) {
  return list_from<LearnedShare>(json, "learned shares", kMostHeads, source,
                                 [](const Json& entry, std::string_view from) -> Expected<LearnedShare> {
                                   LearnedShare s;
                                   JsonReader reader(entry, "a learned share", from);
                                   reader.read("m", s.m);
                                   reader.read("n", s.n);
                                   reader.read("rank", s.rank);
                                   reader.read("solved", s.solved);
                                   reader.read("seeds", s.seeds);
                                   reader.read("done", s.done);
                                   if (reader.error()) return tl::unexpected(*reader.error());
                                   return s;
                                 });
}

}  // namespace tt
