// SPDX-License-Identifier: GPL-3.0-or-later
// What is known over many m: bounds against m, and the table of brackets.
#include <algorithm>
#include <cmath>

#include "ui/scene/builders/builders.h"
#include "ui/scene/builders/parts.h"
#include "ui/scene/number_text.h"

namespace tt {
namespace {

std::string at_least(double rank_log2) { return "r ≥ " + plain_rank(rank_log2); }

std::string bounds_sentence(const BoundsSurvey& s) {
  const PhaseRow& last = s.rows.back();
  std::string text = "At n = " + std::to_string(s.n) + " and m = " + std::to_string(last.m) + " bits ";
  if (last.paper_log2)
    text += "the paper's bound gives " + at_least(*last.paper_log2) + ", the optimized certificate " +
            at_least(last.lower_log2);
  else
    text += "the optimized certificate gives " + at_least(last.lower_log2) + ", the paper's bound nothing";
  text += "; " + plain_rank(last.upper_log2) + " features are enough. ";
  if (s.first_ours == 0) return text + "Nothing here forces more than one feature.";
  text += "Ours forces more than one feature from m = " + std::to_string(s.first_ours);
  return text + (s.first_paper > 0 ? ", the paper's from m = " + std::to_string(s.first_paper) + "." : ".");
}

Polyline rank_line(const BoundsSurvey& s, Role role, const std::string& label, Dash dash,
                   double (*log2_of)(const PhaseRow&)) {
  Polyline curve = line(role, 2.0, label, dash);
  for (const PhaseRow& row : s.rows) curve.points.push_back({static_cast<double>(row.m), log2_of(row)});
  curve.tag.value = label;
  return curve;
}

Label line_label(const Polyline& curve, std::size_t at, const std::string& words, Role role, double dy) {
  Label label = text_label(curve.points[at], words, role, Anchor::centre, 0.92);
  label.dy = dy;
  label.halo = true;
  return label;
}

Panel bounds_panel(const BoundsSurvey& s) {
  Panel panel;
  panel.x = Axis{0.0, static_cast<double>(s.rows.back().m), Scale::linear, "bits *m*", {}, true};
  panel.y = Axis{0.0, 1.0, Scale::linear, "features *r*", {}};
  double top = 8.0;
  for (const PhaseRow& row : s.rows) top = std::max(top, row.lower_log2);
  // What is enough soon leaves the picture: the bounds are what is compared.
  top = std::ceil(top * 1.25 / 8.0) * 8.0;
  panel.y->high = top;
  const double step = std::max(8.0, std::ceil(top / 6.0 / 8.0) * 8.0);
  for (double at = 0.0; at <= top; at += step)
    panel.y->ticks.push_back({at, at == 0.0 ? "1" : "2^{" + fixed_text(at, 0) + "}"});
  return panel;
}

Scene empty_bounds(const BoundsSurvey& s) {
  Scene scene;
  scene.name = "bounds";
  scene.title = "Features needed at length " + std::to_string(s.n);
  scene.claim = s.claim;
  scene.aspect = 1.6;
  return scene;
}

std::string ends_text(const BracketEnds& ends) {
  return ends.lower == ends.upper ? std::to_string(ends.lower)
                                  : std::to_string(ends.lower) + "–" + std::to_string(ends.upper);
}

Block bracket_block(const BracketsSurvey::Row& row, int first_n) {
  const bool closed = row.ends.lower == row.ends.upper;
  Block block;
  block.x0 = row.n - first_n;
  block.x1 = block.x0 + 1.0;
  block.y0 = kBracketBits - row.m;
  block.y1 = block.y0 + 1.0;
  block.inset = 1.0;
  block.radius = 3.0;
  block.role = closed ? Role::holds_soft : Role::upper_soft;
  block.text = ends_text(row.ends);
  block.text_role = closed ? Role::holds : Role::ink;
  block.tag.value = "m = " + std::to_string(row.m) + ", n = " + std::to_string(row.n) + ": " +
                    ends_text(row.ends) + "; from below by " + row.ends.lower_source + ", from above by " +
                    row.ends.upper_source;
  return block;
}

}  // namespace

Scene bounds_scene(const BoundsSurvey& s) {
  Scene scene = empty_bounds(s);
  if (s.rows.empty()) return scene;
  scene.sentence = bounds_sentence(s);
  scene.alt = "Feature rank against the number of bits, as powers of two. " + scene.sentence;
  scene.table.columns = {"m", "lower log2", "paper log2", "enough log2", "lower source", "upper source"};
  for (const PhaseRow& row : s.rows)
    scene.table.rows.push_back({std::to_string(row.m), exact_text(row.lower_log2),
                                row.paper_log2 ? exact_text(*row.paper_log2) : "vacuous",
                                exact_text(row.upper_log2), row.lower_source, row.upper_source});
  Panel panel = bounds_panel(s);
  const auto ours = rank_line(s, Role::accent, "optimized certificate", Dash::solid,
                              [](const PhaseRow& row) { return row.lower_log2; });
  const auto paper = rank_line(s, Role::paper, "paper's bound", Dash::dashed, [](const PhaseRow& row) {
    return row.paper_log2 ? *row.paper_log2 : std::nan("");
  });
  const auto upper =
      rank_line(s, Role::upper, "enough", Dash::dotted, [](const PhaseRow& row) { return row.upper_log2; });
  const std::size_t middle = s.rows.size() * 5 / 8;
  panel.items = {upper, paper, ours, line_label(ours, middle, "optimized certificate", Role::accent, -16.0)};
  if (s.first_paper > 0)
    panel.items.push_back(line_label(paper, s.rows.size() * 3 / 4, "paper's bound", Role::paper, -12.0));
  Label enough = text_label({panel.y->high * 0.92, panel.y->high * 0.92}, "enough: 2^{*m*}", Role::upper);
  enough.dx = 8.0;
  panel.items.push_back(std::move(enough));
  scene.panels.push_back(std::move(panel));
  return scene;
}

Scene brackets_scene(const BracketsSurvey& s) {
  Scene scene;
  scene.name = "brackets";
  scene.title = "Least number of features, as far as it is known";
  scene.claim = s.claim;
  scene.aspect = 1.1;
  scene.sentence = "Of " + std::to_string(s.rows.size()) + " pairs of bits and length, the least rank of " +
                   std::to_string(s.closed) +
                   " is known exactly at ε = 1/2; of the others it lies between two ranks with certificates.";
  scene.alt = "Table of the least feature rank by bits m and length n. " + scene.sentence;
  scene.table.columns = {"m", "n", "lower", "upper", "lower source", "upper source"};
  const int first_n = kBracketLengths[0], lengths = static_cast<int>(std::size(kBracketLengths));
  Panel panel;
  panel.x = Axis{0.0, static_cast<double>(lengths), Scale::linear, "length *n*", {}, false, false};
  panel.y = Axis{0.0, static_cast<double>(kBracketBits), Scale::linear, "bits *m*", {}, false, false};
  for (const int n : kBracketLengths) panel.x->ticks.push_back({n - first_n + 0.5, std::to_string(n)});
  for (int m = 1; m <= kBracketBits; ++m)
    panel.y->ticks.push_back({kBracketBits - m + 0.5, std::to_string(m)});
  for (const BracketsSurvey::Row& row : s.rows) {
    panel.items.push_back(bracket_block(row, first_n));
    scene.table.rows.push_back({std::to_string(row.m), std::to_string(row.n), std::to_string(row.ends.lower),
                                std::to_string(row.ends.upper), row.ends.lower_source,
                                row.ends.upper_source});
  }
  scene.panels.push_back(std::move(panel));
  return scene;
}

}  // namespace tt
