// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/attention/attention.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace tt::gpu {
namespace {

struct Numbers {
  std::vector<float> q, k, v;
};

Numbers numbers(const AttentionRequest& r, unsigned seed = 1) {
  std::mt19937 random(seed);
  std::normal_distribution<float> normal(0.0f, 0.5f);
  Numbers all;
  const auto size = static_cast<std::size_t>(r.sequences) * static_cast<std::size_t>(r.tokens) *
                    static_cast<std::size_t>(r.width);
  for (auto* values : {&all.q, &all.k, &all.v})
    for (std::size_t i = 0; i < size; ++i) values->push_back(normal(random));
  return all;
}

double weight_of(Cone cone, const float* q, const float* k, int width) {
  double dot = 0.0, qq = 0.0, kk = 0.0, elu = 0.0;
  const auto elu1 = [](double x) { return x > 0 ? x + 1 : std::exp(x); };
  for (int i = 0; i < width; ++i) {
    const double a = q[i], b = k[i];
    dot += a * b, qq += a * a, kk += b * b;
    elu += elu1(a) * elu1(b);
  }
  return cone == Cone::orthant ? elu : cone == Cone::lorentz ? std::sqrt(qq * kk) + dot : dot * dot;
}

/// Straight from the definition, in double. Where the weights all but vanish the outputs are ill-conditioned,
/// and NaN stands for "not compared".
std::vector<double> exact(const AttentionRequest& r, const Numbers& n) {
  std::vector<double> y(n.q.size(), 0.0);
  for (int s = 0; s < r.sequences; ++s)
    for (int t = 0; t < r.tokens; ++t) {
      const auto at = static_cast<std::size_t>((s * r.tokens + t) * r.width);
      double total = 0.0;
      for (int j = 0; j <= t; ++j) {
        const auto other = static_cast<std::size_t>((s * r.tokens + j) * r.width);
        const double alpha = weight_of(r.cone, &n.q[at], &n.k[other], r.width);
        total += alpha;
        for (int i = 0; i < r.width; ++i)
          y[at + static_cast<std::size_t>(i)] +=
              alpha * static_cast<double>(n.v[other + static_cast<std::size_t>(i)]);
      }
      for (int i = 0; i < r.width; ++i)
        y[at + static_cast<std::size_t>(i)] =
            total > 0.05 ? y[at + static_cast<std::size_t>(i)] / total : std::nan("");
    }
  return y;
}

TEST(Attention, AllFormsAgreeWithTheDefinition) {
  for (const Cone cone : {Cone::orthant, Cone::lorentz, Cone::psd})
    for (const int tokens : {1, 2, 63, 64, 65, 200})
      for (const Form form : {Form::quadratic, Form::chunked, Form::scan, Form::sequential}) {
        AttentionRequest r;
        r.cone = cone;
        r.form = form;
        r.tokens = tokens;
        r.sequences = 2;
        r.width = 16;
        const Numbers n = numbers(r);
        const auto answer = attend(r, n.q, n.k, n.v, Place::host);
        ASSERT_TRUE(answer) << answer.error().message();
        const std::vector<double> y = exact(r, n);
        double worst = 0.0;
        for (std::size_t i = 0; i < y.size(); ++i)
          if (std::isfinite(y[i]))
            worst = std::max(worst, std::abs(static_cast<double>(answer->y[i]) - y[i]));
        EXPECT_LT(worst, 3e-4) << cone_name(cone) << " " << form_name(form) << " " << tokens;
      }
}

TEST(Attention, WidthsAndHalfPrecision) {
  for (const int width : {16, 32, 64})
    for (const Form form : {Form::quadratic, Form::chunked, Form::scan}) {
      AttentionRequest r;
      r.form = form;
      r.tokens = 130;
      r.width = width;
      r.half = true;
      const Numbers n = numbers(r, 3);
      const auto answer = attend(r, n.q, n.k, n.v, Place::host).value();
      const std::vector<double> y = exact(r, n);
      double worst = 0.0;
      for (std::size_t i = 0; i < y.size(); ++i)
        if (std::isfinite(y[i])) worst = std::max(worst, std::abs(static_cast<double>(answer.y[i]) - y[i]));
      EXPECT_LT(worst, 2e-2) << width << " " << form_name(form);
    }
}

TEST(Attention, OutputsAreMixturesOfValues) {
  // Nonnegative weights: every output lies between the least and the largest value so far.
  AttentionRequest r;
  r.tokens = 150;
  r.width = 16;
  const Numbers n = numbers(r, 5);
  for (const Cone cone : {Cone::orthant, Cone::lorentz, Cone::psd}) {
    r.cone = cone;
    const auto y = attend(r, n.q, n.k, n.v, Place::host)->y;
    for (int i = 0; i < r.width; ++i) {
      float low = 1e9f, high = -1e9f;
      for (int t = 0; t < r.tokens; ++t) {
        const auto at = static_cast<std::size_t>(t * r.width + i);
        low = std::min(low, n.v[at]);
        high = std::max(high, n.v[at]);
        EXPECT_GE(y[at], low - 1e-4f);
        EXPECT_LE(y[at], high + 1e-4f);
      }
    }
  }
}

TEST(Attention, FeaturesMultiplyToTheKernel) {
  std::mt19937 random(8);
  std::normal_distribution<float> normal;
  float q[16], k[16];
  for (int i = 0; i < 16; ++i) q[i] = normal(random), k[i] = normal(random);
  for (const Cone cone : {Cone::orthant, Cone::lorentz, Cone::psd}) {
    double sum = 0.0;
    for (int f = 0; f < feature_count(cone, 16); ++f)
      sum += static_cast<double>(feature_of<16>(cone, q, norm<16>(q), f)) *
             static_cast<double>(feature_of<16>(cone, k, norm<16>(k), f));
    EXPECT_NEAR(sum, weight_of(cone, q, k, 16), 1e-4 * std::max(1.0, std::abs(sum)));
  }
  EXPECT_EQ(feature_count(Cone::psd, 64), 2080);
}

TEST(Bf16, RoundsToNearestEven) {
  const auto there_and_back = [](float x) {
    Bf16 half;
    store(x, half);
    return load(half);
  };
  for (const float x : {0.0f, 1.0f, -2.5f, 256.0f, 1.0078125f}) EXPECT_EQ(there_and_back(x), x);
  EXPECT_EQ(there_and_back(1.00390625f), 1.0f);       // half way: to even
  EXPECT_EQ(there_and_back(1.01171875f), 1.015625f);  // half way: to even, up
  EXPECT_TRUE(std::isnan(there_and_back(std::nanf(""))));
  EXPECT_EQ(there_and_back(HUGE_VALF), HUGE_VALF);
  std::mt19937 random(2);
  for (int i = 0; i < 10000; ++i) {
    const float x =
        std::ldexp(static_cast<float>(random() % 100000) + 1.0f, static_cast<int>(random() % 60) - 30);
    EXPECT_LE(std::abs(there_and_back(x) - x), std::ldexp(x, -8));
  }
}

TEST(Attention, BadRequestsAreNamed) {
  AttentionRequest r;
  r.width = 16;
  const std::vector<float> one(16, 0.0f);
  EXPECT_TRUE(attend(r, one, one, one, Place::host));
  r.tokens = 2;
  EXPECT_FALSE(attend(r, one, one, one, Place::host));
  r.tokens = 0;
  EXPECT_FALSE(attend(r, one, one, one, Place::host));
  r.tokens = 1;
  r.width = 20;
  EXPECT_FALSE(attend(r, one, one, one, Place::host));
}

TEST(Attention, CostsCountWhatIsDone) {
  AttentionRequest r;
  r.tokens = 131072;
  r.form = Form::quadratic;
  const double quadratic = attention_cost(r).operations;
  r.form = Form::chunked;
  EXPECT_GT(quadratic / attention_cost(r).operations, 100.0);
  EXPECT_LT(attention_cost(r).operations, 2.0 * 131072 * 65 * 65 * 2);
}

}  // namespace
}  // namespace tt::gpu
