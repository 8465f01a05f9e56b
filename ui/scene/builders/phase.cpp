// SPDX-License-Identifier: GPL-3.0-or-later
// Rank needed against sequence length, or over (m, n); below it the chosen head measured at each length.
#include <algorithm>
#include <cmath>

#include "ui/scene/builders/builders.h"
#include "ui/scene/builders/parts.h"
#include "ui/scene/builders/phase_learned.h"
#include "ui/scene/builders/phase_text.h"
#include "ui/scene/number_text.h"

namespace tt {
namespace {

constexpr double kLeft = 0.105;  // the panels share it, so that their n axes line up
constexpr double kTopHeight = 0.51;
constexpr double kMapRight = 0.87;  // the colour bar stands beside

struct Tick {
  double at;
  std::string text;
};

class PhaseBuilder {
 public:
  explicit PhaseBuilder(const PhaseResult& result) : r_(result), s_(result.session) {
    for (const PhaseRow& row : r_.rows) n_max_ = std::max(n_max_, row.n), m_max_ = std::max(m_max_, row.m);
    for (const auto& measured : r_.measured) n_max_ = std::max(n_max_, measured.n);
  }

  Scene build() {
    scene_.name = "phase";
    scene_.title = "Phase transition";
    scene_.claim = r_.claim;
    scene_.aspect = 1.2;
    scene_.sentence = phase_sentence(r_) + learned_words(r_);
    scene_.alt = phase_alt(r_);
    scene_.table = phase_table(r_);
    if (s_.phase_map)
      add_map();
    else
      add_curve();
    add_accuracy();
    add_error();
    return std::move(scene_);
  }

 private:
  /// A panel over n = 1..n_max; the words of its y ticks stand left of the common edge.
  Panel over_n(double top, double height, double y_low, double y_high) const {
    Panel panel;
    panel.left = kLeft;
    panel.width = (s_.phase_map ? kMapRight : 1.0) - kLeft;
    panel.top = top;
    panel.height = height;
    panel.x_low = 0.5;
    panel.x_high = n_max_ + 0.5;
    panel.y_low = y_low;
    panel.y_high = y_high;
    return panel;
  }

  void add_length_axis(Panel& panel) const {
    Axis axis;
    axis.low = panel.x_low;
    axis.high = panel.x_high;
    axis.grid = false;
    axis.title = "sequence length *n*";
    for (int n = 1; n <= n_max_; ++n) axis.ticks.push_back({static_cast<double>(n), std::to_string(n)});
    panel.x = std::move(axis);
  }

  void add_ticks(Panel& panel, const std::vector<Tick>& ticks) const {
    for (const Tick& tick : ticks) {
      Polyline grid = line(Role::grid, 1.0, "");
      grid.points = {{0.5, tick.at}, {n_max_ + 0.5, tick.at}};
      panel.items.push_back(std::move(grid));
      Label label = text_label({0.5, tick.at}, tick.text, Role::muted, Anchor::right);
      label.dx = -6.0;
      panel.items.push_back(std::move(label));
    }
  }

  /// Columns to click; the chosen n is shaded.
  void add_columns(Panel& panel) const {
    for (int n = 1; n <= n_max_; ++n) {
      Block column;
      column.x0 = n - 0.5;
      column.x1 = n + 0.5;
      column.y0 = panel.y_low;
      column.y1 = panel.y_high;
      column.role = Role::surface;
      column.opacity = n == s_.n ? 1.0 : 0.0;
      column.tag = {"n:" + std::to_string(n), tip(n)};
      panel.items.push_back(std::move(column));
    }
  }

  std::string tip(int n) const {
    const PhaseRow* row = phase_row(r_, s_.m, n);
    std::string text = row ? row_text(*row) : "n = " + std::to_string(n);
    if (const auto* measured = phase_measured(r_, n))
      text += "; this head: exact sequences " + exact_text(measured->exact_accuracy) + ", worst error " +
              exact_text(measured->max_error) + " (" + measured->scope + ")";
    return text;
  }

  // The curve

  double top_of_curve() const {
    double top = std::max(1.0, r_.head_rank_log2);
    for (const PhaseRow& row : r_.rows) top = std::max(top, row.upper_log2);
    return top;
  }

  static std::vector<Tick> rank_ticks(double top) {
    int step = 1;
    while (top > 7.0 * step) step *= 2;
    std::vector<Tick> ticks;
    for (int e = 0; e <= top + 1e-9; e += step)
      ticks.push_back({static_cast<double>(e), top <= 13.0 ? std::to_string(1 << e)
                                               : e == 0    ? "1"
                                                           : "2^{" + std::to_string(e) + "}"});
    return ticks;
  }

  void add_curve() {
    const double top = top_of_curve();
    Panel panel = over_n(0.0, kTopHeight, -0.17 * top, 1.14 * top);
    panel.title = "features *r*, " + std::to_string(s_.m) + (s_.m == 1 ? " bit" : " bits");
    add_columns(panel);
    add_gap(panel);
    add_ticks(panel, rank_ticks(top));
    add_bound_curves(panel, top);
    add_one_feature(panel);
    add_learned(panel, r_);
    add_head(panel, top);
    scene_.panels.push_back(std::move(panel));
  }

  void add_gap(Panel& panel) const {
    Area gap;
    gap.role = Role::upper_soft;
    for (const PhaseRow& row : r_.rows) {
      if (row.n < 3) continue;
      gap.x.push_back(row.n);
      gap.lower.push_back(row.lower_log2);
      gap.upper.push_back(row.upper_log2);
    }
    panel.items.push_back(std::move(gap));
  }

  void add_bound_curves(Panel& panel, double top) const {
    Polyline lower = line(Role::lower, 2.0, "needed"), upper = line(Role::upper, 2.0, "enough"),
             paper = line(Role::paper, 1.4, "paper's bound", Dash::dashed);
    const PhaseRow* last = nullptr;
    for (const PhaseRow& row : r_.rows) {
      if (row.paper_log2) paper.points.push_back({static_cast<double>(row.n), *row.paper_log2});
      if (row.n < 3) continue;
      lower.points.push_back({static_cast<double>(row.n), row.lower_log2});
      upper.points.push_back({static_cast<double>(row.n), row.upper_log2});
      last = &row;
    }
    if (!last) return;
    Polyline cliff = line(Role::muted, 1.4, "", Dash::dotted);
    cliff.points = {{2.0, 0.0}, lower.points.front()};
    panel.items.push_back(std::move(cliff));
    panel.items.push_back(upper);
    if (!paper.points.empty()) panel.items.push_back(paper);
    panel.items.push_back(lower);
    for (const Point& point : lower.points) panel.items.push_back(length_mark(point, Role::lower, 6.0));
    for (const Point& point : upper.points) panel.items.push_back(length_mark(point, Role::upper, 5.0));
    add_bound_names(panel, *last, top);
  }

  void add_bound_names(Panel& panel, const PhaseRow& last, double top) const {
    const double right = n_max_ + 0.5;
    Label enough = text_label({right, last.upper_log2}, "enough: " + label_rank(last.upper_log2), Role::upper,
                              Anchor::right);
    enough.dx = -4.0;
    enough.dy = -10.0;
    enough.tag.value = last.upper_source;
    panel.items.push_back(std::move(enough));
    // Below the curve, unless the curve lies on the floor or the head and its words stand there.
    const PhaseRow* earlier = phase_row(r_, s_.m, std::max(3, last.n - n_max_ / 3));
    const double beneath = std::min(last.lower_log2, earlier ? earlier->lower_log2 : last.lower_log2);
    const bool room = beneath > 0.12 * top && !head_below_bound();
    Label needed =
        text_label({right, room ? beneath : last.lower_log2},
                   "needed: " + label_rank(last.lower_log2) + ", certified", Role::lower, Anchor::right);
    needed.dx = -4.0;
    needed.dy = room ? 12.0 : -11.0;
    needed.tag.value = last.lower_source;
    panel.items.push_back(std::move(needed));
    if (last.paper_log2) return;
    Label vacuous = text_label({right, 0.0}, "paper's bound: vacuous", Role::muted, Anchor::right);
    vacuous.dx = -4.0;
    vacuous.dy = 11.0;
    panel.items.push_back(std::move(vacuous));
  }

  Mark length_mark(Point place, Role role, double size) const {
    Mark mark;
    mark.at = place;
    mark.role = role;
    mark.size = size;
    const int n = static_cast<int>(place.x);
    mark.tag = {"n:" + std::to_string(n), tip(n)};
    return mark;
  }

  void add_one_feature(Panel& panel) const {
    Polyline one = line(Role::holds, 4.0, "one feature is enough");
    one.points = {{1.0, 0.0}, {2.0, 0.0}};
    panel.items.push_back(std::move(one));
    for (const double n : {1.0, 2.0}) panel.items.push_back(length_mark({n, 0.0}, Role::holds, 9.0));
    Label label = text_label({1.0, 0.0}, "one feature is enough", Role::holds);
    label.dx = -4.0;
    label.dy = 11.0;
    panel.items.push_back(std::move(label));
  }

  void add_head(Panel& panel, double top) const {
    const auto* measured = phase_measured(r_, s_.n);
    const bool good = measured && solves(r_, *measured);
    const double rank = r_.head_rank_log2;
    Mark mark =
        length_mark({static_cast<double>(s_.n), rank}, measured ? verdict_role(good) : Role::neutral, 11.0);
    if (measured && !good) mark.shape = MarkShape::square;  // not by colour alone
    mark.tag.value = "this head at n = " + std::to_string(s_.n) + ": r = " + plain_rank(rank);
    panel.items.push_back(mark);
    // What was only tried is not solved; what failed once has failed.
    const std::string verdict = !measured               ? ""
                                : !good                 ? ": fails ✗"
                                : covers_all(*measured) ? ": solves ✓"
                                                        : ": right where tried";
    const double shift = rank > 0.9 * top ? 17.0 : rank <= 0.0 ? -24.0 : head_below_bound() ? 4.0 : 0.0;
    add_head_words(panel, "*r* = " + label_rank(rank) + verdict, mark, shift);
  }

  bool head_below_bound() const {
    const PhaseRow* here = phase_row(r_, s_.m, s_.n);
    return here && r_.head_rank_log2 < here->lower_log2;
  }

  /// Two lines to the left of the mark, where the rising bound is not yet. To the right at n <= 2, and under
  /// the bound as long as there is room.
  void add_head_words(Panel& panel, const std::string& second, const Mark& mark, double shift) const {
    const bool right = s_.n <= 2 || (head_below_bound() && 2 * s_.n <= n_max_ + 2);
    double dy = shift - 7.0;
    for (const std::string& words : {std::string("this head,"), second}) {
      Label label = text_label(mark.at, words, mark.role, right ? Anchor::left : Anchor::right);
      label.dx = right ? 10.0 : -10.0;
      label.dy = dy;
      label.halo = true;
      panel.items.push_back(std::move(label));
      dy += 14.0;
    }
  }

  // The map

  void add_map() {
    Panel panel = over_n(0.0, kTopHeight, 0.5, m_max_ + 0.5);
    panel.title = "log_{2} of the features needed; 0 at *n* ≤ 2";
    HeatMap map;
    map.rows = m_max_;
    map.columns = n_max_;
    map.values.assign(static_cast<std::size_t>(map.rows * map.columns), std::nan(""));
    for (const PhaseRow& row : r_.rows)
      map.values[static_cast<std::size_t>((row.m - 1) * n_max_ + row.n - 1)] = row.lower_log2;
    const double high = std::max(1.0, *std::max_element(map.values.begin(), map.values.end()));
    map.high = high;
    map.x0 = map.y0 = 0.5;
    map.x1 = n_max_ + 0.5;
    map.y1 = m_max_ + 0.5;
    map.cell_values = map.cell_lines = true;
    map.marked_row = s_.m - 1;
    map.marked_column = s_.n - 1;
    panel.items.push_back(std::move(map));
    for (const PhaseRow& row : r_.rows) panel.items.push_back(map_cell(row));
    Label axis = text_label({0.5, m_max_ + 0.5}, "bits *m*", Role::ink, Anchor::right);
    axis.dx = -6.0;
    axis.dy = -12.0;
    panel.items.push_back(std::move(axis));
    for (const int m : map_ticks()) {
      Label label = text_label({0.5, static_cast<double>(m)}, std::to_string(m), Role::muted, Anchor::right);
      label.dx = -6.0;
      panel.items.push_back(std::move(label));
    }
    scene_.panels.push_back(std::move(panel));
    Panel bar;
    bar.left = kMapRight + 0.01;
    bar.width = 0.12;
    bar.height = kTopHeight;
    ColourBar colours;
    colours.high = high;
    colours.title = "log_{2} *r*";
    bar.items.push_back(colours);
    scene_.panels.push_back(std::move(bar));
  }

  /// The map's own tags count from 0; these name m and n.
  static Block map_cell(const PhaseRow& row) {
    Block cell;
    cell.x0 = row.n - 0.5;
    cell.x1 = row.n + 0.5;
    cell.y0 = row.m - 0.5;
    cell.y1 = row.m + 0.5;
    cell.opacity = 0.0;
    cell.tag = {"mn:" + std::to_string(row.m) + ":" + std::to_string(row.n), row_text(row)};
    return cell;
  }

  std::vector<int> map_ticks() const {
    std::vector<int> ticks{1};
    const int step = m_max_ <= 12 ? 2 : m_max_ <= 40 ? 8 : 16;
    for (int m = step; m <= m_max_; m += step) ticks.push_back(m);
    return ticks;
  }

  // The head at each length

  void add_accuracy() {
    Panel panel = over_n(0.53, 0.155, -0.15, 1.15);
    panel.title = "this head: share of sequences all right";
    add_columns(panel);
    add_ticks(panel, {{0.0, "0 %"}, {1.0, "100 %"}});
    Polyline curve = line(Role::query, 1.8, "exact sequences");
    for (const auto& measured : r_.measured)
      curve.points.push_back({static_cast<double>(measured.n), measured.exact_accuracy});
    add_measured_curve(panel, curve);
    scene_.panels.push_back(std::move(panel));
  }

  void add_error() {
    double most = 2.0 * s_.epsilon;
    bool infinite = false;
    for (const auto& measured : r_.measured) {
      if (std::isfinite(measured.max_error))
        most = std::max(most, measured.max_error);
      else
        infinite = true;
    }
    // Without an output the error is infinite: drawn on a line of its own above the finite ones.
    const double top = infinite ? 1.6 * most : most;
    Panel panel = over_n(0.69, 0.31, -0.15 * top, 1.15 * top);
    panel.title = "its worst error, *ε* dashed";
    if (!std::all_of(r_.measured.begin(), r_.measured.end(), covers_all)) panel.title += ", rings: sampled";
    add_length_axis(panel);
    add_columns(panel);
    std::vector<Tick> ticks{{0.0, "0"}, {most, label_number(most)}};
    if (infinite) ticks.push_back({top, "∞"});
    add_ticks(panel, ticks);
    Polyline limit = line(Role::muted, 1.2, "ε", Dash::dashed);
    limit.points = {{0.5, s_.epsilon}, {n_max_ + 0.5, s_.epsilon}};
    limit.tag.value = "ε = " + exact_text(s_.epsilon);
    panel.items.push_back(std::move(limit));
    Polyline curve = line(Role::query, 1.8, "worst error");
    for (const auto& measured : r_.measured)
      curve.points.push_back(
          {static_cast<double>(measured.n), std::isfinite(measured.max_error) ? measured.max_error : top});
    add_measured_curve(panel, curve);
    scene_.panels.push_back(std::move(panel));
  }

  /// What is solved is a disc, what is not a square; rings where not all inputs were seen.
  void add_measured_curve(Panel& panel, const Polyline& curve) const {
    panel.items.push_back(curve);
    for (std::size_t k = 0; k < curve.points.size(); ++k) {
      const bool good = solves(r_, r_.measured[k]);
      Mark mark = length_mark(curve.points[k], verdict_role(good), good ? 7.0 : 6.0);
      mark.shape = !covers_all(r_.measured[k]) ? MarkShape::ring : good ? MarkShape::disc : MarkShape::square;
      panel.items.push_back(std::move(mark));
    }
  }

  const PhaseResult& r_;
  const Session& s_;
  int n_max_ = 1, m_max_ = 1;
  Scene scene_;
};

}  // namespace

Scene phase_scene(const PhaseResult& result) { return PhaseBuilder(result).build(); }

}  // namespace tt
