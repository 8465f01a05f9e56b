// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/cli_run.h"

using namespace tt;
using namespace tt::cli_test;

namespace {

/// The program in a folder of its own, beside a script that stands for the figure writer.
Settings beside(const Folder& folder, const std::string& script) {
  Settings settings;
  settings.program = folder / "threetokens-cli";
  std::filesystem::copy_file(TT_BIN_DIR "/threetokens-cli", settings.program);
  if (script.empty()) return settings;
  const std::string writer = folder / "threetokens-figure";
  write(writer, "#!/bin/sh\n" + script + "\n");
  std::filesystem::permissions(writer, std::filesystem::perms::owner_all);
  return settings;
}

}  // namespace

TEST(FigureCommand, HandsItsOptionsOn) {
  const Folder folder;
  const Settings settings = beside(folder, "for word in \"$@\"; do echo \"[$word]\"; done");
  const Outcome result = run({"figure", "chain", "--out", "a b.pdf", "--width", "82.55mm", "--height", "3in",
                              "--session", "s.json", "--json"},
                             settings);
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_EQ(result.out,
            "[chain]\n[--out]\n[a "
            "b.pdf]\n[--width]\n[82.55mm]\n[--height]\n[3in]\n[--session]\n[s.json]\n[--json]\n");
  EXPECT_EQ(run({"figure", "phase", "--out", "p.svg"}, settings).out, "[phase]\n[--out]\n[p.svg]\n");
}

TEST(FigureCommand, ReturnsTheWritersExitCode) {
  const Folder folder;
  EXPECT_EQ(run({"figure", "chain", "--out", "a.pdf"}, beside(folder, "exit 2")).code, 2);
}

TEST(FigureCommand, HandsAnInterruptOn) {
  const Folder folder;
  Settings settings = beside(folder, "trap 'exit 130' INT; while :; do sleep 0.05; done");
  settings.interrupt_after = std::chrono::milliseconds(200);
  const Outcome result = run({"figure", "chain", "--out", "a.pdf"}, settings);
  EXPECT_EQ(result.code, 130);
  EXPECT_EQ(result.err, "interrupted: no figure written\n");
}

TEST(FigureCommand, SaysWhenThereIsNoWriter) {
  const Folder folder;
  const Outcome result = run({"figure", "chain", "--out", "a.pdf"}, beside(folder, ""));
  EXPECT_EQ(result.code, 2);
  EXPECT_TRUE(result.err.starts_with("error: figure writer (")) << result.err;
}

TEST(FigureCommand, WritesWithoutADisplay) {
  if (!std::filesystem::exists(TT_BIN_DIR "/threetokens-figure")) GTEST_SKIP() << "built without the window";
  const Folder folder;
  for (const char* view : {"attention", "chain", "identity", "phase"}) {
    const std::string file = folder / (std::string(view) + ".pdf");
    const Json document = json_of({"figure", view, "--out", file, "--width", "82.55mm"});
    expect_keys(document, {"file", "width_mm", "height_mm", "fonts_embedded"});
    EXPECT_NEAR(document["width_mm"].get<double>(), 82.55, 0.2);
    EXPECT_EQ(document["fonts_embedded"], true);
    EXPECT_TRUE(content(file).starts_with("%PDF"));
  }
  expect_refused({"figure", "chain", "--out", folder / "chain.pdf", "--width", "wide"}, "wide");
}

TEST(FigureCommand, SameBytesUnderCommaLocaleAndEveryScale) {
  if (!std::filesystem::exists(TT_BIN_DIR "/threetokens-figure")) GTEST_SKIP() << "built without the window";
  const Folder folder;
  for (const char* suffix : {".pdf", ".svg", ".png", ".tex", ".csv"}) {
    const std::string plain = folder / ("f" + std::string(suffix));
    ASSERT_EQ(run({"figure", "phase", "--out", plain, "--dpi", "100"}).code, 0);
    const std::string bytes = content(plain);
    for (const char* setting :
         {"LC_ALL=de_DE.UTF-8", "QT_SCALE_FACTOR=1.25", "QT_SCALE_FACTOR=2", "QT_FONT_DPI=144"}) {
      const std::string command = std::string("env ") + setting +
                                  " " TT_BIN_DIR "/threetokens-cli figure phase --dpi 100 --out '" + plain +
                                  "' >/dev/null 2>&1";
      ASSERT_EQ(std::system(command.c_str()), 0) << setting;
      EXPECT_TRUE(content(plain) == bytes) << setting << suffix;
    }
  }
}

TEST(FigureCommand, SeveralViewsFormatsAndVenues) {
  if (!std::filesystem::exists(TT_BIN_DIR "/threetokens-figure")) GTEST_SKIP() << "built without the window";
  const Folder folder;
  const Json made = json_of({"figure", "chain", "phase", "--out", folder / "g.pdf", "--out", folder / "g.svg",
                             "--venue", "icml-wide"});
  ASSERT_EQ(made["figures"].size(), 2u);
  for (const Json& one : made["figures"]) EXPECT_NEAR(one["width_mm"].get<double>(), 171.5, 0.2);
  // The figure is made again from itself, other options as they are asked for now.
  const Json again = json_of({"figure", "--session", folder / "g.pdf", "--out", folder / "h.pdf"});
  EXPECT_TRUE(content(folder / "g.pdf") == content(folder / "h.pdf"));
  EXPECT_NEAR(json_of({"figure", "--session", folder / "g.pdf", "--width", "90mm", "--out",
                       folder / "h.pdf"})["width_mm"]
                  .get<double>(),
              90.0, 0.2);
  expect_refused({"figure", "--out", folder / "x.pdf"}, "view (missing");
  expect_refused({"figure", "chain"}, "--out (missing");
  expect_refused({"figure", "sideways", "--out", folder / "x.pdf"}, "VIEW (sideways");
  expect_refused({"figure", "chain", "--out", folder / "x.pdf", "--venue", "moon"}, "--venue (moon");
  expect_refused({"figure", "chain", "--out", folder / "x.pdf", "--family", "No Such Face"},
                 "font family (No Such Face");
  expect_refused({"figure", "chain", "--out", folder / "x.gif"}, ".gif");
}

TEST(FigureCommand, WritesThePaperSet) {
  if (!std::filesystem::exists(TT_BIN_DIR "/threetokens-figure")) GTEST_SKIP() << "built without the window";
  const Folder folder;
  const Json made = json_of({"figure", "--set", "paper", "--out", folder / "set"});
  EXPECT_GE(made["figures"].size(), 12u);
  EXPECT_TRUE(std::filesystem::exists(folder / "set/captions.tex"));
  expect_refused({"figure", "--set", "paper"}, "--out");
}

TEST(FigureCommand, SaysWhatAJournalWouldMind) {
  if (!std::filesystem::exists(TT_BIN_DIR "/threetokens-figure")) GTEST_SKIP() << "built without the window";
  const Folder folder;
  const Json made = json_of({"figure", "bounds", "--out", folder / "b.pdf", "--type", "5", "--line", "2"});
  ASSERT_EQ(made["warnings"].size(), 1u);
  EXPECT_EQ(made["warnings"][0]["rule"], "type");
}
