// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/record.h"

#include <QImageReader>
#include <random>

#include "core/session/kept_results.h"
#include "tests/ui/export/export_support.h"

namespace tt {
namespace {

using testing::record_of;
using testing::TemporaryFolder;
using testing::written;

/// A session with many choices away from their defaults.
Session any_session(std::mt19937& random) {
  const auto pick = [&random](int low, int high) {
    return low + static_cast<int>(random() % static_cast<unsigned>(high - low + 1));
  };
  Session s = example_session();
  s.m = pick(4, 20);
  s.n = pick(1, 6);
  s.epsilon = pick(1, 50) / 100.0;
  s.map = std::array{MapKind::affine, MapKind::constant, MapKind::favor, MapKind::softmax}[random() % 4];
  s.rank = pick(1, 40);
  s.tau = pick(1, 300) / 100.0;
  s.distance = pick(1, 6);
  s.words = pick(2, 30);
  s.head_seed = random();
  s.matrix = random() % 2 ? MatrixSource::synthetic : MatrixSource::head;
  s.train.rate = pick(1, 99) / 1000.0;
  s.given_name = "a <b> & \"c\" ünïcode → ✓";
  return normalized(std::move(s));
}

FigureOptions any_options(std::mt19937& random) {
  FigureOptions o;
  o.width_mm = 60.0 + static_cast<double>(random() % 12000) / 100.0;
  o.height_mm = random() % 2 ? 0.0 : 40.0 + static_cast<double>(random() % 80);
  o.type_pt = 6.0 + static_cast<double>(random() % 8) / 2.0;
  o.line = 0.5 + static_cast<double>(random() % 20) / 10.0;
  o.ground = static_cast<Ground>(random() % 3);
  o.text = static_cast<TextKind>(random() % 3);
  o.title = random() % 2;
  o.legend = random() % 2;
  o.letters = random() % 2;
  o.columns = static_cast<int>(random() % 3);
  o.dpi = 72.0 + static_cast<double>(random() % 100);
  return o;
}

TEST(Record, EveryFormatGivesItBack) {
  std::mt19937 random(3);
  const TemporaryFolder folder;
  for (int round = 0; round < 12; ++round) {
    FigureRecord record;
    record.options = any_options(random);
    const int views = 1 + static_cast<int>(random() % 3);
    for (int k = 0; k < views; ++k)
      record.shown.push_back({std::array{"attention", "chain", "identity", "phase"}[random() % 4],
                              random() % 2 || k == 0 ? any_session(random) : record.shown.front().session,
                              {}});
    for (const char* suffix : {".pdf", ".svg", ".png", ".tex"}) {
      const auto file = folder / ("f" + std::string(suffix));
      const auto sheet = make_sheet(record);
      if (!sheet) continue;  // a code without words makes no figure
      ASSERT_TRUE(write_figure(*sheet, file));
      const auto back = load_record(file);
      ASSERT_TRUE(back) << suffix << " " << back.error().message();
      EXPECT_EQ(to_json(*back), to_json(record)) << suffix;
      for (std::size_t k = 0; k < record.shown.size(); ++k)
        EXPECT_EQ(session_hash(back->shown[k].session), session_hash(record.shown[k].session));
    }
  }
}

TEST(Record, AFigureMadeFromItselfHasTheSameBytes) {
  const TemporaryFolder folder;
  for (const std::string_view view : figure_names())
    for (const char* suffix : {".pdf", ".svg", ".png", ".tex"}) {
      FigureRecord record = record_of(std::string(view));
      record.shown.front().session.train.steps = 80;
      const std::string first = written(record, folder / ("x" + std::string(suffix)));
      const auto back = load_record(folder / ("x" + std::string(suffix)));
      ASSERT_TRUE(back) << back.error().message();
      EXPECT_EQ(first, written(*back, folder / ("x" + std::string(suffix)))) << view << suffix;
    }
}

TEST(Record, CarriesRunsThatTheSessionWouldNotGiveAgain) {
  const TemporaryFolder folder;
  Session trained = example_session();
  trained.train.steps = 400;
  const TrainingResult result = training_result(trained).value();
  FigureRecord record = record_of("training");  // a session with other steps
  record.shown.front().results = kept_training(result);
  record.shown.front().results["run"] = "run 1";
  const auto scene = scene_of(record.shown.front());
  ASSERT_TRUE(scene) << scene.error().message();
  TrainingFocus focus;
  focus.run = "run 1";
  EXPECT_EQ(dump(*scene), dump(training_scene(result, focus)));
  const std::string pdf = written(record, folder / "t.pdf");
  EXPECT_NE(pdf.find(">z:"), std::string::npos) << "a long record is packed";
  const auto back = load_record(folder / "t.pdf");
  ASSERT_TRUE(back) << back.error().message();
  EXPECT_EQ(to_json(*back), to_json(record));
}

TEST(Record, SessionsOfEqualContentAreWrittenOnce) {
  FigureRecord record = record_of("chain");
  record.shown.push_back({"phase", example_session(), {}});
  const Json json = to_json(record);
  EXPECT_EQ(json["sessions"].size(), 1u);
  EXPECT_EQ(json["shown"][1]["session"], 0);
}

TEST(Record, ASessionFileIsARecordWithoutAView) {
  const auto record = read_record(to_json(example_session()).dump(), "s.json");
  ASSERT_TRUE(record);
  EXPECT_TRUE(record->shown.front().view.empty());
}

TEST(Record, BrokenOnesAreRefused) {
  const std::string good = record_line(record_of("chain"));
  for (const std::string& bad :
       {std::string("%PDF-1.4 nothing"), std::string("\x89PNG\r\n\x1a\n"), std::string("<?xml?><svg/>"),
        std::string("{}"), std::string("% threetokens-record: z:AAAA\n"),
        std::string("% threetokens-record: z:f///fw==\n"), std::string("% threetokens-record: {\n")})
    EXPECT_FALSE(read_record(bad, "bad")) << bad;
  for (const auto& [key, value] : std::vector<std::pair<std::string, Json>>{{"version", 2},
                                                                            {"shown", Json::array()},
                                                                            {"shown", 5},
                                                                            {"sessions", Json::array()},
                                                                            {"options", 3},
                                                                            {"options", {{"width_mm", 2}}}}) {
    Json json = parse_json(good, "good").value();
    json[key] = value;
    EXPECT_FALSE(read_record(json.dump(), "bad")) << key << value;
  }
}

TEST(Record, OddResultsAreRefused) {
  for (const Json& odd : {Json(7), Json::array(), Json{{"run", 5}},
                          Json{{"run", {}}, {"runs", {{"heads", 1}}}}, Json{{"learned", 3}}})
    for (const char* view : {"training", "phase", "finite-family", "chain"}) {
      const auto scene = scene_of({view, example_session(), odd});
      if (scene) {
        EXPECT_EQ(std::string(view), "training") << "no runs at all make an empty picture";
      }
    }
}

TEST(Record, NoCutOrChangedFileCrashes) {
  const TemporaryFolder folder;
  std::mt19937 random(5);
  for (const char* suffix : {".pdf", ".svg", ".png", ".tex"}) {
    const std::string whole = written(record_of("chain"), folder / ("c" + std::string(suffix)));
    for (int k = 0; k < 60; ++k) {
      std::string bytes = whole.substr(0, random() % (whole.size() + 1));
      for (int c = 0; c < 8 && !bytes.empty(); ++c)
        bytes[random() % bytes.size()] = static_cast<char>(random());
      static_cast<void>(read_record(bytes, "changed"));
    }
  }
}

TEST(Record, TheTimeIsWrittenOnlyWhereAsked) {
  const TemporaryFolder folder;
  FigureRecord record = record_of("brackets");
  EXPECT_EQ(written(record, folder / "a.pdf").find("\"written\""), std::string::npos);
  record.options.dated = true;
  const std::string dated = written(record, folder / "b.pdf");
  EXPECT_NE(dated.find("\"written\""), std::string::npos);
  EXPECT_EQ(dated.find("/CreationDate (D:20260101000000Z"), std::string::npos);
  EXPECT_TRUE(load_record(folder / "b.pdf"));
}

TEST(Options, ArgumentsAndJsonSayTheSame) {
  std::mt19937 random(9);
  for (int k = 0; k < 200; ++k) {
    const FigureOptions options = any_options(random);
    EXPECT_EQ(figure_options_from_json(to_json(options), "o").value(), options);
  }
  EXPECT_EQ(figure_arguments({}), (std::vector<std::string>{"--width", "82.55mm"}));
}

}  // namespace
}  // namespace tt
