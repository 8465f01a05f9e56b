// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "core/base/random.h"
#include "core/train/options.h"

namespace tt {
namespace {

/// Spread of the log features about the overlap start; of the normal start; of its lookup.
constexpr double kFeatureNoise = 0.25, kNormalSpread = 0.5, kLookupNoise = 0.1;

std::size_t size_of(int value) { return static_cast<std::size_t>(value); }

/// The free number whose feature is e^log_feature.
double free_number(FeatureKind kind, double log_feature) {
  switch (kind) {
    case FeatureKind::softplus:
      return std::log(std::expm1(std::exp(std::min(log_feature, 3.0))));
    case FeatureKind::exp:
      return log_feature;
    case FeatureKind::any_sign:
      return std::exp(log_feature);
  }
  return log_feature;
}

double mean_weight(const Problem& problem) {
  double sum = 0.0;
  for (const BitToken& token : problem.key_tokens) sum += weight(token);
  return sum / static_cast<double>(problem.key_tokens.size());
}

/// Fills one head's parameters. The normal number of a parameter is addressed by its place.
class Filling {
 public:
  Filling(const Problem& problem, const TrainOptions& options, int index)
      : problem_(problem),
        options_(options),
        shape_(options.shape),
        lay_(parameter_layout(problem, options.shape)),
        noise_(options.seed + static_cast<std::uint64_t>(index), Purpose::initial),
        numbers_(lay_.size) {}

  Parameters fill() {
    features();
    if (shape_.values == 0)
      lookups();
    else
      vectors();
    if (!shape_.plain_readout()) readouts();
    return std::move(numbers_);
  }

 private:
  [[nodiscard]] bool overlap() const { return options_.start == Start::overlap; }
  [[nodiscard]] double normal(std::size_t i) const { return noise_.normal(i); }
  void set(std::size_t i, double value) { numbers_[i] = static_cast<float>(value); }

  // The mean weight is taken off: a factor of all keys changes no output, and it keeps weights near one.
  void features() {
    const std::size_t rank = size_of(shape_.rank);
    const double middle = mean_weight(problem_);
    for (std::size_t i = 0; i < lay_.value; ++i) {
      double log_feature = kFeatureNoise * normal(i);
      if (overlap() && i >= lay_.key) {
        const BitToken& token = problem_.key_tokens[(i - lay_.key) / rank % lay_.keys];
        log_feature -= (weight(token) - middle) / 2.0;
      }
      set(i, overlap() ? free_number(shape_.features, log_feature) : kNormalSpread * normal(i));
    }
  }

  void lookups() {
    const double share = shape_.plain_readout() ? 1.0 / shape_.heads : 1.0;
    for (std::size_t i = lay_.value; i < lay_.readout; ++i) {
      const auto [query, key] = problem_.entries[(i - lay_.value) % lay_.values_per_head];
      const double middle =
          overlap() ? tt::overlap(problem_.query_tokens[size_of(query)], problem_.key_tokens[size_of(key)])
                    : problem_.m / 4.0 + kLookupNoise * normal(i);
      set(i, share * middle);
    }
  }

  /// Coefficient of bit k in coordinate c of an attention head: values and readout share it.
  [[nodiscard]] double projection(std::size_t channel, int bit) const {
    return normal(lay_.size + channel * size_of(problem_.m) + size_of(bit));
  }

  /// overlap: v_c(z) = sum_k g_ck (2 z_k - 1) / sqrt(m), so that with the readout's w_c(x) the mean of w.v is
  /// <x,z> - |x|/2 in expectation over g.
  void vectors() {
    const std::size_t width = size_of(shape_.values);
    for (std::size_t i = lay_.value; i < lay_.readout; ++i) {
      const std::size_t offset = i - lay_.value, c = offset % width;
      const std::size_t head = offset / lay_.values_per_head, key = offset / width % lay_.keys;
      double value = normal(i);
      if (overlap()) {
        value = 0.0;
        for (int bit = 0; bit < problem_.m; ++bit)
          value += projection(head * width + c, bit) * (tt::bit(problem_.key_tokens[key], bit) ? 1.0 : -1.0);
        value /= std::sqrt(static_cast<double>(problem_.m));
      }
      set(i, value);
    }
  }

  void readouts() {
    const int channels = shape_.channels();
    for (std::size_t query = 0; query < lay_.queries; ++query) {
      const std::size_t first = lay_.readout + query * lay_.monomials;
      const BitToken& x = problem_.query_tokens[query];
      if (!overlap()) {
        for (std::size_t i = 0; i < lay_.monomials; ++i) set(first + i, kLookupNoise * normal(first + i));
        set(first, problem_.m / 4.0);
      } else if (shape_.values == 0) {
        for (int c = 0; c < channels; ++c) set(first + 1 + size_of(c), 1.0 / channels);
      } else {
        set(first, weight(x) / 2.0);
        for (int c = 0; c < channels; ++c) {
          double sum = 0.0;
          for (int bit = 0; bit < problem_.m; ++bit)
            if (tt::bit(x, bit)) sum += projection(size_of(c), bit);
          set(first + 1 + size_of(c), sum * std::sqrt(static_cast<double>(problem_.m)) / (2.0 * channels));
        }
      }
    }
  }

  const Problem& problem_;
  const TrainOptions& options_;
  const Shape& shape_;
  ParameterLayout lay_;
  RandomStream noise_;
  Parameters numbers_;
};

}  // namespace

Parameters initial_parameters(const Problem& problem, const TrainOptions& options, int index) {
  return Filling(problem, options, index).fill();
}

}  // namespace tt
