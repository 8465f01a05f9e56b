// SPDX-License-Identifier: GPL-3.0-or-later
#include <bit>
#include <cmath>

#include "core/brackets/bracket.h"
#include "core/certificates/make/make.h"
#include "core/certificates/make/sealed.h"
#include "core/heads/evaluate.h"

namespace tt {
namespace {

constexpr int kMostBits = 8;

std::vector<BitToken> all_tokens(int m) {
  std::vector<BitToken> tokens;
  for (std::uint64_t word = 0; word < std::uint64_t{1} << m; ++word) tokens.push_back({word, m});
  return tokens;
}

Json empty_head(int m, int n, const Rational& epsilon) {
  Json json;
  json["kind"] = "head";
  json["m"] = m;
  json["n"] = n;
  json["epsilon"] = rational_json(epsilon);
  return json;
}

/// Rows of `columns` values, entry by entry.
template <class Value>
Json rows_of(std::size_t rows, std::size_t columns, Value value) {
  Json list = Json::array();
  for (std::size_t i = 0; i < rows; ++i) {
    Json row = Json::array();
    for (std::size_t j = 0; j < columns; ++j) row.push_back(rational_json(value(i, j)));
    list.push_back(std::move(row));
  }
  return list;
}

Json integer_head_content(const IntegerHead& head, const Certificate& of) {
  Json json = empty_head(of.m, of.n, of.epsilon);
  const std::size_t tokens = std::size_t{1} << of.m, rank = static_cast<std::size_t>(head.rank);
  json["rank"] = head.rank;
  json["error"] = rational_json(of.epsilon);
  const auto whole = [](std::int64_t value) { return Rational(Integer(std::to_string(value))); };
  const Rational scale(Integer(1), Integer(1) << static_cast<unsigned long>(head.lookup_bits));
  json["query"] =
      rows_of(tokens, rank, [&](std::size_t i, std::size_t j) { return whole(head.query[i * rank + j]); });
  json["key"] =
      rows_of(tokens, rank, [&](std::size_t i, std::size_t j) { return whole(head.key[i * rank + j]); });
  json["lookup"] = rows_of(tokens, tokens, [&](std::size_t i, std::size_t j) -> Rational {
    return whole(head.lookup[i * tokens + j]) * scale;
  });
  return json;
}

/// f(<x,z>) = sum_k c_k C(<x,z>, k): a feature for each set S of k bits with c_k not zero, x^S and c_k z^S.
Json overlap_content(const OverlapSolution& solution) {
  Json json = empty_head(solution.m, solution.n, solution.epsilon);
  std::vector<Rational> c;
  for (int k = 0; k <= solution.m; ++k) {
    Rational value = solution.f[static_cast<std::size_t>(k)];
    for (int j = 0; j < k; ++j) value -= c[static_cast<std::size_t>(j)] * binomial(k, j);
    c.push_back(value);
  }
  std::vector<std::uint64_t> sets;
  for (std::uint64_t set = 0; set < std::uint64_t{1} << solution.m; ++set)
    if (c[static_cast<std::size_t>(std::popcount(set))] != 0) sets.push_back(set);
  const std::size_t tokens = std::size_t{1} << solution.m;
  json["rank"] = static_cast<int>(sets.size());
  json["error"] = rational_json(solution.epsilon);
  const auto holds = [&sets](std::size_t token, std::size_t j) { return (token & sets[j]) == sets[j]; };
  json["query"] = rows_of(tokens, sets.size(),
                          [&](std::size_t i, std::size_t j) { return Rational(holds(i, j) ? 1 : 0); });
  json["key"] = rows_of(tokens, sets.size(), [&](std::size_t i, std::size_t j) {
    return holds(i, j) ? c[static_cast<std::size_t>(std::popcount(sets[j]))] : Rational(0);
  });
  json["lookup"] = rows_of(tokens, tokens, [&](std::size_t x, std::size_t z) {
    return solution
        .lookup[static_cast<std::size_t>(std::popcount(x))][static_cast<std::size_t>(std::popcount(x & z))];
  });
  return json;
}

}  // namespace

Expected<Json> make_head_certificate(const Head& head, int n, double epsilon, std::stop_token stop) {
  const int m = head.map.m;
  if (m > kMostBits) return fail("bits of the head", std::to_string(m), "1..8: all tokens are written down");
  const auto kernel = Kernel::make(head.map);
  if (!kernel) return tl::unexpected(kernel.error());
  const auto tokens = all_tokens(m);
  std::vector<Eigen::VectorXd> query, key;
  for (const BitToken& token : tokens) {
    auto q = kernel->query_features(token), k = kernel->key_features(token);
    if (!q) return tl::unexpected(q.error());
    if (!k) return tl::unexpected(k.error());
    query.push_back(*std::move(q));
    key.push_back(*std::move(k));
  }
  const auto worst = evaluate_all(head, n, epsilon, stop);
  if (!worst) return tl::unexpected(worst.error());
  if (!std::isfinite(worst->max_error)) return fail("error of the head", "infinite", "a finite one");
  Json json = empty_head(m, n, exactly(epsilon));
  const auto rank = static_cast<std::size_t>(query.front().size());
  json["rank"] = static_cast<int>(rank);
  // A little above, in millionths: the sums of doubles round.
  json["error"] = rational_json(Rational(Integer(std::ceil(worst->max_error * 1e6) + 1.0), 1000000));
  const auto entry = [](const std::vector<Eigen::VectorXd>& of) {
    return [&of](std::size_t i, std::size_t j) { return exactly(of[i][static_cast<Eigen::Index>(j)]); };
  };
  json["query"] = rows_of(tokens.size(), rank, entry(query));
  json["key"] = rows_of(tokens.size(), rank, entry(key));
  json["lookup"] = rows_of(tokens.size(), tokens.size(), [&](std::size_t x, std::size_t z) {
    return exactly(lookup(head, tokens[x], tokens[z]));
  });
  return sealed(json);
}

Expected<Json> make_upper_certificate(int m, int n, double epsilon, std::stop_token stop) {
  if (m < 1 || m > kMostBits) return fail("bits m", std::to_string(m), "1..8");
  const auto found = bracket({.m = m, .n = n, .epsilon = epsilon}, stop);
  if (!found) return tl::unexpected(found.error());
  for (const Certificate& one : found->certificates) {
    if (!one.upper) continue;
    if (const auto* head = std::get_if<IntegerHead>(&one.proof))
      return sealed(integer_head_content(*head, one));
    if (const auto* solution = std::get_if<OverlapSolution>(&one.proof))
      return sealed(overlap_content(*solution));
  }
  return fail("upper bound at m = " + std::to_string(m), "the product features of rank 2^m alone",
              "a smaller n, or more time");
}

Expected<Json> make_bracket_certificate(int m, int n, double epsilon, std::stop_token stop) {
  auto lower = make_lower_certificate(m, n, epsilon, false, stop);
  if (!lower) return lower;
  auto upper = make_upper_certificate(m, n, epsilon, stop);
  if (!upper) return upper;
  Json json;
  json["kind"] = "bracket";
  json["m"] = m;
  json["n"] = n;
  json["epsilon"] = rational_json(exactly(epsilon));
  json["lower"] = *lower;
  json["upper"] = *upper;
  return sealed(json);
}

Expected<Json> make_identity_certificate(const std::vector<std::vector<Rational>>& matrix) {
  Json json;
  json["kind"] = "identity";
  json["matrix"] = Json::array();
  Rational trace = 0, norm = 0;
  for (std::size_t i = 0; i < matrix.size(); ++i) {
    Json row = Json::array();
    if (matrix[i].size() != matrix.size())
      return fail("row " + std::to_string(i + 1), std::to_string(matrix[i].size()) + " numbers",
                  std::to_string(matrix.size()));
    for (const Rational& value : matrix[i]) {
      row.push_back(rational_json(value));
      norm += value * value;
    }
    trace += matrix[i][i];
    json["matrix"].push_back(std::move(row));
  }
  json["rank_bound"] = norm == 0 ? 0 : at_least(Rational(trace * trace / norm)).get_si();
  json["rank"] = exact_rank(matrix);
  return sealed(json);
}

}  // namespace tt
