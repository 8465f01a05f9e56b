// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <stop_token>

#include "core/heads/head.h"
#include "core/train/problem.h"

namespace tt {

/// Which side's features a polishing step is free to choose.
enum class PolishSide { keys, queries };

struct PolishOptions {
  bool nonnegative = true;  ///< features >= 0; else only the weights of used entries
  int rounds = 4;           ///< of keys, then queries; 1..1000
};

struct Polished {
  Head head;             ///< tables and lookup, the best found
  double before = 0.0;   ///< largest error of the head given, by the same evaluation
  double after = 0.0;    ///< of the head returned; never above `before`
  int steps = 0;         ///< linear programs solved for features
  bool complete = true;  ///< false when a stop came first
};

/// One side's features fixed, the rest of a head is a linear program (theory 3.7): with weights omega and
/// h = omega p, |sum h - t sum omega| <= s sum omega is linear in the other side's features and in h. Takes
/// the greatest margin below s = epsilon, else halfway there, else below the present error, from which it
/// can only fall; then the other side, and after both the best lookup. Heads whose weights vanish or are
/// negative are repaired where that is possible. GLPK's simplex in double: its result is a candidate,
/// verify_exactly() decides. Needs a head of tables with a table readout that knows every entry.
[[nodiscard]] Expected<Polished> polish(const Head& head, const Problem& problem,
                                        const PolishOptions& options, std::stop_token stop = {});

}  // namespace tt
