// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/training.h"

#include <cmath>
#include <limits>
#include <set>

#include "support.h"
#include "ui/scene/builders/training_text.h"
#include "ui/scene/number_text.h"

namespace tt {
namespace {

CurvePoint point(std::int64_t step, float loss, float error) { return {step, loss, error, error, error}; }

RunSnapshot run_of(const std::string& name, int rank, std::vector<HeadStatus> heads,
                   std::vector<CurvePoint> line) {
  RunSnapshot run;
  run.name = name;
  run.options.shape.rank = rank;
  run.step = line.back().step;
  run.heads = std::move(heads);
  for (std::size_t i = 0; i < run.heads.size(); ++i)
    run.curves.push_back(std::make_shared<const std::vector<CurvePoint>>(line));
  return run;
}

HeadStatus head(std::uint64_t index, HeadFate fate, float error) {
  HeadStatus status;
  status.index = index;
  status.fate = fate;
  status.step = 100;
  status.loss = 0.25f;
  status.max_error = status.best_error = error;
  status.best_step = 90;
  return status;
}

/// Two ranks: one stuck, one with a solved and a diverged head.
TrainingResult sample() {
  TrainingTask task;
  task.family = "6 jumps of 3 code words";
  task.bound = {2, "near-identity bound"};
  HeadStatus broken = head(1, HeadFate::diverged, std::numeric_limits<float>::infinity());
  broken.why = "the loss became NaN at step 7";
  return training_result(task,
                         {run_of("run 1", 1, {head(0, HeadFate::plateau, 1.49f)},
                                 {point(0, 9.0f, 3.0f), point(100, 0.5f, 1.49f)}),
                          run_of("run 1", 4, {head(0, HeadFate::solved, 0.41f), broken},
                                 {point(0, 9.0f, 3.0f), point(50, 0.0f, 0.9f), point(100, 0.01f, 0.41f)})});
}

TEST(TrainingScene, OneLineAHeadInLossAndError) {
  const Scene scene = training_scene(sample());
  expect_complete(scene, "training");
  ASSERT_EQ(scene.panels.size(), 3u);
  for (const std::size_t panel : {1u, 2u}) {
    const auto lines = items_of<Polyline>(scene.panels[panel]);
    ASSERT_EQ(lines.size(), 3u);
    std::set<std::string> ids;
    for (const Polyline& line : lines) ids.insert(line.tag.id);
    EXPECT_EQ(ids, (std::set<std::string>{"head:0:0", "head:1:0", "head:1:1"}));
    EXPECT_NE(lines[0].shade, lines[1].shade);
    EXPECT_EQ(lines[1].shade, lines[2].shade);
  }
  EXPECT_EQ(scene.panels[1].y->scale, Scale::log10);
  EXPECT_EQ(scene.panels[2].y->scale, Scale::log2);
}

TEST(TrainingScene, EpsilonAndFatesAreMarked) {
  const Scene scene = training_scene(sample());
  const auto rules = items_of<Rule>(scene.panels[2]);
  ASSERT_EQ(rules.size(), 1u);
  EXPECT_EQ(rules[0].at, 0.5);
  const auto marks = items_of<Mark>(scene.panels[2]);
  ASSERT_EQ(marks.size(), 2u);
  EXPECT_EQ(marks[0].shape, MarkShape::disc);
  EXPECT_EQ(marks[0].role, Role::holds);
  EXPECT_EQ(marks[1].shape, MarkShape::cross);
  EXPECT_TRUE(contains(marks[1].tag.value, "the loss became NaN at step 7")) << marks[1].tag.value;
}

TEST(TrainingScene, SentenceCountsWhoSolves) {
  const Scene scene = training_scene(sample());
  EXPECT_EQ(
      scene.sentence,
      "On 6 jumps of 3 code words: r = 4: 1 of 2 solves it, 1 diverged; r = 1: 0 of 1, best error 1.49; "
      "the bound says r ≥ 2. Seed 2 of r = 4 diverged: the loss became NaN at step 7.");
  EXPECT_EQ(scene.claim.verdict, Verdict::holds);
  EXPECT_EQ(scene.claim.detail, "solved with r = 4 ≥ 2");
}

TEST(TrainingScene, ASolutionBelowTheBoundWouldBeAViolation) {
  TrainingResult result = sample();
  result.task.bound.rank = 5;
  EXPECT_EQ(training_result(result.task, result.runs).claim.verdict, Verdict::violated);
  result.task.bound.rank = 0;
  EXPECT_EQ(training_result(result.task, result.runs).claim.verdict, Verdict::does_not_apply);
}

TEST(TrainingScene, ZerosOnALogAxisAreCounted) {
  const Scene scene = training_scene(sample());
  EXPECT_TRUE(contains(scene.panels[1].title, "2 zeros on the lower edge")) << scene.panels[1].title;
  for (const Polyline& line : items_of<Polyline>(scene.panels[1]))
    for (const Point& p : line.points) EXPECT_GE(p.y, scene.panels[1].y->low);
}

TEST(TrainingScene, SpikesBetweenPointsAreDrawn) {
  TrainingResult result = sample();
  std::vector<CurvePoint> line{point(0, 1.0f, 1.0f), point(10, 1.0f, 1.0f)};
  line[1].highest_error = 60.0f;
  result.runs[0].curves[0] = std::make_shared<const std::vector<CurvePoint>>(line);
  const Scene scene = training_scene(training_result(result.task, result.runs));
  double highest = 0.0;
  const Polyline line_drawn = items_of<Polyline>(scene.panels[2]).at(0);
  for (const Point& p : line_drawn.points) highest = std::max(highest, p.y);
  EXPECT_EQ(highest, 60.0);
  EXPECT_GE(scene.panels[2].y->high, 60.0);
}

TEST(TrainingScene, TheChosenHeadAndOtherRunsAreToldApart) {
  TrainingResult result = sample();
  result.runs[0].name = "run 2";
  TrainingFocus focus{"run 1", 1, 0, 50};
  const Scene scene = training_scene(training_result(result.task, result.runs), focus);
  const auto lines = items_of<Polyline>(scene.panels[2]);
  EXPECT_EQ(lines[0].dash, Dash::dotted);
  EXPECT_EQ(lines[1].dash, Dash::solid);
  EXPECT_GT(lines.back().width, lines[1].width);  // the chosen one is drawn last, over the others
  EXPECT_FALSE(contains(scene.sentence, "r = 1:"));
  bool cursor = false;
  for (const Rule& rule : items_of<Rule>(scene.panels[2]))
    cursor = cursor || (rule.vertical && rule.at == 50.0);
  EXPECT_TRUE(cursor);
}

TEST(TrainingScene, TableHasEveryHead) {
  const TrainingResult result = sample();
  const Table table = training_scene(result).table;
  ASSERT_EQ(table.rows.size(), 3u);
  EXPECT_EQ(table.rows[1][3], "solved");
  EXPECT_EQ(table.rows[2][10], "the loss became NaN at step 7");
  EXPECT_EQ(table.rows[0][6], exact_text(static_cast<double>(1.49f)));
}

TEST(TrainingScene, DumpIsTheSameEachTime) {
  Session s = example_session();
  s.m = 3;
  s.train.family = TrainFamily::all;
  s.train.ranks = {1, 2};
  s.train.heads = 3;
  s = normalized(s);
  const Scene first = scene_of("training", s), second = scene_of("training", s);
  expect_complete(first, "training");
  EXPECT_EQ(dump(first), dump(second));
  EXPECT_TRUE(contains(first.sentence, "all inputs of length 3 at 3 bits")) << first.sentence;
}

TEST(InputsScene, ACellAnInputAndWrongOnesAreCounted) {
  Session s = example_session();
  s.m = 3;
  s.train.family = TrainFamily::all;
  const TrainingTask task = training_task(normalized(s)).value();
  std::vector<double> errors(task.problem->inputs(), 0.1);
  errors[5] = 0.75;
  errors[6] = std::numeric_limits<double>::infinity();
  const Scene scene = inputs_scene(*task.problem, errors);
  EXPECT_TRUE(contains(scene.sentence, "✗ 2 of")) << scene.sentence;
  std::set<std::string> ids;
  for (const Block& block : items_of<Block>(scene))
    if (!block.tag.id.empty()) ids.insert(block.tag.id);
  EXPECT_EQ(ids.size(), task.problem->inputs());
  ASSERT_EQ(items_with_id<Block>(scene, "input:5").size(), 1u);
  EXPECT_TRUE(contains(items_with_id<Block>(scene, "input:5")[0].tag.value, "error 0.75 ✗"));
  EXPECT_EQ(scene.table.rows.size(), errors.size());
}

TEST(PhaseScene, LearnedSharesAreDrawnAtTheirRank) {
  PhaseResult result = phase_result(example(4, 3, MapKind::affine), true).value();
  const std::string without = dump(phase_scene(result));
  result.learned = {{4, 3, 2, 14, 16, true}, {4, 3, 1, 0, 16, true}, {5, 3, 8, 16, 16, true}};
  const Scene scene = phase_scene(result);
  expect_complete(scene, "phase");
  int rings = 0, fills = 0;
  for (const Mark& mark : items_with_id<Mark>(scene, "n:3")) {
    if (!contains(mark.tag.value, "seeds solve")) continue;
    (mark.shape == MarkShape::ring ? rings : fills) += 1;
    EXPECT_TRUE(mark.at.y == 0.0 || mark.at.y == 1.0);
  }
  EXPECT_EQ(rings, 2);  // that of another m is not drawn
  EXPECT_EQ(fills, 1);
  EXPECT_TRUE(has_text(scene, "learned: share of seeds solved"));
  EXPECT_TRUE(contains(scene.sentence, "Learned: n = 3 with r = 2")) << scene.sentence;
  EXPECT_EQ(scene.table.rows[2].back(), "2: 14/16, 1: 0/16");
  result.learned.clear();
  EXPECT_EQ(dump(phase_scene(result)), without);
}

}  // namespace
}  // namespace tt
