// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/model.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/options.h"

namespace tt {
namespace {

constexpr std::size_t kMaxMonomials = 512;

std::size_t size_of(int value) { return static_cast<std::size_t>(value); }

/// C(channels + degree, degree), the number of monomials.
double monomial_count(int channels, int degree) {
  double count = 1.0;
  for (int i = 1; i <= degree; ++i) count *= static_cast<double>(channels + i) / i;
  return count;
}

/// Appends all exponents that spread `left` over the channels from `channel` on.
void spread(int left, std::size_t channel, std::vector<std::uint8_t>& powers,
            std::vector<std::vector<std::uint8_t>>& into) {
  if (channel + 1 == powers.size()) {
    powers[channel] = static_cast<std::uint8_t>(left);
    into.push_back(powers);
    powers[channel] = 0;
    return;
  }
  for (int here = left; here >= 0; --here) {
    powers[channel] = static_cast<std::uint8_t>(here);
    spread(left - here, channel + 1, powers, into);
  }
  powers[channel] = 0;
}

double phi(FeatureKind kind, double u) {
  switch (kind) {
    case FeatureKind::softplus:
      return std::max(u, 0.0) + std::log1p(std::exp(-std::abs(u)));
    case FeatureKind::exp:
      return std::exp(u);
    case FeatureKind::any_sign:
      return u;
  }
  return u;
}

}  // namespace

Expected<void> check(const Shape& shape) {
  if (auto sound = check_range("rank", shape.rank, 1LL, 1024LL); !sound) return sound;
  if (auto sound = check_range("values", shape.values, 0LL, 16LL); !sound) return sound;
  if (auto sound = check_range("attention heads", shape.heads, 1LL, 8LL); !sound) return sound;
  if (auto sound = check_range("degree of the readout", shape.degree, 1LL, 4LL); !sound) return sound;
  const double count = monomial_count(shape.channels(), shape.degree);
  if (!shape.plain_readout() && count > static_cast<double>(kMaxMonomials))
    return fail("monomials of the readout", std::to_string(static_cast<long>(count)),
                "at most " + std::to_string(kMaxMonomials));
  return {};
}

std::vector<std::vector<std::uint8_t>> monomials(int channels, int degree) {
  std::vector<std::vector<std::uint8_t>> all;
  std::vector<std::uint8_t> powers(size_of(channels), 0);
  for (int total = 0; total <= degree; ++total) spread(total, 0, powers, all);
  return all;
}

ParameterLayout parameter_layout(const Problem& problem, const Shape& shape) {
  ParameterLayout lay;
  lay.queries = problem.query_tokens.size();
  lay.keys = problem.key_tokens.size();
  lay.values_per_head = shape.values == 0 ? problem.entries.size() : lay.keys * size_of(shape.values);
  lay.monomials = shape.plain_readout()
                      ? 0
                      : static_cast<std::size_t>(std::lround(monomial_count(shape.channels(), shape.degree)));
  const std::size_t heads = size_of(shape.heads), rank = size_of(shape.rank);
  lay.query = 0;
  lay.key = lay.query + heads * lay.queries * rank;
  lay.value = lay.key + heads * lay.keys * rank;
  lay.readout = lay.value + heads * lay.values_per_head;
  lay.size = lay.readout + lay.queries * lay.monomials;
  return lay;
}

FeatureMatrices feature_matrices(const Problem& problem, const Shape& shape, const Parameters& parameters,
                                 int attention_head) {
  const ParameterLayout lay = parameter_layout(problem, shape);
  const auto table = [&](std::size_t first, std::size_t rows) {
    Eigen::MatrixXd result(static_cast<Eigen::Index>(rows), shape.rank);
    const float* from = parameters.data() + first + size_of(attention_head) * rows * size_of(shape.rank);
    for (Eigen::Index i = 0; i < result.rows(); ++i)
      for (Eigen::Index k = 0; k < shape.rank; ++k)
        result(i, k) = phi(shape.features, static_cast<double>(*from++));
    return result;
  };
  return {table(lay.query, lay.queries), table(lay.key, lay.keys)};
}

Expected<Head> learned_head(const Problem& problem, const Shape& shape, const Parameters& parameters,
                            std::string name) {
  if (shape.heads > 1 || shape.degree > 1)
    return fail("learned head",
                std::to_string(shape.heads) + " attention heads, degree " + std::to_string(shape.degree),
                "one attention head and an affine readout");
  const ParameterLayout lay = parameter_layout(problem, shape);
  FeatureMatrices features = feature_matrices(problem, shape, parameters);
  Head head;
  head.name = std::move(name);
  head.source = "trained (theory 3.7, 11)";
  head.map.kind = MapKind::table;
  head.map.m = problem.m;
  head.map.rank = shape.rank;
  head.map.table = std::make_shared<const FeatureTable>(FeatureTable{
      problem.query_tokens, problem.key_tokens, std::move(features.query), std::move(features.key)});
  LookupTable lookup{
      problem.query_tokens, problem.key_tokens,
      Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(lay.queries), static_cast<Eigen::Index>(lay.keys))};
  for (std::size_t i = 0; i < problem.entries.size(); ++i) {
    const auto [query, key] = problem.entries[i];
    double value = 0.0;
    if (shape.values == 0) {
      value = static_cast<double>(parameters[lay.value + i]);
    } else {  // an affine readout of a weighted mean is the mean of beta(x) + w(x).v(z)
      const float* row = parameters.data() + lay.readout + size_of(query) * lay.monomials;
      const float* v = parameters.data() + lay.value + size_of(key) * size_of(shape.values);
      value = static_cast<double>(row[0]);
      for (std::size_t c = 0; c < size_of(shape.values); ++c)
        value += static_cast<double>(row[1 + c]) * static_cast<double>(v[c]);
    }
    lookup.values(query, key) = value;
  }
  head.readout = ReadoutKind::table;
  head.lookup = std::make_shared<const LookupTable>(std::move(lookup));
  return head;
}

namespace {

/// The channels of one input in double, and whether a weight is negative.
struct InputChannels {
  std::vector<double> values;
  bool negative = false;
};

InputChannels channels_of(const Problem& problem, const Shape& shape, const Parameters& parameters,
                          const std::vector<FeatureMatrices>& features, std::size_t input) {
  const ParameterLayout lay = parameter_layout(problem, shape);
  const std::size_t per_head = shape.values == 0 ? 1 : size_of(shape.values);
  InputChannels result;
  for (std::size_t head = 0; head < size_of(shape.heads); ++head) {
    double total = 0.0;
    std::vector<double> sums(per_head, 0.0);
    for (const Problem::Term& term : problem.input(input)) {
      const auto [query, key] = problem.entries[size_of(term.entry)];
      const double alpha = features[head].query.row(query).dot(features[head].key.row(key));
      result.negative = result.negative || alpha < 0.0;
      total += term.count * alpha;
      for (std::size_t c = 0; c < per_head; ++c) {
        const std::size_t at = lay.value + head * lay.values_per_head +
                               (shape.values == 0 ? size_of(term.entry) : size_of(key) * per_head + c);
        sums[c] += term.count * alpha * static_cast<double>(parameters[at]);
      }
    }
    for (const double sum : sums) result.values.push_back(sum / total);
  }
  return result;
}

double read_out(const Problem& problem, const Shape& shape, const Parameters& parameters,
                const std::vector<std::vector<std::uint8_t>>& powers, std::size_t input,
                const std::vector<double>& channels) {
  double result = 0.0;
  if (shape.plain_readout()) {
    for (const double value : channels) result += value;
    return result;
  }
  const ParameterLayout lay = parameter_layout(problem, shape);
  const std::size_t first = lay.readout + size_of(problem.input_query[input]) * lay.monomials;
  for (std::size_t i = 0; i < powers.size(); ++i) {
    double term = static_cast<double>(parameters[first + i]);
    for (std::size_t c = 0; c < channels.size(); ++c)
      for (int power = 0; power < powers[i][c]; ++power) term *= channels[c];
    result += term;
  }
  return result;
}

struct Answers {
  std::vector<double> outputs;
  bool negative = false;
};

Answers answers(const Problem& problem, const Shape& shape, const Parameters& parameters) {
  std::vector<FeatureMatrices> features;
  for (int head = 0; head < shape.heads; ++head)
    features.push_back(feature_matrices(problem, shape, parameters, head));
  const auto powers = monomials(shape.channels(), shape.degree);
  Answers result;
  for (std::size_t i = 0; i < problem.inputs(); ++i) {
    const InputChannels channels = channels_of(problem, shape, parameters, features, i);
    result.negative = result.negative || channels.negative;
    result.outputs.push_back(read_out(problem, shape, parameters, powers, i, channels.values));
  }
  return result;
}

}  // namespace

std::vector<double> outputs(const Problem& problem, const Shape& shape, const Parameters& parameters) {
  return answers(problem, shape, parameters).outputs;
}

double max_error(const Problem& problem, const Shape& shape, const Parameters& parameters) {
  const Answers found = answers(problem, shape, parameters);
  double worst = found.negative ? std::numeric_limits<double>::infinity() : 0.0;
  for (std::size_t i = 0; i < problem.inputs(); ++i) {
    const double error = std::abs(found.outputs[i] - problem.target[i]);
    worst = std::isfinite(error) ? std::max(worst, error) : std::numeric_limits<double>::infinity();
  }
  return worst;
}

}  // namespace tt
