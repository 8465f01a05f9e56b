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
