// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rank/spectra.h"

#include <gtest/gtest.h>

#include <Eigen/QR>
#include <cmath>
#include <limits>

#include "core/base/random.h"
#include "core/heads/feature_map.h"

namespace tt {
namespace {

Eigen::MatrixXd random_matrix(int rows, int cols, std::uint64_t seed) {
  const RandomStream random(seed, Purpose::test);
  Eigen::MatrixXd matrix(rows, cols);
  for (Eigen::Index k = 0; k < matrix.size(); ++k) matrix(k) = random.normal(static_cast<std::uint64_t>(k));
  return matrix;
}

TEST(Spectra, IdentityHasEveryRankEqualToItsSize) {
  for (const int size : {1, 2, 7, 40}) {
    const auto s = spectrum(Eigen::MatrixXd::Identity(size, size));
    ASSERT_TRUE(s);
    EXPECT_EQ(s->numeric_rank, size);
    EXPECT_NEAR(s->stable_rank, size, 1e-9);
    EXPECT_NEAR(s->entropy_rank, size, 1e-9);
    EXPECT_EQ(s->energy_rank, static_cast<int>(std::ceil(0.99 * size)));
  }
}

TEST(Spectra, RanksAreOrdered) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const int rank = 1 + static_cast<int>(seed % 7);
    const Eigen::MatrixXd matrix = random_matrix(20, rank, seed) * random_matrix(rank, 15, seed + 99);
    const auto s = spectrum(matrix);
    ASSERT_TRUE(s);
    EXPECT_EQ(s->values.size(), 15u);
    EXPECT_TRUE(std::is_sorted(s->values.rbegin(), s->values.rend()));
    EXPECT_EQ(s->numeric_rank, rank);
    EXPECT_GE(s->stable_rank, 1.0);
    EXPECT_LE(s->stable_rank, rank + 1e-9);
    EXPECT_LE(s->energy_rank, rank);
    EXPECT_LE(s->entropy_rank, rank + 1e-6);
    double energy = 0.0;
    for (const double value : s->values) energy += value * value;
    EXPECT_NEAR(energy / matrix.squaredNorm(), 1.0, 1e-12);
  }
}

TEST(Spectra, KnownSingularValues) {
  // Orthogonal times diagonal times orthogonal, over twelve orders of magnitude.
  const Eigen::MatrixXd u = Eigen::HouseholderQR<Eigen::MatrixXd>(random_matrix(8, 8, 1)).householderQ();
  const Eigen::MatrixXd v = Eigen::HouseholderQR<Eigen::MatrixXd>(random_matrix(8, 8, 2)).householderQ();
  Eigen::VectorXd values(8);
  for (int k = 0; k < 8; ++k) values(k) = std::pow(10.0, 2 - 2 * k);
  const auto s = spectrum(u * values.asDiagonal() * v.transpose());
  ASSERT_TRUE(s);
  for (int k = 0; k < 8; ++k) EXPECT_NEAR(s->values[static_cast<std::size_t>(k)], values(k), 1e-12);
  EXPECT_EQ(s->numeric_rank, 8);
}

TEST(Spectra, ProductKernelMatchesItsClosedForm) {
  // Singular values of [[1,1],[1,e^-tau]]^(x m): products of the two of the factor (3.3).
  for (const double tau : {0.7, 1.7918}) {
    const double q = std::exp(-tau), half = (1.0 + q) / 2.0,
                 root = std::sqrt((1.0 - q) * (1.0 - q) / 4.0 + 1.0);
    const double large = half + root, small = root - half;
    for (int m = 1; m <= 8; ++m) {
      const int size = 1 << m;
      Eigen::MatrixXd kernel(size, size);
      std::vector<double> expected;
      for (int x = 0; x < size; ++x) {
        for (int z = 0; z < size; ++z)
          kernel(x, z) = std::exp(-tau * std::popcount(static_cast<unsigned>(x & z)));
        const int ones = std::popcount(static_cast<unsigned>(x));
        expected.push_back(std::pow(large, m - ones) * std::pow(small, ones));
      }
      std::sort(expected.rbegin(), expected.rend());
      const auto s = spectrum(kernel);
      ASSERT_TRUE(s);
      for (std::size_t k = 0; k < expected.size(); ++k)
        EXPECT_NEAR(s->values[k], expected[k], 1e-11 * expected[0]);
      EXPECT_EQ(s->numeric_rank, size);
    }
  }
}

TEST(Spectra, RanksFromGivenValues) {
  const Spectrum s = spectrum_of({3.0, 1.0, 1.0, 0.0}, 4, 4, 0.9);
  EXPECT_EQ(s.numeric_rank, 3);
  EXPECT_NEAR(s.stable_rank, 11.0 / 9.0, 1e-12);
  EXPECT_EQ(s.energy_rank, 2);
  EXPECT_NEAR(s.entropy_rank, std::exp(0.6 * std::log(1 / 0.6) + 0.4 * std::log(5.0)), 1e-12);
  EXPECT_EQ(spectrum_of({3.0, 1.0, 1.0, 0.0}, 4, 4, 1.0).energy_rank, 3);
  const Spectrum zero = spectrum_of({0.0, 0.0}, 2, 2);
  EXPECT_EQ(zero.numeric_rank, 0);
  EXPECT_EQ(zero.stable_rank, 0.0);
  EXPECT_EQ(spectrum(Eigen::MatrixXd::Zero(3, 3))->numeric_rank, 0);
}

TEST(Spectra, HugeEntriesDoNotOverflow) {
  const auto s = spectrum(Eigen::MatrixXd::Identity(3, 3) * 1e200);
  ASSERT_TRUE(s);
  EXPECT_EQ(s->numeric_rank, 3);
  EXPECT_NEAR(s->stable_rank, 3.0, 1e-9);
}

TEST(Spectra, BadMatricesAreRefused) {
  Eigen::MatrixXd matrix = Eigen::MatrixXd::Identity(3, 3);
  matrix(1, 2) = std::numeric_limits<double>::quiet_NaN();
  const auto s = spectrum(matrix);
  ASSERT_FALSE(s);
  EXPECT_NE(s.error().message().find("(1, 2)"), std::string::npos);
  matrix(1, 2) = std::numeric_limits<double>::infinity();
  EXPECT_FALSE(spectrum(matrix));
  EXPECT_FALSE(spectrum(Eigen::MatrixXd(0, 0)));
  EXPECT_FALSE(spectrum(Eigen::MatrixXd::Zero(4097, 1)));
}

}  // namespace
}  // namespace tt
