// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/heads/constructions/constructions.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

#include "core/task/min_ip.h"
#include "tests/core/heads/support.h"

namespace tt {
namespace {

/// Calls visit(sequence) for every ordered sequence of n tokens of m bits.
template <class Visit>
void every_sequence(int m, int n, Visit visit) {
  Sequence s(static_cast<std::size_t>(n), {0, m});
  while (true) {
    visit(s);
    std::size_t j = 0;
    while (j < s.size() && s[j].word == low_mask(m)) s[j++].word = 0;
    if (j == s.size()) return;
    ++s[j].word;
  }
}

TEST(RankOne, IsExactAtLengthsOneAndTwo) {
  for (int m = 1; m <= 5; ++m) {
    for (int n = 1; n <= 2; ++n) {
      every_sequence(m, n, [](const Sequence& s) {
        const auto targets = min_ip_targets(s);
        for (std::size_t i = 0; i < s.size(); ++i) ASSERT_EQ(rank_one_output(s, i), targets[i]);
      });
      EXPECT_EQ(evaluate_all(rank_one_head(m), n, 0.5)->max_error, 0.0);
    }
  }
}

TEST(RankOne, FailsAtLengthThree) {
  for (int m = 4; m <= 6; ++m) {
    const auto all = evaluate_all(rank_one_head(m), 3, 0.5);
    EXPECT_FALSE(all->solved);
    const Rational output = rank_one_output(all->worst.sequence, 0);
    EXPECT_NEAR(output.get_d(), all->worst.output, 1e-12);
    EXPECT_GT(abs(output - all->worst.target), Rational(1, 2));
  }
}

TEST(Softmax, SolvesAllInputsAtTheAdvisedTemperature) {
  EXPECT_NEAR(advised_tau(3, 0.5), 1.791759469228055, 1e-15);
  for (int m = 1; m <= 5; ++m) {
    for (int n = 2; n <= (m < 5 ? 4 : 3); ++n) {
      for (const double epsilon : {0.5, 0.1}) {
        const auto head = softmax_head(m, n, epsilon);
        ASSERT_TRUE(head);
        const auto all = evaluate_all(*head, n, epsilon);
        EXPECT_TRUE(all->solved);
        EXPECT_LE(all->max_error, (n - 1) * std::exp(-head->map.tau) + 1e-12);
      }
    }
  }
}

TEST(Softmax, SolvesLongWideInputsByOverlap) {
  for (const int m : {12, 40, 64}) {
    for (int n = 2; n <= 4; ++n) {
      const auto head = softmax_head(m, n, 0.5);
      const auto all = evaluate_by_overlap(*head, n, 0.5);
      ASSERT_TRUE(all) << all.error().message();
      EXPECT_TRUE(all->solved);
      EXPECT_LE(all->max_error, (n - 1) * std::exp(-head->map.tau) + 1e-12);
    }
  }
}

TEST(ExactProduct, SolvesAllInputsLikeSoftmax) {
  for (int m = 1; m <= 4; ++m) {
    for (int n = 2; n <= 4; ++n) {
      EXPECT_TRUE(evaluate_all(*exact_product_head(m, n, 0.5), n, 0.5)->solved);
    }
  }
}

TEST(ExactProduct, SingularValuesAreProducts) {
  for (int m = 1; m <= 10; ++m) {
    const double tau = 0.4 * m;
    const auto closed = exact_product_singular_values(m, tau);
    ASSERT_EQ(closed.size(), std::size_t{1} << m);
    EXPECT_TRUE(std::is_sorted(closed.rbegin(), closed.rend()));
    const auto tokens = test::all_tokens(m);
    const Eigen::MatrixXd a =
        Kernel::make({.kind = MapKind::exact_product, .m = m, .tau = tau})->matrix(tokens, tokens);
    // The kernel is symmetric: its singular values are the sizes of its eigenvalues.
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(a, Eigen::EigenvaluesOnly);
    std::vector<double> values;
    for (const double value : solver.eigenvalues()) values.push_back(std::abs(value));
    std::sort(values.rbegin(), values.rend());
    for (std::size_t i = 0; i < values.size(); ++i) ASSERT_NEAR(values[i], closed[i], 1e-11 * closed[0]);
  }
}

TEST(Affine, FailsAtLengthThreeAndStatesItsRank) {
  const auto head = affine_head(5);
  ASSERT_TRUE(head);
  EXPECT_DOUBLE_EQ(std::exp2(facts(head->map).rank_log2), 6.0);
  EXPECT_FALSE(evaluate_all(*affine_head(5, 6.0), 3, 0.5)->solved);
  EXPECT_FALSE(affine_head(5, 4.0));
  EXPECT_FALSE(affine_head(0));
  EXPECT_FALSE(affine_head(65));
}

TEST(DegreeReadout, IsTheMinimumAtLengthDegreePlusOne) {
  for (int m = 1; m <= 4; ++m) {
    for (int degree = 1; degree <= 3; ++degree) {
      every_sequence(m, degree + 1, [degree](const Sequence& s) {
        ASSERT_EQ(*degree_readout_output(s, 0, degree), min_ip_target(s, 0));
      });
    }
  }
  for (std::uint64_t i = 0; i < 3000; ++i) {
    const Sequence s = test::sequence_at(30, 4, i);
    for (std::size_t q = 0; q < s.size(); ++q)
      ASSERT_EQ(*degree_readout_output(s, q, 3), min_ip_target(s, q));
  }
}

TEST(DegreeReadout, RefusesOtherLengths) {
  const Sequence s = test::sequence_at(4, 3, 1);
  EXPECT_FALSE(degree_readout_output(s, 0, 1));
  EXPECT_FALSE(degree_readout_output(s, 0, 0));
  EXPECT_FALSE(degree_readout_output(s, 3, 2));
}

TEST(ScalarDecoding, RecoversEveryTarget) {
  for (int m = 1; m <= 3; ++m) {
    for (int n = 1; n <= 4; ++n) {
      every_sequence(m, n, [n](const Sequence& s) {
        const auto decoded = scalar_decoding(s);
        ASSERT_TRUE(decoded);
        ASSERT_EQ(decoded->targets, min_ip_targets(s));
        ASSERT_EQ(decoded->base, n + 1);
      });
    }
  }
}

TEST(ScalarDecoding, StatesItsBitsAndItsLimit) {
  const Sequence s = test::sequence_at(10, 3, 4);
  const auto decoded = scalar_decoding(s);
  EXPECT_EQ(decoded->bits, 2048.0);  // 2^10 log2 4
  EXPECT_EQ(decoded->targets, min_ip_targets(s));
  EXPECT_FALSE(scalar_decoding(test::sequence_at(17, 3, 4)));
  EXPECT_FALSE(scalar_decoding({}));
}

TEST(FamilyHead, SolvesTheShippedFamilyWithOneFeaturePerQuery) {
  const auto family = load_family(TT_SOURCE_DIR "/resources/data/finite-family-424.json");
  ASSERT_TRUE(family) << family.error().message();
  for (const double epsilon : {0.5, 0.05}) {
    const auto head = family_head(*family, epsilon);
    ASSERT_TRUE(head);
    EXPECT_EQ(head->map.table->query.cols(), 15);
    EXPECT_TRUE(facts(head->map).nonnegative);
    const auto result = evaluate_family(*head, *family, epsilon);
    ASSERT_TRUE(result);
    EXPECT_TRUE(result->solved) << result->max_error;
    EXPECT_EQ(result->sequences, 1272);
    EXPECT_EQ(result->exact_accuracy, 1.0);
  }
}

TEST(FamilyHead, SolvesAllInputs) {
  for (int n = 1; n <= 4; ++n) {
    const auto family = all_inputs(3, n);
    const auto head = family_head(*family, 0.25);
    EXPECT_TRUE(evaluate_family(*head, *family, 0.25)->solved);
    EXPECT_TRUE(evaluate_all(*head, n, 0.25)->solved);
  }
  EXPECT_FALSE(family_head(*all_inputs(3, 2), 0.7));
  EXPECT_FALSE(family_head(Family{}, 0.5));
}

TEST(RandomHead, OnlyTakesRandomMaps) {
  for (const MapKind kind : {MapKind::elu1, MapKind::relu, MapKind::exp, MapKind::favor}) {
    const auto head = random_head(kind, 6, 4, 1.5, 3);
    ASSERT_TRUE(head);
    EXPECT_EQ(feature_count(head->map), 4);
    EXPECT_TRUE(facts(head->map).rank_is_free);
  }
  EXPECT_FALSE(random_head(MapKind::affine, 6, 4, 1.5, 3));
  EXPECT_FALSE(random_head(MapKind::relu, 6, 0, 1.5, 3));
}

}  // namespace
}  // namespace tt
