// SPDX-License-Identifier: GPL-3.0-or-later
// Loss and maximum error of all heads against steps, one colour a rank.
#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "ui/scene/builders/builders.h"
#include "ui/scene/builders/parts.h"
#include "ui/scene/builders/training_text.h"
#include "ui/scene/number_text.h"

namespace tt {
namespace {

constexpr double kLegendHeight = 0.07;
constexpr double kLeast = 1e-9, kMost = 1e9;  // ends of what an axis may show

/// The next number of the kind 1, 2, 4, 6, 8 times a power of ten: many ticks divide it.
double nice_above(double value) {
  const double power = std::pow(10.0, std::floor(std::log10(value)));
  for (const double step : {1.0, 2.0, 4.0, 6.0, 8.0})
    if (step * power >= value) return step * power;
  return 10.0 * power;
}

/// Ends of the positive values seen, within what an axis may show.
class Range {
 public:
  void take(double value) {
    if (!(value > 0.0) || !std::isfinite(value)) return;
    low_ = std::min(low_, std::max(value, kLeast));
    high_ = std::max(high_, std::min(value, kMost));
  }
  [[nodiscard]] double low() const { return std::isfinite(low_) ? low_ : 0.1; }
  [[nodiscard]] double high() const { return high_ > 0.0 ? high_ : 1.0; }

 private:
  double low_ = std::numeric_limits<double>::infinity(), high_ = 0.0;
};

class TrainingBuilder {
 public:
  TrainingBuilder(const TrainingResult& result, const TrainingFocus& focus) : r_(result), focus_(focus) {
    std::set<int> ranks;
    double steps = 10.0;
    for (const RunSnapshot& run : r_.runs) {
      ranks.insert(run.options.shape.rank);
      steps = std::max(steps, static_cast<double>(run.step));
    }
    ranks_.assign(ranks.begin(), ranks.end());
    steps_ = nice_above(steps);
  }

  Scene build() {
    scene_.name = "training";
    scene_.title = "Training";
    scene_.claim = r_.claim;
    scene_.aspect = 1.3;
    scene_.sentence = training_sentence(r_, focus_.run);
    scene_.alt = training_alt(r_, focus_.run);
    scene_.table = training_table(r_);
    add_legend();
    add_loss();
    add_error();
    return std::move(scene_);
  }

 private:
  double shade(int rank) const {
    if (ranks_.size() < 2) return 0.0;
    const auto at = std::find(ranks_.begin(), ranks_.end(), rank) - ranks_.begin();
    return static_cast<double>(at) / static_cast<double>(ranks_.size() - 1);
  }
  bool is_current(const RunSnapshot& run) const { return focus_.run.empty() || run.name == focus_.run; }

  /// A colour a rank, with how many of its heads solve the family.
  void add_legend() {
    Panel panel;
    panel.height = kLegendHeight;
    panel.legend = true;
    panel.x_high = static_cast<double>(std::max<std::size_t>(ranks_.size(), 4));
    double left = 0.0;
    for (const int rank : ranks_) {
      int solved = 0, heads = 0;
      for (const RankTally& one : r_.tallies) {
        if (one.rank != rank || (!focus_.run.empty() && one.run != focus_.run)) continue;
        solved += one.solved;
        heads += one.heads;
      }
      Polyline sample = line(Role::ink, 2.5, "");
      sample.shade = shade(rank);
      sample.points = {{left, 0.5}, {left + 0.16, 0.5}};
      panel.items.push_back(std::move(sample));
      Label label = text_label({left + 0.16, 0.5},
                               "*r* = " + std::to_string(rank) + ": " + std::to_string(solved) + "/" +
                                   std::to_string(heads) + (solved > 0 ? " " + check_mark(true) : ""),
                               solved > 0 ? Role::holds : Role::muted);
      label.dx = 5.0;
      panel.items.push_back(std::move(label));
      left += 1.0;
    }
    scene_.panels.push_back(std::move(panel));
  }

  Panel over_steps(double top, double height, Scale scale) const {
    Panel panel;
    panel.top = top;
    panel.height = height;
    panel.x = Axis{0.0, steps_, Scale::linear, "", {}, true};
    panel.y = Axis{1.0, 10.0, scale, "", {}};
    return panel;
  }

  void add_loss() {
    Panel panel = over_steps(kLegendHeight, 0.42, Scale::log10);
    Range range;
    int zeros = 0;
    for (std::size_t i = 0; i < r_.runs.size(); ++i)
      for (std::size_t h = 0; h < r_.runs[i].heads.size(); ++h) {
        Polyline curve = head_line(i, h, "loss");
        for (const CurvePoint& point : *r_.runs[i].curves[h]) {
          const double loss = static_cast<double>(point.loss);
          range.take(loss);
          zeros += loss == 0.0 ? 1 : 0;
          curve.points.push_back({static_cast<double>(point.step), loss});
        }
        panel.items.push_back(std::move(curve));
      }
    raise_chosen(panel);
    panel.y->low = std::pow(10.0, std::floor(std::log10(range.low())));
    panel.y->high =
        std::pow(10.0, std::max(std::ceil(std::log10(range.high())), std::log10(panel.y->low) + 1));
    panel.title = "loss";
    // A logarithm has no place for zero: such points stand on the lower edge and are told.
    if (zeros > 0) {
      panel.title += ", " + std::to_string(zeros) + (zeros == 1 ? " zero" : " zeros") + " on the lower edge";
      lift_zeros(panel);
    }
    finish(panel);
  }

  static void lift_zeros(Panel& panel) {
    for (Item& item : panel.items)
      if (auto* curve = std::get_if<Polyline>(&item))
        for (Point& point : curve->points)
          if (point.y == 0.0) point.y = panel.y->low;
  }

  void add_error() {
    Panel panel = over_steps(kLegendHeight + 0.42, 1.0 - kLegendHeight - 0.42, Scale::log2);
    panel.title = "maximum error, solved below *ε*";
    panel.x->title = "step";
    Range range;
    range.take(r_.epsilon / 2.0);
    range.take(r_.epsilon * 2.0);
    std::vector<Item> marks;
    for (std::size_t i = 0; i < r_.runs.size(); ++i)
      for (std::size_t h = 0; h < r_.runs[i].heads.size(); ++h) {
        Polyline curve = head_line(i, h, "maximum error");
        for (const CurvePoint& point : *r_.runs[i].curves[h]) add_error_points(curve, point, range);
        if (const auto mark = fate_mark(r_.runs[i], r_.runs[i].heads[h], curve)) marks.push_back(*mark);
        panel.items.push_back(std::move(curve));
      }
    raise_chosen(panel);
    panel.y->low = std::exp2(std::floor(std::log2(range.low())));
    panel.y->high = std::exp2(std::ceil(std::log2(range.high())));
    Rule limit;
    limit.at = r_.epsilon;
    limit.role = Role::ink;
    limit.text = "*ε* = " + label_number(r_.epsilon);
    panel.items.push_back(limit);
    panel.items.insert(panel.items.end(), marks.begin(), marks.end());
    finish(panel);
  }

  /// A spike between two points is drawn as well.
  static void add_error_points(Polyline& curve, const CurvePoint& point, Range& range) {
    const double x = static_cast<double>(point.step);
    for (const float error : {point.highest_error, point.lowest_error, point.max_error}) {
      const double y = std::isfinite(error) ? static_cast<double>(error) : std::nan("");
      range.take(y);
      if (curve.points.empty() || curve.points.back().x != x || curve.points.back().y != y)
        curve.points.push_back({x, y});
    }
  }

  /// Solved and diverged heads are seen at the end of their lines.
  static std::optional<Mark> fate_mark(const RunSnapshot& run, const HeadStatus& head,
                                       const Polyline& curve) {
    if (head.fate != HeadFate::solved && head.fate != HeadFate::diverged) return std::nullopt;
    const auto last = std::find_if(curve.points.rbegin(), curve.points.rend(),
                                   [](const Point& point) { return std::isfinite(point.y); });
    if (last == curve.points.rend()) return std::nullopt;
    Mark mark;
    mark.at = *last;
    const bool solved = head.fate == HeadFate::solved;
    mark.shape = solved ? MarkShape::disc : MarkShape::cross;
    mark.role = verdict_role(solved);
    mark.size = 7.0;
    mark.tag = {curve.tag.id, head_words(run, head)};
    return mark;
  }

  Polyline head_line(std::size_t ensemble, std::size_t head, const std::string& what) const {
    const RunSnapshot& run = r_.runs[ensemble];
    const bool chosen =
        focus_.ensemble == static_cast<int>(ensemble) && focus_.head == static_cast<int>(head);
    Polyline curve = line(Role::ink, chosen ? 2.6 : 1.0, what, is_current(run) ? Dash::solid : Dash::dotted);
    if (!chosen) curve.shade = shade(run.options.shape.rank);
    curve.tag = {"head:" + std::to_string(ensemble) + ":" + std::to_string(head),
                 head_words(run, run.heads[head])};
    return curve;
  }

  /// The chosen line lies over the others.
  void raise_chosen(Panel& panel) const {
    const std::string id = "head:" + std::to_string(focus_.ensemble) + ":" + std::to_string(focus_.head);
    std::stable_partition(panel.items.begin(), panel.items.end(), [&](const Item& item) {
      const auto* curve = std::get_if<Polyline>(&item);
      return !curve || curve->tag.id != id;
    });
  }

  void finish(Panel& panel) {
    if (focus_.step >= 0) {
      Rule step;
      step.vertical = true;
      step.at = static_cast<double>(focus_.step);
      step.role = Role::accent;
      step.text = std::to_string(focus_.step);
      panel.items.push_back(std::move(step));
    }
    scene_.panels.push_back(std::move(panel));
  }

  const TrainingResult& r_;
  const TrainingFocus& focus_;
  std::vector<int> ranks_;
  double steps_ = 10.0;
  Scene scene_;
};

}  // namespace

Scene training_scene(const TrainingResult& result, const TrainingFocus& focus) {
  return TrainingBuilder(result, focus).build();
}

}  // namespace tt
