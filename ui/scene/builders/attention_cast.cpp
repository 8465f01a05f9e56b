// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scene/builders/attention_cast.h"

#include <algorithm>
#include <cmath>

#include "ui/scene/builders/parts.h"
#include "ui/scene/number_text.h"

namespace tt {
namespace {

std::size_t at(int position) { return static_cast<std::size_t>(position); }
int length(const AttentionResult& r) { return static_cast<int>(r.sequence.size()); }
double weight_of(const AttentionResult& r, int j) { return r.chosen.weights(r.query, j); }
int overlap_with_query(const AttentionResult& r, int j) { return r.overlaps[at(r.query)][at(j)]; }
bool is_right(const AttentionResult& r, int i) { return r.chosen.errors[at(i)] < r.session.epsilon; }

std::string output_words(const AttentionResult& r) {
  const double output = r.chosen.outputs[at(r.query)];
  const int target = r.chosen.targets[at(r.query)];
  if (r.chosen.errors[at(r.query)] < 1e-9) return "exactly " + std::to_string(target);
  return number_unlike(output, target) + (is_right(r, r.query) ? " ≈ " : " instead of ") +
         std::to_string(target);
}

std::string one_token(const AttentionResult& r) {
  return "One token: one feature is enough. All weight is on x, and the output is " + output_words(r) +
         ", its overlap with itself.";
}

std::string two_tokens(const AttentionResult& r, const std::vector<Part>& cast) {
  const std::string start =
      "Two tokens: one feature is enough, for equal weights with the readout 2⟨x,z⟩ − |x| are exact. ";
  const std::string weights = percent(weight_of(r, r.query)) + " on x and " + percent(weight_of(r, r.right)) +
                              " on " + cast[at(r.right)].plain;
  return start + "This head puts " + weights + " and answers " + output_words(r) + ".";
}

/// Candidates that share the least overlap.
int ties(const AttentionResult& r) {
  int count = 0;
  for (int j = 0; j < length(r); ++j)
    if (j != r.query && overlap_with_query(r, j) == overlap_with_query(r, r.right)) ++count;
  return count;
}

/// The first other query that is wrong, -1: none.
int other_wrong_query(const AttentionResult& r) {
  for (int i = 0; i < length(r); ++i)
    if (i != r.query && !is_silent(r, i) && !is_right(r, i)) return i;
  return -1;
}

std::string right_query(const AttentionResult& r, const std::vector<Part>& cast) {
  const int rival = r.rival, tied = ties(r);
  const std::string among = tied == 1 ? "" : ", one of " + std::to_string(tied) + " with the least overlap,";
  std::string sentence = "Query x is answered, " + output_words(r) + ": " + cast[at(r.right)].plain + among +
                         " holds " + percent(weight_of(r, r.right)) + " of its weight";
  if (r.rival >= 0) sentence += ", rival " + cast[at(rival)].plain + " " + percent(weight_of(r, rival));
  const int wrong = other_wrong_query(r);
  if (wrong < 0) return sentence + ". All other queries are right too.";
  return sentence + ". But query " + cast[at(wrong)].plain + " comes out " +
         number_unlike(r.chosen.outputs[at(wrong)], r.chosen.targets[at(wrong)]) + " instead of " +
         std::to_string(r.chosen.targets[at(wrong)]) + ".";
}

std::string wrong_query(const AttentionResult& r, const std::vector<Part>& cast) {
  const std::string& y = cast[at(r.right)].plain;
  if (r.rival < 0 && ties(r) < length(r) - 1)
    return "The weight of x is spread over candidates of different overlap: the output is " +
           output_words(r) + ".";
  if (r.rival < 0)
    return "All candidates share the least overlap " + std::to_string(overlap_with_query(r, r.right)) +
           ", yet x keeps " + percent(weight_of(r, r.query)) + " of its own weight: the output is " +
           output_words(r) + ".";
  const int rival = r.rival;
  return "Rival " + cast[at(rival)].plain + " (overlap " + std::to_string(overlap_with_query(r, rival)) +
         ") keeps " + percent(weight_of(r, rival)) + " of the weight of query x; " + y + " (overlap " +
         std::to_string(overlap_with_query(r, r.right)) + ") gets " + percent(weight_of(r, r.right)) +
         ". So the output is " + output_words(r) + "; dense softmax leaves the rival " +
         percent(r.softmax.weights(r.query, rival)) + ".";
}

}  // namespace

bool is_silent(const AttentionResult& r, int position) { return !r.asked[at(position)]; }

std::vector<Part> cast_of(const AttentionResult& r) {
  std::vector<Part> cast;
  for (int j = 0; j < length(r); ++j) {
    if (j == r.query)
      cast.push_back({"*x*", "x", "query", Role::query});
    else if (j == r.right)
      cast.push_back({"*y*", "y", "least overlap", Role::right});
    else if (j == r.rival)
      cast.push_back({"*z*", "z", "rival", Role::rival});
    else if (overlap_with_query(r, j) == overlap_with_query(r, r.right))
      cast.push_back({label_indexed("z", j + 1), plain_indexed("z", j + 1), "ties with y", Role::right});
    else
      cast.push_back({label_indexed("z", j + 1), plain_indexed("z", j + 1), "", Role::other});
  }
  return cast;
}

std::vector<int> bar_order(const AttentionResult& r) {
  std::vector<int> order{r.query};
  if (r.right != r.query) order.push_back(r.right);
  if (r.rival >= 0) order.push_back(r.rival);
  for (int j = 0; j < length(r); ++j)
    if (std::find(order.begin(), order.end(), j) == order.end()) order.push_back(j);
  return order;
}

std::string attention_sentence(const AttentionResult& r, const std::vector<Part>& cast) {
  if (is_silent(r, r.query))
    return r.head.scope == Scope::causal_final
               ? "This head answers the last position only: choose that one as the query."
               : "This head was made for other queries: choose a token that it answers.";
  if (!std::isfinite(r.chosen.outputs[at(r.query)])) return "No answer: " + r.chosen.trouble + ".";
  if (length(r) == 1) return one_token(r);
  if (length(r) == 2) return two_tokens(r, cast);
  return is_right(r, r.query) ? right_query(r, cast) : wrong_query(r, cast);
}

std::string attention_alt(const AttentionResult& r, const std::vector<Part>& cast) {
  std::string weights;
  std::vector<int> named = bar_order(r);
  if (named.size() > 6) named.resize(3);
  for (const int j : named)
    weights += (weights.empty() ? "" : ", ") + cast[at(j)].plain + " " + plain_number(weight_of(r, j));
  return "Attention of query x over " + std::to_string(length(r)) +
         (length(r) == 1 ? " token of " : " tokens of ") + std::to_string(r.session.m) +
         " bits with the head " + facts(r.head.map).name + ": weights " + weights + "; output " +
         plain_number(r.chosen.outputs[at(r.query)]) + ", target " +
         std::to_string(r.chosen.targets[at(r.query)]) + ", largest error over all queries " +
         plain_number(r.chosen.max_error) + ".";
}

Table attention_table(const AttentionResult& r, const std::vector<Part>& cast) {
  Table table;
  table.columns = {"position", "name",   "token", "overlap with x", "weight for x",  "softmax weight for x",
                   "target",   "output", "error", "verdict",        "softmax output"};
  for (int j = 0; j < length(r); ++j) table.columns.push_back("weight of token " + std::to_string(j + 1));
  for (int i = 0; i < length(r); ++i) {
    const std::string verdict = is_silent(r, i) ? "not asked" : is_right(r, i) ? "right" : "wrong";
    std::vector<std::string> row{std::to_string(i + 1),
                                 cast[at(i)].plain,
                                 to_string(r.sequence[at(i)]),
                                 std::to_string(overlap_with_query(r, i)),
                                 exact_text(weight_of(r, i)),
                                 exact_text(r.softmax.weights(r.query, i)),
                                 std::to_string(r.chosen.targets[at(i)]),
                                 exact_text(r.chosen.outputs[at(i)]),
                                 exact_text(r.chosen.errors[at(i)]),
                                 verdict,
                                 exact_text(r.softmax.outputs[at(i)])};
    for (int j = 0; j < length(r); ++j) row.push_back(exact_text(r.chosen.weights(i, j)));
    table.rows.push_back(std::move(row));
  }
  return table;
}

}  // namespace tt
