// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "core/base/log2_number.h"
#include "core/session/results.h"

namespace tt {
namespace {

constexpr int kCoarseSize = 200;

/// Λ that the gap lemma asks of a correct head over words at the session's distance.
double required_lambda(const Session& session) {
  if (session.n < 3) return 1.0;
  const Gaps gaps = session.gap_choice == GapChoice::best
                        ? best_gaps(session.n, session.epsilon, session.distance)
                        : equal_gaps(session.n, session.epsilon, session.distance, session.gap);
  return std::max(1.0, gaps.lambda());
}

/// The integer rank that off-diagonals below 1/lambda force; one where that asks for nothing.
double forced_rank(double size, double lambda, bool nonnegative) {
  if (!(lambda > 1.0)) return 1.0;
  const double plain = integer_rank(near_identity_bound(size, lambda), true);
  return nonnegative ? std::max(plain, integer_rank(centered_bound(size, lambda), false)) : plain;
}

Claim rank_claim(const IdentityResult& r) {
  Claim claim;
  claim.statement = "rank(C) is at least what its small off-diagonals force";
  claim.relation = "≥";
  claim.source = "near-identity lemma (mathematics §5.1)";
  if (!r.report.finite) {
    claim.detail = "C has entries that are not finite";
    return claim;
  }
  const bool of_head = r.session.matrix == MatrixSource::head;
  if (of_head && r.session.n < 3) {
    claim.detail = "n ≤ 2 asks for rank 1 only";
    return claim;
  }
  const double limit = of_head ? 1.0 / r.required_lambda : 1.0;
  if (!(r.report.max_off_diagonal < limit) || (of_head && r.required_lambda <= 1.0)) {
    claim.left = r.report.max_off_diagonal;
    claim.right = limit;
    claim.relation = "<";
    claim.detail = "C(" + std::to_string(r.report.worst_row + 1) + "," +
                   std::to_string(r.report.worst_column + 1) + ") = " + text(claim.left) + " ≥ " +
                   text(limit);
    return claim;
  }
  claim.right = r.needed_rank;
  if (!r.spectrum) {
    claim.detail = "rank ≥ " + text(claim.right) + ", spectrum to come";
    return claim;
  }
  claim.left = r.spectrum->numeric_rank;
  claim.verdict = claim.left >= claim.right ? Verdict::holds : Verdict::violated;
  claim.detail =
      "rank " + text(claim.left) + (claim.verdict == Verdict::holds ? " ≥ " : " < ") + text(claim.right);
  return claim;
}

Expected<void> fill_from_head(IdentityResult& r, const Head& head, std::stop_token stop) {
  auto kernel = Kernel::make(head.map);
  if (!kernel) return tl::unexpected(kernel.error());
  auto code = session_code(r.session, stop);
  if (!code) return tl::unexpected(code.error());
  if (code->words.empty())
    return fail("code for the matrix", "no words", "a smaller distance Δ or another weight");
  r.c = near_identity_matrix(*kernel, code->words);
  r.code = *std::move(code);
  r.required_lambda = required_lambda(r.session);
  return {};
}

/// Rows divided by their diagonal entry, which keeps the rank; a row whose diagonal is 0 becomes NaN.
void fill_from_given(IdentityResult& r) {
  const auto size =
      static_cast<Eigen::Index>(std::lround(std::sqrt(static_cast<double>(r.session.given.size()))));
  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  r.c = Eigen::Map<const RowMajor>(r.session.given.data(), size, size);
  for (Eigen::Index i = 0; i < size; ++i)
    r.c.row(i) = r.c(i, i) == 0.0 ? Eigen::RowVectorXd::Constant(size, std::nan("")).eval()
                                  : (r.c.row(i) / r.c(i, i)).eval();
  r.nonnegative = r.c.minCoeff() >= 0.0;
  r.required_lambda = std::max(1.0, near_identity_report(r.c).lambda);
}

}  // namespace

Expected<IdentityResult> identity_result(const Session& session, bool coarse, std::stop_token stop) {
  IdentityResult r;
  r.session = session;
  auto head = session_head(session);
  if (!head) return tl::unexpected(head.error());
  r.head_rank_log2 = facts(head->map).rank_log2;
  if (session.matrix == MatrixSource::head) {
    if (auto done = fill_from_head(r, *head, stop); !done) return tl::unexpected(done.error());
  } else if (session.matrix == MatrixSource::given) {
    fill_from_given(r);
  } else {
    r.nonnegative = !session.synthetic_signed;
    auto c = synthetic_near_identity(session.synthetic_size, session.synthetic_lambda,
                                     session.synthetic_signed, session.matrix_seed);
    if (!c) return tl::unexpected(c.error());
    r.c = *std::move(c);
    r.required_lambda = session.synthetic_lambda;
  }
  r.pair = session_pair(session, static_cast<std::size_t>(std::max<Eigen::Index>(r.c.rows(), 2)));
  r.report = near_identity_report(r.c);
  r.needed_rank = forced_rank(static_cast<double>(r.c.rows()), r.required_lambda, r.nonnegative);
  if (r.report.finite && !stop.stop_requested() && (!coarse || r.c.rows() <= kCoarseSize)) {
    auto values = spectrum(r.c);
    if (!values) return tl::unexpected(values.error());
    r.spectrum = *std::move(values);
  }
  r.claim = rank_claim(r);
  return r;
}

}  // namespace tt
