// SPDX-License-Identifier: GPL-3.0-or-later
// The kernel along a chain against what a correct head needs; the tokens, one jump's sequences and the lemma
// bench.
#include <algorithm>
#include <cmath>

#include "ui/scene/builders/builders.h"
#include "ui/scene/builders/chain_text.h"
#include "ui/scene/builders/parts.h"
#include "ui/scene/number_text.h"

namespace tt {
namespace {

constexpr double kLeastExponent = -1070.0;  // the least double is 2^-1074
constexpr double kSplit = 0.56, kAside = 0.615;
// Jumps with words at the curve and in the list of tokens; longer chains say them under the pointer.
constexpr std::size_t kMostAtCurve = 2, kMostInList = 4;

Panel aside(double top, double height, std::string title) {
  Panel panel;
  panel.left = panel.x_low = kAside;
  panel.width = 1.0 - kAside;
  panel.x_high = 1.0;
  panel.top = top;
  panel.height = height;
  panel.title = std::move(title);
  return panel;
}

class ChainBuilder {
 public:
  explicit ChainBuilder(const ChainResult& result)
      : r_(result), m_(result.measured), shown_(static_cast<std::size_t>(shown_jump(result.measured))) {}

  Scene build() {
    scene_.name = "chain";
    scene_.title = "Domination chain";
    scene_.claim = r_.claim;
    scene_.sentence = chain_sentence(r_);
    scene_.alt = chain_alt(r_);
    scene_.table = chain_table(r_);
    scene_.aspect = 1.2;
    find_curves();
    add_curves();
    add_tokens();
    add_probes();
    add_bench();
    return std::move(scene_);
  }

 private:
  // The curve

  void find_curves() {
    double envelope = 1.0;
    const double first = m_.alpha.front();
    comparable_ = std::isfinite(first) && first > 0.0;
    for (std::size_t k = 0; k < m_.alpha.size(); ++k) {
      if (k > 0 && m_.jumps[k - 1].applies && m_.jumps[k - 1].required > 0.0)
        envelope /= m_.jumps[k - 1].required;
      envelope_.push_back(envelope);
      ratio_.push_back(m_.alpha[k] / first);
    }
    double least = 0.5, most = 1.0;
    for (const double value : envelope_) least = std::min(least, value), most = std::max(most, value);
    for (const double value : ratio_)
      if (comparable_ && std::isfinite(value) && value > 0.0)
        least = std::min(least, value), most = std::max(most, value);
    // Room for words above and below; zeros lie at the very bottom.
    const double octaves = std::log2(most) - std::log2(least);
    low_ = std::exp2(std::max(std::log2(least) - std::max(0.5, 0.2 * octaves), kLeastExponent));
    high_ = std::exp2(std::log2(most) + std::max(0.2, 0.12 * octaves));
  }

  double x_at(std::size_t k) const { return m_.chain.overlaps[k]; }
  /// Zeros and negative values lie on the bottom line, openly.
  bool below(std::size_t k) const { return std::isfinite(ratio_[k]) && !(ratio_[k] > 0.0); }
  double y_at(std::size_t k) const { return below(k) ? low_ : ratio_[k]; }

  void add_curves() {
    Panel panel;
    panel.width = kSplit;
    panel.height = 1.0;
    const double span = x_at(m_.alpha.size() - 1) - x_at(0);
    panel.x = Axis{.low = x_at(0),
                   .high = x_at(m_.alpha.size() - 1) + 0.02 * span,
                   .title = "overlap with the query",
                   .ticks = {},
                   .whole_numbers = true};
    panel.y = Axis{.low = low_,
                   .high = high_,
                   .scale = Scale::log2,
                   .title = "*α*(*x*,*z*) / *α*(*x*, first)",
                   .ticks = {}};
    add_envelope(panel);
    if (comparable_) {
      add_measured(panel);
    } else {
      panel.items.push_back(text_label({(x_at(0) + x_at(m_.alpha.size() - 1)) / 2, std::sqrt(low_ * high_)},
                                       "*α*(*x*, first) is " + label_number(m_.alpha.front()) + ": no ratios",
                                       Role::violated, Anchor::centre));
    }
    scene_.panels.push_back(std::move(panel));
  }

  void add_envelope(Panel& panel) const {
    if (!m_.applies) {
      const std::string reason =
          r_.session.n <= 2 ? "n ≤ 2: nothing is asked" : "gaps too small: nothing is asked";
      panel.items.push_back(text_label({x_at(0), low_}, reason, Role::muted, Anchor::left));
      std::get<Label>(panel.items.back()).dx = 6.0;
      std::get<Label>(panel.items.back()).dy = -10.0;
      return;
    }
    Area area;
    area.role = Role::holds_soft;
    Polyline curve = line(Role::ink, 1.4, "needed", Dash::dashed);
    for (std::size_t k = 0; k < envelope_.size(); ++k) {
      area.x.push_back(x_at(k));
      area.lower.push_back(low_);
      area.upper.push_back(envelope_[k]);
      curve.points.push_back({x_at(k), envelope_[k]});
    }
    curve.tag.value = "needed: below " + exact_text(envelope_.back()) + " at overlap " +
                      std::to_string(m_.chain.overlaps.back());
    panel.items.push_back(std::move(area));
    panel.items.push_back(std::move(curve));
    Label region = text_label({x_at(0), low_}, "a correct head lies here", Role::holds);
    region.dx = 6.0;
    region.dy = -10.0;
    panel.items.push_back(std::move(region));
    // Beside the dashed line on the side where the measured curve is not.
    const std::size_t k = m_.holds ? 0 : envelope_.size() - 2;
    Label needed = text_label({(x_at(k) + x_at(k + 1)) / 2, std::sqrt(envelope_[k] * envelope_[k + 1])},
                              "needed", Role::ink, m_.holds ? Anchor::left : Anchor::right);
    needed.dx = m_.holds ? 7.0 : -7.0;
    needed.dy = m_.holds ? -9.0 : 9.0;
    needed.halo = m_.holds;
    panel.items.push_back(std::move(needed));
  }

  void add_measured(Panel& panel) const {
    Polyline curve = line(Role::query, 2.0, "measured");
    for (std::size_t k = 0; k < ratio_.size(); ++k)
      curve.points.push_back({x_at(k), below(k) ? std::nan("") : ratio_[k]});
    panel.items.push_back(std::move(curve));
    for (std::size_t k = 0; k < ratio_.size(); ++k) panel.items.push_back(token_mark(k));
    if (m_.jumps.size() <= kMostAtCurve)
      for (std::size_t k = 1; k < ratio_.size(); ++k) panel.items.push_back(factor_label(k));
    for (std::size_t k = 0; k < ratio_.size(); ++k) {
      if (!below(k)) continue;
      Label zero = text_label({x_at(0), low_}, m_.alpha[k] < 0.0 ? "≤ 0" : "0", Role::muted, Anchor::right);
      zero.dx = -7.0;
      panel.items.push_back(std::move(zero));
      break;
    }
  }

  Mark token_mark(std::size_t k) const {
    Mark mark;
    mark.at = {x_at(k), y_at(k)};
    mark.role = k == 0 ? Role::query : jump_role(m_.jumps[k - 1]);
    mark.shape = below(k) ? MarkShape::ring : MarkShape::disc;
    mark.size = m_.jumps.size() > 16 ? 5.0 : 9.0;
    mark.tag.value = "α(x, token " + std::to_string(k) + ") = " + exact_text(m_.alpha[k]);
    if (k == 0) return mark;
    mark.tag.id = "jump:" + std::to_string(k - 1);
    mark.tag.value += "; jump " + std::to_string(k) + ", gap " + std::to_string(m_.jumps[k - 1].gap) + ": " +
                      factor_words(k - 1);
    return mark;
  }

  std::string factor_words(std::size_t k) const {
    const Jump& jump = m_.jumps[k];
    return "× " + exact_text(jump.measured) +
           (jump.applies ? ", needs > " + exact_text(jump.required) : ", nothing is asked of it");
  }

  /// Beside the mark where the curve is not: below left of a curve that falls enough, above right of one that
  /// does not.
  Label factor_label(std::size_t k) const {
    const Jump& jump = m_.jumps[k - 1];
    const std::string factor =
        std::isnan(jump.measured) ? "0/0" : "× " + number_unlike(jump.measured, jump.required);
    Label label = text_label({x_at(k), y_at(k)},
                             factor + (!jump.applies ? ""
                                       : jump.holds  ? " holds"
                                                     : " fails"),
                             jump_role(jump));
    const bool last = k + 1 == ratio_.size(), steep = jump.applies && jump.holds;
    label.anchor = steep || last ? Anchor::right : Anchor::left;
    label.dx = steep ? -9.0 : last ? 0.0 : 8.0;
    label.dy = below(k) ? -12.0 : steep ? 11.0 : last ? 16.0 : -10.0;
    label.halo = true;
    return label;
  }

  // The tokens

  void add_tokens() {
    const std::size_t tokens = m_.chain.tokens.size();
    const bool words = m_.jumps.size() <= kMostInList;
    Panel panel = aside(0.0, 0.45, "from ¬" + word_name(r_.pair.i) + " to ¬" + word_name(r_.pair.j));
    const double lines = words ? 2.0 * static_cast<double>(tokens) : static_cast<double>(tokens) + 1.0;
    panel.y_high = lines;
    Label overlaps = text_label({1.0, lines}, "overlap", Role::muted, Anchor::right, 0.82);
    overlaps.dy = -11.0;
    panel.items.push_back(std::move(overlaps));
    double y = lines - 0.5;
    add_token(panel, y, m_.chain.query, Role::query, "*x*", "x", -1);
    for (std::size_t k = 0; k < tokens; ++k) {
      y -= 1.0;
      add_token(panel, y, m_.chain.tokens[k], token_role(k), token_label(k), "token " + std::to_string(k),
                m_.chain.overlaps[k]);
      if (!words || k + 1 == tokens) continue;
      y -= 1.0;
      Label label = text_label({kAside + 0.055, y}, jump_text(m_.jumps[k]), jump_role(m_.jumps[k]),
                               Anchor::left, tokens > 3 ? 0.75 : 0.85);
      label.tag = {"jump:" + std::to_string(k), factor_words(k)};
      panel.items.push_back(std::move(label));
    }
    scene_.panels.push_back(std::move(panel));
  }

  static std::string word_name(int index) { return label_indexed("x", index + 1); }

  /// In the jump that is shown the nearer token is the right candidate and the farther one the rival.
  Role token_role(std::size_t k) const {
    return k == shown_ ? Role::right : k == shown_ + 1 ? Role::rival : Role::other;
  }
  std::string token_label(std::size_t k) const { return k == shown_ ? "*y*" : k == shown_ + 1 ? "*z*" : ""; }

  void add_token(Panel& panel, double y, BitToken token, Role role, const std::string& label,
                 std::string name, int overlap) const {
    constexpr double kLeft = kAside + 0.05, kRight = 0.945;
    const double size = std::min(0.82, 9.0 / panel.y_high);
    const bool legible = size > 0.6;
    Label letter = text_label({kAside, y}, label, role, Anchor::left, size * 1.1);
    letter.bold = true;
    if (legible || !label.empty()) panel.items.push_back(std::move(letter));
    add_bit_row(panel, {.token = token,
                        .query = m_.chain.query,
                        .role = role,
                        .left = kLeft,
                        .cell = std::min((kRight - kLeft) / token.m, 0.04),
                        .middle = y,
                        .height = std::min(0.9, 0.13 * panel.y_high),
                        .id = "",
                        .name = std::move(name)});
    if (overlap >= 0 && legible)
      panel.items.push_back(text_label({1.0, y}, std::to_string(overlap), Role::muted, Anchor::right, size));
  }

  // The three sequences of one jump

  void add_probes() {
    Panel panel =
        aside(0.475, 0.26,
              m_.jumps.size() == 1 ? "its sequences" : "sequences of jump " + std::to_string(shown_ + 1));
    panel.y_high = 4.0;
    const auto cell = [&](double x, double y, std::string text, Role role, Anchor anchor = Anchor::right) {
      panel.items.push_back(text_label({x, y}, std::move(text), role, anchor, 0.82));
    };
    cell(0.835, 3.5, "target", Role::muted);
    cell(0.95, 3.5, "output", Role::muted);
    // At n = 2 the third is the first again.
    for (std::size_t i = 0; i < (r_.session.n <= 2 ? 2u : 3u); ++i) {
      const Jump::Probe& probe = m_.jumps[shown_].probes[i];
      const double y = 2.5 - static_cast<double>(i);
      cell(kAside, y, probe_name(static_cast<int>(i), r_.session.n), Role::ink, Anchor::left);
      cell(0.835, y, std::to_string(probe.target), Role::ink);
      cell(0.95, y, std::isfinite(probe.output) ? fixed_text(probe.output, 2) : "none", Role::ink);
      std::get<Label>(panel.items.back()).tag.value = "output " + exact_text(probe.output);
      cell(1.0, y, check_mark(probe.right), verdict_role(probe.right));
    }
    scene_.panels.push_back(std::move(panel));
  }

  // The lemma bench

  void add_bench() {
    const BenchVerdict& bench = r_.bench;
    Panel panel = aside(0.75, 0.24, "lemma bench, gap *d* = " + std::to_string(r_.bench_input.d));
    panel.y_high = 4.0;
    add_side(panel, 3.5, "*b*′", bench.left, Role::right);
    add_side(panel, 2.5, "*μ* *c*′", bench.right, Role::rival);
    const std::string relation = bench.left > bench.right ? ">" : "≤";
    std::string verdict = bench.possible ? "✓ possible: " : "✗ impossible: ";
    const bool no_scale = r_.bench_input.a == 0.0;
    const std::string special = no_scale ? "a denominator is 0" : "*b* = *c* = 0";
    verdict += bench.degenerate ? special : "*b*′ " + relation + " *μ* *c*′";
    Label line = text_label({kAside, 1.5}, verdict, verdict_role(bench.possible), Anchor::left, 0.85);
    line.tag.value = bench.reason;
    panel.items.push_back(std::move(line));
    panel.items.push_back(text_label(
        {kAside, 0.5},
        "*a* = " + label_number(r_.bench_input.a) + ", *b* = " + label_number(r_.bench_input.b) +
            ", *c* = " + label_number(r_.bench_input.c) + ", *n* = " + std::to_string(r_.bench_input.n),
        Role::muted, Anchor::left, 0.82));
    scene_.panels.push_back(std::move(panel));
  }

  void add_side(Panel& panel, double y, std::string name, double value, Role role) const {
    constexpr double kLeft = kAside + 0.085, kRight = 0.9;
    const double most = std::max(r_.bench.left, r_.bench.right);
    panel.items.push_back(text_label({kAside, y}, std::move(name), role, Anchor::left, 0.85));
    Block bar;
    bar.x0 = kLeft;
    bar.x1 = kLeft + (most > 0.0 && value > 0.0 ? value / most : 0.0) * (kRight - kLeft);
    bar.y0 = y - 0.36;
    bar.y1 = y + 0.36;
    bar.role = role;
    bar.radius = 1.0;
    bar.tag.value = exact_text(value);
    Label number = text_label({bar.x1, y}, label_number(value), Role::ink, Anchor::left, 0.82);
    number.dx = 4.0;
    panel.items.push_back(std::move(bar));
    panel.items.push_back(std::move(number));
  }

  const ChainResult& r_;
  const MeasuredChain& m_;
  std::size_t shown_;
  std::vector<double> ratio_, envelope_;
  double low_ = 0.25, high_ = 1.0;
  bool comparable_ = true;
  Scene scene_;
};

}  // namespace

Scene chain_scene(const ChainResult& result) { return ChainBuilder(result).build(); }

}  // namespace tt
