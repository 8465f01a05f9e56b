// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "core/base/log2_number.h"
#include "core/brackets/bracket.h"
#include "core/session/results.h"

namespace tt {
namespace {

constexpr int kMapBits = 32;            // rows of the (m, n) map
constexpr double kAllInputs = 400'000;  // multisets up to which every input is evaluated
constexpr double kByOverlap = 2'000'000;

constexpr double kWork = 2e8;  // multiplications spent on the features of one length's sample

/// How many random sequences of length n are tried: 2000, fewer where features are dear. A function of the
/// session, so that the same session gives the same numbers.
int sample_size(const Head& head, int n, bool coarse) {
  const bool by_overlap =
      facts(head.map).finite_features && !facts(head.map).rank_is_free && head.map.kind != MapKind::table;
  const double features =
      by_overlap || head.map.kind == MapKind::softmax ? 1.0 : std::exp2(facts(head.map).rank_log2);
  const double affordable = (coarse ? 0.1 : 1.0) * kWork / (features * head.map.m * n);
  return static_cast<int>(std::clamp(affordable, coarse ? 20.0 : 50.0, coarse ? 200.0 : 2000.0));
}

double multisets(double kinds, int n) { return std::exp2(log2_binomial(kinds + n - 1, n)); }

/// Every input where they are few, else seeded random sequences; and the exact worst error where the kernel
/// is a function of the overlap.
Expected<PhaseResult::Measured> measure(const Head& head, const Session& session, int n, bool coarse,
                                        std::stop_token stop) {
  const double effort = coarse ? 0.1 : 1.0;
  const bool all = session.m <= 11 && head.position_gains.empty() &&
                   multisets(std::exp2(session.m), n) <= kAllInputs * effort;
  auto sampled =
      all ? evaluate_all(head, n, session.epsilon, stop)
          : evaluate_random(head, n, sample_size(head, n, coarse), session.head_seed, session.epsilon, stop);
  if (!sampled) return tl::unexpected(sampled.error());
  PhaseResult::Measured measured{n, sampled->exact_accuracy, sampled->max_error, sampled->scope};
  if (!all && multisets(session.m + 1, n - 1) * session.m <= kByOverlap * effort) {
    if (auto worst = evaluate_by_overlap(head, n, session.epsilon, stop); worst && worst->complete) {
      measured.max_error = std::max(measured.max_error, worst->max_error);
      measured.scope += "; worst error over all inputs";
    }
  }
  return measured;
}

Claim phase_claim(const PhaseResult& r, const PhaseRow& here) {
  Claim claim;
  claim.relation = "≥";
  claim.left = std::exp2(std::min(r.head_rank_log2, 1000.0));
  claim.right = std::exp2(std::min(here.lower_log2, 1000.0));
  const std::string left = text_from_log2(r.head_rank_log2), right = text_from_log2(here.lower_log2);
  if (r.session.n <= 2) {
    claim.statement = "one feature solves every sequence of length 1 or 2";
    claim.source = "rank-one construction (mathematics §3.1)";
    claim.verdict = Verdict::holds;
    claim.detail = "r = 1 is enough at n ≤ 2";
    return claim;
  }
  claim.statement = "a head that solves length n has at least the certified rank";
  claim.source = "optimized certificate, brackets (mathematics §6.3, §6.5)";
  const bool enough = r.head_rank_log2 >= here.lower_log2 - 1e-12;
  claim.verdict = enough ? Verdict::holds : Verdict::violated;
  claim.detail = "r = " + left + (enough ? " ≥ " : " < ") + right;
  return claim;
}

/// Where the shipped brackets know more than the bounds, they count.
void take_brackets(std::vector<PhaseRow>& rows, double epsilon) {
  for (PhaseRow& row : rows) {
    if (const auto lower = shipped_lower(row.m, row.n)) {
      if (const double value = std::log2(static_cast<double>(lower->lower)); value > row.lower_log2) {
        row.lower_log2 = value;
        row.lower_source = lower->lower_source;
      }
    }
    if (const auto ends = shipped_ends(row.m, row.n, epsilon)) {
      if (const double value = std::log2(static_cast<double>(ends->upper)); value < row.upper_log2) {
        row.upper_log2 = value;
        row.upper_source = ends->upper_source;
      }
    }
  }
}

const PhaseRow* row_of(const PhaseResult& r, int m, int n) {
  for (const PhaseRow& row : r.rows)
    if (row.m == m && row.n == n) return &row;
  return nullptr;
}

}  // namespace

Expected<PhaseResult> phase_result(const Session& session, bool coarse, std::stop_token stop) {
  PhaseResult r;
  r.session = session;
  r.coarse = coarse;
  auto head = session_head(session);
  if (!head) return tl::unexpected(head.error());
  const MapFacts known = facts(head->map);
  r.head_rank_log2 = known.rank_log2;
  r.head_name = known.name;
  const int n_max = std::max(session.phase_n_max, session.n);
  auto rows = session.phase_map ? phase_map(std::max(session.m, kMapBits), n_max, session.epsilon, stop)
                                : phase_curve(session.m, n_max, session.epsilon, stop);
  if (!rows) return tl::unexpected(rows.error());
  r.rows = *std::move(rows);
  take_brackets(r.rows, session.epsilon);
  for (int n = 1; n <= n_max && !stop.stop_requested(); ++n) {
    auto measured = measure(*head, session, n, coarse, stop);
    if (!measured) return tl::unexpected(measured.error());
    r.measured.push_back(*std::move(measured));
  }
  if (const PhaseRow* here = row_of(r, session.m, session.n)) r.claim = phase_claim(r, *here);
  return r;
}

}  // namespace tt
