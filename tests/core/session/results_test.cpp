// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/results.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "core/base/random.h"
#include "core/heads/constructions/constructions.h"
#include "core/task/family.h"

namespace tt {
namespace {

Session with(MapKind map, int n, double tau = 0.0) {
  Session s = example_session();
  s.map = map;
  s.n = n;
  s.tau = tau > 0 ? tau : advised_tau(std::max(n, 2), s.epsilon);
  return normalized(s);
}

TEST(AttentionResult, ExampleShowsTheNumbersOfTheAffineKernel) {
  // c = 13, overlaps 6, 1, 3: weights 7 : 12 : 10 of 29, output (7*6 + 12*1 + 10*3)/29 = 84/29.
  const AttentionResult r = attention_result(example_session()).value();
  EXPECT_EQ(r.query, 0);
  EXPECT_EQ(r.right, 1);
  EXPECT_EQ(r.rival, 2);
  EXPECT_NEAR(r.chosen.weights(0, 1), 12.0 / 29, 1e-12);
  EXPECT_NEAR(r.chosen.outputs[0], 84.0 / 29, 1e-12);
  EXPECT_EQ(r.claim.verdict, Verdict::violated);
  EXPECT_LT(r.claim.margin(), 0);
  EXPECT_LT(r.softmax.max_error, 0.5);
}

TEST(AttentionResult, OneFeatureIsEnoughUpToTwoTokens) {
  for (int n = 1; n <= 2; ++n)
    for (std::uint64_t seed = 1; seed <= 50; ++seed) {
      Session s = with(MapKind::constant, n);
      s.sequence = random_sequence(s.m, n, seed);
      const AttentionResult r = attention_result(s).value();
      EXPECT_EQ(r.claim.verdict, Verdict::holds);
      EXPECT_EQ(r.rival, -1);
    }
}

TEST(AttentionResult, SoftmaxAtTheAdvisedTemperatureAlwaysHolds) {
  for (int n = 2; n <= 16; ++n)
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      Session s = with(MapKind::softmax, n);
      s.sequence = random_sequence(s.m, n, seed);
      EXPECT_EQ(attention_result(s).value().claim.verdict, Verdict::holds);
    }
}

TEST(AttentionResult, SelectedRivalIsRespectedWhereItIsWrong) {
  Session s = with(MapKind::affine, 5);
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    s.sequence = random_sequence(s.m, 5, seed);
    const AttentionResult automatic = attention_result(s).value();
    const std::vector<int>& row = automatic.overlaps[static_cast<std::size_t>(s.query)];
    for (int j = 0; j < 5; ++j) {
      s.rival = j;
      const bool is_wrong =
          j != s.query && row[static_cast<std::size_t>(j)] > row[static_cast<std::size_t>(automatic.right)];
      s = normalized(s);
      EXPECT_EQ(attention_result(s).value().rival == j, is_wrong || automatic.rival == j);
    }
    s.rival = -1;
  }
}

TEST(ChainResult, AffineFailsAndSoftmaxHoldsOnTheExample) {
  const ChainResult affine = chain_result(example_session()).value();
  EXPECT_EQ(affine.claim.verdict, Verdict::violated);
  EXPECT_NEAR(affine.measured.measured_product, affine.measured.alpha.front() / affine.measured.alpha.back(),
              1e-12);
  EXPECT_EQ(chain_result(with(MapKind::softmax, 3)).value().claim.verdict, Verdict::holds);
  EXPECT_EQ(chain_result(with(MapKind::affine, 2)).value().claim.verdict, Verdict::does_not_apply);
}

TEST(ChainResult, HoldsWhereverTheHeadSolves) {
  // The lemma itself: a head that solves every input of length n passes every jump.
  for (int m : {4, 6, 8})
    for (int n = 3; n <= 5; ++n) {
      Session s = with(MapKind::exact_product, n);
      s.m = m;
      s.distance = 2;
      s = normalized(s);
      const ChainResult r = chain_result(s).value();
      for (const Jump& jump : r.measured.jumps) {
        if (jump.applies) {
          EXPECT_GT(jump.measured, jump.required);
        }
        for (const Jump::Probe& probe : jump.probes) EXPECT_TRUE(probe.right);
      }
    }
}

TEST(ChainResult, GapsReachTheEndWhateverTheChoice) {
  for (int distance = 1; distance <= 12; ++distance)
    for (const GapChoice choice : {GapChoice::best, GapChoice::equal})
      for (int gap = 1; gap <= 6; ++gap) {
        Session s = example_session();
        s.gap_choice = choice;
        s.gap = gap;
        const auto gaps = chain_gaps(s, distance);
        EXPECT_EQ(std::accumulate(gaps.begin(), gaps.end(), 0), distance);
      }
}

TEST(IdentityResult, NeverAsksForMoreThanRankOneAtLengthTwo) {
  const IdentityResult r = identity_result(with(MapKind::constant, 2)).value();
  EXPECT_EQ(r.needed_rank, 1);
  EXPECT_EQ(r.claim.verdict, Verdict::does_not_apply);
}

TEST(IdentityResult, HeadsThatSolveGiveNearIdentities) {
  Session s = with(MapKind::softmax, 3);
  const IdentityResult r = identity_result(s).value();
  EXPECT_LT(r.report.max_off_diagonal, 1 / r.required_lambda);
  EXPECT_EQ(r.claim.verdict, Verdict::holds);
  EXPECT_GE(r.spectrum->numeric_rank, r.needed_rank);
  EXPECT_GE(r.spectrum->numeric_rank + 1e-9, r.report.trace);
}

TEST(IdentityResult, SyntheticMatricesObeyTheLemma) {
  for (const bool is_signed : {false, true})
    for (const double lambda : {1.5, 4.0, 32.0}) {
      Session s = example_session();
      s.matrix = MatrixSource::synthetic;
      s.synthetic_size = 100;
      s.synthetic_lambda = lambda;
      s.synthetic_signed = is_signed;
      const IdentityResult r = identity_result(s).value();
      EXPECT_EQ(r.claim.verdict, Verdict::holds);
      EXPECT_GE(r.spectrum->numeric_rank, r.needed_rank);
    }
}

TEST(IdentityResult, CoarseAnswersLeaveTheSpectrumForLater) {
  Session s = example_session();
  s.matrix = MatrixSource::synthetic;
  s.synthetic_size = 300;
  EXPECT_FALSE(identity_result(s, true).value().spectrum);
  EXPECT_TRUE(identity_result(s, false).value().spectrum);
}

TEST(PhaseResult, CliffOfARealHead) {
  Session s = with(MapKind::constant, 3);
  s.m = 6;
  s.phase_n_max = 5;
  const PhaseResult r = phase_result(normalized(s)).value();
  ASSERT_EQ(r.measured.size(), 5u);
  EXPECT_EQ(r.measured[0].exact_accuracy, 1.0);
  EXPECT_EQ(r.measured[1].exact_accuracy, 1.0);
  EXPECT_LT(r.measured[2].exact_accuracy, 1.0);
  EXPECT_GT(r.measured[2].max_error, 0.5);
  EXPECT_EQ(r.claim.verdict, Verdict::violated);  // one feature where two are certified
}

TEST(PhaseResult, LowerNeverPassesUpper) {
  for (int m : {1, 3, 4, 8, 12, 24, 64}) {
    Session s = example_session();
    s.m = m;
    s.phase_n_max = 16;
    const PhaseResult r = phase_result(normalized(s), true).value();
    for (const PhaseRow& row : r.rows) {
      EXPECT_LE(row.lower_log2, row.upper_log2 + 1e-12) << m << " " << row.n;
      EXPECT_TRUE(row.n > 2 || row.upper_log2 == 0);
    }
  }
}

TEST(HardSequence, BreaksTheAffineKernelAndNotSoftmax) {
  Session s = example_session();
  s.sequence = hard_sequence(s).value();
  EXPECT_EQ(s.sequence.size(), 3u);
  EXPECT_EQ(attention_result(s).value().claim.verdict, Verdict::violated);
  s.map = MapKind::softmax;
  EXPECT_EQ(attention_result(s).value().claim.verdict, Verdict::holds);
}

TEST(Results, EveryOneIsJsonWithoutLosingItsClaim) {
  const Session s = example_session();
  for (const Json& json : {to_json(attention_result(s).value()), to_json(chain_result(s).value()),
                           to_json(identity_result(s).value()), to_json(phase_result(s).value())}) {
    EXPECT_TRUE(Json::parse(json.dump()) == json);
    EXPECT_TRUE(json["claim"].contains("verdict"));
  }
}

TEST(Results, HeadsOfEveryKindGiveEveryResultOrOneLine) {
  for (int kind = 0; kind < kMapKinds; ++kind)
    for (int m : {1, 2, 5, 12, 64})
      for (int n : {1, 2, 3, 6}) {
        Session s = example_session();
        s.map = static_cast<MapKind>(kind);
        s.m = m;
        s.n = n;
        s.distance = 1;
        s.rank = 7;
        s.words = 6;
        s.phase_n_max = 4;
        s = normalized(s);
        const auto tell = [](const auto& result) {
          return result ? std::string() : result.error().message();
        };
        for (const std::string& message : {tell(attention_result(s)), tell(chain_result(s)),
                                           tell(identity_result(s)), tell(phase_result(s, true))})
          EXPECT_EQ(message.find('\n'), std::string::npos);
      }
}

}  // namespace
}  // namespace tt
