// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/codes/greedy_code.h"
#include "core/heads/constructions/constructions.h"
#include "core/rank/near_identity.h"
#include "core/rank/spectra.h"
#include "tests/cli/cli_run.h"

using namespace tt;
using namespace tt::cli_test;

TEST(IdentityCommand, AgreesWithTheCore) {
  const Folder folder;
  const std::string head_file = folder / "head.json", code_file = folder / "code.json";
  json_of({"head", "make", "affine", "--m", "12", "--out", head_file});
  json_of({"code", "--bits", "12", "--distance", "3", "--out", code_file});
  const Json document = json_of({"identity", "--head", head_file, "--code", code_file});
  expect_keys(document,
              {"size", "max_off_diagonal", "rank_bound", "trace_bound", "numeric_rank", "singular_values"});

  const auto code = greedy_code({.bits = 12, .distance = 3});
  const auto head = affine_head(12);
  const Eigen::MatrixXd c = near_identity_matrix(*Kernel::make(head->map), code->words);
  const NearIdentityReport report = near_identity_report(c);
  EXPECT_EQ(document["size"], 10);
  EXPECT_EQ(document["max_off_diagonal"].get<double>(), report.max_off_diagonal);
  EXPECT_EQ(document["rank_bound"].get<double>(), report.rank_bound);
  EXPECT_EQ(document["trace_bound"].get<double>(), report.trace);
  EXPECT_EQ(document["numeric_rank"], spectrum(c)->numeric_rank);
  EXPECT_EQ(document["singular_values"].get<std::vector<double>>(), spectrum(c)->values);
  EXPECT_LE(document["trace_bound"].get<double>(), document["numeric_rank"].get<double>() + 1e-9);
}

TEST(IdentityCommand, RefusesWhatDoesNotFit) {
  const Folder folder;
  const std::string head = folder / "head.json", code = folder / "code.json";
  json_of({"head", "make", "affine", "--m", "10", "--out", head});
  json_of({"code", "--bits", "12", "--distance", "3", "--out", code});
  expect_refused({"identity", "--head", head, "--code", code}, "bits of the code (12, allowed: 10");
  expect_refused({"identity", "--head", code, "--code", code}, "threetokens-head");
  expect_refused({"identity", "--head", head, "--code", folder / "none.json"}, "none.json");
  expect_refused({"identity", "--head", head}, "--code (missing");
}
