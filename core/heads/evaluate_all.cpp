// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <limits>

#include "core/base/exact.h"
#include "core/base/options.h"
#include "core/heads/attention_row.h"
#include "core/heads/evaluate.h"
#include "core/task/min_ip.h"

namespace tt {
namespace {

using Index = Eigen::Index;

constexpr int kMaxTableBits = 11;  // five tables of 2048 x 2048
constexpr int kMaxSingleBits = 20;
constexpr int kMaxLength = 64;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Everything a query needs, over all pairs of tokens. Column x of the first two holds query x over the keys;
/// column z of the last two holds key z over the queries.
struct PairTables {
  Eigen::MatrixXd alpha, weighted;                       // alpha, alpha p
  Eigen::MatrixXd alpha_t, weighted_t;                   // the same transposed
  Eigen::MatrixXd overlaps;                              // symmetric
  Eigen::VectorXd own_alpha, own_weighted, own_overlap;  // the diagonals, contiguous
};

std::vector<BitToken> all_tokens(int m) {
  std::vector<BitToken> tokens;
  for (std::uint64_t word = 0; word <= low_mask(m); ++word) tokens.push_back({word, m});
  return tokens;
}

/// A factor per query cancels: q^{<x,z> - |x|/2} neither overflows nor vanishes for m <= 11.
void center_powers(double log_q, std::span<const BitToken> tokens, Eigen::MatrixXd& alpha_t) {
  const int m = tokens.front().m;
  std::vector<double> power;  // by 2 <x,z> - |x| + m
  for (int k = -m; k <= m; ++k) power.push_back(std::exp(0.5 * log_q * k));
  for (std::size_t z = 0; z < tokens.size(); ++z) {
    for (std::size_t x = 0; x < tokens.size(); ++x) {
      const int k = 2 * overlap(tokens[x], tokens[z]) - weight(tokens[x]) + m;
      alpha_t(static_cast<Index>(x), static_cast<Index>(z)) = power[static_cast<std::size_t>(k)];
    }
  }
}

PairTables tables_of(const Head& head, const Kernel& kernel, std::span<const BitToken> tokens) {
  PairTables t;
  t.alpha_t = kernel.matrix(tokens, tokens);
  if (const auto log_q = log_of_power(head.map)) center_powers(*log_q, tokens, t.alpha_t);
  t.weighted_t = t.alpha_t.cwiseProduct(lookup_matrix(head, tokens, tokens));
  t.alpha = t.alpha_t.transpose();
  t.weighted = t.weighted_t.transpose();
  t.overlaps.resize(t.alpha.rows(), t.alpha.cols());
  for (Index x = 0; x < t.alpha.rows(); ++x) {
    for (Index z = 0; z < t.alpha.cols(); ++z) {
      t.overlaps(z, x) = overlap(tokens[static_cast<std::size_t>(x)], tokens[static_cast<std::size_t>(z)]);
    }
  }
  t.own_alpha = t.alpha.diagonal();
  t.own_weighted = t.weighted.diagonal();
  t.own_overlap = t.overlaps.diagonal();
  return t;
}

/// |num/den - target| with everything undefined as +inf; a select, so that loops over it vectorize.
inline double lane_error(double numerator, double denominator, double target) {
  const double error = std::abs(numerator / denominator - target);
  return error >= 0.0 ? error : kInfinity;
}

/// Sums of one query over the tokens chosen so far.
struct QuerySums {
  double numerator, denominator, least;
};

/// Visits every multiset t_1 <= t_2 <= ... <= t_n. The last token runs over a contiguous range, in loops
/// without branches; the sums of the first n - 1 are carried down the recursion, both for the chosen tokens
/// as queries and, as vectors, for every candidate of the last place as the query.
class AllInputs {
 public:
  AllInputs(const Head& head, const PairTables& tables, std::span<const BitToken> tokens, int n,
            std::stop_token stop, Progress* progress)
      : tables_(tables),
        tokens_(tokens),
        n_(n),
        causal_(head.scope == Scope::causal_final),
        stop_(std::move(stop)),
        progress_(progress),
        count_(tables.alpha.rows()),
        chosen_(static_cast<std::size_t>(n)),
        sums_(static_cast<std::size_t>(n)),
        columns_(static_cast<std::size_t>(n)) {
    for (auto& level : sums_) level.resize(static_cast<std::size_t>(n));
    for (Columns& c : columns_) {
      c.numerator = Eigen::VectorXd::Zero(count_);
      c.denominator = Eigen::VectorXd::Zero(count_);
      c.least = Eigen::VectorXd::Constant(count_, kInfinity);
    }
    error_.resize(count_);
    one_.resize(count_);
    right_.resize(count_);
  }

  FamilyEvaluation run(double epsilon) {
    double orderings = 1.0;
    for (int i = 2; i <= n_; ++i) orderings *= i;
    descend(0, 0, 0, orderings);
    result_.exact_accuracy = seen_ > 0.0 ? right_orderings_ / seen_ : 0.0;
    result_.solved = result_.complete && result_.max_error < epsilon;
    result_.scope = "all inputs of length " + std::to_string(n_);
    return std::move(result_);
  }

 private:
  struct Columns {
    Eigen::VectorXd numerator, denominator, least;
  };

  /// `orderings` is n! over the factorials of the multiplicities among the first `depth` tokens; `repeats`
  /// counts how often the last of them occurs.
  void descend(std::size_t depth, Index from, int repeats, double orderings) {
    if (depth + 1 == static_cast<std::size_t>(n_)) return last_place(depth, from, repeats, orderings);
    for (Index t = from; t < count_ && result_.complete; ++t) {
      const int run = depth > 0 && t == from ? repeats + 1 : 1;
      choose(depth, t);
      descend(depth + 1, t, run, orderings / run);
    }
  }

  void choose(std::size_t depth, Index t) {
    chosen_[depth] = t;
    std::vector<QuerySums>& next = sums_[depth + 1];
    for (std::size_t i = 0; i < depth; ++i) {
      const Index x = chosen_[i];
      const QuerySums& old = sums_[depth][i];
      next[i] = {old.numerator + tables_.weighted(t, x), old.denominator + tables_.alpha(t, x),
                 std::min(old.least, tables_.overlaps(t, x))};
    }
    next[depth] = {0.0, 0.0, kInfinity};
    for (std::size_t i = 0; i <= depth; ++i) {
      const Index z = chosen_[i];
      next[depth].numerator += tables_.weighted(z, t);
      next[depth].denominator += tables_.alpha(z, t);
      next[depth].least = std::min(next[depth].least, tables_.overlaps(z, t));
    }
    const Columns& old = columns_[depth];
    Columns& now = columns_[depth + 1];
    // Later tokens are never below t.
    const Index rest = count_ - t;
    now.numerator.tail(rest) = old.numerator.tail(rest) + tables_.weighted_t.col(t).tail(rest);
    now.denominator.tail(rest) = old.denominator.tail(rest) + tables_.alpha_t.col(t).tail(rest);
    now.least.tail(rest) = old.least.tail(rest).cwiseMin(tables_.overlaps.col(t).tail(rest));
  }

  void last_place(std::size_t depth, Index from, int repeats, double orderings) {
    if (stop_.stop_requested()) {
      result_.complete = false;
      return;
    }
    own_errors(columns_[depth], from);
    if (causal_) right_.setZero();
    if (causal_) count_right(from, 1.0);
    for (std::size_t i = 0; i < depth; ++i) {
      if (!causal_ && i + 1 < depth && chosen_[i] == chosen_[i + 1]) continue;  // the same query again
      query_errors(chosen_[i], sums_[depth][i], from);
      if (causal_) count_right(from, 1.0);
    }
    tally(depth, from, repeats, orderings);
  }

  /// The last token as the query, every candidate at once.
  void own_errors(const Columns& c, Index from) {
    double* __restrict error = error_.data();
    double* __restrict one = one_.data();
    const double* num = c.numerator.data();
    const double* den = c.denominator.data();
    const double* least = c.least.data();
    const double* own_num = tables_.own_weighted.data();
    const double* own_den = tables_.own_alpha.data();
    const double* own = tables_.own_overlap.data();
    const Index count = count_;
    for (Index z = from; z < count; ++z) {
      const double target = own[z] < least[z] ? own[z] : least[z];
      one[z] = lane_error(num[z] + own_num[z], den[z] + own_den[z], target);
      error[z] = one[z];
    }
  }

  /// A chosen token as the query, every candidate of the last place at once. The hot loop.
  void query_errors(Index x, const QuerySums& sums, Index from) {
    double* __restrict error = error_.data();
    double* __restrict one = one_.data();
    const double* __restrict num = tables_.weighted.col(x).data();
    const double* __restrict den = tables_.alpha.col(x).data();
    const double* __restrict overlaps = tables_.overlaps.col(x).data();
    const QuerySums s = sums;
    const Index count = count_;
    for (Index z = from; z < count; ++z) {
      const double target = overlaps[z] < s.least ? overlaps[z] : s.least;
      const double e = lane_error(s.numerator + num[z], s.denominator + den[z], target);
      one[z] = e;
      error[z] = e > error[z] ? e : error[z];
    }
  }

  /// Causal heads have one query, the last position: each ordering is right by the token that stands there.
  void count_right(Index from, double share) {
    for (Index z = from; z < count_; ++z) right_[z] += one_[z] < 0.5 ? share : 0.0;
  }

  void tally(std::size_t depth, Index from, int repeats, double orderings) {
    double top = 0.0;
    double right = 0.0;
    for (Index z = from; z < count_; ++z) {
      top = error_[z] > top ? error_[z] : top;
      right += right_share(z);
    }
    // One more of the token before divides the orderings by its multiplicity.
    const double first = depth > 0 ? orderings / (repeats + 1) : orderings;
    right_orderings_ += orderings * (right - right_share(from)) + first * right_share(from);
    seen_ += orderings * static_cast<double>(count_ - from - 1) + first;
    result_.sequences += count_ - from;
    if (progress_) progress_->done += count_ - from;
    if (top > result_.max_error || result_.worst.sequence.empty()) remember_worst(depth, from, top);
  }

  [[nodiscard]] double right_share(Index z) const {
    if (causal_) return right_[z] / n_;
    return error_[z] < 0.5 ? 1.0 : 0.0;
  }

  void remember_worst(std::size_t depth, Index from, double top) {
    result_.max_error = top;
    Index last = from;
    while (error_[last] < top) ++last;
    chosen_[depth] = last;
    double worst = -1.0;
    for (std::size_t i = 0; i <= depth; ++i) {
      const Index x = chosen_[i];
      Ratio ratio;
      for (std::size_t j = 0; j <= depth; ++j) {
        ratio.numerator += tables_.weighted(chosen_[j], x);
        ratio.denominator += tables_.alpha(chosen_[j], x);
      }
      Sequence sequence;
      for (std::size_t j = 0; j <= depth; ++j)
        sequence.push_back(tokens_[static_cast<std::size_t>(chosen_[j])]);
      std::swap(sequence[0], sequence[i]);
      const int target = min_ip_target(sequence, 0);
      if (error_of(ratio.value(), target) <= worst) continue;
      worst = error_of(ratio.value(), target);
      result_.worst = {std::move(sequence), target, ratio.value()};
    }
  }

  const PairTables& tables_;
  std::span<const BitToken> tokens_;
  int n_;
  bool causal_;
  std::stop_token stop_;
  Progress* progress_;
  Index count_;
  std::vector<Index> chosen_;
  std::vector<std::vector<QuerySums>> sums_;  // [depth][i]: chosen token i over the first `depth` tokens
  std::vector<Columns> columns_;  // [depth]: every token as the query over the first `depth` tokens
  Eigen::VectorXd error_, one_, right_;
  double right_orderings_ = 0.0, seen_ = 0.0;
  FamilyEvaluation result_;
};

/// Length one needs no tables: a token attends to itself alone.
FamilyEvaluation single_tokens(const Head& head, const Kernel& kernel, double epsilon,
                               const std::stop_token& stop, Progress* progress) {
  FamilyEvaluation result;
  std::int64_t right = 0;
  for (std::uint64_t word = 0; word <= low_mask(head.map.m) && result.complete; ++word) {
    const BitToken x{word, head.map.m};
    const Evaluation e = evaluate_pairs(head, kernel, {&x, 1});
    if (e.max_error > result.max_error || result.worst.sequence.empty()) {
      result.max_error = e.max_error;
      result.worst = {{x}, e.targets.front(), e.outputs.front()};
    }
    right += e.max_error < 0.5 ? 1 : 0;
    ++result.sequences;
    if (progress) ++progress->done;
    result.complete = !stop.stop_requested();
  }
  result.exact_accuracy = static_cast<double>(right) / static_cast<double>(result.sequences);
  result.solved = result.complete && result.max_error < epsilon;
  result.scope = "all inputs of length 1";
  return result;
}

}  // namespace

Expected<FamilyEvaluation> evaluate_all(const Head& head, int n, double epsilon, std::stop_token stop,
                                        Progress* progress) {
  if (auto ok = check_epsilon(epsilon); !ok) return tl::unexpected<Error>(ok.error());
  if (auto ok = check(head); !ok) return tl::unexpected<Error>(ok.error());
  if (auto ok = check_length(n, kMaxLength); !ok) return tl::unexpected<Error>(ok.error());
  if (!head.position_gains.empty()) {
    return fail("all inputs of a head with position gains", {}, "a family or random sequences");
  }
  const int m = head.map.m;
  const int most_bits = n == 1 ? kMaxSingleBits : kMaxTableBits;
  if (m > most_bits) {
    return fail("all inputs at m", std::to_string(m),
                "m ≤ " + std::to_string(most_bits) + ", or random sequences");
  }
  const Integer multisets = binomial((1L << m) + n - 1, n);
  if (multisets > Integer(1) << 32) {
    return fail("multisets of " + std::to_string(n) + " tokens of " + std::to_string(m) + " bits",
                multisets.get_str(), "at most 2^32; take random sequences");
  }
  const auto kernel = Kernel::make(head.map);
  if (!kernel) return tl::unexpected<Error>(kernel.error());
  if (progress) {
    progress->total = multisets.get_si();
    progress->done = 0;
  }
  if (n == 1) return single_tokens(head, *kernel, epsilon, stop, progress);
  const std::vector<BitToken> tokens = all_tokens(m);
  const PairTables tables = tables_of(head, *kernel, tokens);
  return AllInputs(head, tables, tokens, n, std::move(stop), progress).run(epsilon);
}

}  // namespace tt
