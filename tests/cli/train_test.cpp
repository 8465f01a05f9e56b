// SPDX-License-Identifier: GPL-3.0-or-later
#include <filesystem>

#include "core/heads/head.h"
#include "tests/cli/cli_run.h"

using namespace tt;
using namespace tt::cli_test;

namespace {

/// What may differ from run to run: times.
Json without_times(Json document) {
  document.erase("seconds");
  document.erase("us_per_head_step");
  document.erase("backend");
  return document;
}

const std::vector<std::string> kSmall{"train", "--m",     "3", "--n",     "3",  "--rank",
                                      "2",     "--heads", "4", "--steps", "400"};

std::vector<std::string> small(std::vector<std::string> more) {
  more.insert(more.begin(), kSmall.begin(), kSmall.end());
  return more;
}

}  // namespace

TEST(TrainCommand, TrainsAndTellsTheSameForAnyThreads) {
  const Json one = json_of(small({"--threads", "1"})), two = json_of(small({"--threads", "2"}));
  expect_keys(one, {"backend", "heads", "us_per_head_step", "seconds"});
  ASSERT_EQ(one["heads"].size(), 4u);
  expect_keys(one["heads"][0], {"seed", "max_error", "solved", "steps"});
  EXPECT_EQ(without_times(one), without_times(two));
  EXPECT_EQ(one["heads"][2]["seed"], 3);
}

TEST(TrainCommand, AHeadIsKnownByItsSeedAlone) {
  const Json four = json_of(small({}));
  const Json third = json_of(
      {"train", "--m", "3", "--n", "3", "--rank", "2", "--heads", "1", "--seed", "3", "--steps", "400"});
  EXPECT_EQ(third["heads"][0], four["heads"][2]);
}

TEST(TrainCommand, SolvedHeadsSolveEveryInput) {
  const Folder folder;
  const Json document = json_of(small({"--out", folder / "run"}));
  ASSERT_GT(document["solved"].get<int>(), 0);
  for (std::size_t i = 0; i < document["heads"].size(); ++i) {
    const std::string file = folder / ("run/head-" + std::to_string(i) + ".json");
    const bool solved = document["heads"][i]["solved"];
    const Json seen = json_of({"head", "eval", file, "--n", "3"}, solved ? 0 : 1);
    EXPECT_EQ(seen["solved"].get<bool>(), solved);
    EXPECT_NEAR(seen["max_error"].get<double>(), document["heads"][i]["max_error"].get<double>(), 1e-4);
  }
  EXPECT_TRUE(content(folder / "run/curves.csv").starts_with("head,step,loss,max_error"));
}

TEST(TrainCommand, ResumesToTheBitsOfAnUnbrokenRun) {
  const Folder folder;
  const auto train = [&](const std::string& name, std::vector<std::string> more) {
    std::vector<std::string> all{"train",   "--m",  "4",       "--n",         "3",
                                 "--rank",  "2",    "--heads", "2",           "--go-on",
                                 "--steps", "6000", "--out",   folder / name, "--json"};
    all.insert(all.end(), more.begin(), more.end());
    return run(all).json();
  };
  train("whole", {});
  const Json broken = train("broken", {"--seconds", "0.02"});
  EXPECT_LT(broken["heads"][0]["steps"].get<int>(), 6000);
  const Json resumed = train("resumed", {"--resume", folder / "broken/checkpoint.cbor"});
  EXPECT_EQ(resumed["heads"][0]["steps"], 6000);
  for (const char* head : {"head-0.json", "head-1.json"})
    EXPECT_EQ(content(folder / ("resumed/" + std::string(head))),
              content(folder / ("whole/" + std::string(head))));
  expect_refused(
      {"train", "--m", "3", "--n", "3", "--rank", "2", "--resume", folder / "whole/checkpoint.cbor"},
      "of another problem");
}

TEST(TrainCommand, FailsWhereNoHeadExists) {
  // Rank one is impossible at four bits (theory 6.5).
  const Json document = json_of({"train", "--m", "4", "--n", "3", "--rank", "1", "--steps", "200"}, 1);
  EXPECT_EQ(document["solved"], 0);
}

TEST(TrainCommand, CurriculumGoesDownToTheLeastRank) {
  const Json document = json_of(
      {"train", "--m", "4", "--n", "3", "--rank", "4", "--heads", "8", "--steps", "1500", "--curriculum"});
  EXPECT_EQ(document["least_rank"], 2);
}

TEST(TrainCommand, ADivergingRunIsExplained) {
  const Json document =
      json_of({"train", "--m", "3", "--n", "3", "--rank", "2", "--features", "signed", "--objective", "mse",
               "--rate", "1e6", "--schedule", "constant", "--go-on", "--steps", "200"},
              1);
  bool diverged = false;
  for (const Json& head : document["heads"])
    if (head["fate"] == "diverged") {
      diverged = true;
      EXPECT_NE(head["why"].get<std::string>().find("rate"), std::string::npos);
    }
  EXPECT_TRUE(diverged);
}

TEST(TrainCommand, RefusesWhatItCannotDo) {
  expect_refused({"train", "--m", "3", "--n", "3"}, "--rank (missing");
  expect_refused({"train", "--m", "3", "--rank", "2"}, "--n (missing");
  expect_refused(small({"--backend", "cuda"}), "--backend (cuda");
  expect_refused(small({"--objective", "guess"}), "--objective (guess");
  expect_refused(small({"--threshold", "0.5"}), "threshold (0.5");
  expect_refused({"train", "nowhere.json", "--rank", "2"}, "nowhere.json");
}

TEST(TrainCommand, InterruptKeepsWhatThereIs) {
  const Folder folder;
  Settings settings;
  settings.interrupt_after = std::chrono::milliseconds(300);
  const Outcome result = run({"train", "--rank", "32", "--steps", "1000000", "--go-on", "--heads", "2",
                              "--json", "--out", folder / "run"},
                             settings);
  EXPECT_EQ(result.code, 130) << result.err;
  EXPECT_TRUE(result.json()["interrupted"].get<bool>());
  EXPECT_FALSE(content(folder / "run/checkpoint.cbor").empty());
}

TEST(PolishCommand, LowersTheErrorAndVerifiesIt) {
  const Folder folder;
  ASSERT_GE(run(small({"--out", folder / "run", "--json"})).code, 0);
  const std::string family = folder / "family.json";
  json_of({"family", "all", "--m", "3", "--n", "3", "--out", family});
  const Json document = json_of(
      {"head", "polish", folder / "run/head-0.json", "--family", family, "--out", folder / "better.json"});
  EXPECT_LE(document["max_error"].get<double>(), document["max_error_before"].get<double>());
  EXPECT_TRUE(document["solved"].get<bool>());
  const Json seen = json_of({"head", "eval", folder / "better.json", "--n", "3"});
  EXPECT_NEAR(seen["max_error"].get<double>(), document["max_error"].get<double>(), 1e-9);
}

TEST(BenchTrain, PrintsTimeAndFloor) {
  const Json document = json_of({"bench", "train", "--steps", "50"});
  for (const char* key :
       {"us_per_head_step", "operations_per_head_step", "bytes_per_head_step", "floor_us_per_head_step"})
    EXPECT_GT(document[key].get<double>(), 0.0) << key;
  EXPECT_EQ(document["steps"], 50);
}

TEST(BenchDevices, SaysWhatThereIsOrWhyNot) {
  const Json document = json_of({"bench", "devices"});
  EXPECT_GE(document["cpu"]["threads"].get<int>(), 1);
  EXPECT_EQ(document["cuda"]["available"].get<bool>(), document["cuda"]["why_not"].is_null());
  if (document["cuda"]["available"].get<bool>()) GTEST_SKIP() << "there is a card";
  const std::string why = document["cuda"]["why_not"].get<std::string>();
  expect_refused({"train", "--m", "3", "--n", "3", "--rank", "2", "--backend", "cuda"}, why);
  EXPECT_EQ(json_of({"train", "--m", "2", "--n", "3", "--rank", "4", "--heads", "2", "--steps", "2000",
                     "--backend", "auto"})["heads"]
                .size(),
            2u);
}
