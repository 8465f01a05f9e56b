// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "core/base/random.h"
#include "core/brackets/bracket.h"
#include "core/train/trainer.h"

namespace tt {
namespace {

/// An input that decides: x, one token z of least overlap, and n-2 times one token w.
using Decider = std::array<std::uint64_t, 3>;

Family family_of(const std::vector<Decider>& inputs, int m, int n) {
  FamilyBuilder builder(m, n);
  Sequence input(static_cast<std::size_t>(n));
  for (const auto& [x, z, w] : inputs) {
    std::ranges::fill(input, BitToken{w, m});
    input[0] = {x, m};
    input[1] = {z, m};
    builder.add(input);
  }
  return std::move(builder).take();
}

std::vector<Decider> all_deciders(int m, int n) {
  std::vector<Decider> all;
  const std::uint64_t tokens = std::uint64_t{1} << m;
  for (std::uint64_t x = 0; x < tokens; ++x)
    for (std::uint64_t z = 0; z < tokens; ++z)
      for (std::uint64_t w = 0; w < tokens; ++w) {
        const int least = std::popcount(x & z), other = std::popcount(x & w);
        if (other > least || (other == least && (n > 3 || w >= z))) all.push_back({x, z, w});
      }
  return all;
}

/// Every pair (x, z) once, so that a problem made of these has all entries, and some inputs at random.
std::vector<Decider> some_deciders(int m, std::uint64_t seed) {
  std::vector<Decider> some;
  const std::uint64_t tokens = std::uint64_t{1} << m;
  const RandomStream random(seed, Purpose::certificate, tokens);
  constexpr std::uint64_t kExtra = 2;
  for (std::uint64_t x = 0; x < tokens; ++x)
    for (std::uint64_t z = 0; z < tokens; ++z) {
      some.push_back({x, z, z});
      for (std::uint64_t i = 0; i < kExtra; ++i) {
        const std::uint64_t w = random.below((x * tokens + z) * kExtra + i, tokens);
        const bool below = std::popcount(x & z) <= std::popcount(x & w);
        some.push_back(below ? Decider{x, z, w} : Decider{x, w, z});
      }
    }
  return some;
}

/// For each query and minimum the two inputs on which a head errs most, above and below, where it errs by
/// epsilon or more.
std::vector<Decider> worst_deciders(const Problem& problem, const Shape& shape, const Parameters& parameters,
                                    int m, int n) {
  const FeatureMatrices f = feature_matrices(problem, shape, parameters);
  const auto tokens = static_cast<std::size_t>(1) << m;
  const std::size_t first = parameter_layout(problem, shape).value;
  std::vector<Decider> worst;
  std::vector<double> weight(tokens), value(tokens);
  for (std::size_t e = 0; e < problem.entries.size(); e += tokens) {  // entries stand query by query
    const auto query = static_cast<std::size_t>(problem.entries[e].query);
    const std::uint64_t x = problem.query_tokens[query].word;
    for (std::size_t i = 0; i < tokens; ++i) {
      const auto key = static_cast<std::size_t>(problem.entries[e + i].key);
      const std::uint64_t z = problem.key_tokens[key].word;
      weight[z] =
          f.query.row(static_cast<Eigen::Index>(query)).dot(f.key.row(static_cast<Eigen::Index>(key)));
      value[z] = static_cast<double>(parameters[first + e + i]);
    }
    for (int t = 0; t <= std::popcount(x); ++t)
      for (const double sign : {1.0, -1.0}) {
        const auto excess = [&](std::uint64_t z) {
          return weight[z] * (sign * (value[z] - t) - problem.epsilon);
        };
        std::uint64_t exact = tokens, above = tokens;
        for (std::uint64_t z = 0; z < tokens; ++z) {
          const int overlap = std::popcount(x & z);
          if (overlap >= t && (above == tokens || excess(z) > excess(above))) above = z;
          if (overlap == t && (exact == tokens || excess(z) > excess(exact))) exact = z;
        }
        if (excess(x) + excess(exact) + (n - 2) * excess(above) >= 0.0) worst.push_back({x, exact, above});
      }
  }
  return worst;
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

TrainOptions options_of(const HeadAttempt& attempt, int rank) {
  TrainOptions options;
  options.shape.rank = rank;
  // The largest error is what counts, and near the least rank few inputs come close to it.
  options.objective = Objective::soft_maximum;
  options.soft.sharpness = attempt.sharpness;
  options.soft.threshold = 0.0;
  options.soft.rate = attempt.rate;
  options.heads = attempt.heads;
  options.steps = attempt.steps;
  options.seed = attempt.seed;
  options.threads = attempt.threads;
  return options;
}

std::optional<Certificate> certified(const Trainer& trainer, int head, Certificate claim) {
  claim.proof = integer_head(trainer.problem(), trainer.options().shape, trainer.parameters(head));
  if (!verify(claim)) return std::nullopt;
  return claim;
}

/// Few bits: all inputs that decide at once.
std::optional<Certificate> train_on_all(const Certificate& claim, const HeadAttempt& attempt, double aim,
                                        const std::stop_token& stop) {
  auto compiled = compile(family_of(all_deciders(claim.m, claim.n), claim.m, claim.n), aim);
  if (!compiled) return std::nullopt;
  auto trainer = make_cpu_trainer(std::make_shared<const Problem>(std::move(*compiled)),
                                  options_of(attempt, static_cast<int>(claim.rank)));
  while (trainer && !(*trainer)->done() && !stop.stop_requested()) {
    (*trainer)->advance(16, stop);
    for (const HeadStatus& head : (*trainer)->heads())
      if (head.fate == HeadFate::solved)
        if (auto found = certified(**trainer, static_cast<int>(head.index), claim)) return found;
  }
  return std::nullopt;
}

/// Many bits: a part of the inputs, to which those are added that the heads get most wrong.
std::optional<Certificate> train_on_cuts(const Certificate& claim, const HeadAttempt& attempt, double aim,
                                         const std::stop_token& stop) {
  constexpr std::int64_t kRounds = 20;
  constexpr std::size_t kTeachers = 4;  // heads whose errors are added in a round
  std::vector<Decider> inputs = some_deciders(claim.m, attempt.seed);
  const TrainOptions options = options_of(attempt, static_cast<int>(claim.rank));
  std::optional<TrainState> state;
  for (std::int64_t round = 0; round < kRounds && !stop.stop_requested(); ++round) {
    std::ranges::sort(inputs);
    inputs.erase(std::unique(inputs.begin(), inputs.end()), inputs.end());
    auto compiled = compile(family_of(inputs, claim.m, claim.n), aim);
    if (!compiled) return std::nullopt;
    const auto problem = std::make_shared<const Problem>(std::move(*compiled));
    auto trainer =
        make_cpu_trainer(problem, options, state ? *std::move(state) : fresh_state(*problem, options));
    if (!trainer) return std::nullopt;
    (*trainer)->advance((options.steps + kRounds - 1) / kRounds, stop);
    std::vector<HeadStatus> order((*trainer)->heads().begin(), (*trainer)->heads().end());
    std::ranges::sort(order, {}, &HeadStatus::max_error);
    for (std::size_t i = 0; i < order.size(); ++i) {
      const auto index = static_cast<int>(order[i].index);
      if (order[i].fate == HeadFate::diverged) continue;
      const auto worst =
          worst_deciders(*problem, options.shape, (*trainer)->parameters(index), claim.m, claim.n);
      if (worst.empty())
        if (auto found = certified(**trainer, index, claim)) return found;
      if (i < kTeachers) inputs.insert(inputs.end(), worst.begin(), worst.end());
    }
    state = (*trainer)->state();
    for (TrainState::HeadState& head : state->heads)
      if (head.status.fate == HeadFate::solved) head.status.fate = HeadFate::running;  // on more inputs
  }
  return std::nullopt;
}

}  // namespace

std::optional<Certificate> search_head(int m, int n, const Rational& epsilon, int rank,
                                       const HeadAttempt& attempt, std::stop_token stop) {
  constexpr int kAllBits = 6;
  const Certificate claim{m, n, epsilon, true, rank, IntegerHead{}};
  const double aim = epsilon.get_d() * (1.0 - 1e-3);  // a little is kept back for the rounding
  return m <= kAllBits ? train_on_all(claim, attempt, aim, stop) : train_on_cuts(claim, attempt, aim, stop);
}

}  // namespace tt
