// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include "core/base/log2_number.h"
#include "core/session/results.h"

namespace tt {
namespace {

int least_overlap(const std::vector<int>& overlaps, int query) {
  int best = -1;
  for (int j = 0; j < static_cast<int>(overlaps.size()); ++j) {
    if (j == query) continue;
    if (best < 0 || overlaps[static_cast<std::size_t>(j)] < overlaps[static_cast<std::size_t>(best)])
      best = j;
  }
  return best < 0 ? query : best;
}

/// The wrong candidate the user chose, else the one with the largest weight.
int find_rival(const AttentionResult& r) {
  const auto wrong = [&](int j) {
    const auto& row = r.overlaps[static_cast<std::size_t>(r.query)];
    // A token that ties with the least overlap is as right as the first one.
    return j >= 0 && j < static_cast<int>(row.size()) && j != r.query &&
           row[static_cast<std::size_t>(j)] > row[static_cast<std::size_t>(r.right)];
  };
  if (wrong(r.session.rival)) return r.session.rival;
  int best = -1;
  for (int j = 0; j < static_cast<int>(r.sequence.size()); ++j)
    if (wrong(j) && (best < 0 || r.chosen.weights(r.query, j) > r.chosen.weights(r.query, best))) best = j;
  return best;
}

Claim error_claim(const AttentionResult& r) {
  Claim claim;
  claim.statement = "error < ε at every position";
  claim.relation = "<";
  claim.source = "Min-IP (mathematics §1)";
  claim.left = r.chosen.max_error;
  claim.right = r.session.epsilon;
  if (!r.chosen.trouble.empty()) {
    claim.verdict = Verdict::violated;
    claim.detail = "no output: a denominator is 0";
    return claim;
  }
  const bool good = claim.left < claim.right;
  claim.verdict = good ? Verdict::holds : Verdict::violated;
  claim.detail = "error " + text(claim.left) + (good ? " < " : " ≥ ") + text(claim.right);
  return claim;
}

}  // namespace

Expected<AttentionResult> attention_result(const Session& session) {
  auto head = session_head(session);
  if (!head) return tl::unexpected(head.error());
  auto kernel = Kernel::make(head->map);
  if (!kernel) return tl::unexpected(kernel.error());
  FeatureMap dense;
  dense.kind = MapKind::softmax;
  dense.m = session.m;
  dense.tau = session.tau;
  const Head softmax = head_with(dense);
  auto softmax_kernel = Kernel::make(dense);
  if (!softmax_kernel) return tl::unexpected(softmax_kernel.error());

  AttentionResult r;
  r.session = session;
  r.sequence = session.sequence;
  r.chosen = evaluate_pairs(*head, *kernel, r.sequence);
  r.softmax = evaluate_pairs(softmax, *softmax_kernel, r.sequence);
  r.head = *std::move(head);
  for (const BitToken x : r.sequence) {
    std::vector<int>& row = r.overlaps.emplace_back();
    for (const BitToken z : r.sequence) row.push_back(overlap(x, z));
  }
  r.query = session.query;
  r.right = least_overlap(r.overlaps[static_cast<std::size_t>(r.query)], r.query);
  r.rival = find_rival(r);
  r.claim = error_claim(r);
  return r;
}

}  // namespace tt
