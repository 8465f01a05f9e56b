// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/best_lookup.h"

#include <glpk.h>

#include <algorithm>

#include "core/train/simplex.h"

namespace tt {
namespace {

std::size_t size_of(int value) { return static_cast<std::size_t>(value); }

/// Columns: p of the query's entries, then the largest error, which is minimized.
class QueryProgram {
 public:
  QueryProgram(const Problem& problem, std::span<const double> weights, int query)
      : problem_(problem), weights_(weights), program_(glp_create_prob()) {
    glp_term_out(GLP_OFF);
    glp_set_obj_dir(program_, GLP_MIN);
    const auto of_query = std::ranges::equal_range(problem.entries, query, {}, &Problem::Entry::query);
    first_ = static_cast<int>(of_query.begin() - problem.entries.begin());
    count_ = static_cast<int>(of_query.size());
    glp_add_cols(program_, count_ + 1);
    const double reach = kLookupReach * problem.m;
    for (int i = 1; i <= count_; ++i) glp_set_col_bnds(program_, i, GLP_DB, -reach, problem.m + reach);
    glp_set_col_bnds(program_, count_ + 1, GLP_LO, 0.0, 0.0);
    glp_set_obj_coef(program_, count_ + 1, 1.0);
    const auto inputs = std::ranges::equal_range(problem.input_query, query);
    for (auto at = inputs.begin(); at != inputs.end(); ++at)
      add_input(static_cast<std::size_t>(at - problem.input_query.begin()));
  }
  ~QueryProgram() { glp_delete_prob(program_); }
  QueryProgram(const QueryProgram&) = delete;
  QueryProgram& operator=(const QueryProgram&) = delete;

  bool solve(const std::stop_token& stop) { return sound_ && solve_in_slices(program_, stop); }

  void read(std::vector<double>& into) const {
    for (int i = 0; i < count_; ++i) into[size_of(first_ + i)] = glp_get_col_prim(program_, i + 1);
  }

 private:
  /// |sum of shares times p - target| <= error; shares sum to one, so they need no scaling.
  void add_input(std::size_t input) {
    double total = 0.0;
    for (const Problem::Term& term : problem_.input(input))
      total += term.count * weights_[size_of(term.entry)];
    sound_ = sound_ && total > 0.0;
    if (!sound_) return;
    std::vector<int> columns{0, count_ + 1};
    std::vector<double> values{0.0, -1.0};
    for (const Problem::Term& term : problem_.input(input)) {
      columns.push_back(term.entry - first_ + 1);
      values.push_back(term.count * weights_[size_of(term.entry)] / total);
    }
    const int rows = glp_add_rows(program_, 2);
    for (const int side : {0, 1}) {
      values[1] = side == 0 ? -1.0 : 1.0;
      glp_set_row_bnds(program_, rows + side, side == 0 ? GLP_UP : GLP_LO, problem_.target[input],
                       problem_.target[input]);
      glp_set_mat_row(program_, rows + side, static_cast<int>(columns.size()) - 1, columns.data(),
                      values.data());
    }
  }

  const Problem& problem_;
  std::span<const double> weights_;
  glp_prob* program_;
  int first_ = 0, count_ = 0;
  bool sound_ = true;
};

}  // namespace

std::vector<double> best_lookup(const Problem& problem, std::span<const double> weights,
                                std::span<const double> present, std::stop_token stop) {
  std::vector<double> best(present.begin(), present.end());
  for (int query = 0; query < static_cast<int>(problem.query_tokens.size()); ++query) {
    QueryProgram program(problem, weights, query);
    if (program.solve(stop)) program.read(best);
  }
  return best;
}

}  // namespace tt
