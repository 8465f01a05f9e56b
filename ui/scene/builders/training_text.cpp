// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scene/builders/training_text.h"

#include <algorithm>

#include "ui/scene/builders/parts.h"
#include "ui/scene/number_text.h"

namespace tt {
namespace {

std::string rank_words(const RankTally& t) {
  std::string words = "r = " + std::to_string(t.rank) + ": " + std::to_string(t.solved) + " of " +
                      std::to_string(t.heads) +
                      (t.solved == 0   ? ""
                       : t.solved == 1 ? " solves it"
                                       : " solve it");
  if (t.solved == 0) words += ", best error " + plain_number(t.best_error);
  if (t.diverged > 0) words += ", " + std::to_string(t.diverged) + " diverged";
  if (t.running > 0) words += ", " + std::to_string(t.running) + (t.running == 1 ? " goes on" : " go on");
  return words;
}

/// What became of the first head that diverged, and what to do.
std::string doctor_words(const TrainingResult& r, const std::string& run) {
  for (const RunSnapshot& one : r.runs)
    for (const HeadStatus& head : one.heads)
      if (head.fate == HeadFate::diverged && (run.empty() || one.name == run))
        return " Seed " + std::to_string(one.options.seed + head.index) +
               " of r = " + std::to_string(one.options.shape.rank) + " diverged: " + head.why +
               (head.why.ends_with('.') ? "" : ".");
  return "";
}

std::string bound_words(const TrainingBound& bound) {
  return bound.rank == 0 ? "no bound is known for this shape"
                         : "the bound says r ≥ " + std::to_string(bound.rank);
}

}  // namespace

std::string training_sentence(const TrainingResult& r, const std::string& run) {
  std::vector<RankTally> told;
  for (const RankTally& one : r.tallies)
    if (run.empty() || one.run == run) told.push_back(one);
  std::stable_sort(told.begin(), told.end(),
                   [](const RankTally& a, const RankTally& b) { return a.rank > b.rank; });
  std::string sentence = "On " + r.task.family + ": ";
  for (const RankTally& one : told) sentence += rank_words(one) + "; ";
  return sentence + bound_words(r.task.bound) + "." + doctor_words(r, run);
}

std::string training_alt(const TrainingResult& r, const std::string& run) {
  std::size_t heads = 0;
  std::int64_t steps = 0;
  for (const RunSnapshot& one : r.runs) {
    heads += one.heads.size();
    steps = std::max(steps, one.step);
  }
  return "Loss and maximum error of " + std::to_string(heads) + (heads == 1 ? " head" : " heads") + " over " +
         std::to_string(steps) + " steps of training. " + training_sentence(r, run);
}

std::string head_words(const RunSnapshot& run, const HeadStatus& head) {
  std::string words = "r = " + std::to_string(run.options.shape.rank) + ", seed " +
                      std::to_string(run.options.seed + head.index) + " of " + run.name + ": " +
                      std::string(text(head.fate)) + " at step " + std::to_string(head.step) + ", loss " +
                      exact_text(static_cast<double>(head.loss)) + ", max error " +
                      exact_text(static_cast<double>(head.max_error));
  return head.why.empty() ? words : words + "; " + head.why;
}

Table training_table(const TrainingResult& r) {
  Table table;
  table.columns = {"run",       "rank",       "seed",      "fate",   "step", "loss",
                   "max error", "best error", "best step", "solves", "why"};
  for (const RunSnapshot& run : r.runs)
    for (const HeadStatus& head : run.heads)
      table.rows.push_back({run.name, std::to_string(run.options.shape.rank),
                            std::to_string(run.options.seed + head.index), std::string(text(head.fate)),
                            std::to_string(head.step), exact_text(static_cast<double>(head.loss)),
                            exact_text(static_cast<double>(head.max_error)),
                            exact_text(static_cast<double>(head.best_error)), std::to_string(head.best_step),
                            static_cast<double>(head.max_error) < r.epsilon ? "yes" : "no", head.why});
  return table;
}

}  // namespace tt
