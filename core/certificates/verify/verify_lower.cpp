// SPDX-License-Identifier: GPL-3.0-or-later
// A code forces a rank: every off-diagonal entry of the near-identity matrix is bounded by its chain
// (4.1, 5.3), and the rank by trace and norm (5.1), after a shift (5.4).
#include <bit>
#include <map>
#include <set>

#include "core/certificates/verify/verify.h"
#include "core/task/bit_token.h"

namespace tt {
namespace {

/// How many ordered pairs of words lie at each directed distance.
struct Distances {
  Integer size;
  std::map<int, Integer> pairs;
};

Expected<Distances> distances_of_words(const Json& list, int m) {
  if (!list.is_array() || list.size() < 2)
    return fail("words", excerpt(list), "a list of two or more bit strings");
  std::vector<BitToken> words;
  std::set<std::uint64_t> seen;
  for (const Json& entry : list) {
    const std::string at = "word " + std::to_string(words.size() + 1);
    const auto word =
        entry.is_string() ? parse_token(entry.get<std::string>()) : fail(at, excerpt(entry), "bits");
    if (!word) return fail(at + ": " + word.error().message());
    if (word->m > m) return fail(at, std::to_string(word->m) + " bits", "at most m = " + std::to_string(m));
    if (!words.empty() && (word->m != words.front().m || weight(*word) != weight(words.front())))
      return fail(at, std::to_string(weight(*word)) + " ones of " + std::to_string(word->m) + " bits",
                  "as many as word 1 has");
    if (!seen.insert(word->word).second)
      return fail(at, entry.get<std::string>(), "a word that is not there yet");
    words.push_back(*word);
  }
  std::vector<long> count(65, 0);
  for (const BitToken& x : words)
    for (const BitToken& y : words) ++count[static_cast<std::size_t>(std::popcount(x.word & ~y.word))];
  Distances distances{Integer(static_cast<long>(words.size())), {}};
  for (int d = 1; d <= 64; ++d)
    if (count[static_cast<std::size_t>(d)] > 0) distances.pairs[d] = count[static_cast<std::size_t>(d)];
  return distances;
}

/// A code that the Gilbert-Varshamov count promises: every pair at least so far apart.
Expected<Distances> distances_of_count(const Json& count, int m) {
  const auto bits = json_value<long>(count, "bits", "count"),
             weight = json_value<long>(count, "weight", "count"),
             distance = json_value<long>(count, "distance", "count");
  if (!bits || !weight || !distance) return fail("count", excerpt(count), "bits, weight and distance");
  if (*bits < 1 || *bits > m || *weight < 1 || *weight > *bits || *distance < 1 || *distance > *weight)
    return fail("count", excerpt(count), "bits up to m, weight up to bits, distance up to weight");
  Integer ball = 0;
  for (long i = 0; i < *distance; ++i) ball += binomial(*weight, i) * binomial(*bits - *weight, i);
  const Integer all = binomial(*bits, *weight), size = (all + ball - 1) / ball;
  return Distances{size, {{static_cast<int>(*distance), size * (size - 1)}}};
}

/// 1 / prod mu(d_k) for the gaps that the certificate gives for a distance.
Expected<Rational> high_of(const Json& gaps, int distance, const Case& c, bool is_signed) {
  const std::string key = "gaps for distance " + std::to_string(distance);
  if (!gaps.is_object()) return fail("gaps", excerpt(gaps), "lists by distance");
  const Json list = gaps.value(std::to_string(distance), Json());
  if (!list.is_array() || list.empty()) return fail(key, excerpt(list), "a list of whole numbers");
  Rational factor = 1;
  long total = 0;
  for (const Json& entry : list) {
    if (!json_fits<int>(entry) || entry.get<int>() < 1)
      return fail(key, excerpt(entry), "a whole number from 1");
    const long gap = entry.get<int>();
    total += gap;
    // The lemma asks for d > 2 eps, and for kernels >= 0 as it stands for d >= eps (2n-2)/(n-2) as well.
    const bool applies =
        gap > 2 * c.epsilon && (is_signed || gap * Rational(c.n - 2) >= c.epsilon * (2 * c.n - 2));
    if (!applies) return fail(key, std::to_string(gap), "a gap to which the lemma applies (4.1)");
    factor *= (c.n - 2) * (gap - 2 * c.epsilon) / (2 * c.epsilon);
  }
  if (total > distance)
    return fail(key, "gaps of " + std::to_string(total) + " in all", "at most the distance");
  return Rational(1 / factor);
}

struct Forced {
  Rational bound;
  Integer rank;
};

/// trace^2 / norm^2 of C - s, with the entries as large as they may be; the shift costs one, and so do signs.
Forced forced_rank(const Integer& size, const std::vector<std::pair<Rational, Integer>>& entries,
                   const Rational& shift, bool is_signed) {
  const Rational diagonal = (1 - shift) * (1 - shift) * size;
  Rational norm = diagonal;
  for (const auto& [high, count] : entries) {
    const Rational above = high - shift, reach = above > shift ? above : shift;
    norm += reach * reach * count;
  }
  Forced forced{diagonal * size / norm - (shift != 0 || is_signed ? 1 : 0), 0};
  // Without a shift the entries lie strictly below their bounds, so the rank lies strictly above.
  forced.rank = shift != 0 ? at_least(forced.bound) : strictly_above(forced.bound);
  return forced;
}

}  // namespace

Expected<std::string> verify_lower(const Json& certificate) {
  const auto c = case_of(certificate);
  if (!c) return tl::unexpected(c.error());
  if (c->n < 3)
    return fail("n of the certificate", std::to_string(c->n), "3 or more: below, one feature is enough");
  const auto rank = json_value<std::string>(certificate, "rank", "the certificate");
  const auto is_signed = json_value<bool>(certificate, "signed", "the certificate");
  if (!rank) return tl::unexpected(rank.error());
  if (!is_signed) return tl::unexpected(is_signed.error());
  const auto shift = rational_from(certificate.value("shift", Json()), "shift");
  if (!shift) return tl::unexpected(shift.error());
  if (*shift < 0 || *shift >= 1 || (*is_signed && *shift != 0))
    return fail("shift", shift->get_str(), "from 0, below 1; 0 for kernels of any sign (5.4)");
  const auto code = certificate.contains("count")
                        ? distances_of_count(certificate["count"], c->m)
                        : distances_of_words(certificate.value("words", Json()), c->m);
  if (!code) return tl::unexpected(code.error());
  std::vector<std::pair<Rational, Integer>> entries;
  for (const auto& [distance, pairs] : code->pairs) {
    const auto high = high_of(certificate.value("gaps", Json()), distance, *c, *is_signed);
    if (!high) return tl::unexpected(high.error());
    entries.emplace_back(*high, pairs);
  }
  const Forced forced = forced_rank(code->size, entries, *shift, *is_signed);
  Integer claimed;
  if (claimed.set_str(*rank, 10) != 0) return fail("rank", *rank, "a whole number as text");
  if (claimed > forced.rank)
    return fail("rank", *rank, "at most " + forced.rank.get_str() + ", which the code forces");
  return "every head" + std::string(*is_signed ? " of any sign" : "") + " of " + std::to_string(c->m) +
         " bits that solves length " + std::to_string(c->n) + " with error below " + c->epsilon.get_str() +
         " has r >= " + claimed.get_str();
}

}  // namespace tt
