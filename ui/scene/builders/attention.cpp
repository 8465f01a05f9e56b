// SPDX-License-Identifier: GPL-3.0-or-later
// Token rows, weight bars, all weights and the answers of all queries.
#include <algorithm>
#include <cmath>

#include "ui/scene/builders/attention_cast.h"
#include "ui/scene/builders/builders.h"
#include "ui/scene/builders/parts.h"
#include "ui/scene/number_text.h"

namespace tt {
namespace {

constexpr double kNominal = 320.0;  // height in px that rows are planned for
constexpr double kTitle = 22.0;
constexpr double kBars = 68.0;
constexpr double kBarLeft = 0.24, kBarRight = 0.745;
constexpr int kMostStacked = 5;

std::size_t at(int position) { return static_cast<std::size_t>(position); }

/// The x coordinates of a panel are fractions of the scene, so that columns of different panels line up.
Panel strip(double left, double top, double width, double height, std::string title) {
  Panel panel;
  panel.left = panel.x_low = left;
  panel.top = top;
  panel.width = width;
  panel.x_high = left + width;
  panel.height = height;
  panel.title = std::move(title);
  return panel;
}

class AttentionBuilder {
 public:
  explicit AttentionBuilder(const AttentionResult& result)
      : r_(result), n_(static_cast<int>(result.sequence.size())), cast_(cast_of(result)) {}

  Scene build() {
    scene_.name = "attention";
    scene_.title = "Attention";
    scene_.claim = r_.claim;
    scene_.sentence = attention_sentence(r_, cast_);
    scene_.alt = attention_alt(r_, cast_);
    scene_.table = attention_table(r_, cast_);
    if (n_ <= kMostStacked)
      stack();
    else
      side_by_side();
    return std::move(scene_);
  }

 private:
  /// Few tokens: rows, bars, then the matrix with the answers beside it.
  void stack() {
    scene_.aspect = 1.2;
    row_px_ = std::min(26.0, 108.0 / n_);
    const double rows = (kTitle + n_ * row_px_) / kNominal, bars = bars_height(), gap = 0.03;
    Panel tokens = strip(0.0, 0.0, 1.0, rows, token_title());
    add_rows(tokens, {.name = 0.0, .word = 0.062, .left = 0.24, .right = 0.84, .overlap = 0.0, .full = true});
    scene_.panels.push_back(std::move(tokens));
    add_bars(rows + gap, bars);
    const double top = rows + bars + 2 * gap,
                 height = std::min(0.985 - top, (kTitle + 18.0 + 46.0 * n_) / kNominal);
    const double header = 18.0 / (height * kNominal - kTitle - 18.0) * n_;
    add_matrix(0.0, 0.40, 0.055, top, height, header);
    add_colour_bar(0.41, 0.09, top, height);
    Panel answers = strip(0.53, top, 0.47, height, "answers");
    row_px_ = std::min(20.0, (height * kNominal - kTitle - 18.0) / n_);
    add_answers(answers, header, {.target = 0.635, .output = 0.78, .error = 0.91, .mark = 0.95});
    scene_.panels.push_back(std::move(answers));
  }

  /// Many tokens: one line per token carries its bits, its overlap, its weights and its answer.
  void side_by_side() {
    scene_.aspect = n_ > 10 ? 1.0 : 1.15;
    const double bars = bars_height(), height = 1.0 - bars - 0.03;
    row_px_ = (height * kNominal - kTitle - 16.0) / n_;
    const double header = 16.0 / row_px_;
    Panel tokens = strip(0.0, 0.0, 0.49, height, "tokens, " + std::to_string(r_.session.m) + " bits");
    add_rows(tokens,
             {.name = 0.0, .word = 0.0, .left = 0.065, .right = 0.435, .overlap = 0.48, .full = false});
    tokens.y_high = n_ + header;
    tokens.items.push_back(header_label(0.48, "⟨*x*,·⟩", header, Anchor::right));
    scene_.panels.push_back(std::move(tokens));
    add_matrix(0.515, 0.175, 0.0, 0.0, height, header);
    add_colour_bar(0.695, 0.085, 0.0, height);
    Panel answers = strip(0.815, 0.0, 0.185, height, "answers");
    add_answers(answers, header, {.target = 0.85, .output = 0.955, .error = -1.0, .mark = 0.967});
    scene_.panels.push_back(std::move(answers));
    add_bars(height + 0.03, bars);
  }

  struct RowColumns {
    double name, word, left, right, overlap;
    bool full;  ///< with role words and "⟨x,y⟩ = 1" behind the bits
  };

  std::string token_title() const {
    const std::string bits = std::to_string(r_.session.m) + (r_.session.m == 1 ? " bit" : " bits");
    return n_ == 1 ? "one token of " + bits : bits + " a token, those shared with *x* in full colour";
  }

  double text_size() const { return std::clamp(row_px_ / 14.0, 0.55, 0.92); }
  double middle(int row) const { return n_ - row - 0.5; }

  Tag token_tag(int i) const {
    const bool query = i == r_.query;
    return {"token:" + std::to_string(i), "token " + cast_[at(i)].plain + ": " +
                                              to_string(r_.sequence[at(i)]) +
                                              (query ? ", the query" : ", click to make it the query")};
  }

  void add_rows(Panel& panel, const RowColumns& columns) const {
    panel.y_high = n_;
    const int m = r_.session.m;
    const double cell = std::min((columns.right - columns.left) / m, 0.05);
    for (int i = 0; i < n_; ++i) {
      const Part& part = cast_[at(i)];
      Label name =
          text_label({columns.name, middle(i)}, part.label, part.role, Anchor::left, text_size() * 1.12);
      name.bold = true;
      name.tag = token_tag(i);
      panel.items.push_back(name);
      if (columns.full && !part.word.empty())
        panel.items.push_back(
            text_label({columns.word, middle(i)}, part.word, Role::muted, Anchor::left, 0.82));
      add_bit_row(panel, {.token = r_.sequence[at(i)],
                          .query = r_.sequence[at(r_.query)],
                          .role = part.role,
                          .left = columns.left,
                          .cell = cell,
                          .middle = middle(i),
                          .height = std::min(0.92, 22.0 / row_px_),
                          .id = "bit:" + std::to_string(i),
                          .name = part.plain});
      panel.items.push_back(overlap_label(i, columns, columns.left + m * cell));
    }
  }

  Label overlap_label(int i, const RowColumns& columns, double bits_end) const {
    const int shared = r_.overlaps[at(r_.query)][at(i)];
    if (columns.full)
      return text_label({bits_end + 0.015, middle(i)},
                        "⟨*x*," + cast_[at(i)].label + "⟩ = " + std::to_string(shared), Role::ink,
                        Anchor::left, std::min(0.92, text_size() * 1.1));
    return text_label({columns.overlap, middle(i)}, std::to_string(shared), Role::ink, Anchor::right,
                      text_size());
  }

  // Weights of the query

  void add_bars(double top, double height) {
    Panel panel = strip(0.0, top, 1.0, height, "weights of query *x*");
    panel.y_high = n_ <= 2 ? 3.0 : 2.0;
    add_bar(panel, panel.y_high - 0.5, "this head", r_.chosen, true);
    if (n_ <= 2) add_one_feature(panel);
    add_bar(panel, 0.5, "softmax, *τ* = " + label_number(r_.session.tau), r_.softmax, false);
    scene_.panels.push_back(std::move(panel));
  }

  double bars_height() const { return (n_ <= 2 ? kBars + 23.0 : kBars) / kNominal; }

  /// Construction 3.1: at n <= 2 equal weights are exact for every input.
  void add_one_feature(Panel& panel) const {
    panel.items.push_back(text_label({0.0, 1.5}, "one feature", Role::holds, Anchor::left, 0.85));
    double left = kBarLeft;
    for (const int j : bar_order(r_)) {
      Block block = bar_block(left, left + (kBarRight - kBarLeft) / n_, 1.5, cast_[at(j)].role);
      block.inset = 0.5;
      block.text = n_ == 1 ? "1" : "1/2";
      block.tag.value = "weight with one feature = " + block.text;
      left = block.x1;
      panel.items.push_back(std::move(block));
    }
    const std::string target = std::to_string(r_.chosen.targets[at(r_.query)]);
    panel.items.push_back(text_label({0.765, 1.5}, "out " + target + " = " + target + " ✓", Role::holds));
  }

  void add_bar(Panel& panel, double y, std::string name, const Evaluation& e, bool chosen) const {
    panel.items.push_back(
        text_label({0.0, y}, std::move(name), chosen ? Role::ink : Role::muted, Anchor::left, 0.85));
    double total = 0.0;
    for (int j = 0; j < n_; ++j) total += std::abs(e.weights(r_.query, j));
    const bool empty = !(total > 0.0) || !std::isfinite(total);
    if (empty) {
      Block block = bar_block(kBarLeft, kBarRight, y, Role::neutral);
      block.outline_only = true;
      block.text = "no weights";
      block.text_role = Role::muted;
      block.tag.value = chosen && !e.trouble.empty() ? e.trouble : "no weights";
      panel.items.push_back(block);
    }
    double left = kBarLeft;
    for (const int j : bar_order(r_)) {
      if (empty) break;
      const double weight = e.weights(r_.query, j),
                   right = left + std::abs(weight) / total * (kBarRight - kBarLeft);
      panel.items.push_back(segment(left, right, y, j, weight, chosen));
      left = right;
    }
    panel.items.push_back(output_label({0.765, y}, e, chosen));
  }

  static Block bar_block(double left, double right, double y, Role role) {
    Block block;
    block.x0 = left;
    block.x1 = right;
    block.y0 = y - 0.4;
    block.y1 = y + 0.4;
    block.role = role;
    block.radius = 1.0;
    return block;
  }

  Block segment(double left, double right, double y, int j, double weight, bool chosen) const {
    Block block = bar_block(left, right, y, cast_[at(j)].role);
    block.inset = right - left > 0.01 ? 0.5 : 0.0;
    block.text = std::abs(weight) < 1.0 ? fixed_text(weight, 2) : label_number(weight, 3);
    block.outline_only = weight < 0.0;  // a negative weight is drawn by its size, but not filled
    const std::string name = cast_[at(j)].plain;
    block.tag.value = (chosen ? "weight of " : "softmax weight of ") + name + " = " + exact_text(weight);
    if (chosen && j != r_.query) block.tag.id = "weight:" + std::to_string(j);
    return block;
  }

  Label output_label(Point place, const Evaluation& e, bool chosen) const {
    const double output = e.outputs[at(r_.query)], error = e.errors[at(r_.query)];
    const int target = e.targets[at(r_.query)];
    if (chosen && is_silent(r_, r_.query)) return text_label(place, "not asked", Role::muted);
    if (!std::isfinite(output)) return text_label(place, "no output ✗", Role::violated);
    const bool good = error < r_.session.epsilon;
    const std::string relation = error < 1e-9 ? " = " : good ? " ≈ " : " ≠ ";
    const std::string value = error < 1e-9 ? std::to_string(target) : number_unlike(output, target);
    Label label =
        text_label(place, "out " + value + relation + std::to_string(target) + " " + check_mark(good),
                   verdict_role(good));
    label.tag.value = "output " + exact_text(output) + ", target " + std::to_string(target);
    return label;
  }

  // All queries

  Label header_label(double x, std::string text, double header, Anchor anchor) const {
    return text_label({x, n_ + header / 2.0}, std::move(text), Role::muted, anchor,
                      std::min(0.82, text_size() * 1.1));
  }

  /// Narrow columns have room for x, y and z only, very narrow ones for nothing.
  bool has_column_name(const Part& part) const { return n_ <= 6 || (n_ <= 8 && part.label.size() == 3); }

  /// The map lies over x 0..n of its panel; row names stand to the left of it.
  void add_matrix(double left, double width, double names, double top, double height, double header) {
    Panel panel = strip(left, top, width, height, "weights");
    const double unit = n_ / (width - names);
    panel.x_low = -names * unit;
    panel.x_high = n_;
    panel.y_high = n_ + header;
    HeatMap map;
    map.rows = map.columns = n_;
    for (int i = 0; i < n_; ++i)
      for (int j = 0; j < n_; ++j) map.values.push_back(is_silent(r_, i) ? 0.0 : r_.chosen.weights(i, j));
    set_colours(map);
    map.x1 = n_;
    map.y0 = n_;
    map.y1 = 0.0;
    map.cell_values = map.cell_lines = true;
    map.id_prefix = map.value_name = "weight";
    map.marked_row = r_.query;
    panel.items.push_back(map);
    for (int i = 0; i < n_; ++i) {
      const Part& part = cast_[at(i)];
      if (is_silent(r_, i)) panel.items.push_back(silent_row(i));
      panel.items.push_back(
          header_label(i + 0.5, has_column_name(part) ? part.label : "", header, Anchor::centre));
      if (names <= 0.0) continue;
      Label name = text_label({0.0, middle(i)}, part.label, part.role, Anchor::right);
      name.dx = -7.0;
      name.bold = i == r_.query;
      panel.items.push_back(name);
    }
    scene_.panels.push_back(std::move(panel));
  }

  Block silent_row(int row) const {
    Block block;
    block.x1 = n_;
    block.y0 = middle(row) - 0.5;
    block.y1 = middle(row) + 0.5;
    block.role = Role::surface;
    block.text = "not asked";
    block.text_role = Role::muted;
    return block;
  }

  /// From nothing to the largest weight; signed kernels get a scale with zero in the middle.
  void set_colours(HeatMap& map) {
    double least = 0.0, most = 0.0;
    for (const double value : map.values)
      if (std::isfinite(value))
        least = std::min(least, value), most = std::max(most, value);
      else
        missing_ = true;
    if (!(most > least)) most = 1.0;
    map.palette = least < 0.0 ? Palette::diverging : Palette::cividis;
    map.low = bar_.low = least < 0.0 ? -std::max(-least, most) : 0.0;
    map.high = bar_.high = least < 0.0 ? -map.low : most;
    bar_.palette = map.palette;
  }

  void add_colour_bar(double left, double width, double top, double height) {
    Panel panel = strip(left, top, width, height, "");
    bar_.not_finite = missing_;
    panel.items.push_back(bar_);
    scene_.panels.push_back(std::move(panel));
  }

  struct AnswerColumns {
    double target, output, error, mark;  ///< right edges, the mark's left; error < 0: left out
  };

  void add_answers(Panel& panel, double header, const AnswerColumns& columns) const {
    panel.y_high = n_ + header;
    const bool wide = columns.error > 0.0;
    panel.items.push_back(header_label(columns.target, wide ? "target" : "*t*", header, Anchor::right));
    panel.items.push_back(header_label(columns.output, wide ? "output" : "out", header, Anchor::right));
    if (wide) panel.items.push_back(header_label(columns.error, "error", header, Anchor::right));
    for (int i = 0; i < n_; ++i) add_answer(panel, i, columns);
  }

  void add_answer(Panel& panel, int i, const AnswerColumns& columns) const {
    const bool wide = columns.error > 0.0, silent = is_silent(r_, i),
               good = r_.chosen.errors[at(i)] < r_.session.epsilon;
    const double y = middle(i), size = text_size();
    const auto cell = [&](double x, std::string text, Role role, std::string exact) {
      Label label = text_label({x, y}, std::move(text), role, Anchor::right, size);
      label.bold = i == r_.query;
      label.tag.value = std::move(exact);
      panel.items.push_back(label);
    };
    const std::string name = " of query " + cast_[at(i)].plain;
    const double output = r_.chosen.outputs[at(i)], error = r_.chosen.errors[at(i)];
    const std::string target = std::to_string(r_.chosen.targets[at(i)]);
    cell(columns.target, target, Role::ink, "target" + name + " = " + target);
    cell(columns.output, silent ? "–" : label_number(output, std::abs(output) < 1.0 && !wide ? 2 : 3),
         Role::ink, "output" + name + " = " + exact_text(output));
    if (wide)
      cell(columns.error, silent ? "–" : label_number(error), Role::ink,
           "error" + name + " = " + exact_text(error));
    if (silent) return;
    Label mark = text_label({columns.mark, y}, check_mark(good), verdict_role(good), Anchor::left, size);
    mark.bold = true;
    mark.tag.value = good ? "right" : "wrong";
    panel.items.push_back(mark);
  }

  const AttentionResult& r_;
  int n_;
  std::vector<Part> cast_;
  double row_px_ = 20.0;
  ColourBar bar_;
  bool missing_ = false;
  Scene scene_;
};

}  // namespace

Scene attention_scene(const AttentionResult& result) { return AttentionBuilder(result).build(); }

}  // namespace tt
