// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <span>
#include <vector>

#include "core/base/error.h"
#include "core/domination/gap.h"
#include "core/heads/evaluate.h"
#include "core/heads/head.h"

namespace tt {

/// Tokens from `from` to `to`, of equal weight, whose overlap with the query rises by the gaps (theory 5.3).
struct Chain {
  BitToken query;
  std::vector<BitToken> tokens;  ///< gaps + 1
  std::vector<int> overlaps;     ///< with the query
  std::vector<int> gaps;
};

/// Builds the chain for explicit gaps: their sum must equal overlap(query,to) - overlap(query,from), every
/// gap >= 1. Positions enter and leave in increasing order. Works for any `from`, `to` whose overlaps differ;
/// where weights differ the first jump also makes up the difference.
[[nodiscard]] Expected<Chain> make_chain(BitToken query, BitToken from, BitToken to,
                                         std::span<const int> gaps);

/// One jump (x; y -> z) of a chain against a head.
struct Jump {
  BitToken y, z;
  int gap = 0;
  bool applies = false;   ///< the lemma as stated applies to this gap, n and eps, and no alpha is negative
  double required = 0.0;  ///< mu(gap)
  double measured = 0.0;  ///< alpha(x,y)/alpha(x,z); +inf when alpha(x,z) = 0 < alpha(x,y); NaN for 0/0
  double shifted = 0.0;   ///< b'/c' of 4.2 with a = alpha(x,x)
  bool holds = false;     ///< measured > required
  /// The three sequences (x,y..y), (x,z..z), (x,y,z..z): target and output of the query. The query comes
  /// first, or last where the head has Scope::causal_final.
  struct Probe {
    Sequence sequence;
    int target = 0;
    double output = 0.0;
    bool right = false;
  };
  std::array<Probe, 3> probes;
};

struct MeasuredChain {
  Chain chain;
  std::vector<double> alpha;  ///< alpha(x, token k)
  std::vector<Jump> jumps;
  double required_product = 1.0;  ///< prod of mu over the jumps where the lemma applies
  double measured_product = 1.0;  ///< alpha(x, first)/alpha(x, last)
  bool applies = false;           ///< some jump has a lemma with mu > 0
  bool holds = false;             ///< every jump where the lemma applies is passed
};

/// Measures a head along a chain at length n and error eps. At n = 2 no jump applies; n = 1 is measured as n
/// = 2.
[[nodiscard]] MeasuredChain measure_chain(const Chain& chain, const Head& head, const Kernel& kernel, int n,
                                          double epsilon);

}  // namespace tt
