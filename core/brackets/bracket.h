// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "core/base/progress.h"
#include "core/brackets/certificate.h"

namespace tt {

/// What is certified of r*(m, n) at one epsilon: the least rank of a nonnegative kernel head that solves all
/// inputs of length n.
struct Bracket {
  int m = 1, n = 3;
  Rational epsilon{1, 2};
  long lower = 1, upper = 1;
  std::string lower_source, upper_source;
  std::vector<Certificate> certificates;  ///< of the ends; an end without one is trivial (1, or 2^m by 3.3)
  [[nodiscard]] bool closed() const { return lower == upper; }
};

/// The range of the table that comes with the program.
inline constexpr int kBracketBits = 8, kBracketLengths[] = {3, 4, 5, 6};

/// The shipped brackets at epsilon = 1/2, m outer, as they stand in resources/data/brackets.json,
/// certificates unchecked (verify them; the tests do).
[[nodiscard]] Expected<std::vector<Bracket>> shipped_brackets();
/// The ends alone: known at once, without reading certificates. nullopt outside of the table.
struct BracketEnds {
  long lower = 1, upper = 1;
  std::string lower_source, upper_source;
};
[[nodiscard]] std::optional<BracketEnds> shipped_ends(int m, int n, double epsilon);
/// The lower end that the table gives at any n >= 3 and epsilon <= 1/2: what a gap forces grows with n and as
/// epsilon falls, so every lower certificate holds there too. nullopt above kBracketBits.
[[nodiscard]] std::optional<BracketEnds> shipped_lower(int m, int n);

struct BracketOptions {
  int m = 4, n = 3;
  double epsilon = 0.5;
  double budget = 0.0;  ///< seconds of further search
  std::uint64_t seed = 1;
  int threads = 0;
};

/// The best bracket known: trivial ends, the shipped one, quick certificates, then a search as long as the
/// budget lasts. Every certificate in it has been verified. m 1..8, n 3..64, epsilon in (0, 1/2]. A stop ends
/// the search and keeps what it found.
[[nodiscard]] Expected<Bracket> bracket(const BracketOptions& options, std::stop_token stop = {},
                                        Progress* progress = nullptr);

/// Takes a certificate in where it is valid and better than what is there; says whether it was.
bool improve(Bracket& bracket, Certificate certificate);

/// {"format":"threetokens-brackets","version":1,"brackets":[...]}
[[nodiscard]] Json to_json(const Bracket& bracket);
[[nodiscard]] Json to_json(std::span<const Bracket> brackets);
[[nodiscard]] Expected<std::vector<Bracket>> brackets_from_json(const Json& json, std::string_view source);

// The searches.

/// The quick lower ends: an opposed pair (m >= 4), an order core (m = 5, carried to larger m by zero bits),
/// shattered sets, submatrices of words and their complements.
void add_quick_lower(Bracket& bracket, std::stop_token stop);
/// Random restarts of a local search for a submatrix with a better bound, for some seconds.
[[nodiscard]] std::optional<Certificate> search_submatrix(const Bracket& bracket, double seconds,
                                                          std::uint64_t seed, std::stop_token stop);
/// A shattered set of k differences at m bits by local search; nullopt where none is found.
[[nodiscard]] std::optional<ShatteredSet> search_shattered(int m, int k, std::uint64_t seed,
                                                           std::stop_token stop);

/// One attempt at a head of a given rank: trains an ensemble on the inputs that decide (one token of least
/// overlap, the others alike), rounds its best head to integers and verifies it.
struct HeadAttempt {
  int heads = 16;
  std::int64_t steps = 2000;
  double sharpness = 100.0, rate = 3e-2;  ///< of the soft maximum, and Adam's
  std::uint64_t seed = 1;
  int threads = 0;
};
[[nodiscard]] std::optional<Certificate> search_head(int m, int n, const Rational& epsilon, int rank,
                                                     const HeadAttempt& attempt, std::stop_token stop);

}  // namespace tt
