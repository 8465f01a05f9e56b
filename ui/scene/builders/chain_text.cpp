// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scene/builders/chain_text.h"

#include <algorithm>
#include <cmath>

#include "ui/scene/builders/parts.h"
#include "ui/scene/number_text.h"

namespace tt {
namespace {

std::string rise(const MeasuredChain& measured, std::size_t k) {
  return std::to_string(measured.chain.overlaps[k]) + " → " + std::to_string(measured.chain.overlaps[k + 1]);
}

/// A sequence that comes out wrong; the one where both candidates compete says most.
int wrong_probe(const Jump& jump) {
  for (const int which : {2, 0, 1})
    if (!jump.probes[static_cast<std::size_t>(which)].right) return which;
  return -1;
}

std::string failing(const ChainResult& r, std::size_t k) {
  const Jump& jump = r.measured.jumps[k];
  std::string sentence = "Jump " + std::to_string(k + 1) + " (overlap " + rise(r.measured, k) + "): ";
  if (std::isnan(jump.measured)) {
    sentence += "α(x,y) and α(x,z) are both 0, so there is no ratio";
  } else if (jump.measured < 1.0) {
    sentence += "α even rises (× " + plain_number(jump.measured) +
                "), where a correct head falls by more than × " + plain_number(jump.required);
  } else {
    sentence += "α falls by × " + number_unlike(jump.measured, jump.required) +
                ", a correct head needs more than × " + plain_number(jump.required);
  }
  const int which = wrong_probe(jump);
  if (which < 0) return sentence + ".";
  const Jump::Probe& probe = jump.probes[static_cast<std::size_t>(which)];
  const std::string output =
      std::isfinite(probe.output) ? number_unlike(probe.output, probe.target) : "without a value";
  return sentence + "; so (" + probe_name(which, r.session.n) + ") comes out " + output + " instead of " +
         std::to_string(probe.target) + ".";
}

/// Falling enough is necessary, not sufficient: an output may be wrong all the same.
std::string not_sufficient(const ChainResult& r) {
  const Jump& jump = r.measured.jumps[static_cast<std::size_t>(shown_jump(r.measured))];
  const int which = wrong_probe(jump);
  if (which < 0) return "";
  const Jump::Probe& probe = jump.probes[static_cast<std::size_t>(which)];
  if (!std::isfinite(probe.output)) return "";
  return " That is necessary, not enough: (" + probe_name(which, r.session.n) + ") comes out " +
         number_unlike(probe.output, probe.target) + " instead of " + std::to_string(probe.target) + ".";
}

std::string bench_text(const BenchVerdict& bench) { return bench.possible ? "possible" : "impossible"; }

}  // namespace

int shown_jump(const MeasuredChain& measured) {
  int first_applying = -1;
  for (std::size_t k = 0; k < measured.jumps.size(); ++k) {
    const Jump& jump = measured.jumps[k];
    if (jump.applies && !jump.holds) return static_cast<int>(k);
    if (jump.applies && first_applying < 0) first_applying = static_cast<int>(k);
  }
  return std::max(first_applying, 0);
}

std::string jump_text(const Jump& jump) {
  const std::string factor =
      std::isnan(jump.measured) ? "0/0" : "× " + number_unlike(jump.measured, jump.required);
  if (!jump.applies) return factor + ", nothing is asked";
  return factor + ", needs > " + label_number(jump.required) + (jump.holds ? ": holds" : ": fails");
}

Role jump_role(const Jump& jump) { return jump.applies ? verdict_role(jump.holds) : Role::neutral; }

std::string probe_name(int which, int n) {
  const char* const many[] = {"x,y,…,y", "x,z,…,z", "x,y,z,…,z"};
  const char* const three[] = {"x,y,y", "x,z,z", "x,y,z"};
  const char* const two[] = {"x,y", "x,z", "x,y"};
  return (n <= 2 ? two : n == 3 ? three : many)[which];
}

std::string chain_sentence(const ChainResult& r) {
  const MeasuredChain& measured = r.measured;
  if (r.session.n <= 2)
    return "At n ≤ 2 one feature is enough: no jump of the chain has to fall, whatever its gap.";
  if (!measured.applies)
    return "No gap of this chain is wide enough at ε = " + plain_number(r.session.epsilon) +
           " for the lemma: nothing is asked.";
  const auto k = static_cast<std::size_t>(shown_jump(measured));
  if (!measured.holds) return failing(r, k);
  std::string sentence = measured.jumps.size() == 1
                             ? "The one jump falls by × "
                             : "Each jump falls by more than it must: over the chain × ";
  sentence += plain_number(measured.measured_product) + ", a correct head needs more than × " +
              plain_number(measured.required_product) + ".";
  sentence += not_sufficient(r);
  std::size_t silent = 0;
  for (const Jump& jump : measured.jumps) silent += jump.applies ? 0 : 1;
  return silent == 0 ? sentence
                     : sentence + " The lemma asks nothing of " + std::to_string(silent) + " of the jumps.";
}

std::string chain_alt(const ChainResult& r) {
  constexpr std::size_t kMostNamed = 4;
  std::string jumps;
  for (std::size_t k = 0; k < std::min(kMostNamed, r.measured.jumps.size()); ++k) {
    const Jump& jump = r.measured.jumps[k];
    jumps += (jumps.empty() ? "" : "; ") + std::string("overlap ") + rise(r.measured, k) + " by × " +
             plain_number(jump.measured) +
             (jump.applies ? ", needed above " + plain_number(jump.required) : ", nothing asked");
  }
  const std::size_t count = r.measured.jumps.size();
  if (count > kMostNamed)
    jumps += "; and so on, over the chain by × " + plain_number(r.measured.measured_product) +
             ", needed above " + plain_number(r.measured.required_product);
  return "Kernel value along a chain of " + std::to_string(count) +
         (count == 1 ? " jump from" : " jumps from") + " the complement of word " +
         std::to_string(r.pair.i + 1) + " to that of word " + std::to_string(r.pair.j + 1) + " of " +
         std::to_string(r.words) + ", as seen by word " + std::to_string(r.pair.i + 1) + ": " + jumps +
         ". Lemma bench: " + bench_text(r.bench) + ".";
}

Table chain_table(const ChainResult& r) {
  Table table;
  table.columns = {
      "token",           "bits",          "overlap with x", "alpha",           "gap to next",
      "factor measured", "factor needed", "verdict",        "factor shifted",  "target x,y..y",
      "output x,y..y",   "target x,z..z", "output x,z..z",  "target x,y,z..z", "output x,y,z..z"};
  const MeasuredChain& m = r.measured;
  for (std::size_t k = 0; k < m.chain.tokens.size(); ++k) {
    std::vector<std::string> row{std::to_string(k), to_string(m.chain.tokens[k]),
                                 std::to_string(m.chain.overlaps[k]), exact_text(m.alpha[k])};
    if (k < m.jumps.size()) {
      const Jump& jump = m.jumps[k];
      row.push_back(std::to_string(jump.gap));
      row.push_back(exact_text(jump.measured));
      row.push_back(exact_text(jump.required));
      row.push_back(!jump.applies ? "nothing asked" : jump.holds ? "holds" : "violated");
      row.push_back(exact_text(jump.shifted));
      for (const Jump::Probe& probe : jump.probes) {
        row.push_back(std::to_string(probe.target));
        row.push_back(exact_text(probe.output));
      }
    }
    row.resize(table.columns.size());
    table.rows.push_back(std::move(row));
  }
  return table;
}

}  // namespace tt
