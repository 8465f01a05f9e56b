// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/log2_number.h"
#include "core/session/results.h"

namespace tt {
namespace {

/// The jump that decides: the one with the least ratio of measured to required factor; NaN counts as the
/// worst.
const Jump* tightest(const MeasuredChain& measured) {
  const auto slack = [](const Jump& jump) { return jump.measured / jump.required; };
  const Jump* worst = nullptr;
  for (const Jump& jump : measured.jumps)
    if (jump.applies && (!worst || !(slack(jump) >= slack(*worst)))) worst = &jump;
  return worst;
}

Claim chain_claim(const MeasuredChain& measured, int n) {
  Claim claim;
  claim.statement = "each jump of gap d falls by more than μ(d)";
  claim.relation = ">";
  claim.source = "gap lemma (mathematics §4.1)";
  const Jump* jump = tightest(measured);
  if (!jump) {
    claim.verdict = Verdict::does_not_apply;
    claim.detail = n <= 2 ? "n ≤ 2 asks for no factor" : "every gap is too small";
    return claim;
  }
  claim.left = jump->measured;
  claim.right = jump->required;
  claim.verdict = measured.holds ? Verdict::holds : Verdict::violated;
  claim.detail = "× " + text(claim.left) + (jump->holds ? " > " : " ≤ ") + text(claim.right);
  return claim;
}

}  // namespace

Expected<ChainResult> chain_result(const Session& session, std::stop_token stop) {
  auto head = session_head(session);
  if (!head) return tl::unexpected(head.error());
  auto kernel = Kernel::make(head->map);
  if (!kernel) return tl::unexpected(kernel.error());
  auto code = session_code(session, stop);
  if (!code) return tl::unexpected(code.error());
  if (code->words.size() < 2)
    return fail("code for the chain", std::to_string(code->words.size()) + " words",
                "two or more: lower the distance Δ or change the weight");
  ChainResult r;
  r.session = session;
  r.words = static_cast<int>(code->words.size());
  r.pair = session_pair(session, code->words.size());
  const BitToken x = code->words[static_cast<std::size_t>(r.pair.i)];
  const BitToken other = code->words[static_cast<std::size_t>(r.pair.j)];
  const auto gaps = chain_gaps(session, directed_distance(x, other));
  auto chain = make_chain(x, complement(x), complement(other), gaps);
  if (!chain) return tl::unexpected(chain.error());
  r.measured = measure_chain(*chain, *head, *kernel, session.n, session.epsilon);
  r.bench_input = session.bench;
  auto bench = lemma_bench(r.bench_input);
  if (!bench) return tl::unexpected(bench.error());
  r.bench = *std::move(bench);
  r.claim = chain_claim(r.measured, session.n);
  return r;
}

}  // namespace tt
