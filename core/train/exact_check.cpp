// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/exact_check.h"

#include <algorithm>

namespace tt {
namespace {

/// Weight and value of one entry.
struct ExactEntry {
  Rational weight, value;
};

Expected<Eigen::Index> row_of(std::optional<Eigen::Index> row, BitToken token, const char* what) {
  if (row) return *row;
  return fail(std::string(what) + " of the head", to_string(token), "missing");
}

std::optional<Eigen::Index> position(const std::vector<BitToken>& tokens, BitToken token) {
  const auto at = std::ranges::find(tokens, token);
  if (at == tokens.end()) return std::nullopt;
  return at - tokens.begin();
}

class Checking {
 public:
  Checking(const Head& head, const Problem& problem) : head_(head), problem_(problem) {}

  Expected<ExactVerdict> run() {
    if (auto read = read_entries(); !read) return tl::unexpected(read.error());
    for (std::size_t i = 0; i < problem_.inputs() && verdict_.reason.empty(); ++i) input(i);
    verdict_.solves = verdict_.reason.empty() && verdict_.max_error < exactly(problem_.epsilon);
    if (verdict_.reason.empty() && !verdict_.solves)
      verdict_.reason = "the largest error is not below epsilon";
    return verdict_;
  }

 private:
  Expected<void> read_entries() {
    const FeatureTable& table = *head_.map.table;
    verdict_.nonnegative_features = true;
    for (const Problem::Entry& entry : problem_.entries) {
      const BitToken x = problem_.query_tokens[static_cast<std::size_t>(entry.query)];
      const BitToken z = problem_.key_tokens[static_cast<std::size_t>(entry.key)];
      const auto query = row_of(table.query_row(x), x, "query"), key = row_of(table.key_row(z), z, "key");
      const auto from = row_of(position(head_.lookup->query_tokens, x), x, "lookup's query");
      const auto to = row_of(position(head_.lookup->key_tokens, z), z, "lookup's key");
      for (const auto* row : {&query, &key, &from, &to})
        if (!*row) return tl::unexpected(row->error());
      ExactEntry exact{0, exactly(head_.lookup->values(*from, *to))};
      for (Eigen::Index k = 0; k < table.query.cols(); ++k) {
        const double a = table.query(*query, k), b = table.key(*key, k);
        verdict_.nonnegative_features = verdict_.nonnegative_features && a >= 0.0 && b >= 0.0;
        exact.weight += exactly(a) * exactly(b);
      }
      if (exact.weight < 0 && verdict_.reason.empty())
        verdict_.reason = "the weight of " + to_string(x) + " on " + to_string(z) + " is negative";
      entries_.push_back(std::move(exact));
    }
    return {};
  }

  void input(std::size_t i) {
    Rational total = 0, sum = 0;
    for (const Problem::Term& term : problem_.input(i)) {
      const ExactEntry& entry = entries_[static_cast<std::size_t>(term.entry)];
      const Rational weight = entry.weight * term.count;
      total += weight;
      sum += weight * entry.value;
    }
    if (total <= 0) {
      verdict_.reason = "the denominator of input " + std::to_string(i) + " is not positive";
      return;
    }
    const Rational error = abs(Rational(sum / total - problem_.target[i]));
    if (error > verdict_.max_error) verdict_.max_error = error;
  }

  const Head& head_;
  const Problem& problem_;
  std::vector<ExactEntry> entries_;
  ExactVerdict verdict_;
};

}  // namespace

Expected<ExactVerdict> verify_exactly(const Head& head, const Problem& problem) {
  if (head.map.kind != MapKind::table || !head.map.table || head.readout != ReadoutKind::table ||
      !head.lookup)
    return fail("head to verify", std::string(map_name(head.map.kind)),
                "tables of features and a table readout");
  if (auto sound = check(head); !sound) return tl::unexpected(sound.error());
  return Checking(head, problem).run();
}

}  // namespace tt
