// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <bit>
#include <cmath>

#include "core/brackets/bracket.h"
#include "core/train/trainer.h"

namespace tt {
namespace {

/// The inputs that decide: x, one token of overlap t, and n-2 times one token of overlap t or more.
Family deciding_inputs(int m, int n) {
  FamilyBuilder builder(m, n);
  const std::uint64_t tokens = std::uint64_t{1} << m;
  Sequence input(static_cast<std::size_t>(n));
  for (std::uint64_t x = 0; x < tokens; ++x)
    for (std::uint64_t z = 0; z < tokens; ++z)
      for (std::uint64_t w = 0; w < tokens; ++w) {
        const int least = std::popcount(x & z), other = std::popcount(x & w);
        if (other < least || (n == 3 && other == least && w < z)) continue;
        std::ranges::fill(input, BitToken{w, m});
        input[0] = {x, m};
        input[1] = {z, m};
        builder.add(input);
      }
  return std::move(builder).take();
}

constexpr double kFeatureTop = 1 << 24;
constexpr int kLookupBits = 16;

std::int64_t rounded(double value) { return static_cast<std::int64_t>(std::llround(value)); }

/// The tables as integers. A query's features may be scaled as one likes, those of the keys only all at once;
/// a feature may be scaled on one side and back on the other.
IntegerHead integer_head(const Problem& problem, const Shape& shape, const Parameters& parameters) {
  FeatureMatrices f = feature_matrices(problem, shape, parameters);
  for (Eigen::Index k = 0; k < shape.rank; ++k) {
    const double top = f.key.col(k).maxCoeff();
    f.key.col(k) /= top;
    f.query.col(k) *= top;
  }
  for (Eigen::Index i = 0; i < f.query.rows(); ++i) f.query.row(i) /= f.query.row(i).maxCoeff();
  const std::size_t tokens = problem.key_tokens.size(), rank = static_cast<std::size_t>(shape.rank);
  IntegerHead head{shape.rank, kLookupBits, std::vector<std::int64_t>(tokens * rank),
                   std::vector<std::int64_t>(tokens * rank), std::vector<std::int64_t>(tokens * tokens)};
  for (std::size_t i = 0; i < tokens; ++i)
    for (std::size_t k = 0; k < rank; ++k) {
      const auto row = static_cast<Eigen::Index>(i), column = static_cast<Eigen::Index>(k);
      head.query[problem.query_tokens[i].word * rank + k] = rounded(kFeatureTop * f.query(row, column));
      head.key[problem.key_tokens[i].word * rank + k] = rounded(kFeatureTop * f.key(row, column));
    }
  const std::size_t first = parameter_layout(problem, shape).value;
  for (std::size_t e = 0; e < problem.entries.size(); ++e) {
    const auto [query, key] = problem.entries[e];
    const std::uint64_t x = problem.query_tokens[static_cast<std::size_t>(query)].word;
    const std::uint64_t z = problem.key_tokens[static_cast<std::size_t>(key)].word;
    head.lookup[x * tokens + z] =
        rounded(std::ldexp(static_cast<double>(parameters[first + e]), kLookupBits));
  }
  return head;
}

}  // namespace

std::optional<Certificate> search_head(int m, int n, const Rational& epsilon, int rank,
                                       const HeadAttempt& attempt, std::stop_token stop) {
  // A little is kept back for the rounding.
  const double aim = epsilon.get_d() * (1.0 - 1e-3);
  auto compiled = compile(deciding_inputs(m, n), aim);
  if (!compiled) return std::nullopt;
  const auto problem = std::make_shared<const Problem>(std::move(*compiled));
  TrainOptions options;
  options.shape.rank = rank;
  options.soft.threshold = attempt.threshold * 2.0 * aim;
  options.soft.rate = attempt.rate;
  options.heads = attempt.heads;
  options.steps = attempt.steps;
  options.seed = attempt.seed;
  options.threads = attempt.threads;
  auto trainer = make_cpu_trainer(problem, options);
  if (!trainer) return std::nullopt;
  while (!(*trainer)->done() && !stop.stop_requested()) {
    (*trainer)->advance(16, stop);
    for (const HeadStatus& head : (*trainer)->heads()) {
      if (head.fate != HeadFate::solved) continue;
      Certificate found{
          m,
          n,
          epsilon,
          true,
          rank,
          integer_head(*problem, options.shape, (*trainer)->parameters(static_cast<int>(head.index)))};
      if (verify(found)) return found;
    }
  }
  return std::nullopt;
}

}  // namespace tt
