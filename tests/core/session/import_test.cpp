// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/import.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/session/kept_results.h"
#include "core/session/surveys.h"

namespace tt {
namespace {

ImportFile file(const std::string& bytes, const std::string& name = "own.csv") {
  auto read = read_import(bytes, name);
  EXPECT_TRUE(read) << (read ? "" : read.error().message());
  return read.value_or(ImportFile());
}

Session taken(const ImportFile& from, ImportKind kind) {
  auto made = take_import(from, kind, example_session());
  EXPECT_TRUE(made) << (made ? "" : made.error().message());
  return made ? made->session : Session();
}

/// A matrix whose first row breaks what the lemma needs: an entry as large as the diagonal.
std::string matrix_csv(int size, double off) {
  std::string text;
  for (int i = 0; i < size; ++i) {
    for (int j = 0; j < size; ++j) text += (j > 0 ? "," : "") + std::to_string(i == j ? 2.0 : 2.0 * off);
    text += "\n";
  }
  return text;
}

TEST(Import, AMatrixBecomesC) {
  const ImportFile read = file(matrix_csv(6, 0.1));
  EXPECT_EQ(read.kinds.front(), ImportKind::matrix);
  const Session s = taken(read, ImportKind::matrix);
  EXPECT_EQ(s.matrix, MatrixSource::given);
  const auto result = identity_result(s);
  ASSERT_TRUE(result) << result.error().message();
  // Rows are divided by their diagonal: rank and form of the lemma stay.
  EXPECT_NEAR(result->c(0, 0), 1.0, 1e-15);
  EXPECT_NEAR(result->report.max_off_diagonal, 0.1, 1e-12);
  EXPECT_EQ(result->claim.verdict, Verdict::holds);
  EXPECT_EQ(parse_session(to_json(s).dump(), "again").value().given, s.given);
}

TEST(Import, EntriesThatBreakTheLemmaAreNamed) {
  std::string text = matrix_csv(5, 0.1);
  const Session spoiled = taken(file(text.replace(text.find("0.2"), 3, "2.5")), ImportKind::matrix);
  const auto result = identity_result(spoiled).value();
  EXPECT_EQ(result.claim.verdict, Verdict::does_not_apply);
  EXPECT_NE(result.claim.detail.find("C(1,2)"), std::string::npos) << result.claim.detail;

  const auto strange =
      identity_result(taken(file("1,0.1,0\n0.1,1,nan\n0,0.1,1\n"), ImportKind::matrix)).value();
  EXPECT_FALSE(strange.report.finite);
  EXPECT_EQ(strange.report.worst_row, 1);
  EXPECT_EQ(strange.report.worst_column, 2);
}

TEST(Import, AKernelAnswersAsItsEntriesSay) {
  // K(x,z) = 3 - <x,z> on all 8 tokens of 3 bits, against the affine map with c = 3.
  std::string text;
  FeatureMap affine;
  affine.kind = MapKind::affine;
  affine.m = 3;
  affine.offset = 3.0;
  const Kernel kernel = Kernel::make(affine).value();
  for (std::uint64_t x = 0; x < 8; ++x)
    for (std::uint64_t z = 0; z < 8; ++z)
      text += std::to_string(kernel({x, 3}, {z, 3})) + (z < 7 ? "," : "\n");
  const ImportFile read = file(text);
  ASSERT_EQ(read.kinds, (std::vector<ImportKind>{ImportKind::matrix, ImportKind::kernel}));
  const Session s = taken(read, ImportKind::kernel);
  EXPECT_EQ(s.m, 3);
  const Kernel imported = Kernel::make(session_head(s).value().map).value();
  for (std::uint64_t x = 0; x < 8; ++x)
    for (std::uint64_t z = 0; z < 8; ++z) EXPECT_NEAR(imported({x, 3}, {z, 3}), kernel({x, 3}, {z, 3}), 1e-6);
}

TEST(Import, AKernelOverTheCodesWordsGivesItsMatrix) {
  const Session example = example_session();
  const auto words = session_code(example).value().words;
  const auto before = identity_result(example).value();
  std::string text;
  const Kernel kernel = Kernel::make(session_head(example).value().map).value();
  for (const BitToken& x : words)
    for (std::size_t j = 0; j < words.size(); ++j)
      text += std::to_string(kernel(x, complement(words[j]))) + (j + 1 < words.size() ? "," : "\n");
  const auto after = identity_result(taken(file(text), ImportKind::kernel)).value();
  EXPECT_LT((after.c - before.c).cwiseAbs().maxCoeff(), 1e-5);
}

TEST(Import, TokensInEveryDress) {
  const Sequence expected = example_session().sequence;
  std::string lines, json = "[", bits;
  for (const BitToken& token : expected) {
    lines += to_string(token) + " ";
    json += (json.size() > 1 ? ",\"" : "\"") + to_string(token) + "\"";
    for (int k = 0; k < token.m; ++k)
      bits += std::string(k > 0 ? "," : "") + to_string(token)[static_cast<std::size_t>(k)];
    bits += "\n";
  }
  EXPECT_EQ(taken(file(lines), ImportKind::sequence).sequence, expected);
  EXPECT_EQ(taken(file(json + "]"), ImportKind::sequence).sequence, expected);
  EXPECT_EQ(taken(file(bits), ImportKind::sequence).sequence, expected);
  std::vector<double> values;
  for (const BitToken& token : expected)
    for (const char c : to_string(token)) values.push_back(c - '0');
  const std::size_t shape[] = {expected.size(), static_cast<std::size_t>(expected.front().m)};
  EXPECT_EQ(taken(file(write_npy(shape, values), "t.npy"), ImportKind::sequence).sequence, expected);
}

TEST(Import, FeaturesMakeAHead) {
  // One feature for all tokens of two bits: queries 2, keys the number of the token.
  const std::size_t shape[] = {2, 4, 1};
  const std::vector<double> values{2, 2, 2, 2, 0, 1, 2, 3};
  const Session s = taken(file(write_npy(shape, values), "f.npy"), ImportKind::features);
  EXPECT_EQ(s.m, 2);
  EXPECT_EQ(s.rank, 1);
  const Kernel kernel = Kernel::make(session_head(s).value().map).value();
  EXPECT_EQ(kernel({1, 2}, {3, 2}), 6.0);
}

TEST(Import, LogsBecomeCurves) {
  const ImportFile read =
      file("step,loss,max_error,rank,seed\n0,4,2,8,1\n10,1,0.4,8,1\n0,5,2,8,2\n10,2,1.5,8,2\n0,1,1,15,1\n");
  const auto made = take_import(read, ImportKind::runs, example_session());
  ASSERT_TRUE(made) << made.error().message();
  const TrainingResult& runs = *made->runs;
  ASSERT_EQ(runs.runs.size(), 2u);
  EXPECT_EQ(runs.runs[0].options.shape.rank, 8);
  ASSERT_EQ(runs.runs[0].heads.size(), 2u);
  EXPECT_EQ(runs.runs[0].heads[0].fate, HeadFate::solved);
  EXPECT_EQ(runs.runs[0].heads[1].fate, HeadFate::finished);
  EXPECT_EQ(runs.runs[0].curves[1]->back().loss, 2.0f);
  EXPECT_EQ(runs.tallies[0].solved, 1);
}

TEST(Import, WhatIsNothingIsSaid) {
  for (const char* bytes : {"", "   \n", "{\"format\":\"other\"}", "[1,2,3]", "[[1,2],[3]]", "1,2,3\n4,5,6\n",
                            "{", "words only\n", "step\n1\n", "loss\n1\n2\n"}) {
    const auto read = read_import(bytes, "own.csv");
    if (!read) {
      EXPECT_FALSE(read.error().message().empty());
      continue;
    }
    EXPECT_FALSE(take_import(*read, read->kinds.front(), example_session())) << bytes;
  }
}

TEST(KeptResults, RunsComeBackAsTheyWere) {
  Session s = example_session();
  s.train.steps = 60;
  s.train.ranks = {2, 4};
  s.train.heads = 2;
  const TrainingResult before = training_result(s).value();
  const Json json = kept_training(before);
  const auto after = training_from_kept(parse_json(json.dump(), "kept").value(), "kept");
  ASSERT_TRUE(after) << after.error().message();
  EXPECT_EQ(kept_training(*after), json);
  EXPECT_EQ(after->claim.statement, before.claim.statement);
  EXPECT_EQ(after->tallies.size(), before.tallies.size());
  for (std::size_t i = 0; i < before.runs.size(); ++i)
    for (std::size_t h = 0; h < before.runs[i].heads.size(); ++h)
      for (std::size_t k = 0; k < before.runs[i].curves[h]->size(); ++k)
        EXPECT_EQ((*after->runs[i].curves[h])[k].loss, (*before.runs[i].curves[h])[k].loss);
}

TEST(KeptResults, NumbersThatAreNotFiniteSurvive) {
  TrainingResult result;
  RunSnapshot run;
  run.heads.resize(1);
  run.heads[0].max_error = HUGE_VALF;
  run.heads[0].loss = std::nanf("");
  run.curves.push_back(std::make_shared<const Curve>(Curve{{0, -HUGE_VALF, HUGE_VALF, 0.1f, std::nanf("")}}));
  result.runs = {run};
  const auto after =
      training_from_kept(parse_json(kept_training(result).dump(), "kept").value(), "kept").value();
  EXPECT_EQ(after.runs[0].heads[0].max_error, HUGE_VALF);
  EXPECT_TRUE(std::isnan(after.runs[0].heads[0].loss));
  EXPECT_TRUE(std::isnan(after.runs[0].curves[0]->front().highest_error));
  EXPECT_EQ(after.runs[0].curves[0]->front().lowest_error, 0.1f);
}

TEST(KeptResults, BrokenOnesAreRefused) {
  for (const char* text : {"{\"runs\":7}", "{\"runs\":[1]}", "{\"epsilon\":3,\"runs\":[]}",
                           "{\"runs\":[{\"heads\":[{}],\"curves\":[]}]}",
                           "{\"runs\":[{\"heads\":[{\"fate\":\"lost\"}],\"curves\":[[]]}]}",
                           "{\"runs\":[{\"heads\":[{}],\"curves\":[[[0.5,1,1,1,1]]]}]}",
                           "{\"runs\":[{\"heads\":[{}],\"curves\":[[[0,\"x\",1,1,1]]]}]}"})
    EXPECT_FALSE(training_from_kept(parse_json(text, "kept").value(), "kept")) << text;
}

TEST(Surveys, OursIsNeverBelowThePapers) {
  Session s = example_session();
  for (const int n : {3, 4, 8}) {
    s.n = n;
    const BoundsSurvey survey = bounds_survey(normalized(s)).value();
    for (const PhaseRow& row : survey.rows) {
      if (row.paper_log2) {
        EXPECT_GE(row.lower_log2, *row.paper_log2) << row.m;
      }
      EXPECT_LE(row.lower_log2, row.upper_log2) << row.m;
    }
    EXPECT_EQ(survey.claim.verdict, Verdict::holds);
    EXPECT_EQ(survey.first_paper, 168);  // the paper's theorem begins there (6.2)
  }
  s.n = 2;
  const BoundsSurvey nothing = bounds_survey(normalized(s)).value();
  EXPECT_EQ(nothing.first_ours, 0);
  EXPECT_EQ(nothing.claim.verdict, Verdict::does_not_apply);
}

TEST(Surveys, BracketsAreOrderedAndGrow) {
  const BracketsSurvey survey = brackets_survey();
  EXPECT_EQ(survey.rows.size(), 32u);
  EXPECT_EQ(survey.closed, 20);  // m up to 5
  for (const auto& row : survey.rows) EXPECT_LE(row.ends.lower, row.ends.upper);
  for (std::size_t i = 4; i < survey.rows.size(); ++i)
    EXPECT_GE(survey.rows[i].ends.upper, survey.rows[i - 4].ends.upper);
}

}  // namespace
}  // namespace tt
