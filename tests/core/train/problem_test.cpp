// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/problem.h"

#include <numeric>
#include <set>

#include "tests/core/train/train_test_support.h"

namespace tt {
namespace {

TEST(Problem, ShippedFamilyHasTheCountsOfTheory9) {
  const auto problem = problem_of(*shipped_family());
  EXPECT_EQ(problem->query_tokens.size(), 15u);
  EXPECT_EQ(problem->key_tokens.size(), 243u);
  EXPECT_EQ(problem->total, 1272);
  EXPECT_EQ(problem->inputs(), 861u);
  EXPECT_GE(problem->entries.size(), 440u);
  EXPECT_LE(problem->entries.size(), 460u);
}

TEST(Problem, KeepsEveryInputAsAMultiset) {
  for (const int n : {1, 2, 3, 4}) {
    const Family family = *all_inputs(3, n);
    const auto problem = problem_of(family);
    EXPECT_EQ(problem->total, static_cast<std::int64_t>(family.size()));
    EXPECT_EQ(problem->inputs(), family.distinct_inputs());
    for (std::size_t i = 0; i < problem->inputs(); ++i) {
      int tokens = 0, least = family.m;
      const BitToken query = problem->query_tokens[static_cast<std::size_t>(problem->input_query[i])];
      for (const Problem::Term& term : problem->input(i)) {
        const Problem::Entry& entry = problem->entries[static_cast<std::size_t>(term.entry)];
        EXPECT_EQ(entry.query, problem->input_query[i]);
        tokens += term.count;
        least = std::min(least, overlap(query, problem->key_tokens[static_cast<std::size_t>(entry.key)]));
      }
      EXPECT_EQ(tokens, n);
      EXPECT_EQ(problem->target[i], least);
    }
  }
}

TEST(Problem, EntriesAreUsedOnceAndInOrder) {
  const auto problem = problem_of(*shipped_family());
  std::set<std::pair<int, int>> seen;
  std::pair<int, int> before{-1, -1};
  for (const Problem::Entry& entry : problem->entries) {
    const std::pair<int, int> here{entry.query, entry.key};
    EXPECT_LT(before, here);
    before = here;
  }
  for (const Problem::Term& term : problem->terms) seen.insert({term.entry, 0});
  EXPECT_EQ(seen.size(), problem->entries.size());
}

TEST(Problem, OrderOfTheOthersDoesNotMatter) {
  const Sequence a{{0b011, 3}, {0b101, 3}, {0b110, 3}}, b{{0b011, 3}, {0b110, 3}, {0b101, 3}};
  const auto problem = problem_of(*family_of(std::vector<Sequence>{a, b}));
  EXPECT_EQ(problem->inputs(), 1u);
  EXPECT_EQ(problem->multiplicity.front(), 2);
}

TEST(Problem, RefusesWhatCannotBeTrained) {
  Family empty;
  EXPECT_FALSE(compile(empty, 0.5));
  EXPECT_FALSE(compile(*all_inputs(2, 2), 0.6));
  EXPECT_FALSE(compile(*all_inputs(2, 2), 0.0));
}

}  // namespace
}  // namespace tt
