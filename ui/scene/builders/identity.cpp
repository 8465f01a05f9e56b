// SPDX-License-Identifier: GPL-3.0-or-later
// The near-identity matrix, its singular values with the rank bounds, and what the bounds say at other Λ.
#include <algorithm>
#include <cmath>

#include "ui/scene/builders/builders.h"
#include "ui/scene/builders/parts.h"
#include "ui/scene/number_text.h"

namespace tt {
namespace {

constexpr Eigen::Index kMostBars = 128;
constexpr Eigen::Index kMostListed = 128;  // entries of C in the table up to this size
constexpr double kRightSide = 0.56;

class IdentityBuilder {
 public:
  explicit IdentityBuilder(const IdentityResult& result)
      : r_(result), size_(result.c.rows()), of_head_(result.session.matrix == MatrixSource::head) {}

  Scene build() {
    scene_.name = "identity";
    scene_.title = "Near-identity matrix";
    scene_.claim = r_.claim;
    scene_.aspect = 1.2;
    scene_.sentence = sentence();
    scene_.alt = alt();
    add_table();
    add_matrix();
    add_facts();
    add_spectrum();
    add_bounds();
    return std::move(scene_);
  }

 private:
  std::string words() const { return !of_head_ ? "rows" : size_ == 1 ? "word" : "words"; }

  bool given() const { return r_.session.matrix == MatrixSource::given; }
  /// What a matrix that is none of a head's is.
  std::string source() const { return given() ? "imported, rows over their diagonal" : "synthetic"; }

  // Words

  std::string sentence() const {
    const NearIdentityReport& report = r_.report;
    if (!report.finite && given())
      return "Entry (" + std::to_string(r_.report.worst_row + 1) + ", " +
             std::to_string(r_.report.worst_column + 1) +
             ") of C is not finite, or its row has a zero on the diagonal: nothing can be said of its rank.";
    if (!report.finite)
      return "Some entries of C are not finite: a word gives its own complement the weight 0, so its row "
             "cannot be scaled.";
    if (size_ < 2) return "One word only: nothing to tell apart. Lower the distance Δ for a larger code.";
    const std::string largest = "The largest off-diagonal entry is " + plain_number(report.max_off_diagonal);
    if (of_head_ && r_.session.n <= 2)
      return "At n ≤ 2 one feature is enough: off-diagonals may be as large as they like. Here the largest "
             "is " +
             plain_number(report.max_off_diagonal) + ".";
    const std::string needed =
        std::to_string(size_) + " " + words() + " then force rank ≥ " + plain_number(r_.needed_rank);
    if (of_head_ && r_.required_lambda <= 1.0)
      return largest + "; gaps within Δ = " + std::to_string(r_.session.distance) +
             " ask for no factor, so nothing is forced.";
    const double limit = 1.0 / r_.required_lambda;
    if (of_head_ && !(report.max_off_diagonal < limit))
      return largest + "; a correct head keeps all below " + plain_number(limit) + ", and " + needed + ".";
    return "The largest off-diagonal entry is " + number_unlike(report.max_off_diagonal, limit) +
           ", not above 1/Λ = " + plain_number(limit) + ": " + needed + measured_rank() + ".";
  }

  std::string measured_rank() const {
    return r_.spectrum ? ", and C has rank " + std::to_string(r_.spectrum->numeric_rank) : "";
  }

  /// Below one a bound says nothing; without a number it does not apply.
  static std::string bound_words(double bound) {
    return std::isnan(bound) ? "does not apply" : bound < 1.0 ? "vacuous" : plain_number(bound);
  }

  std::string alt() const {
    const std::string of = of_head_ ? "kernel values of code words against complements" : source();
    std::string out = "Matrix C of " + std::to_string(size_) + " " + words() + ", " + of +
                      ", diagonal 1, largest off-diagonal " + plain_number(r_.report.max_off_diagonal) +
                      "; rank bounds: plain " + bound_words(r_.report.rank_bound) + ", centered " +
                      bound_words(r_.report.centered) + ", trace " + bound_words(r_.report.trace);
    if (r_.spectrum) out += "; numerical rank " + std::to_string(r_.spectrum->numeric_rank);
    return out + ".";
  }

  void add_table() {
    scene_.table.columns = {"quantity", "row", "column", "value"};
    const auto row = [this](std::string name, double value) {
      scene_.table.rows.push_back({std::move(name), "", "", exact_text(value)});
    };
    row("size T", static_cast<double>(size_));
    row("largest off-diagonal", r_.report.max_off_diagonal);
    row("least off-diagonal", r_.report.min_off_diagonal);
    row("Lambda", r_.report.lambda);
    row("plain bound (5.1)", r_.report.rank_bound);
    row("centered bound (5.4)", r_.report.centered);
    row("trace bound", r_.report.trace);
    row("best shift", r_.report.shifted.shift);
    row("bound with best shift", r_.report.shifted.bound);
    row("Lambda required", r_.required_lambda);
    row("rank required", r_.needed_rank);
    row("log2 of the head's rank", r_.head_rank_log2);
    if (r_.spectrum) {
      row("numerical rank", r_.spectrum->numeric_rank);
      row("stable rank", r_.spectrum->stable_rank);
      row("energy rank (99 %)", r_.spectrum->energy_rank);
      row("entropy rank", r_.spectrum->entropy_rank);
      for (std::size_t k = 0; k < r_.spectrum->values.size(); ++k)
        scene_.table.rows.push_back(
            {"singular value", std::to_string(k + 1), "", exact_text(r_.spectrum->values[k])});
    }
    if (size_ > kMostListed) return;
    for (Eigen::Index i = 0; i < size_; ++i)
      for (Eigen::Index j = 0; j < size_; ++j)
        scene_.table.rows.push_back(
            {"C", std::to_string(i + 1), std::to_string(j + 1), exact_text(r_.c(i, j))});
  }

  // The matrix

  void add_matrix() {
    Panel panel;
    panel.width = 0.43;
    panel.height = 0.69;
    panel.square = true;
    panel.title = of_head_ ? "*C*: words × complements" : "*C*, " + source();
    panel.x_high = panel.y_high = static_cast<double>(size_);
    HeatMap map;
    map.rows = map.columns = static_cast<int>(size_);
    double least = 0.0, most = 1.0;
    map.values.reserve(static_cast<std::size_t>(size_ * size_));
    for (Eigen::Index i = 0; i < size_; ++i) {
      for (Eigen::Index j = 0; j < size_; ++j) {
        map.values.push_back(r_.c(i, j));
        if (std::isfinite(r_.c(i, j))) least = std::min(least, r_.c(i, j)), most = std::max(most, r_.c(i, j));
      }
    }
    ColourBar bar;
    bar.palette = map.palette = least < 0.0 ? Palette::diverging : Palette::cividis;
    bar.low = map.low = least < 0.0 ? -std::max(-least, most) : 0.0;
    bar.high = map.high = least < 0.0 ? -map.low : most;
    bar.not_finite = !r_.report.finite;
    map.x1 = map.y0 = static_cast<double>(size_);
    map.y1 = 0.0;
    map.cell_lines = true;
    map.cell_values = size_ <= 16;
    map.id_prefix = "cell";
    map.value_name = "C";
    map.marked_row = r_.pair.i;
    map.marked_column = r_.pair.j;
    panel.items.push_back(std::move(map));
    scene_.panels.push_back(std::move(panel));
    Panel beside;
    beside.left = 0.435;
    beside.width = 0.09;
    beside.height = 0.69;
    beside.items.push_back(bar);
    scene_.panels.push_back(std::move(beside));
  }

  void add_facts() {
    Panel panel;
    panel.top = 0.73;
    panel.width = panel.x_high = 0.52;
    panel.height = 0.27;
    panel.y_high = 4.0;
    double y = 3.5;
    const auto row = [&](const std::string& name, const std::string& value, std::string exact, Role role) {
      panel.items.push_back(text_label({0.0, y}, name, Role::muted, Anchor::left, 0.85));
      Label number = text_label({0.5, y}, value, role, Anchor::right, 0.88);
      number.tag.value = std::move(exact);
      panel.items.push_back(std::move(number));
      y -= 1.0;
    };
    const bool pair_in = r_.pair.i < size_ && r_.pair.j < size_;
    const std::string i = std::to_string(r_.pair.i + 1), j = std::to_string(r_.pair.j + 1);
    const double entry = pair_in ? r_.c(r_.pair.i, r_.pair.j) : std::nan("");
    row("marked entry *C*_{" + i + "," + j + "}", label_number(entry), exact_text(entry), Role::ink);
    row("largest off-diagonal", label_number(r_.report.max_off_diagonal),
        exact_text(r_.report.max_off_diagonal), Role::ink);
    if (r_.required_lambda > 1.0)
      row(of_head_  ? "a correct head needs all"
          : given() ? "1/*Λ*"
                    : "1/*Λ* as chosen",
          (of_head_ ? "< " : "") + label_number(1.0 / r_.required_lambda),
          exact_text(1.0 / r_.required_lambda), Role::ink);
    else
      row("a correct head needs", "nothing", "Λ = 1", Role::ink);
    row("which forces rank", "≥ " + label_number(r_.needed_rank), exact_text(r_.needed_rank), Role::ink);
    scene_.panels.push_back(std::move(panel));
  }

  // The singular values

  struct Line {
    double at;
    std::string name;
    Role role;
    Dash dash;
  };

  /// No room for words to the right of a line there.
  bool turns_left(double at) const { return at >= 0.55 * static_cast<double>(size_); }

  /// Every bound that is not vacuous, each with its words.
  std::vector<Line> rank_lines() const {
    std::vector<Line> lines;
    const auto add = [&](double value, const std::string& name, Role role, Dash dash) {
      if (std::isfinite(value) && value >= 1.0)
        lines.push_back({value, name + " " + label_number(value), role, dash});
    };
    add(r_.report.rank_bound, "plain", Role::paper, Dash::dashed);
    add(r_.report.centered, "centered", Role::lower, Dash::solid);
    add(r_.report.trace, "trace", Role::muted, Dash::dotted);
    if (r_.spectrum)
      lines.push_back({static_cast<double>(r_.spectrum->numeric_rank),
                       "rank " + std::to_string(r_.spectrum->numeric_rank), Role::spectrum, Dash::solid});
    // Words of earlier lines stand higher. To the right of its line a text is crossed by lines farther right,
    // so those end lower; to the left of it the other way round.
    std::stable_sort(lines.begin(), lines.end(), [this](const Line& a, const Line& b) {
      if (turns_left(a.at) != turns_left(b.at)) return turns_left(b.at);
      return turns_left(a.at) ? a.at > b.at : a.at < b.at;
    });
    return lines;
  }

  void add_spectrum() {
    Panel panel;
    panel.left = kRightSide;
    panel.width = 1.0 - kRightSide;
    panel.height = 0.5;
    panel.title = "singular values of *C*";
    const double count = static_cast<double>(size_);
    panel.x = Axis{.low = 0.0, .high = count, .title = "", .ticks = {}, .whole_numbers = true, .grid = false};
    if (!r_.spectrum) {
      const std::string reason = r_.report.finite ? "spectrum to come" : "no spectrum: *C* is not finite";
      panel.items.push_back(text_label({count / 2, 0.5}, reason, Role::muted, Anchor::centre));
      scene_.panels.push_back(std::move(panel));
      return;
    }
    const std::vector<double>& values = r_.spectrum->values;
    const std::vector<Line> lines = rank_lines();
    // The words of the lines stand above the bars.
    const double largest = values.empty() ? 1.0 : std::max(values.front(), 1e-300);
    const double high = largest * (1.06 + 0.19 * static_cast<double>(lines.size()));
    panel.y = Axis{.low = 0.0,
                   .high = high,
                   .title = "",
                   .ticks = {{0.0, "0"}, {largest, label_number(largest)}},
                   .grid = false};
    if (size_ <= kMostBars)
      add_bars(panel, values);
    else
      add_values_curve(panel, values);
    for (std::size_t k = 0; k < lines.size(); ++k)
      add_rank_line(panel, lines[k], high - (static_cast<double>(k) + 0.5) * 0.19 * largest);
    scene_.panels.push_back(std::move(panel));
  }

  static void add_bars(Panel& panel, const std::vector<double>& values) {
    for (std::size_t k = 0; k < values.size(); ++k) {
      Block bar;
      bar.x0 = static_cast<double>(k) + 0.1;
      bar.x1 = static_cast<double>(k) + 0.9;
      bar.y0 = 0.0;
      bar.y1 = values[k];
      bar.role = Role::spectrum;
      bar.tag.value = "singular value " + std::to_string(k + 1) + " = " + exact_text(values[k]);
      panel.items.push_back(std::move(bar));
    }
  }

  static void add_values_curve(Panel& panel, const std::vector<double>& values) {
    Polyline curve = line(Role::spectrum, 2.0, "singular values");
    for (std::size_t k = 0; k < values.size(); ++k)
      curve.points.push_back({static_cast<double>(k) + 0.5, values[k]});
    curve.tag.value = "largest " + exact_text(values.front()) + ", least " + exact_text(values.back());
    panel.items.push_back(std::move(curve));
  }

  /// A line from the axis up to its words; the words turn to the left where the right has no room.
  void add_rank_line(Panel& panel, const Line& rank_line, double y) const {
    Polyline curve = line(rank_line.role, 1.3, rank_line.name, rank_line.dash);
    curve.points = {{rank_line.at, 0.0}, {rank_line.at, y}};
    curve.tag.value = rank_line.name;
    panel.items.push_back(std::move(curve));
    const bool room = !turns_left(rank_line.at);
    Label label =
        text_label({rank_line.at, y}, rank_line.name, rank_line.role, room ? Anchor::left : Anchor::right);
    label.dx = room ? 4.0 : -4.0;
    label.halo = true;
    panel.items.push_back(std::move(label));
  }

  // The bounds at other Λ

  void add_bounds() {
    Panel panel;
    panel.left = kRightSide;
    panel.top = 0.5;
    panel.width = 1.0 - kRightSide;
    panel.height = 0.5;
    const double count = static_cast<double>(size_), high = 1.5 * count;
    panel.title = "rank forced at *T* = " + std::to_string(size_);
    panel.x = Axis{.low = 1.0,
                   .high = lambda_end(),
                   .scale = Scale::log2,
                   .title = "*Λ* = 1 / largest off-diagonal",
                   .ticks = {},
                   .grid = false};
    panel.y = Axis{.low = 0.0,
                   .high = high,
                   .title = "",
                   .ticks = {{0.0, "0"}, {count, std::to_string(size_)}},
                   .grid = true};
    add_bound_curve(panel, false);
    const bool can_center = !std::isnan(r_.report.centered) || !(r_.report.min_off_diagonal < 0.0);
    if (can_center) add_bound_curve(panel, true);
    const std::string actual =
        r_.report.finite ? "this *C*: *Λ* = " + label_number(r_.report.lambda) : "this *C* has no *Λ*";
    add_lambda(panel, r_.report.lambda,
               std::isnan(r_.report.centered) ? r_.report.rank_bound
                                              : std::max(r_.report.rank_bound, r_.report.centered),
               actual, MarkShape::disc, Role::spectrum, 1.38 * count);
    if (of_head_ && r_.required_lambda > 1.0)
      add_lambda(
          panel, r_.required_lambda, r_.needed_rank,
          "needed: *Λ* > " + label_number(r_.required_lambda) + ", rank ≥ " + label_number(r_.needed_rank),
          MarkShape::ring, Role::ink, 1.18 * count);
    scene_.panels.push_back(std::move(panel));
  }

  double lambda_end() const {
    double end = 64.0;
    for (const double value : {r_.report.lambda, r_.required_lambda})
      while (std::isfinite(value) && end < 2.0 * value && end < 1e300) end *= 2.0;
    return end;
  }

  void add_bound_curve(Panel& panel, bool centered) const {
    constexpr int kSteps = 96;
    const double count = static_cast<double>(size_), end = lambda_end();
    Polyline curve =
        centered ? line(Role::lower, 1.6, "centered") : line(Role::paper, 1.6, "plain", Dash::dashed);
    const double named_at = (centered ? 0.66 : 0.4) * count;
    Point named{1.0, 0.0};
    for (int k = 0; k <= kSteps; ++k) {
      const double lambda = std::exp2(std::log2(end) * k / kSteps);
      const double rank = centered ? centered_bound(count, lambda) : near_identity_bound(count, lambda);
      curve.points.push_back({lambda, std::max(rank, 0.0)});
      if (rank <= named_at) named = {lambda, rank};
    }
    Label name = text_label(named, curve.label, curve.role, centered ? Anchor::right : Anchor::left);
    name.dx = centered ? -11.0 : 8.0;
    name.dy = centered ? -3.0 : 5.0;
    panel.items.push_back(std::move(curve));
    panel.items.push_back(std::move(name));
  }

  /// A mark at (Λ, rank) and its words in the free band above the curves.
  void add_lambda(Panel& panel, double lambda, double rank, std::string words, MarkShape shape, Role role,
                  double y) const {
    Label label = text_label({1.0, y}, std::move(words), role);
    label.dx = 6.0;
    panel.items.push_back(std::move(label));
    if (std::isnan(lambda) || std::isnan(rank)) return;
    Mark mark;
    mark.at = {std::clamp(lambda, 1.0, lambda_end()), std::max(rank, 0.0)};
    mark.shape = shape;
    mark.role = role;
    mark.size = 9.0;
    mark.tag.value = "Λ = " + exact_text(lambda) + ", rank forced " + exact_text(rank);
    panel.items.push_back(std::move(mark));
  }

  const IdentityResult& r_;
  Eigen::Index size_;
  bool of_head_;
  Scene scene_;
};

}  // namespace

Scene identity_scene(const IdentityResult& result) { return IdentityBuilder(result).build(); }

}  // namespace tt
