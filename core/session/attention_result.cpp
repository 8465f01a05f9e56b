// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
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
  const bool all = std::find(r.asked.begin(), r.asked.end(), false) == r.asked.end();
  claim.statement =
      all ? "error < ε at every position" : "error < ε at every position that this head answers";
  claim.relation = "<";
  claim.source = "Min-IP (mathematics §1)";
  for (std::size_t i = 0; i < r.asked.size(); ++i)
    if (r.asked[i]) claim.left = std::max(claim.left, r.chosen.errors[i]);
  claim.right = r.session.epsilon;
  if (std::isinf(claim.left) && !r.chosen.trouble.empty()) {
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

std::vector<bool> asked_of(const Head& head, const Sequence& sequence) {
  std::vector<bool> asked(sequence.size(), head.scope == Scope::full);
  if (head.scope == Scope::causal_final && !asked.empty()) asked.back() = true;
  if (head.map.kind != MapKind::table) return asked;
  std::vector<bool> known = asked;
  for (std::size_t i = 0; i < asked.size(); ++i)
    known[i] = asked[i] && head.map.table->query_row(sequence[i]).has_value();
  const bool any = std::find(known.begin(), known.end(), true) != known.end();
  return any ? known : asked;
}

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
  r.asked = asked_of(r.head, r.sequence);
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
