// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/polish.h"

#include <glpk.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "core/base/options.h"
#include "core/train/best_lookup.h"
#include "core/train/simplex.h"

namespace tt {
namespace {

/// No weight falls below this share of the mean weight of its query.
constexpr double kLeastWeight = 1e-4;
/// What is no larger is no divisor: GLPK ends the program on numbers that are not finite.
constexpr double kNothing = 1e-12;

/// The numbers of a head, rows in the problem's order.
struct Numbers {
  Eigen::MatrixXd query, key;  ///< tokens x rank
  std::vector<double> lookup;  ///< by entry
};

double weight_of(const Numbers& numbers, const Problem::Entry& entry) {
  return numbers.query.row(entry.query).dot(numbers.key.row(entry.key));
}

/// All queries in one program.
constexpr int kAllQueries = -1;

/// Largest error over the inputs of one query, or of all; +inf where a denominator is not positive.
double error_of(const Problem& problem, const Numbers& numbers, int only_query = kAllQueries) {
  double worst = 0.0;
  for (std::size_t i = 0; i < problem.inputs(); ++i) {
    if (only_query != kAllQueries && problem.input_query[i] != only_query) continue;
    double sum = 0.0, total = 0.0;
    for (const Problem::Term& term : problem.input(i)) {
      const double weight =
          term.count * weight_of(numbers, problem.entries[static_cast<std::size_t>(term.entry)]);
      total += weight;
      sum += weight * numbers.lookup[static_cast<std::size_t>(term.entry)];
    }
    const double error = std::abs(sum / total - problem.target[i]);
    worst = std::isfinite(error) && total > 0.0 ? std::max(worst, error)
                                                : std::numeric_limits<double>::infinity();
  }
  return worst;
}

/// The power of two that brings the largest number of a table to [1/2, 1); 1 for a table of zeros.
template <class Table>
double to_one(const Table& table) {
  int exponent = 0;
  std::frexp(table.cwiseAbs().maxCoeff(), &exponent);
  return std::ldexp(1.0, -std::clamp(exponent, -1000, 1000));
}

/// No output feels a factor of one query's features or of all keys, and powers of two round nothing.
void bring_near_one(Numbers& numbers) {
  for (Eigen::Index i = 0; i < numbers.query.rows(); ++i)
    numbers.query.row(i) *= to_one(numbers.query.row(i));
  numbers.key *= to_one(numbers.key);
}

/// One row of a linear program: coefficients by column.
using Row = std::map<int, double>;

/// The linear program of one query, or of all of them where the keys are free. Columns: the free features, h
/// by entry, and the margin below `level`, maximized in units of each input's present denominator. At the
/// present largest error as level the present numbers are feasible with margin 0, so that whatever is found
/// lowers every error that is that large; at a level below, small denominators could win over small errors.
class Program {
 public:
  Program(const Problem& problem, const Numbers& now, PolishSide side, bool nonnegative, int only_query,
          double level)
      : problem_(problem),
        now_(now),
        side_(side),
        only_query_(only_query),
        level_(level),
        program_(glp_create_prob()) {
    glp_term_out(GLP_OFF);
    glp_set_obj_dir(program_, GLP_MAX);
    number_columns(nonnegative);
    for (const int entry : entries_) add_entry_rows(entry);
    Row scale;
    double inputs = 0.0;
    for (std::size_t i = 0; i < problem.inputs(); ++i)
      if (used(problem.input_query[i])) inputs += add_input(i, scale);
    add(scale, GLP_FX, inputs);  // the scale of all weights is free: the mean denominator stays as it is
  }
  ~Program() { glp_delete_prob(program_); }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  bool solve(const std::stop_token& stop) {
    glp_scale_prob(program_, GLP_SF_AUTO);
    return solve_in_slices(program_, stop);
  }

  /// Puts the solution into the numbers.
  void read(Numbers& into) const {
    Eigen::MatrixXd& free = side_ == PolishSide::keys ? into.key : into.query;
    for (const auto& [token, first] : feature_column_)
      for (Eigen::Index k = 0; k < free.cols(); ++k)
        free(token, k) = glp_get_col_prim(program_, first + static_cast<int>(k));
    for (const int entry : entries_)
      into.lookup[static_cast<std::size_t>(entry)] =
          glp_get_col_prim(program_, h_column_.at(entry)) / weight_of(into, at(entry));
  }

 private:
  [[nodiscard]] const Problem::Entry& at(int entry) const {
    return problem_.entries[static_cast<std::size_t>(entry)];
  }
  [[nodiscard]] bool used(int query) const { return only_query_ == kAllQueries || query == only_query_; }
  [[nodiscard]] int rank() const { return static_cast<int>(now_.query.cols()); }

  void number_columns(bool nonnegative) {
    for (int i = 0; i < static_cast<int>(problem_.entries.size()); ++i) {
      if (!used(at(i).query)) continue;
      entries_.push_back(i);
      const int token = side_ == PolishSide::keys ? at(i).key : at(i).query;
      if (feature_column_.contains(token)) continue;
      const int first = glp_add_cols(program_, rank());
      feature_column_[token] = first;
      for (int k = 0; k < rank(); ++k)
        glp_set_col_bnds(program_, first + k, nonnegative ? GLP_LO : GLP_FR, 0.0, 0.0);
    }
    for (const int entry : entries_) {
      h_column_[entry] = glp_add_cols(program_, 1);
      glp_set_col_bnds(program_, h_column_[entry], GLP_FR, 0.0, 0.0);
    }
    margin_ = glp_add_cols(program_, 1);
    glp_set_col_bnds(program_, margin_, GLP_FR, 0.0, 0.0);
    glp_set_obj_coef(program_, margin_, 1.0);
  }

  /// row += factor * alpha of an entry, linear in the free features.
  void add_weight(Row& row, int entry, double factor) const {
    const bool keys = side_ == PolishSide::keys;
    const int first = feature_column_.at(keys ? at(entry).key : at(entry).query);
    for (int k = 0; k < rank(); ++k) {
      const double fixed = keys ? now_.query(at(entry).query, k) : now_.key(at(entry).key, k);
      if (fixed != 0.0) row[first + k] += factor * fixed;
    }
  }

  void add(const Row& row, int kind, double bound) {
    std::vector<int> columns{0};
    std::vector<double> values{0.0};
    for (const auto& [column, value] : row) {
      columns.push_back(column);
      values.push_back(value);
    }
    const int index = glp_add_rows(program_, 1);
    glp_set_row_bnds(program_, index, kind, bound, bound);
    glp_set_mat_row(program_, index, static_cast<int>(columns.size()) - 1, columns.data(), values.data());
  }

  /// alpha above its least value, and -reach alpha <= h <= (m + reach) alpha.
  void add_entry_rows(int entry) {
    Row least, low, high;
    const double reach = kLookupReach * problem_.m;
    add_weight(least, entry, 1.0);
    add(least, GLP_LO, kLeastWeight * mean_weight(at(entry).query));
    add_weight(low, entry, reach);
    low[h_column_.at(entry)] += 1.0;
    add(low, GLP_LO, 0.0);
    add_weight(high, entry, problem_.m + reach);
    high[h_column_.at(entry)] -= 1.0;
    add(high, GLP_LO, 0.0);
  }

  [[nodiscard]] double mean_weight(int query) {
    auto [it, fresh] = mean_weight_.try_emplace(query, 0.0);
    if (!fresh) return it->second;
    int count = 0;
    for (const int entry : entries_)
      if (at(entry).query == query) it->second += std::abs(weight_of(now_, at(entry))), ++count;
    return it->second /= count;
  }

  /// An input's denominator as it is now, the unit of its margin. Where it is not positive, that of an input
  /// of mean weights.
  [[nodiscard]] double denominator(std::size_t i) {
    double total = 0.0;
    for (const Problem::Term& term : problem_.input(i)) total += term.count * weight_of(now_, at(term.entry));
    const double mean = mean_weight(problem_.input_query[i]);
    if (total > kNothing && total > kNothing * mean) return total;
    return mean > kNothing ? problem_.n * mean : 1.0;
  }

  /// The two rows of an input, and its part of the scale; returns what the part is now.
  double add_input(std::size_t i, Row& scale) {
    const double total = denominator(i);
    for (const double sign : {1.0, -1.0}) {
      Row row;  // sign (sum h - t sum alpha) + margin total <= level sum alpha
      for (const Problem::Term& term : problem_.input(i)) {
        row[h_column_.at(term.entry)] += sign * term.count;
        add_weight(row, term.entry, term.count * (-sign * problem_.target[i] - level_));
      }
      row[margin_] += total;
      add(row, GLP_UP, 0.0);
    }
    for (const Problem::Term& term : problem_.input(i)) add_weight(scale, term.entry, term.count / total);
    return 1.0;
  }

  const Problem& problem_;
  const Numbers& now_;
  PolishSide side_;
  int only_query_;
  double level_;
  glp_prob* program_;
  std::vector<int> entries_;
  std::map<int, int> feature_column_, h_column_;
  std::map<int, double> mean_weight_;
  int margin_ = 0;
};

Expected<Numbers> numbers_of(const Head& head, const Problem& problem) {
  if (head.map.kind != MapKind::table || !head.map.table || head.readout != ReadoutKind::table ||
      !head.lookup)
    return fail("head to polish", std::string(map_name(head.map.kind)),
                "tables of features and a table readout");
  const FeatureTable& table = *head.map.table;
  Numbers numbers{Eigen::MatrixXd(problem.query_tokens.size(), table.query.cols()),
                  Eigen::MatrixXd(problem.key_tokens.size(), table.key.cols()),
                  {}};
  const auto copy = [](const std::vector<BitToken>& tokens, auto row_of, const Eigen::MatrixXd& from,
                       Eigen::MatrixXd& to) -> Expected<void> {
    for (std::size_t i = 0; i < tokens.size(); ++i) {
      const auto row = row_of(tokens[i]);
      if (!row) return fail("token of the head", to_string(tokens[i]), "missing");
      to.row(static_cast<Eigen::Index>(i)) = from.row(*row);
    }
    return {};
  };
  const auto queries = copy(
      problem.query_tokens, [&](BitToken x) { return table.query_row(x); }, table.query, numbers.query);
  if (!queries) return tl::unexpected(queries.error());
  const auto keys = copy(
      problem.key_tokens, [&](BitToken z) { return table.key_row(z); }, table.key, numbers.key);
  if (!keys) return tl::unexpected(keys.error());
  for (const auto& [query, key] : problem.entries)
    numbers.lookup.push_back(lookup(head, problem.query_tokens[static_cast<std::size_t>(query)],
                                    problem.key_tokens[static_cast<std::size_t>(key)]));
  bring_near_one(numbers);
  return numbers;
}

Head head_of(const Head& like, const Problem& problem, const Numbers& numbers) {
  Head head = like;
  head.map.table = std::make_shared<const FeatureTable>(
      FeatureTable{problem.query_tokens, problem.key_tokens, numbers.query, numbers.key});
  LookupTable table{problem.query_tokens, problem.key_tokens,
                    Eigen::MatrixXd::Zero(numbers.query.rows(), numbers.key.rows())};
  for (std::size_t i = 0; i < problem.entries.size(); ++i)
    table.values(problem.entries[i].query, problem.entries[i].key) = numbers.lookup[i];
  head.lookup = std::make_shared<const LookupTable>(std::move(table));
  return head;
}

/// Levels to try, boldest first: a head that solves, halfway there, any improvement at all.
std::vector<double> levels(double error, double epsilon) {
  if (!std::isfinite(error)) return {epsilon};
  if (error <= epsilon) return {error};
  return {epsilon, (epsilon + error) / 2.0, error};
}

/// Programs at lower and higher levels until one lowers the error of the queries in it.
bool improve(const Problem& problem, Numbers& numbers, PolishSide side, bool nonnegative, int only_query,
             Polished& result, const std::stop_token& stop) {
  const double before = error_of(problem, numbers, only_query);
  for (const double level : levels(before, problem.epsilon)) {
    Program program(problem, numbers, side, nonnegative, only_query, level);
    if (!program.solve(stop)) continue;
    Numbers next = numbers;
    program.read(next);
    ++result.steps;
    if (!(error_of(problem, next, only_query) < before)) continue;
    numbers = std::move(next);
    return true;
  }
  return false;
}

/// The best lookup for the weights as they are: a side's program measures margins in the denominators before.
void improve_lookup(const Problem& problem, Numbers& numbers, const std::stop_token& stop) {
  std::vector<double> weights;
  for (const Problem::Entry& entry : problem.entries) weights.push_back(weight_of(numbers, entry));
  Numbers next = numbers;
  next.lookup = best_lookup(problem, weights, numbers.lookup, stop);
  if (error_of(problem, next) < error_of(problem, numbers)) numbers = std::move(next);
}

/// One side once: with free keys all queries hang together, with free queries each is a program of its own.
bool polish_side(const Problem& problem, Numbers& numbers, PolishSide side, bool nonnegative,
                 Polished& result, const std::stop_token& stop) {
  if (side == PolishSide::keys)
    return improve(problem, numbers, side, nonnegative, kAllQueries, result, stop);
  bool improved = false;
  for (int query = 0; query < static_cast<int>(problem.query_tokens.size()); ++query)
    improved = improve(problem, numbers, side, nonnegative, query, result, stop) || improved;
  return improved;
}

}  // namespace

Expected<Polished> polish(const Head& head, const Problem& problem, const PolishOptions& options,
                          std::stop_token stop) {
  if (auto sound = check_range("rounds", static_cast<long long>(options.rounds), 1LL, 1000LL); !sound)
    return tl::unexpected(sound.error());
  if (auto sound = check(head); !sound) return tl::unexpected(sound.error());
  auto numbers = numbers_of(head, problem);
  if (!numbers) return tl::unexpected(numbers.error());
  Polished result;
  result.before = error_of(problem, *numbers);
  for (int round = 0; round < options.rounds && !stop.stop_requested(); ++round) {
    const bool keys = polish_side(problem, *numbers, PolishSide::keys, options.nonnegative, result, stop);
    const bool queries =
        polish_side(problem, *numbers, PolishSide::queries, options.nonnegative, result, stop);
    improve_lookup(problem, *numbers, stop);
    if (!keys && !queries) break;
  }
  result.after = error_of(problem, *numbers);
  result.complete = !stop.stop_requested();
  result.head = head_of(head, problem, *numbers);
  return result;
}

}  // namespace tt
