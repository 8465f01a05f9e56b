// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <Eigen/SVD>
#include <cmath>
#include <random>

#include "core/codes/greedy_code.h"
#include "core/heads/evaluate.h"
#include "gpu/device.h"
#include "gpu/eval/eval.h"

namespace tt::gpu {
namespace {

Head head_of(MapKind kind, int m) {
  FeatureMap map;
  map.kind = kind;
  map.m = m;
  map.tau = 1.7;
  map.offset = m + 1.0;
  map.rank = 6;
  return head_with(map);
}

TEST(WorstCase, IsThatOfTheEvaluation) {
  for (const MapKind kind :
       {MapKind::affine, MapKind::softmax, MapKind::elu1, MapKind::constant, MapKind::exp})
    for (const auto& [m, n] : {std::pair{1, 2}, {3, 2}, {3, 3}, {4, 3}, {3, 4}, {2, 5}}) {
      const Head head = head_of(kind, m);
      const auto here = worst_case(head, n, Place::host);
      ASSERT_TRUE(here) << here.error().message();
      const double exact = evaluate_all(head, n, 0.5).value().max_error;
      EXPECT_NEAR(here->max_error, exact, 1e-4 * std::max(1.0, exact)) << m << " " << n;
      // The input it names has that error.
      const Evaluation named = evaluate_pairs(head, Kernel::make(head.map).value(), here->sequence);
      EXPECT_NEAR(named.errors.front(), exact, 1e-4 * std::max(1.0, exact));
      EXPECT_EQ(here->sequence.size(), static_cast<std::size_t>(n));
    }
}

TEST(WorstCase, CountsItsInputsAndRefusesTooMany) {
  EXPECT_NEAR(worst_case(head_of(MapKind::affine, 3), 3, Place::host)->inputs, 8 * 36, 1e-6);
  EXPECT_FALSE(worst_case(head_of(MapKind::affine, 13), 3, Place::host));
  EXPECT_FALSE(worst_case(head_of(MapKind::affine, 3), 6, Place::host));
  EXPECT_FALSE(worst_case(head_of(MapKind::affine, 12), 5, Place::host));
}

TEST(SieveCode, IsTheGreedyOne) {
  for (const auto& [bits, weight, distance] : {std::tuple{6, 3, 2},
                                               {9, 4, 2},
                                               {12, 6, 3},
                                               {14, 7, 4},
                                               {8, 0, 1},
                                               {8, 8, 1},
                                               {7, 1, 1},
                                               {10, 5, 6}}) {
    CodeRequest request;
    request.bits = bits;
    request.weight = weight;
    request.distance = distance;
    EXPECT_EQ(sieve_code(bits, weight, distance, Place::host).value(), greedy_code(request).value().words)
        << bits << " " << weight << " " << distance;
  }
  EXPECT_FALSE(sieve_code(64, 32, 8, Place::host));
  EXPECT_FALSE(sieve_code(8, 9, 2, Place::host));
}

TEST(SingularValues, AreThoseOfTheLibrary) {
  std::mt19937 random(4);
  std::normal_distribution<double> normal;
  for (const auto& [rows, columns] : {std::pair{1, 1}, {5, 5}, {9, 4}, {16, 16}, {33, 31}}) {
    std::vector<Eigen::MatrixXd> matrices;
    for (int k = 0; k < 3; ++k)
      matrices.push_back(Eigen::MatrixXd::NullaryExpr(rows, columns, [&] { return normal(random); }));
    matrices[1].col(0).setZero();                           // a zero value
    matrices[2] = matrices[2].col(0) * matrices[2].row(0);  // rank one
    const auto found = singular_values(matrices, Place::host);
    ASSERT_TRUE(found) << found.error().message();
    for (std::size_t k = 0; k < 3; ++k) {
      const Eigen::VectorXd exact = Eigen::JacobiSVD<Eigen::MatrixXd>(matrices[k]).singularValues();
      for (Eigen::Index i = 0; i < columns; ++i)
        EXPECT_NEAR((*found)[k][static_cast<std::size_t>(i)], exact[i], 1e-12 * exact[0])
            << rows << " " << columns;
    }
  }
}

TEST(SingularValues, SmallOnesAreAsGoodAsLargeOnes) {
  // Columns of very different lengths: relative accuracy is what Jacobi gives.
  Eigen::MatrixXd graded = Eigen::MatrixXd::Identity(4, 4);
  graded.diagonal() << 1.0, 1e-5, 1e-10, 1e-14;
  const auto found = singular_values({graded}, Place::host).value().front();
  for (int i = 0; i < 4; ++i) EXPECT_NEAR(found[static_cast<std::size_t>(i)] / graded(i, i), 1.0, 1e-12);
}

TEST(SingularValues, WrongShapesAreNamed) {
  EXPECT_FALSE(singular_values({}, Place::host));
  EXPECT_FALSE(singular_values({Eigen::MatrixXd::Zero(2, 3)}, Place::host));
  EXPECT_FALSE(singular_values({Eigen::MatrixXd::Zero(3, 3), Eigen::MatrixXd::Zero(3, 2)}, Place::host));
  EXPECT_FALSE(singular_values({Eigen::MatrixXd::Constant(2, 2, std::nan(""))}, Place::host));
}

TEST(Tournament, EveryTwoMeetOnce) {
  for (const int even : {2, 4, 10, 16}) {
    std::vector<int> met(static_cast<std::size_t>(even * even), 0);
    for (int round = 0; round + 1 < even; ++round) {
      std::vector<int> busy(static_cast<std::size_t>(even), 0);
      for (int k = 0; k < even / 2; ++k) {
        int p = 0, q = 0;
        tournament_pair(even, round, k, p, q);
        ++busy[static_cast<std::size_t>(p)];
        ++busy[static_cast<std::size_t>(q)];
        ++met[static_cast<std::size_t>(std::min(p, q) * even + std::max(p, q))];
      }
      for (const int times : busy) EXPECT_EQ(times, 1);
    }
    for (int p = 0; p < even; ++p)
      for (int q = p + 1; q < even; ++q) EXPECT_EQ(met[static_cast<std::size_t>(p * even + q)], 1);
  }
}

TEST(Devices, SayWhatIsThereOrWhyNot) {
  const Devices found = find_devices();
  EXPECT_EQ(found.cards.empty(), !found.why_not.empty());
  const Json json = to_json(found);
  EXPECT_EQ(json["available"], !found.cards.empty());
  EXPECT_TRUE(text(found).starts_with("CUDA: "));
  if (!found.cards.empty()) GTEST_SKIP() << "there is a card";
  // Without one, everything that wants it says so.
  const Head head = head_of(MapKind::affine, 2);
  EXPECT_NE(worst_case(head, 3, Place::card).error().message().find(found.why_not), std::string::npos);
  EXPECT_FALSE(sieve_code(6, 3, 2, Place::card));
  EXPECT_FALSE(singular_values({Eigen::MatrixXd::Identity(2, 2)}, Place::card));
}

}  // namespace
}  // namespace tt::gpu
