// SPDX-License-Identifier: GPL-3.0-or-later
// Experiment 1: maximum error against rank, one mark a head, with the zones that bounds exclude.
#include "ui/scene/builders/finite_family.h"

#include <algorithm>
#include <cmath>

#include "ui/scene/builders/parts.h"

namespace tt {
namespace {

constexpr double kEpsilon = 0.5, kLowest = 0.01;

class FiniteFamilyBuilder {
 public:
  explicit FiniteFamilyBuilder(const FiniteFamilyReport& report) : r_(report) {}

  Scene build() {
    scene_.name = "finite-family";
    scene_.title = "Learned and constructed heads on " + std::to_string(r_.jumps) + " jumps";
    scene_.aspect = 1.5;
    scene_.sentence = sentence();
    scene_.alt = "Largest error of heads of rank " + std::to_string(r_.plan.ranks.front()) + " to " +
                 std::to_string(r_.plan.ranks.back()) + " on the finite three-token family. " +
                 scene_.sentence;
    add_claim();
    add_table();
    Panel panel;
    panel.left = 0.09;
    panel.width = 0.91;
    panel.x = rank_axis();
    panel.y = error_axis();
    add_zones(panel);
    add_published(panel);
    add_plain(panel);
    add_search(panel);
    add_star(panel);
    scene_.panels.push_back(std::move(panel));
    return std::move(scene_);
  }

 private:
  [[nodiscard]] double highest() const {
    double top = 2.0;
    for (const PlainRun& run : r_.plain) top = std::max(top, run.max_error);
    return 2.2 * top;
  }

  Axis rank_axis() const {
    Axis axis;
    axis.low = 0.8 * r_.plan.ranks.front();
    axis.high = 1.35 * r_.plan.ranks.back();
    axis.scale = Scale::log2;
    axis.title = "features *r*";
    axis.grid = false;
    for (const int rank : r_.plan.ranks)
      axis.ticks.push_back({static_cast<double>(rank), std::to_string(rank)});
    return axis;
  }

  Axis error_axis() const {
    Axis axis;
    axis.low = kLowest * 0.7;
    axis.high = highest();
    axis.scale = Scale::log10;
    axis.title = "largest error";
    for (const double at : {0.01, 0.1, 0.5, 1.0, 10.0})
      if (at < axis.high) axis.ticks.push_back({at, plain_number(at)});
    return axis;
  }

  void zone(Panel& panel, double to, double opacity) const {
    Block block;
    block.x0 = panel.x->low;
    block.x1 = to;
    block.y0 = panel.y->low;
    block.y1 = panel.y->high;
    block.role = Role::violated_soft;
    block.opacity = opacity;
    panel.items.push_back(std::move(block));
  }

  void zone_words(Panel& panel, double to, const std::string& words, double y) const {
    Label label = text_label({to, y}, words, Role::violated, Anchor::right, 0.85);
    label.dx = -5.0;
    panel.items.push_back(std::move(label));
  }

  void add_zones(Panel& panel) const {
    zone(panel, r_.excluded_ours, 0.5);
    zone(panel, r_.excluded_paper, 0.8);
    zone_words(panel, r_.excluded_ours, "no head: *r* < " + std::to_string(r_.excluded_ours), 0.045);
    zone_words(panel, r_.excluded_paper, "by the paper: *r* < " + std::to_string(r_.excluded_paper), 0.022);
    Rule rule;
    rule.at = kEpsilon;
    rule.role = Role::ink;
    rule.text = "ε = 1/2";
    panel.items.push_back(std::move(rule));
  }

  void add_published(Panel& panel) const {
    Polyline published = line(Role::paper, 1.6, "published mean above", Dash::dashed);
    published.points = {{panel.x->low, PublishedFiniteFamily::mean_error_above},
                        {static_cast<double>(PublishedFiniteFamily::mean_error_through),
                         PublishedFiniteFamily::mean_error_above}};
    published.tag.value = "published: mean maximum error above 0.80 through r = 15";
    panel.items.push_back(std::move(published));
    Label label = text_label({panel.x->low, PublishedFiniteFamily::mean_error_above},
                             "published means lie above 0.80", Role::paper, Anchor::left, 0.85);
    label.dx = 6.0;
    label.dy = -9.0;
    label.halo = true;
    panel.items.push_back(std::move(label));
  }

  void add_plain(Panel& panel) const {
    Polyline mean = line(Role::other, 1.8, "mean of plain training");
    for (const int rank : r_.plan.ranks)
      if (const double error = mean_error(r_, rank); std::isfinite(error))
        mean.points.push_back({static_cast<double>(rank), error});
    panel.items.push_back(std::move(mean));
    for (const PlainRun& run : r_.plain) {
      Mark mark;
      mark.at = {static_cast<double>(run.rank), run.max_error};
      mark.role = run.solved ? Role::holds : Role::other;
      mark.shape = run.solved ? MarkShape::square : MarkShape::disc;
      mark.size = 7.0;
      mark.tag.value = "r = " + std::to_string(run.rank) + ", seed " + std::to_string(run.seed) +
                       ": largest error " + plain_number(run.max_error) + (run.solved ? ", solves it" : "");
      panel.items.push_back(std::move(mark));
    }
    if (r_.plain.empty()) return;
    Label label =
        text_label({static_cast<double>(r_.plan.ranks.front()), mean_error(r_, r_.plan.ranks.front())},
                   "plain training, " + std::to_string(r_.plan.seeds) + " seeds", Role::other);
    label.dx = -4.0;
    label.dy = -20.0;
    label.halo = true;
    panel.items.push_back(std::move(label));
  }

  static std::string kind_words(const RankSearch& found) {
    return found.features == "signed" ? "any sign, weights ≥ 0" : "nonnegative features";
  }

  void add_search(Panel& panel) const {
    for (const RankSearch& found : r_.search) {
      const double error = found.verified ? found.exact_error : found.best_error;
      if (!std::isfinite(error)) continue;
      Mark mark;
      mark.at = {static_cast<double>(found.rank), error};
      mark.shape = found.verified ? (found.features == "signed" ? MarkShape::ring : MarkShape::square)
                                  : MarkShape::cross;
      mark.role = found.verified ? Role::holds : Role::violated;
      mark.size = 9.0;
      mark.tag.value =
          "r = " + std::to_string(found.rank) + ", " + kind_words(found) + ": " +
          (found.verified ? "learned by " + std::to_string(found.solved) + " of " +
                                std::to_string(found.heads) + ", verified exactly, largest error "
                          : "not learned, least largest error ") +
          plain_number(error, 4);
      panel.items.push_back(std::move(mark));
    }
    if (const RankSearch* least = least_learned()) {
      Label label = text_label({static_cast<double>(least->rank), least->exact_error},
                               "learned: *r* = " + std::to_string(least->rank) + ", verified", Role::holds,
                               Anchor::left, 0.9);
      label.dx = 9.0;
      label.dy = 20.0;
      label.halo = true;
      panel.items.push_back(std::move(label));
    }
  }

  void add_star(Panel& panel) const {
    Mark star;
    star.at = {static_cast<double>(r_.constructed_rank), std::max(kLowest, r_.constructed_error)};
    star.shape = MarkShape::star;
    star.role = Role::accent;
    star.size = 13.0;
    star.tag.value = "constructed head, r = " + std::to_string(r_.constructed_rank) + ": largest error " +
                     plain_number(r_.constructed_error) +
                     (r_.constructed_verified ? ", verified exactly" : "");
    panel.items.push_back(std::move(star));
    Label label =
        text_label({static_cast<double>(r_.constructed_rank), std::max(kLowest, r_.constructed_error)},
                   "constructed", Role::accent, Anchor::left, 0.9);
    label.dx = 11.0;
    panel.items.push_back(std::move(label));
  }

  [[nodiscard]] const RankSearch* least_learned() const {
    const RankSearch* least = nullptr;
    for (const RankSearch& found : r_.search)
      if (found.verified && (!least || found.rank < least->rank)) least = &found;
    return least;
  }

  std::string sentence() const {
    const int top = r_.plan.ranks.back();
    std::string text = "Plain training solves the family with r = " + std::to_string(top) + " in " +
                       std::to_string(solved_count(r_, top)) + " of " + std::to_string(r_.plan.seeds) +
                       " seeds; a construction needs " + std::to_string(r_.constructed_rank);
    if (const RankSearch* least = least_learned())
      text += "; better objectives and starts learn r = " + std::to_string(least->rank) + " (" +
              kind_words(*least) + ")";
    return text + "; no head has fewer than " + std::to_string(r_.excluded_ours) + " features.";
  }

  void add_claim() {
    Claim& claim = scene_.claim;
    claim.statement = "a head of as many features as words solves the family";
    claim.left = r_.constructed_error;
    claim.right = kEpsilon;
    claim.relation = "<";
    claim.verdict = r_.constructed_verified ? Verdict::holds : Verdict::violated;
    claim.detail = "constructed: error " + plain_number(r_.constructed_error) + " < 1/2";
    claim.source = "Experiment 1; 5.4, 9";
  }

  void add_table() {
    scene_.table.columns = {"kind", "rank", "seed", "largest error", "solved"};
    for (const PlainRun& run : r_.plain)
      scene_.table.rows.push_back({"plain", std::to_string(run.rank), std::to_string(run.seed),
                                   plain_number(run.max_error, 6), run.solved ? "yes" : "no"});
    scene_.table.rows.push_back({"constructed", std::to_string(r_.constructed_rank), "",
                                 plain_number(r_.constructed_error, 6),
                                 r_.constructed_verified ? "yes" : "no"});
    for (const RankSearch& found : r_.search)
      scene_.table.rows.push_back({"search, " + kind_words(found), std::to_string(found.rank), "",
                                   plain_number(found.verified ? found.exact_error : found.best_error, 6),
                                   found.verified ? "yes" : "no"});
  }

  const FiniteFamilyReport& r_;
  Scene scene_;
};

}  // namespace

Scene finite_family_scene(const FiniteFamilyReport& report) { return FiniteFamilyBuilder(report).build(); }

}  // namespace tt
