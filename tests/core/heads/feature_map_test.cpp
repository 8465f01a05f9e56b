// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/heads/feature_map.h"

#include <Eigen/SVD>
#include <cmath>

#include "tests/core/heads/support.h"

namespace tt {
namespace {

using test::all_tokens;
using test::maps_of_every_kind;

Eigen::Index numeric_rank(const Eigen::MatrixXd& a) {
  const Eigen::VectorXd s = Eigen::BDCSVD<Eigen::MatrixXd>(a).singularValues();
  return (s.array() > 1e-11 * s(0)).count();
}

TEST(FeatureMap, NamesAreOneToOne) {
  for (int k = 0; k < kMapKinds; ++k) {
    const auto kind = static_cast<MapKind>(k);
    EXPECT_EQ(map_kind(map_name(kind)), kind);
  }
  EXPECT_EQ(map_kind("no such map"), std::nullopt);
}

TEST(FeatureMap, FeaturesReproduceTheKernel) {
  for (const int m : {2, 5}) {
    for (const FeatureMap& map : maps_of_every_kind(m)) {
      const auto kernel = Kernel::make(map);
      ASSERT_TRUE(kernel) << kernel.error().message();
      const auto tokens = all_tokens(m);
      const Eigen::MatrixXd alpha = kernel->matrix(tokens, tokens);
      for (std::size_t x = 0; x < tokens.size(); ++x) {
        const auto phi_q = kernel->query_features(tokens[x]);
        ASSERT_TRUE(phi_q);
        EXPECT_EQ(phi_q->size(), feature_count(map));
        for (std::size_t z = 0; z < tokens.size(); ++z) {
          const double direct = (*kernel)(tokens[x], tokens[z]);
          EXPECT_NEAR(phi_q->dot(*kernel->key_features(tokens[z])), direct, 1e-12 * (1.0 + std::abs(direct)))
              << test::described(map);
          EXPECT_NEAR(alpha(static_cast<Eigen::Index>(x), static_cast<Eigen::Index>(z)), direct,
                      1e-12 * (1.0 + std::abs(direct)));
        }
      }
    }
  }
}

TEST(FeatureMap, RankOfAllTokensIsAsStated) {
  for (int m = 2; m <= 6; ++m) {
    for (const FeatureMap& map : maps_of_every_kind(m)) {
      const auto tokens = all_tokens(m);
      const auto rank = static_cast<double>(numeric_rank(Kernel::make(map)->matrix(tokens, tokens)));
      const MapFacts known = facts(map);
      if (known.rank_is_exact) {
        EXPECT_DOUBLE_EQ(rank, std::exp2(known.rank_log2)) << test::described(map);
      } else {
        EXPECT_LE(rank, std::exp2(known.rank_log2) + 1e-9) << test::described(map);
      }
    }
  }
}

TEST(FeatureMap, RanksOfTheory) {
  EXPECT_DOUBLE_EQ(std::exp2(facts({.kind = MapKind::affine, .m = 12}).rank_log2), 13.0);
  EXPECT_DOUBLE_EQ(facts({.kind = MapKind::exact_product, .m = 64}).rank_log2, 64.0);
  EXPECT_DOUBLE_EQ(facts({.kind = MapKind::constant, .m = 5}).rank_log2, 0.0);
  EXPECT_DOUBLE_EQ(std::exp2(facts({.kind = MapKind::taylor2, .m = 6, .tau = 1.0}).rank_log2), 22.0);
  EXPECT_DOUBLE_EQ(std::exp2(facts({.kind = MapKind::taylor2, .m = 6, .tau = 2.0}).rank_log2), 16.0);
}

TEST(FeatureMap, NonnegativeWhereStated) {
  for (int m = 2; m <= 6; ++m) {
    for (const FeatureMap& map : maps_of_every_kind(m)) {
      const auto tokens = all_tokens(m);
      EXPECT_TRUE(facts(map).nonnegative);
      EXPECT_GE(Kernel::make(map)->matrix(tokens, tokens).minCoeff(), 0.0) << test::described(map);
    }
  }
  EXPECT_FALSE(facts(test::overlap_map(2, {1.0, 0.5, -0.1})).nonnegative);
  EXPECT_FALSE(facts(test::random_table(3, 2, 1, -1.0)).nonnegative);
}

TEST(FeatureMap, ProductFeaturesAreNonnegative) {
  const auto kernel = Kernel::make({.kind = MapKind::exact_product, .m = 6, .tau = 1.7});
  for (const BitToken token : all_tokens(6)) {
    EXPECT_GE(kernel->query_features(token)->minCoeff(), 0.0);
    EXPECT_GE(kernel->key_features(token)->minCoeff(), 0.0);
  }
}

TEST(FeatureMap, GeometricIsTheProductKernelWithARatio) {
  const auto geometric = Kernel::make({.kind = MapKind::geometric, .m = 40, .ratio = 0.25});
  const auto product = Kernel::make({.kind = MapKind::exact_product, .m = 40, .tau = std::log(4.0)});
  const Sequence s = test::sequence_at(40, 50, 1);
  for (const BitToken x : s) {
    EXPECT_NEAR((*geometric)(x, s[0]) / (*product)(x, s[0]), 1.0, 1e-12);
  }
}

TEST(FeatureMap, OverlapValuesAreTheKernel) {
  for (const FeatureMap& map : maps_of_every_kind(9)) {
    const auto kernel = Kernel::make(map);
    const auto f = kernel->overlap_values();
    if (!f) continue;
    ASSERT_EQ(f->size(), 10u);
    for (const BitToken x : test::sequence_at(9, 20, 2)) {
      for (const BitToken z : test::sequence_at(9, 20, 3)) {
        EXPECT_EQ((*kernel)(x, z), (*f)[static_cast<std::size_t>(overlap(x, z))]);
      }
    }
  }
}

TEST(FeatureMap, BinomialCoefficientsAreDifferences) {
  // 1 + 2 C(o,1) + 0 C(o,2) + 3 C(o,3)
  const std::vector<double> f{1.0, 3.0, 5.0, 10.0, 21.0};
  EXPECT_EQ(binomial_coefficients(f), (std::vector<double>{1.0, 2.0, 0.0, 3.0, 0.0}));
  // A quadratic in tenths: its third difference is rounding, not rank.
  std::vector<double> g;
  for (int o = 0; o <= 8; ++o) g.push_back(0.1 + 0.3 * o + 0.7 * o * o);
  const auto c = binomial_coefficients(g);
  for (std::size_t k = 3; k < c.size(); ++k) EXPECT_EQ(c[k], 0.0);
}

TEST(FeatureMap, ProjectionsAreAddressed) {
  for (const MapKind kind : {MapKind::elu1, MapKind::relu, MapKind::exp, MapKind::favor}) {
    const BitToken x{0b1011, 4};
    const auto small = Kernel::make({.kind = kind, .m = 4, .rank = 3, .seed = 8})->query_features(x);
    const auto again = Kernel::make({.kind = kind, .m = 4, .rank = 3, .seed = 8})->query_features(x);
    const auto other = Kernel::make({.kind = kind, .m = 4, .rank = 3, .seed = 9})->query_features(x);
    EXPECT_EQ(*small, *again);
    EXPECT_NE(*small, *other);
    if (kind == MapKind::favor) continue;  // scaled by 1/sqrt(r)
    const auto large = Kernel::make({.kind = kind, .m = 4, .rank = 5, .seed = 8})->query_features(x);
    EXPECT_LT((large->head(3) - *small).norm(), 1e-12);
  }
}

TEST(FeatureMap, RandomWeightsFallWithTheOverlapOnAverage) {
  // The mean over all pairs of given weights with small and with large overlap.
  for (const MapKind kind : {MapKind::elu1, MapKind::relu, MapKind::exp, MapKind::favor}) {
    const auto kernel = Kernel::make({.kind = kind, .m = 8, .tau = 0.3, .rank = 512});
    const BitToken x{0b00001111, 8};
    EXPECT_GT((*kernel)(x, {0b11110000, 8}), (*kernel)(x, {0b00001111, 8})) << map_name(kind);
  }
}

TEST(FeatureMap, FavorApproachesTheSoftmaxKernel) {
  const double tau = 0.2;
  const auto favor = Kernel::make({.kind = MapKind::favor, .m = 6, .tau = tau, .rank = 65536});
  for (const std::uint64_t word : {0ull, 1ull, 7ull, 63ull}) {
    const BitToken x{0b000111, 6}, z{word, 6};
    EXPECT_NEAR((*favor)(x, z), std::exp(-tau * overlap(x, z)), 0.05);
  }
}

TEST(FeatureMap, FeaturesAreRefusedWhereTheyAreTooMany) {
  for (const MapKind kind : {MapKind::exact_product, MapKind::geometric, MapKind::softmax}) {
    EXPECT_TRUE(Kernel::make({.kind = kind, .m = 12})->query_features({5, 12}));
    const auto refused = Kernel::make({.kind = kind, .m = 13})->key_features({5, 13});
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message().find("13"), std::string::npos);
  }
  std::vector<double> f(31);
  for (std::size_t o = 0; o < f.size(); ++o) f[o] = std::pow(0.5, static_cast<double>(o));
  EXPECT_FALSE(Kernel::make(test::overlap_map(30, f))->query_features({5, 30}));
  EXPECT_TRUE(Kernel::make({.kind = MapKind::taylor2, .m = 64})->query_features({5, 64}));
}

TEST(FeatureMap, UnknownTableTokensHaveKernelZero) {
  auto table = std::make_shared<FeatureTable>();
  table->query_tokens = {{1, 3}};
  table->key_tokens = {{2, 3}, {3, 3}};
  table->query = Eigen::MatrixXd::Ones(1, 2);
  table->key = Eigen::MatrixXd::Ones(2, 2);
  FeatureMap map{.kind = MapKind::table, .m = 3};
  map.table = table;
  const auto kernel = Kernel::make(map);
  ASSERT_TRUE(kernel);
  EXPECT_EQ((*kernel)({1, 3}, {3, 3}), 2.0);
  EXPECT_EQ((*kernel)({1, 3}, {4, 3}), 0.0);
  EXPECT_EQ((*kernel)({2, 3}, {3, 3}), 0.0);
  EXPECT_EQ(table->key_row({3, 3}), 1);
  EXPECT_EQ(table->query_row({3, 3}), std::nullopt);
}

TEST(FeatureMap, BadInputIsRefusedWithAReason) {
  const auto message = [](FeatureMap map) {
    const auto kernel = Kernel::make(std::move(map));
    return kernel ? std::string("accepted") : kernel.error().message();
  };
  const auto names = [&](const FeatureMap& map, const char* part) {
    EXPECT_NE(message(map).find(part), std::string::npos) << message(map);
  };
  names({.kind = MapKind::constant, .m = 0}, "bits m");
  names({.kind = MapKind::constant, .m = 65}, "65");
  names({.kind = MapKind::relu, .m = 4, .rank = 0}, "rank");
  names({.kind = MapKind::favor, .m = 4, .rank = 70000}, "70000");
  names({.kind = MapKind::affine, .m = 4, .offset = 3.5}, "offset");
  names({.kind = MapKind::softmax, .m = 4, .tau = 0.0}, "temperature");
  names({.kind = MapKind::taylor2, .m = 4, .tau = NAN}, "temperature");
  names({.kind = MapKind::geometric, .m = 4, .ratio = 1.0}, "ratio");
  names({.kind = MapKind::exp, .m = 4, .scale = -1.0}, "scale");
  names({.kind = MapKind::table, .m = 4}, "missing");
  names(test::overlap_map(3, {1.0, 1.0, 1.0}), "3 values");
  names(test::overlap_map(1, {1.0, INFINITY}), "not finite");
  names(test::overlap_map(1, {0.0, 0.0}), "all zero");

  const auto broken = [](auto change) {
    FeatureMap map = test::random_table(2, 3, 1);
    FeatureTable table = *map.table;
    change(table);
    map.table = std::make_shared<FeatureTable>(table);
    return map;
  };
  names(broken([](FeatureTable& t) { t.key.conservativeResize(4, 2); }), "4 x 3");
  names(broken([](FeatureTable& t) { t.query.conservativeResize(3, 3); }), "query features");
  names(broken([](FeatureTable& t) { t.key_tokens[1] = t.key_tokens[0]; }), "once");
  names(broken([](FeatureTable& t) { t.query_tokens[1] = {1, 3}; }), "2 bits");
  names(broken([](FeatureTable& t) { t.query(0, 0) = NAN; }), "not finite");
}

}  // namespace
}  // namespace tt
