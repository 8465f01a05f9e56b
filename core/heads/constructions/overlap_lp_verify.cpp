// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/heads/constructions/overlap_lp.h"

namespace tt {
namespace {

/// Every multiset o_1 <= ... <= o_{n-1} in 0..w: |sum alpha p - t sum alpha| < epsilon sum alpha.
class MultisetCheck {
 public:
  explicit MultisetCheck(const OverlapSolution& s) : s_(s) {}

  bool all() {
    for (int w = 0; w <= s_.m; ++w) {
      const auto own = static_cast<std::size_t>(w);
      p_ = &s_.lookup[own];
      w_ = w;
      for (int t = 0; t <= w; ++t) {
        target_ = t;
        const auto least = static_cast<std::size_t>(t);
        const Rational den = s_.f[own] + s_.f[least];
        const Rational num = s_.f[own] * (*p_)[own] + s_.f[least] * (*p_)[least];
        if (!descend(s_.n - 2, t, num, den)) return false;
      }
    }
    return true;
  }

 private:
  bool descend(int left, int from, const Rational& num, const Rational& den) {
    if (left == 0) return den > 0 && abs(num - target_ * den) < s_.epsilon * den;
    for (int o = from; o <= w_; ++o) {
      const auto i = static_cast<std::size_t>(o);
      if (!descend(left - 1, o, num + s_.f[i] * (*p_)[i], den + s_.f[i])) return false;
    }
    return true;
  }

  const OverlapSolution& s_;
  const std::vector<Rational>* p_ = nullptr;
  int w_ = 0, target_ = 0;
};

bool well_formed(const OverlapSolution& s) {
  if (s.m < 1 || s.m > kMaxBits || s.n < 2 || s.epsilon <= 0) return false;
  const auto count = static_cast<std::size_t>(s.m) + 1;
  if (s.f.size() != count || s.lookup.size() != count) return false;
  for (std::size_t w = 0; w < count; ++w) {
    if (s.lookup[w].size() != w + 1) return false;
  }
  return std::all_of(s.f.begin(), s.f.end(), [](const Rational& value) { return value >= 0; });
}

/// f lies in the span of the basis, and the basis has the stated rank: the forward differences of f at 0 are
/// its coefficients on C(o,k).
bool rank_is_right(const OverlapSolution& s) {
  Integer rank = 0;
  std::vector<Rational> row = s.f;
  for (int k = 0; k <= s.m; ++k) {
    const auto times = std::count(s.basis.begin(), s.basis.end(), k);
    if (times > 1 || (times == 0 && row.front() != 0)) return false;
    if (times == 1) rank += binomial(s.m, k);
    for (std::size_t i = 0; i + 1 < row.size(); ++i) row[i] = row[i + 1] - row[i];
    row.pop_back();
  }
  return rank == s.rank;
}

}  // namespace

bool verify(const OverlapSolution& solution) {
  return well_formed(solution) && rank_is_right(solution) && MultisetCheck(solution).all();
}

Head head_of(const OverlapSolution& solution) {
  FeatureMap map{.kind = MapKind::overlap, .m = solution.m};
  for (const Rational& value : solution.f) map.overlap.push_back(value.get_d());
  auto table = std::make_shared<LookupTable>();
  for (std::uint64_t word = 0; word <= low_mask(solution.m); ++word)
    table->query_tokens.push_back({word, solution.m});
  table->key_tokens = table->query_tokens;
  const auto count = static_cast<Eigen::Index>(table->query_tokens.size());
  table->values.resize(count, count);
  for (Eigen::Index x = 0; x < count; ++x) {
    for (Eigen::Index z = 0; z < count; ++z) {
      const BitToken query = table->query_tokens[static_cast<std::size_t>(x)];
      const BitToken key = table->query_tokens[static_cast<std::size_t>(z)];
      const auto w = static_cast<std::size_t>(weight(query));
      table->values(x, z) = solution.lookup[w][static_cast<std::size_t>(overlap(query, key))].get_d();
    }
  }
  Head head = head_with(std::move(map));
  head.name = "overlap kernel of rank " + solution.rank.get_str();
  head.readout = ReadoutKind::table;
  head.lookup = std::move(table);
  return head;
}

}  // namespace tt
