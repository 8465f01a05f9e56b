// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "core/base/exact.h"
#include "core/base/json.h"
#include "core/heads/constructions/overlap_lp.h"
#include "core/task/bit_token.h"

namespace tt {

// What bounds r*(m, n) from below or above, in a form that a few lines of exact arithmetic check again. All
// kernels are nonnegative, epsilon in (0, 1/2], n >= 3.

/// d = z - y in {-1, 0, 1}^m: bits of z alone, bits of y alone. A query x with <d,x> >= 2 needs
/// alpha(x,y) > alpha(x,z), one with <d,x> <= -2 the reverse (6.5; a gap of two suffices at every n >= 3).
struct Difference {
  std::uint64_t plus = 0, minus = 0;
  auto operator<=>(const Difference&) const = default;
};
/// <d, x>.
[[nodiscard]] int along(const Difference& d, std::uint64_t x);

/// Rank two or more: two keys that dominate each other, once for x and once for x2. At rank one the ratio of
/// the weights of two keys is the same for all queries; the two inequalities add up to 0 > 0 (Farkas).
struct OpposedPair {
  Difference d;
  std::uint64_t x = 0, x2 = 0;
};

/// Rank three or more (6.5a): no linear order of the queries separates {<d,x> >= 2} from {<d,x> <= -2} for
/// all of these differences.
struct OrderCore {
  std::vector<Difference> differences;
};

/// Rank k + 1 or more (6.5b): for every sign pattern of the k differences a query with all |<d_i,x>| >= 2.
struct ShatteredSet {
  std::vector<Difference> differences;
  std::vector<std::uint64_t> queries;  ///< 2^k of them; bit i of the index: the sign of <d_i,x> is negative
};

/// Rank by 5.1 or 5.4: C_ij = alpha(x_i,y_j)/alpha(x_i,y_i) has 0 <= C_ij < 1/Lambda(<x_i,y_j> - <x_i,y_i>).
struct Submatrix {
  std::vector<std::uint64_t> queries, keys;
};

/// A head that solves every input of length n, in integers: alpha(x,z) = <query row x, key row z>,
/// p(x,z) = lookup / 2^lookup_bits. Rows for all 2^m tokens, row by row.
struct IntegerHead {
  int rank = 1;
  int lookup_bits = 16;
  std::vector<std::int64_t> query, key, lookup;
};

struct Certificate {
  int m = 1, n = 3;
  Rational epsilon{1, 2};
  bool upper = false;
  long rank = 1;  ///< the claim: r* <= rank where upper, else r* >= rank
  std::variant<OpposedPair, OrderCore, ShatteredSet, Submatrix, IntegerHead, OverlapSolution> proof;
};

/// Checks the claim from scratch in exact arithmetic; the reason where it does not hold is the error.
[[nodiscard]] Expected<void> verify(const Certificate& certificate);

/// "rank two is impossible: no order of the queries (6.5)", for tables and tips.
[[nodiscard]] std::string source_text(const Certificate& certificate);

[[nodiscard]] Json to_json(const Certificate& certificate);
[[nodiscard]] Expected<Certificate> certificate_from_json(const Json& json, std::string_view source);

/// Exact bound on the rank that a submatrix gives at (n, epsilon): the better of 5.1 (strict) and 5.4 with
/// the entries' own ranges; 1 where a difference of overlaps is below two.
[[nodiscard]] long submatrix_rank(const Submatrix& part, int n, const Rational& epsilon);

/// Worst case of an integer head over all inputs of length n, without listing them: for a query and a minimum
/// t the outputs are extreme where n-2 of the tokens are the same, so one token of overlap t and one of at
/// least t decide. Empty when every input is right, else what is wrong.
[[nodiscard]] std::string trouble_of(const IntegerHead& head, int m, int n, const Rational& epsilon);

}  // namespace tt
