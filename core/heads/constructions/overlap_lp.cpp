// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/heads/constructions/overlap_lp.h"

#include <glpk.h>

#include <algorithm>

#include "core/base/options.h"

namespace tt {
namespace {

/// Variables of one LP: c_k of the basis, then h[w][o], then the margin s that is maximized.
///
/// Every multiset of n-1 overlaps with minimum t holds t itself; the other n-2 enter the constraint as a
/// plain sum, so the sum is largest when all n-2 are the same worst overlap i >= t. The multisets {t, i, ..,
/// i} therefore carry all constraints: of order m^3 of them, whatever n is. (verify() does not use this.)
class BasisProgram {
 public:
  BasisProgram(int m, int n, double epsilon, std::vector<int> basis)
      : m_(m), n_(n), epsilon_(epsilon), basis_(std::move(basis)), problem_(glp_create_prob()) {
    glp_set_obj_dir(problem_, GLP_MAX);
    margin_ = size(basis_) + (m + 1) * (m + 2) / 2 + 1;
    glp_add_cols(problem_, margin_);
    for (int column = 1; column < margin_; ++column) glp_set_col_bnds(problem_, column, GLP_FR, 0.0, 0.0);
    glp_set_col_bnds(problem_, margin_, GLP_UP, 0.0, 1.0);
    glp_set_obj_coef(problem_, margin_, 1.0);
    add_rows();
  }
  ~BasisProgram() { glp_delete_prob(problem_); }
  BasisProgram(const BasisProgram&) = delete;
  BasisProgram& operator=(const BasisProgram&) = delete;

  /// The largest margin, or a number <= 0 when there is none.
  double solve() {
    glp_scale_prob(problem_, GLP_SF_AUTO);
    glp_smcp options;
    glp_init_smcp(&options);
    options.msg_lev = GLP_MSG_OFF;
    if (glp_simplex(problem_, &options) != 0 || glp_get_status(problem_) != GLP_OPT) return 0.0;
    return glp_get_obj_val(problem_);
  }

  [[nodiscard]] double coefficient(std::size_t k) const {
    return glp_get_col_prim(problem_, static_cast<int>(k) + 1);
  }
  [[nodiscard]] double h(int w, int o) const { return glp_get_col_prim(problem_, h_column(w, o)); }

 private:
  using Row = std::vector<double>;  // by column, entry 0 unused

  static int size(const std::vector<int>& v) { return static_cast<int>(v.size()); }
  [[nodiscard]] int h_column(int w, int o) const { return size(basis_) + w * (w + 1) / 2 + o + 1; }
  [[nodiscard]] Row blank() const { return Row(static_cast<std::size_t>(margin_) + 1, 0.0); }

  void add_f(Row& row, int o, double factor) const {
    for (int k = 0; k < size(basis_); ++k) {
      row[static_cast<std::size_t>(k) + 1] +=
          factor * binomial(o, basis_[static_cast<std::size_t>(k)]).get_d();
    }
  }

  void add_omega(Row& row, int w, int o, double factor) const {
    add_f(row, o, factor);
    add_f(row, w, factor / (n_ - 1));
  }

  void add_row(const Row& row, int kind, double bound) {
    std::vector<int> columns{0};
    Row values{0.0};
    for (int column = 1; column <= margin_; ++column) {
      if (row[static_cast<std::size_t>(column)] == 0.0) continue;
      columns.push_back(column);
      values.push_back(row[static_cast<std::size_t>(column)]);
    }
    const int index = glp_add_rows(problem_, 1);
    glp_set_row_bnds(problem_, index, kind, bound, bound);
    glp_set_mat_row(problem_, index, size(columns) - 1, columns.data(), values.data());
  }

  void add_rows() {
    Row total = blank();
    for (int o = 0; o <= m_; ++o) {
      Row positive = blank();  // f(o) >= s
      add_f(positive, o, 1.0);
      positive[static_cast<std::size_t>(margin_)] = -1.0;
      add_row(positive, GLP_LO, 0.0);
      add_f(total, o, 1.0);
    }
    add_row(total, GLP_FX, m_ + 1.0);  // the scale is free
    for (int w = 0; w <= m_; ++w) {
      for (int t = 0; t <= w; ++t) {
        for (int i = t; i <= w; ++i) {
          add_case(w, t, i, 1.0);
          add_case(w, t, i, -1.0);
        }
      }
    }
  }

  /// sign (sum h - t sum omega) + s <= epsilon sum omega over {t, i, .., i}.
  void add_case(int w, int t, int i, double sign) {
    Row row = blank();
    row[static_cast<std::size_t>(h_column(w, t))] += sign;
    row[static_cast<std::size_t>(h_column(w, i))] += sign * (n_ - 2);
    add_omega(row, w, t, -sign * t - epsilon_);
    add_omega(row, w, i, (n_ - 2) * (-sign * t - epsilon_));
    row[static_cast<std::size_t>(margin_)] = 1.0;
    add_row(row, GLP_UP, 0.0);
  }

  int m_, n_;
  double epsilon_;
  std::vector<int> basis_;
  glp_prob* problem_;
  int margin_ = 0;
};

Integer rank_of(int m, const std::vector<int>& basis) {
  Integer rank = 0;
  for (const int k : basis) rank += binomial(m, k);
  return rank;
}

/// All bases in order of rank. C(o,0) belongs to each: f(0) = c_0 must be positive for the query 0.
std::vector<std::vector<int>> bases_by_rank(int m) {
  std::vector<std::vector<int>> bases;
  for (unsigned set = 0; set < 1u << m; ++set) {
    std::vector<int> basis{0};
    for (int k = 1; k <= m; ++k) {
      if ((set >> (k - 1)) & 1u) basis.push_back(k);
    }
    bases.push_back(std::move(basis));
  }
  std::stable_sort(bases.begin(), bases.end(),
                   [m](const auto& a, const auto& b) { return rank_of(m, a) < rank_of(m, b); });
  return bases;
}

/// The double as it is (digits = 0) or rounded to that many decimals.
Rational rounded(double value, int digits) {
  if (digits == 0) return exactly(value);
  Integer scale;
  mpz_ui_pow_ui(scale.get_mpz_t(), 10, static_cast<unsigned long>(digits));
  const Rational scaled = exactly(value) * Rational(scale) + Rational(1, 2);
  Integer numerator;
  mpz_fdiv_q(numerator.get_mpz_t(), scaled.get_num_mpz_t(), scaled.get_den_mpz_t());
  Rational result(numerator, scale);
  result.canonicalize();
  return result;
}

/// From (c, h) to (f, p): h_w = omega_w p(w) for the query itself, then p(o) = (h_o - f(w) p(w)/(n-1)) /
/// f(o).
std::optional<OverlapSolution> solution_from(const BasisProgram& program, int m, int n, double epsilon,
                                             const std::vector<int>& basis, int digits) {
  OverlapSolution s{.m = m,
                    .n = n,
                    .epsilon = exactly(epsilon),
                    .basis = basis,
                    .f = {},
                    .lookup = {},
                    .rank = rank_of(m, basis)};
  for (int o = 0; o <= m; ++o) {
    Rational value = 0;
    for (std::size_t k = 0; k < basis.size(); ++k) {
      value += rounded(program.coefficient(k), digits) * binomial(o, basis[k]);
    }
    if (value <= 0) return std::nullopt;
    s.f.push_back(value);
  }
  for (int w = 0; w <= m; ++w) {
    const Rational& own = s.f[static_cast<std::size_t>(w)];
    const Rational own_p = rounded(program.h(w, w), digits) * (n - 1) / (own * n);
    std::vector<Rational> p;
    for (int o = 0; o < w; ++o) {
      p.push_back((rounded(program.h(w, o), digits) - own * own_p / (n - 1)) /
                  s.f[static_cast<std::size_t>(o)]);
    }
    p.push_back(own_p);
    s.lookup.push_back(std::move(p));
  }
  return s;
}

}  // namespace

Expected<std::optional<OverlapSolution>> overlap_lp(int m, int n, double epsilon, std::stop_token stop) {
  if (auto ok = check_range("bits m", static_cast<long long>(m), 1, 8); !ok)
    return tl::unexpected<Error>(ok.error());
  if (auto ok = check_range("length n", static_cast<long long>(n), 3, 8); !ok)
    return tl::unexpected<Error>(ok.error());
  if (auto ok = check_epsilon(epsilon); !ok) return tl::unexpected<Error>(ok.error());
  glp_term_out(GLP_OFF);
  for (const std::vector<int>& basis : bases_by_rank(m)) {
    if (stop.stop_requested()) break;
    BasisProgram program(m, n, epsilon, basis);
    if (program.solve() <= 1e-9) continue;
    for (const int digits : {2, 4, 6, 9, 0}) {  // short numbers first
      auto solution = solution_from(program, m, n, epsilon, basis, digits);
      if (solution && verify(*solution)) return solution;
    }
  }
  return std::optional<OverlapSolution>{};
}

}  // namespace tt
