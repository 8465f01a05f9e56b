// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <bit>
#include <set>

#include "core/brackets/certificate.h"
#include "core/brackets/order.h"
#include "core/domination/gap.h"
#include "core/rank/interval_bound.h"

namespace tt {
namespace {

Expected<void> refuse(const Certificate& c, const std::string& why) {
  return fail(
      "certificate for m = " + std::to_string(c.m) + ", n = " + std::to_string(c.n) + " does not hold", why);
}

bool in_range(const Difference& d, int m) {
  return (d.plus & d.minus) == 0 && ((d.plus | d.minus) & ~low_mask(m)) == 0;
}

bool all_in_range(const std::vector<std::uint64_t>& words, int m) {
  return std::ranges::all_of(words, [m](std::uint64_t word) { return (word & ~low_mask(m)) == 0; });
}

struct Checker {
  const Certificate& c;

  Expected<void> lower(long proved) const {
    if (c.upper) return refuse(c, "a lower bound is offered for an upper one");
    if (c.rank > proved)
      return refuse(c, "it proves " + std::to_string(proved) + ", not " + std::to_string(c.rank));
    return {};
  }

  Expected<void> operator()(const OpposedPair& pair) const {
    if (!in_range(pair.d, c.m) || !all_in_range({pair.x, pair.x2}, c.m))
      return refuse(c, "bits out of range");
    if (along(pair.d, pair.x) < 2 || along(pair.d, pair.x2) > -2) return refuse(c, "the pair is not opposed");
    return lower(2);
  }

  Expected<void> operator()(const OrderCore& core) const {
    for (const Difference& d : core.differences)
      if (!in_range(d, c.m)) return refuse(c, "bits out of range");
    if (order_exists(core.differences, c.m)) return refuse(c, "an order of the queries exists");
    return lower(3);
  }

  Expected<void> operator()(const ShatteredSet& set) const {
    const std::size_t k = set.differences.size();
    if (k < 1 || k > 16 || set.queries.size() != std::size_t{1} << k) return refuse(c, "not 2^k queries");
    if (!all_in_range(set.queries, c.m)) return refuse(c, "bits out of range");
    for (std::size_t pattern = 0; pattern < set.queries.size(); ++pattern)
      for (std::size_t i = 0; i < k; ++i) {
        if (!in_range(set.differences[i], c.m)) return refuse(c, "bits out of range");
        const int value = along(set.differences[i], set.queries[pattern]);
        if ((pattern >> i & 1) != 0 ? value > -2 : value < 2)
          return refuse(c, "pattern " + std::to_string(pattern) + " is not met");
      }
    return lower(static_cast<long>(k) + 1);
  }

  Expected<void> operator()(const Submatrix& part) const {
    if (part.queries.size() != part.keys.size() || part.queries.empty()) return refuse(c, "not square");
    if (!all_in_range(part.queries, c.m) || !all_in_range(part.keys, c.m))
      return refuse(c, "bits out of range");
    return lower(submatrix_rank(part, c.n, c.epsilon));
  }

  Expected<void> upper(long rank) const {
    if (!c.upper) return refuse(c, "an upper bound is offered for a lower one");
    if (c.rank < rank)
      return refuse(c, "it shows " + std::to_string(rank) + ", not " + std::to_string(c.rank));
    return {};
  }

  Expected<void> operator()(const IntegerHead& head) const {
    if (const std::string trouble = trouble_of(head, c.m, c.n, c.epsilon); !trouble.empty())
      return refuse(c, trouble);
    return upper(head.rank);
  }

  Expected<void> operator()(const OverlapSolution& solution) const {
    if (solution.m != c.m || solution.n != c.n || solution.epsilon != c.epsilon)
      return refuse(c, "of another case");
    if (!tt::verify(solution)) return refuse(c, "the kernel of the overlap does not solve it");
    return upper(solution.rank.get_si());
  }
};

/// The factor of the best chain over a distance of two or more, exactly; one where no gap gives more (a gap
/// of two or more always forces b > c).
Rational chain_factor(int n, const Rational& epsilon, int distance) {
  Rational factor = 1;
  for (const int gap : best_gaps(n, epsilon.get_d(), distance).gaps)
    factor *= (n - 2) * (gap - 2 * epsilon) / (2 * epsilon);
  return factor;
}

}  // namespace

int along(const Difference& d, std::uint64_t x) {
  return std::popcount(d.plus & x) - std::popcount(d.minus & x);
}

Expected<void> verify(const Certificate& c) {
  if (c.m < 1 || c.m > 16 || c.n < 3 || c.epsilon <= 0 || c.epsilon > Rational(1, 2))
    return fail("certificate", "m = " + std::to_string(c.m) + ", n = " + std::to_string(c.n),
                "m 1..16, n >= 3, epsilon in (0, 1/2]");
  return std::visit(Checker{c}, c.proof);
}

long submatrix_rank(const Submatrix& part, int n, const Rational& epsilon) {
  const std::size_t size = part.queries.size();
  std::vector<std::vector<Rational>> high(size, std::vector<Rational>(size, 0));
  Rational square = 0;  // Frobenius norm of what lies off the diagonal at most
  for (std::size_t i = 0; i < size; ++i)
    for (std::size_t j = 0; j < size; ++j) {
      if (i == j) continue;
      const int base = std::popcount(part.queries[i] & part.keys[i]);
      const int distance = std::popcount(part.queries[i] & part.keys[j]) - base;
      if (distance < 2) return 1;
      high[i][j] = 1 / chain_factor(n, epsilon, distance);
      square += high[i][j] * high[i][j];
    }
  const Rational count(static_cast<long>(size));
  const Integer plain = strictly_above(Rational(count * count / (count + square)));
  const Integer centered = interval_bound(high).rank;
  return std::max(size < 2 ? 1L : plain.get_si(), centered.get_si());
}

}  // namespace tt
