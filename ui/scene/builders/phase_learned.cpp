// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scene/builders/phase_learned.h"

#include <cmath>
#include <map>

#include "ui/scene/builders/parts.h"

namespace tt {
namespace {

constexpr double kSize = 9.0;

std::string share_text(const LearnedShare& share) {
  return "learned with r = " + std::to_string(share.rank) + " at n = " + std::to_string(share.n) + ": " +
         std::to_string(share.solved) + " of " + std::to_string(share.seeds) + " seeds solve all inputs";
}

void add_disc(Panel& panel, Point at, double share, const Tag& tag) {
  Mark rim;
  rim.at = at;
  rim.shape = MarkShape::ring;
  rim.role = share > 0.0 ? Role::holds : Role::neutral;
  rim.size = kSize;
  rim.tag = tag;
  panel.items.push_back(rim);
  if (share <= 0.0) return;
  Mark fill = rim;
  fill.shape = MarkShape::disc;
  fill.size = kSize * std::sqrt(share);  // the area tells the share
  panel.items.push_back(fill);
}

}  // namespace

void add_learned(Panel& panel, const PhaseResult& r) {
  bool any = false;
  for (const LearnedShare& share : r.learned) {
    if (share.m != r.session.m || share.n > r.session.phase_n_max) continue;
    any = true;
    add_disc(panel, {static_cast<double>(share.n), std::log2(share.rank)}, share.share(),
             {"n:" + std::to_string(share.n), share_text(share)});
  }
  if (!any) return;
  const double top = panel.y_high - 0.03 * (panel.y_high - panel.y_low);
  add_disc(panel, {0.72, top}, 0.5, {});
  Label legend = text_label({0.72, top}, "learned: share of seeds solved", Role::holds);
  legend.dx = 9.0;
  legend.halo = true;
  panel.items.push_back(std::move(legend));
}

std::string learned_words(const PhaseResult& r) {
  std::map<int, int> least;
  for (const LearnedShare& share : r.learned)
    if (share.m == r.session.m && share.solved > 0 &&
        (!least.contains(share.n) || share.rank < least[share.n]))
      least[share.n] = share.rank;
  std::string words;
  for (const auto& [n, rank] : least)
    words += (words.empty() ? " Learned: n = " : ", n = ") + std::to_string(n) +
             " with r = " + std::to_string(rank);
  return words.empty() ? words : words + ".";
}

}  // namespace tt
