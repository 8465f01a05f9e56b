// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/domination/gap.h"

#include "tests/cli/cli_run.h"

using namespace tt;
using namespace tt::cli_test;

TEST(GapCommand, GivesTheFactorAndTheBestGaps) {
  const Json document = json_of({"gap", "--n", "3", "--epsilon", "0.5", "--distance", "6"});
  EXPECT_EQ(document["mu"], 5.0);
  EXPECT_EQ(document["best"]["gaps"], Json({6}));  // two of 3 give 4 only
  EXPECT_EQ(document["best"]["lambda"], 5.0);
  EXPECT_FALSE(document.contains("rows"));
}

TEST(GapCommand, TableAgreesWithTheCore) {
  const Json document = json_of({"gap", "--n", "5", "--epsilon", "0.25", "--distance", "20", "--table"});
  ASSERT_EQ(document["rows"].size(), 20u);
  for (int d = 1; d <= 20; ++d) {
    const Json& row = document["rows"][static_cast<std::size_t>(d - 1)];
    EXPECT_EQ(row["d"], d);
    EXPECT_EQ(row["mu"].get<double>(), mu(5, 0.25, d));
    EXPECT_EQ(row["applies"].get<bool>(), gap_conditions(5, 0.25, d).stated());
  }
  EXPECT_EQ(document["best"]["gaps"].get<std::vector<int>>(), best_gaps(5, 0.25, 20).gaps);
}

TEST(GapCommand, DegreeOneIsTheAffineCase) {
  EXPECT_NEAR(json_of({"gap", "--degree", "1", "--distance", "8"})["mu"].get<double>(), 7.0, 1e-9);
  const Json second = json_of({"gap", "--degree", "2", "--distance", "5"});
  EXPECT_NEAR(second["mu"].get<double>(), 1.2321, 1e-4);
  EXPECT_EQ(second["n"], 4);
}

TEST(GapCommand, RefusesWhatIsOutOfRange) {
  expect_refused({"gap", "--n", "1", "--distance", "3"}, "--n (1, ");
  expect_refused({"gap", "--n", "3", "--distance", "0"}, "--distance (0, ");
  expect_refused({"gap", "--n", "3"}, "--distance (missing");
  expect_refused({"gap", "--distance", "3"}, "--n (missing");
  expect_refused({"gap", "--n", "3", "--degree", "2", "--distance", "3"},
                 "--n (3, allowed: 4, the degree plus 2)");
  expect_refused({"gap", "--n", "3", "--distance", "3", "--epsilon", "0.6"}, "--epsilon");
}
