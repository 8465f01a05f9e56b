// SPDX-License-Identifier: GPL-3.0-or-later
// A head of finitely many features, all inputs of length n without listing them: for a query x and a least
// overlap t the output stays within e of t if and only if sums over the tokens of alpha (p - t -+ e) keep
// their sign; such a sum is largest where one token has overlap t and all others are the best one of overlap
// t or more.
#include <bit>
#include <optional>
#include <vector>

#include "core/certificates/verify/verify.h"

namespace tt {
namespace {

constexpr int kMostBits = 10;

using Matrix = std::vector<std::vector<Rational>>;

Expected<Matrix> matrix_from(const Json& json, const std::string& key, std::size_t rows,
                             std::size_t columns) {
  if (!json.is_array() || json.size() != rows)
    return fail(key, excerpt(json), std::to_string(rows) + " rows, one a token");
  Matrix matrix;
  for (const Json& line : json) {
    const std::string at = "row " + std::to_string(matrix.size() + 1) + " of " + key;
    if (!line.is_array() || line.size() != columns)
      return fail(at, excerpt(line), std::to_string(columns) + " numbers");
    std::vector<Rational> row;
    for (const Json& entry : line) {
      auto value = rational_from(entry, at + ", column " + std::to_string(row.size() + 1));
      if (!value) return tl::unexpected(value.error());
      row.push_back(*std::move(value));
    }
    matrix.push_back(std::move(row));
  }
  return matrix;
}

std::string token_text(std::size_t word, int m) {
  std::string text;
  for (int k = 0; k < m; ++k) text += (word >> k & 1U) != 0 ? '1' : '0';
  return text;
}

class HeadCheck {
 public:
  HeadCheck(const Case& c, const Rational& error, Matrix query, Matrix key, Matrix lookup)
      : c_(c), error_(error), query_(std::move(query)), key_(std::move(key)), lookup_(std::move(lookup)) {}

  Expected<void> run() const {
    for (std::size_t x = 0; x < query_.size(); ++x)
      if (auto sound = check_query(x); !sound) return sound;
    return {};
  }

 private:
  Expected<void> check_query(std::size_t x) const {
    std::vector<Rational> alpha;
    for (std::size_t z = 0; z < key_.size(); ++z) {
      Rational sum = 0;
      for (std::size_t k = 0; k < query_[x].size(); ++k) sum += query_[x][k] * key_[z][k];
      if (sum < 0) return trouble(x, "a negative weight for " + token_text(z, c_.m));
      alpha.push_back(sum);
    }
    for (int t = 0; t <= std::popcount(x); ++t)
      if (auto sound = check_overlap(x, t, alpha); !sound) return sound;
    return {};
  }

  Expected<void> check_overlap(std::size_t x, int t, const std::vector<Rational>& alpha) const {
    // Extremes of alpha and of alpha (p - t -+ e) over tokens of overlap t, and of overlap t or more.
    std::optional<Rational> least_at, least_from, above_at, above_from, below_at, below_from;
    const auto raise = [](std::optional<Rational>& most, const Rational& value) {
      if (!most || value > *most) most = value;
    };
    for (std::size_t z = 0; z < key_.size(); ++z) {
      const int overlap = std::popcount(x & z);
      if (overlap < t) continue;
      const Rational above = alpha[z] * (lookup_[x][z] - t - error_),
                     below = alpha[z] * (t - error_ - lookup_[x][z]);
      raise(least_from, -alpha[z]), raise(above_from, above), raise(below_from, below);
      if (overlap == t) raise(least_at, -alpha[z]), raise(above_at, above), raise(below_at, below);
    }
    if (!least_at) return {};
    const Rational others = c_.n - 2;
    if (alpha[x] - *least_at - others * *least_from <= 0)
      return trouble(x, "weights that vanish at overlap " + std::to_string(t));
    const Rational own_above = alpha[x] * (lookup_[x][x] - t - error_),
                   own_below = alpha[x] * (t - error_ - lookup_[x][x]);
    if (own_above + *above_at + others * *above_from >= 0)
      return trouble(x, "an output too large at least overlap " + std::to_string(t));
    if (own_below + *below_at + others * *below_from >= 0)
      return trouble(x, "an output too small at least overlap " + std::to_string(t));
    return {};
  }

  tl::unexpected<Error> trouble(std::size_t x, const std::string& what) const {
    return fail("query " + token_text(x, c_.m) + " has " + what);
  }

  const Case& c_;
  const Rational& error_;
  Matrix query_, key_, lookup_;
};

}  // namespace

Expected<std::string> verify_head(const Json& certificate) {
  const auto c = case_of(certificate);
  if (!c) return tl::unexpected(c.error());
  if (c->m > kMostBits)
    return fail("m of the certificate", std::to_string(c->m), "1..10 for a head with all tokens");
  const auto rank = json_value<int>(certificate, "rank", "the certificate");
  if (!rank) return tl::unexpected(rank.error());
  if (*rank < 1 || *rank > 4096) return fail("rank", std::to_string(*rank), "1..4096");
  const auto error = rational_from(certificate.value("error", Json()), "error");
  if (!error) return tl::unexpected(error.error());
  const std::size_t tokens = std::size_t{1} << c->m;
  auto query =
      matrix_from(certificate.value("query", Json()), "query", tokens, static_cast<std::size_t>(*rank));
  if (!query) return tl::unexpected(query.error());
  auto key = matrix_from(certificate.value("key", Json()), "key", tokens, static_cast<std::size_t>(*rank));
  if (!key) return tl::unexpected(key.error());
  auto lookup = matrix_from(certificate.value("lookup", Json()), "lookup", tokens, tokens);
  if (!lookup) return tl::unexpected(lookup.error());
  const HeadCheck check(*c, *error, *std::move(query), *std::move(key), *std::move(lookup));
  if (auto sound = check.run(); !sound) return tl::unexpected(sound.error());
  const std::string solved = *error <= c->epsilon
                                 ? ", so r = " + std::to_string(*rank) +
                                       " features are enough for error below " + c->epsilon.get_str()
                                 : "";
  return "this head of r = " + std::to_string(*rank) + " has error below " + error->get_str() +
         " on all inputs of length " + std::to_string(c->n) + " with " + std::to_string(c->m) + " bits" +
         solved;
}

}  // namespace tt
