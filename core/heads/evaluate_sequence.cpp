// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <limits>

#include "core/heads/attention_row.h"
#include "core/heads/evaluate.h"
#include "core/task/min_ip.h"

namespace tt {
namespace {

using Index = Eigen::Index;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

/// The first position that is a query.
std::size_t first_query(const Head& head, std::size_t n) {
  return head.scope == Scope::causal_final ? n - 1 : 0;
}

Evaluation blank(const Head& head, std::span<const BitToken> sequence) {
  const Index n = static_cast<Index>(sequence.size());
  Evaluation e;
  e.kernel = Eigen::MatrixXd::Zero(n, n);
  e.weights = Eigen::MatrixXd::Zero(n, n);
  e.outputs.assign(sequence.size(), kNan);
  e.targets = min_ip_targets(sequence);
  e.errors.assign(sequence.size(), 0.0);
  // A kernel that cannot be had leaves every query undefined.
  for (std::size_t i = first_query(head, sequence.size()); i < sequence.size(); ++i) {
    e.errors[i] = std::numeric_limits<double>::infinity();
  }
  return e;
}

void settle(Evaluation& e, std::span<const BitToken> sequence, std::size_t i, double output,
            double denominator) {
  e.outputs[i] = std::isfinite(output) ? output : kNan;
  e.errors[i] = error_of(output, e.targets[i]);
  e.max_error = std::max(e.max_error, e.errors[i]);
  if (std::isfinite(output) || !e.trouble.empty()) return;
  e.trouble = "query " + std::to_string(i + 1) + " (" + to_string(sequence[i]) +
              ") has no output: its weights " + (denominator == 0.0 ? "sum to 0" : "are not finite");
}

Evaluation without_kernel(const Head& head, std::span<const BitToken> sequence, const Error& error) {
  Evaluation e = blank(head, sequence);
  e.kernel.setConstant(kNan);
  e.weights.setConstant(kNan);
  e.max_error = std::numeric_limits<double>::infinity();
  e.trouble = error.message();
  return e;
}

/// Distinct tokens of a sequence in order of appearance, and the place of each position among them.
struct Distinct {
  std::vector<BitToken> tokens;
  std::vector<Index> place;
};

Distinct distinct_tokens(std::span<const BitToken> sequence) {
  Distinct d;
  for (const BitToken token : sequence) {
    const auto it = std::find(d.tokens.begin(), d.tokens.end(), token);
    d.place.push_back(it - d.tokens.begin());
    if (it == d.tokens.end()) d.tokens.push_back(token);
  }
  return d;
}

}  // namespace

Evaluation evaluate_pairs(const Head& head, const Kernel& kernel, std::span<const BitToken> sequence) {
  if (sequence.empty()) return {};
  const std::size_t first = first_query(head, sequence.size());
  const auto queries = sequence.subspan(first);
  const auto alpha = gained_alpha(head, kernel, queries, sequence);
  if (!alpha) return without_kernel(head, sequence, alpha.error());
  const Eigen::MatrixXd relative = *relative_alpha(head, kernel, queries, sequence);
  const Eigen::MatrixXd p = lookup_matrix(head, queries, sequence);

  Evaluation e = blank(head, sequence);
  for (Index row = 0; row < relative.rows(); ++row) {
    Ratio ratio;
    for (Index j = 0; j < relative.cols(); ++j) ratio.add(relative(row, j), p(row, j));
    const std::size_t i = first + static_cast<std::size_t>(row);
    const bool defined = std::isfinite(ratio.value());
    e.kernel.row(static_cast<Index>(i)) = alpha->row(row);
    if (defined) {
      e.weights.row(static_cast<Index>(i)) = relative.row(row) / ratio.denominator;
    } else {
      e.weights.row(static_cast<Index>(i)).setConstant(kNan);
    }
    settle(e, sequence, i, ratio.value(), ratio.denominator);
  }
  return e;
}

Expected<Evaluation> evaluate_sketch(const Head& head, const Kernel& kernel,
                                     std::span<const BitToken> sequence) {
  if (sequence.empty()) return Evaluation{};
  const Distinct distinct = distinct_tokens(sequence);
  const auto first_key = kernel.key_features(sequence.front());
  if (!first_key) return tl::unexpected<Error>(first_key.error());
  const Index r = first_key->size();
  Eigen::MatrixXd sketch = Eigen::MatrixXd::Zero(r, static_cast<Index>(distinct.tokens.size()));  // S
  Eigen::VectorXd total = Eigen::VectorXd::Zero(r);                                               // z
  Eigen::MatrixXd keys(r, static_cast<Index>(sequence.size()));  // kept only to show the weights
  for (std::size_t j = 0; j < sequence.size(); ++j) {
    const auto phi = gained_key(head, kernel, sequence[j], j);
    if (!phi) return tl::unexpected<Error>(phi.error());
    sketch.col(distinct.place[j]) += *phi;
    total += *phi;
    keys.col(static_cast<Index>(j)) = *phi;
  }

  Evaluation e = blank(head, sequence);
  for (std::size_t i = first_query(head, sequence.size()); i < sequence.size(); ++i) {
    const Index row = static_cast<Index>(i);
    const auto phi = kernel.query_features(sequence[i]);
    if (!phi) return tl::unexpected<Error>(phi.error());
    const Eigen::VectorXd p = lookup_matrix(head, sequence.subspan(i, 1), distinct.tokens).transpose();
    const Ratio ratio{(sketch.transpose() * *phi).dot(p), phi->dot(total)};
    e.kernel.row(row) = phi->transpose() * keys;
    if (std::isfinite(ratio.value())) {
      e.weights.row(row) = e.kernel.row(row) / ratio.denominator;
    } else {
      e.weights.row(row).setConstant(kNan);
    }
    settle(e, sequence, i, ratio.value(), ratio.denominator);
  }
  return e;
}

}  // namespace tt
