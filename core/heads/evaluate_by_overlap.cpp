// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/base/exact.h"
#include "core/base/log2_number.h"
#include "core/base/options.h"
#include "core/heads/attention_row.h"
#include "core/heads/evaluate.h"

namespace tt {
namespace {

constexpr int kMaxLength = 4096;

/// For a query of weight w only the multiset o_1 <= ... <= o_{n-1} of the other tokens' overlaps matters;
/// each lies in 0..w and every such multiset occurs. Copies of the query are tokens of overlap w.
class OverlapCases {
 public:
  OverlapCases(const Head& head, std::vector<double> f, int n, std::stop_token stop)
      : head_(head),
        f_(std::move(f)),
        n_(n),
        stop_(std::move(stop)),
        chosen_(static_cast<std::size_t>(n - 1)) {}

  FamilyEvaluation run(double epsilon) {
    const int m = head_.map.m;
    for (w_ = 0; w_ <= m && result_.complete; ++w_) {
      const double query_share = std::exp2(log2_binomial(m, w_) - m);
      share_of_overlap_.clear();
      for (int o = 0; o <= w_; ++o) share_of_overlap_.push_back(std::exp2(log2_binomial(w_, o) - w_));
      for (int t = 0; t <= w_ && result_.complete; ++t) {
        prepare(t);
        Ratio own;
        own.add(value_[static_cast<std::size_t>(w_)], readout(w_));
        if (n_ == 1 && t == w_) settle(own, query_share);
        if (n_ == 1) continue;
        chosen_[0] = t;
        own.add(value_[static_cast<std::size_t>(t)], readout(t));
        descend(1, t, 1, query_share * share_of_overlap_[static_cast<std::size_t>(t)], own);
      }
    }
    result_.exact_accuracy = seen_ > 0.0 ? right_ / seen_ : 0.0;
    result_.solved = result_.complete && result_.max_error < epsilon;
    result_.scope = "all inputs of length " + std::to_string(n_) + ", by overlap";
    return std::move(result_);
  }

 private:
  /// Kernel values for least overlap t; powers are taken relative to it and cannot underflow as a row.
  void prepare(int t) {
    target_ = t;
    value_ = f_;
    if (const auto log_q = log_of_power(head_.map)) {
      for (std::size_t o = 0; o < value_.size(); ++o)
        value_[o] = std::exp(*log_q * (static_cast<double>(o) - t));
    }
  }

  [[nodiscard]] double readout(int o) const {
    return head_.readout == ReadoutKind::doubled_overlap ? 2.0 * o - w_ : static_cast<double>(o);
  }

  /// `share` is the probability of the multiset so far among uniform tokens; `repeats` how often its last one
  /// occurs.
  void descend(std::size_t depth, int from, int repeats, double share, const Ratio& sums) {
    if (depth == chosen_.size()) return settle(sums, share);
    if (stop_.stop_requested()) result_.complete = false;
    for (int o = from; o <= w_ && result_.complete; ++o) {
      const int run = o == from ? repeats + 1 : 1;
      Ratio next = sums;
      next.add(value_[static_cast<std::size_t>(o)], readout(o));
      chosen_[depth] = o;
      const double orders = static_cast<double>(depth + 1) / run;
      descend(depth + 1, o, run, share * share_of_overlap_[static_cast<std::size_t>(o)] * orders, next);
    }
  }

  void settle(const Ratio& sums, double share) {
    const double output = sums.value();
    const double error = error_of(output, target_);
    ++result_.sequences;
    seen_ += share;
    if (error < 0.5) right_ += share;
    if (error <= result_.max_error && !result_.worst.sequence.empty()) return;
    result_.max_error = std::max(result_.max_error, error);
    const int m = head_.map.m;
    result_.worst = {{BitToken{low_mask(w_), m}}, target_, output};
    for (const int o : chosen_) result_.worst.sequence.push_back({low_mask(o), m});
  }

  const Head& head_;
  std::vector<double> f_, value_, share_of_overlap_;
  int n_;
  std::stop_token stop_;
  std::vector<int> chosen_;
  int w_ = 0, target_ = 0;
  double right_ = 0.0, seen_ = 0.0;
  FamilyEvaluation result_;
};

Integer number_of_cases(int m, int n) {
  Integer cases = 0;
  for (int w = 0; w <= m; ++w) cases += binomial(static_cast<long>(w) + n - 1, n - 1);
  return cases;
}

}  // namespace

Expected<FamilyEvaluation> evaluate_by_overlap(const Head& head, int n, double epsilon,
                                               std::stop_token stop) {
  if (auto ok = check_epsilon(epsilon); !ok) return tl::unexpected<Error>(ok.error());
  if (auto ok = check(head); !ok) return tl::unexpected<Error>(ok.error());
  if (auto ok = check_length(n, kMaxLength); !ok) return tl::unexpected<Error>(ok.error());
  const auto kernel = Kernel::make(head.map);
  if (!kernel) return tl::unexpected<Error>(kernel.error());
  auto f = kernel->overlap_values();
  if (!f || head.readout == ReadoutKind::table || !head.position_gains.empty()) {
    return fail("evaluation by overlaps of the map " + std::string(map_name(head.map.kind)), {},
                "a kernel and a readout of the overlap alone, without position gains");
  }
  const Integer cases = number_of_cases(head.map.m, n);
  if (cases > Integer(1) << 26) {
    return fail("overlap cases at m = " + std::to_string(head.map.m) + ", n = " + std::to_string(n),
                cases.get_str(), "at most 2^26; take random sequences");
  }
  return OverlapCases(head, std::move(*f), n, std::move(stop)).run(epsilon);
}

}  // namespace tt
