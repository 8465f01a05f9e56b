// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/reference.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tt {
namespace {

std::size_t size_of(int value) { return static_cast<std::size_t>(value); }

double phi(FeatureKind kind, double u) {
  if (kind == FeatureKind::exp) return std::exp(u);
  if (kind == FeatureKind::softplus) return std::max(u, 0.0) + std::log1p(std::exp(-std::abs(u)));
  return u;
}

double phi_slope(FeatureKind kind, double u) {
  if (kind == FeatureKind::exp) return std::exp(u);
  if (kind == FeatureKind::softplus) return 1.0 / (1.0 + std::exp(-u));
  return 1.0;
}

/// One head's loss and gradient. Written for reading: every formula once, nothing shared with the engine.
class Evaluation {
 public:
  Evaluation(const Problem& problem, const TrainOptions& options, const std::vector<double>& u)
      : problem_(problem),
        options_(options),
        shape_(options.shape),
        lay_(parameter_layout(problem, options.shape)),
        powers_(monomials(options.shape.channels(), options.shape.degree)),
        u_(u) {
    result_.gradient.assign(lay_.size, 0.0);
  }

  LossAndGradient run() {
    weights();
    for (std::size_t i = 0; i < problem_.inputs(); ++i) errors_.push_back(output(i) - problem_.target[i]);
    const std::vector<double> slopes = loss_slopes();
    for (std::size_t i = 0; i < problem_.inputs(); ++i) backward(i, slopes[i]);
    if (shape_.features == FeatureKind::any_sign) floor_penalty();
    feature_gradients();
    return std::move(result_);
  }

 private:
  using Row = std::vector<double>;

  [[nodiscard]] std::size_t query_at(std::size_t head, std::size_t entry) const {
    return lay_.query + (head * lay_.queries + size_of(problem_.entries[entry].query)) * size_of(shape_.rank);
  }
  [[nodiscard]] std::size_t key_at(std::size_t head, std::size_t entry) const {
    return lay_.key + (head * lay_.keys + size_of(problem_.entries[entry].key)) * size_of(shape_.rank);
  }
  [[nodiscard]] std::size_t value_at(std::size_t head, std::size_t entry, std::size_t c) const {
    const std::size_t first = lay_.value + head * lay_.values_per_head;
    return shape_.values == 0 ? first + entry
                              : first + size_of(problem_.entries[entry].key) * size_of(shape_.values) + c;
  }
  [[nodiscard]] std::size_t heads() const { return size_of(shape_.heads); }
  [[nodiscard]] std::size_t entries() const { return problem_.entries.size(); }
  [[nodiscard]] std::size_t per_head() const { return shape_.values == 0 ? 1 : size_of(shape_.values); }
  [[nodiscard]] double share(std::size_t input) const {
    return static_cast<double>(problem_.multiplicity[input]) / static_cast<double>(problem_.total);
  }

  void weights() {
    for (std::size_t head = 0; head < heads(); ++head)
      for (std::size_t entry = 0; entry < entries(); ++entry) {
        double sum = 0.0;
        for (std::size_t k = 0; k < size_of(shape_.rank); ++k)
          sum += phi(shape_.features, u_[query_at(head, entry) + k]) *
                 phi(shape_.features, u_[key_at(head, entry) + k]);
        raw_.push_back(sum);
        const double floor = static_cast<double>(kWeightFloor);
        const bool low = shape_.features == FeatureKind::any_sign && sum < floor;
        slope_of_raw_.push_back(low ? std::exp((sum - floor) / floor) : 1.0);
        weight_.push_back(low ? floor * slope_of_raw_.back() : sum);
      }
    weight_slope_.assign(weight_.size(), 0.0);
  }

  double denominator(std::size_t head, std::size_t input) const {
    double sum = 0.0;
    for (const Problem::Term& term : problem_.input(input))
      sum += term.count * weight_[head * entries() + size_of(term.entry)];
    return sum;
  }

  Row channels(std::size_t input) const {
    Row all;
    for (std::size_t head = 0; head < heads(); ++head)
      for (std::size_t c = 0; c < per_head(); ++c) {
        double sum = 0.0;
        for (const Problem::Term& term : problem_.input(input))
          sum += term.count * weight_[head * entries() + size_of(term.entry)] *
                 u_[value_at(head, size_of(term.entry), c)];
        all.push_back(sum / denominator(head, input));
      }
    return all;
  }

  [[nodiscard]] std::size_t readout_at(std::size_t input) const {
    return lay_.readout + size_of(problem_.input_query[input]) * lay_.monomials;
  }

  static double product(const std::vector<std::uint8_t>& powers, const Row& y) {
    double result = 1.0;
    for (std::size_t c = 0; c < y.size(); ++c) result *= std::pow(y[c], powers[c]);
    return result;
  }

  double output(std::size_t input) const {
    const Row y = channels(input);
    double sum = 0.0;
    if (shape_.plain_readout()) {
      for (const double value : y) sum += value;
    } else {
      for (std::size_t i = 0; i < powers_.size(); ++i)
        sum += u_[readout_at(input) + i] * product(powers_[i], y);
    }
    return sum;
  }

  /// d loss / d output for all inputs; fills loss and maximum error.
  Row loss_slopes() {
    for (const double error : errors_) result_.max_error = std::max(result_.max_error, std::abs(error));
    Row slopes;
    if (options_.objective == Objective::soft_maximum) {
      const double sharpness = options_.soft.sharpness, top = result_.max_error * result_.max_error;
      double sum = 0.0;
      for (std::size_t i = 0; i < errors_.size(); ++i)
        sum += share(i) * std::exp(sharpness * (errors_[i] * errors_[i] - top));
      result_.loss = top + std::log(sum) / sharpness;
      for (std::size_t i = 0; i < errors_.size(); ++i)
        slopes.push_back(share(i) * std::exp(sharpness * (errors_[i] * errors_[i] - top)) / sum * 2.0 *
                         errors_[i]);
      return slopes;
    }
    const double threshold = options_.objective == Objective::hinge ? options_.soft.threshold : 0.0;
    for (std::size_t i = 0; i < errors_.size(); ++i) {
      const double beyond = std::max(0.0, std::abs(errors_[i]) - threshold);
      result_.loss += share(i) * beyond * beyond;
      slopes.push_back(2.0 * share(i) * std::copysign(beyond, errors_[i]));
    }
    return slopes;
  }

  /// d output / d channel, and the gradient of the readout on the way.
  Row channel_slopes(std::size_t input, const Row& y, double slope) {
    Row result(y.size(), 0.0);
    if (shape_.plain_readout()) {
      std::ranges::fill(result, slope);
      return result;
    }
    for (std::size_t i = 0; i < powers_.size(); ++i) {
      result_.gradient[readout_at(input) + i] += slope * product(powers_[i], y);
      for (std::size_t c = 0; c < y.size(); ++c) {
        if (powers_[i][c] == 0) continue;
        auto lower = powers_[i];
        --lower[c];
        result[c] += slope * u_[readout_at(input) + i] * powers_[i][c] * product(lower, y);
      }
    }
    return result;
  }

  void backward(std::size_t input, double slope) {
    const Row y = channels(input), slopes = channel_slopes(input, y, slope);
    for (std::size_t head = 0; head < heads(); ++head) {
      const double total = denominator(head, input);
      for (std::size_t c = 0; c < per_head(); ++c)
        for (const Problem::Term& term : problem_.input(input)) {
          const std::size_t entry = size_of(term.entry), weight = head * entries() + entry;
          const double part = term.count * slopes[head * per_head() + c] / total;
          result_.gradient[value_at(head, entry, c)] += part * weight_[weight];
          weight_slope_[weight] += part * (u_[value_at(head, entry, c)] - y[head * per_head() + c]);
        }
    }
  }

  void floor_penalty() {
    const double floor = static_cast<double>(kWeightFloor);
    const double scale = options_.soft.floor_weight / static_cast<double>(raw_.size());
    for (std::size_t i = 0; i < raw_.size(); ++i) {
      const double lack = std::max(0.0, floor - raw_[i]);
      if (lack > 0.0) result_.max_error = std::numeric_limits<double>::infinity();
      result_.loss += scale * lack * lack;
      weight_slope_[i] = weight_slope_[i] * slope_of_raw_[i] - 2.0 * scale * lack;
    }
  }

  void feature_gradients() {
    for (std::size_t head = 0; head < heads(); ++head)
      for (std::size_t entry = 0; entry < entries(); ++entry)
        for (std::size_t k = 0; k < size_of(shape_.rank); ++k) {
          const std::size_t query = query_at(head, entry) + k, key = key_at(head, entry) + k;
          const double slope = weight_slope_[head * entries() + entry];
          result_.gradient[query] +=
              slope * phi_slope(shape_.features, u_[query]) * phi(shape_.features, u_[key]);
          result_.gradient[key] +=
              slope * phi_slope(shape_.features, u_[key]) * phi(shape_.features, u_[query]);
        }
  }

  const Problem& problem_;
  const TrainOptions& options_;
  const Shape& shape_;
  ParameterLayout lay_;
  std::vector<std::vector<std::uint8_t>> powers_;
  const std::vector<double>& u_;
  Row raw_, weight_, slope_of_raw_, weight_slope_, errors_;
  LossAndGradient result_;
};

}  // namespace

LossAndGradient reference_gradient(const Problem& problem, const TrainOptions& options,
                                   const std::vector<double>& parameters) {
  return Evaluation(problem, options, parameters).run();
}

void reference_step(const Problem& problem, const TrainOptions& options, std::int64_t step,
                    ReferenceState& state) {
  const auto b1 = static_cast<double>(adam::beta1), b2 = static_cast<double>(adam::beta2),
             epsilon = static_cast<double>(adam::epsilon);
  const std::vector<double> gradient = reference_gradient(problem, options, state.parameters).gradient;
  const double power = static_cast<double>(step + 1), rate = rate_at(options, step);
  for (std::size_t i = 0; i < gradient.size(); ++i) {
    state.first[i] = b1 * state.first[i] + (1.0 - b1) * gradient[i];
    state.second[i] = b2 * state.second[i] + (1.0 - b2) * gradient[i] * gradient[i];
    const double first = state.first[i] / (1.0 - std::pow(b1, power));
    const double second = state.second[i] / (1.0 - std::pow(b2, power));
    state.parameters[i] -= rate * first / std::sqrt(second + epsilon * epsilon);
  }
}

}  // namespace tt
