// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <fstream>
#include <regex>
#include <sstream>

#include "tests/ui/export/export_support.h"
#include "ui/export/formats.h"
#include "ui/export/kit.h"
#include "ui/export/paper_set.h"
#include "ui/export/tex_text.h"

namespace tt {
namespace {

using testing::bytes_of;
using testing::output_of;
using testing::record_of;
using testing::TemporaryFolder;

/// pdflatex on a document that takes figures in; the log where it fails.
std::string compiled(const TemporaryFolder& folder, const std::vector<std::string>& names) {
  std::ofstream document(folder / "all.tex");
  document << "\\documentclass{article}\\usepackage{graphicx,pgfplots}\\pgfplotsset{compat=1.16}\n\\begin{"
              "document}\n";
  for (const std::string& name : names) document << "\\input{" << name << "}\\newpage\n";
  document << "\\end{document}\n";
  document.close();
  const std::string out = *output_of("sh -c 'cd \"" + (folder / "").string() +
                                     "\" && pdflatex -halt-on-error -interaction=nonstopmode all.tex'");
  return out.find("Output written on all.pdf") != std::string::npos ? "" : out;
}

TEST(Tikz, EveryFigureCompiles) {
  if (!output_of("kpsewhich pgfplots.sty").value_or("").size())
    GTEST_SKIP() << "LaTeX with pgfplots is not installed";
  const TemporaryFolder folder;
  std::vector<std::string> names;
  for (const std::string_view view : figure_names()) {
    FigureRecord record = record_of(std::string(view));
    record.shown.front().session.train.steps = 60;
    static_cast<void>(testing::written(record, folder / (std::string(view) + ".tex")));
    names.push_back(std::string(view) + ".tex");
  }
  EXPECT_EQ(compiled(folder, names), "");
}

TEST(Tikz, DataStandsInAFileOfItsOwnWithinTheCap) {
  Scene scene;
  scene.aspect = 1.6;
  Panel panel;
  panel.x = Axis{0, 1e5, Scale::linear, "step", {}};
  panel.y = Axis{1e-3, 1e3, Scale::log10, "loss", {}};
  Polyline curve;
  for (int i = 0; i < 100000; ++i)
    curve.points.push_back({static_cast<double>(i), i == 54321      ? 777.0
                                                    : i % 1000 == 0 ? std::nan("")
                                                                    : 1.0 + 0.1 * std::sin(i)});
  panel.items = {curve};
  scene.panels = {panel};
  const auto parts = tikz_of(make_sheet({scene}, {}).value(), "long");
  ASSERT_TRUE(parts);
  ASSERT_EQ(parts->size(), 2u);
  EXPECT_NE((*parts)[0].bytes.find("ymode=log"), std::string::npos);
  EXPECT_NE((*parts)[0].bytes.find("{long-data.dat}"), std::string::npos);
  std::istringstream data((*parts)[1].bytes);
  std::string line;
  std::getline(data, line);
  EXPECT_EQ(line, "x1 y1");
  int rows = 0, gaps = 0;
  double highest = 0.0;
  while (std::getline(data, line)) {
    ++rows;
    if (line.find("nan") != std::string::npos)
      ++gaps;
    else
      highest = std::max(highest, std::stod(line.substr(line.find(' '))));
  }
  EXPECT_LT(rows, 6000);
  EXPECT_GT(gaps, 0);
  EXPECT_NEAR(highest, 777.0, 1e-6);  // the one spike is kept
}

TEST(Tikz, PointsFarOutsideAreThinnedFirst) {
  Scene scene;
  scene.aspect = 1.6;
  Panel panel;
  panel.x = Axis{0, 10, Scale::linear, "", {}};
  panel.y = Axis{0, 1, Scale::linear, "", {}};
  Polyline curve;
  curve.points = {{0, 0}, {5, 1e12}, {10, 0.5}};  // TeX cannot hold such a number
  panel.items = {curve};
  scene.panels = {panel};
  const auto parts = tikz_of(make_sheet({scene}, {}).value(), "far").value();
  std::istringstream data(parts[1].bytes);
  std::string line;
  std::getline(data, line);
  while (std::getline(data, line)) {
    const std::string y = line.substr(line.find(' ') + 1);
    if (y != "nan") {
      EXPECT_LT(std::abs(std::stod(y)), 10.0) << line;
    }
  }
}

TEST(TexText, MarksAndSignsBecomeLatex) {
  EXPECT_EQ(tex_text("*r* = 2^{64}"), "\\textit{r} = 2\\textsuperscript{64}");
  EXPECT_EQ(tex_text("ε_{0} ≥ 50 %"),
            "\\ensuremath{\\varepsilon}\\textsubscript{0} \\ensuremath{\\ge} 50 \\%");
  EXPECT_EQ(tex_plain("a_b {c} & #1 $ ~ ^ \\"),
            "a\\_b \\{c\\} \\& \\#1 \\$ \\textasciitilde{} \\textasciicircum{} \\textbackslash{}");
}

/// Bytes above ASCII would be boxes or errors in LaTeX without packages.
TEST(TexText, EverySignOfTheFiguresIsKnown) {
  for (const std::string_view view : figure_names()) {
    FigureRecord record = record_of(std::string(view));
    record.shown.front().session.train.steps = 60;
    const Sheet sheet = make_sheet(record).value();
    for (const std::string& text : {caption_text(sheet), alternative_text(sheet), sheet.scene.title})
      for (const char c : tex_plain(text)) EXPECT_GE(c, 0) << text;
    const auto parts = tikz_of(sheet, "x").value();
    const std::string& tex = parts[0].bytes;
    for (const char c : tex.substr(tex.find("\\begin{tikzpicture}"))) EXPECT_GE(c, 0) << view;
  }
}

TEST(Kit, IsWholeAndItsCommandMakesTheFigureAgain) {
  const TemporaryFolder folder;
  FigureRecord record = record_of("chain");
  record.shown.push_back({"phase", example_session(), {}});
  record.options.width_mm = 171.5;
  ASSERT_TRUE(write_kit(record, folder / "kit"));
  for (const char* name : {".pdf", ".svg", ".png", ".tex", "-data.dat", "-a.csv", "-b.csv", "-caption.tex",
                           "-alt.txt", ".bib", "-command.sh", "-figure.json"})
    EXPECT_TRUE(std::filesystem::exists(folder / ("kit/chain-phase" + std::string(name)))) << name;
  const Sheet sheet = make_sheet(record).value();
  EXPECT_EQ(bytes_of(folder / "kit/chain-phase-alt.txt"), alternative_text(sheet) + "\n");
  EXPECT_NE(alternative_text(sheet).find(build_scene("chain", example_session())->alt), std::string::npos);
  EXPECT_NE(bytes_of(folder / "kit/chain-phase.bib").find("2608.11427"), std::string::npos);
  if (!std::filesystem::exists(TT_BIN_DIR "/threetokens-cli"))
    GTEST_SKIP() << "built without the command line";
  const std::string before = bytes_of(folder / "kit/chain-phase.pdf");
  std::filesystem::remove(folder / "kit/chain-phase.pdf");
  static_cast<void>(output_of("sh -c 'PATH=" TT_BIN_DIR ":$PATH sh \"" +
                              (folder / "kit/chain-phase-command.sh").string() + "\"'"));
  EXPECT_EQ(bytes_of(folder / "kit/chain-phase.pdf"), before);
}

TEST(PaperSet, IsWholeWithCaptions) {
  const TemporaryFolder folder;
  const auto made = write_paper_set(folder / "set", paper_set_options());
  ASSERT_TRUE(made) << made.error().message();
  const std::string captions = bytes_of(folder / "set/captions.tex");
  for (const PaperFigure& one : paper_figures()) {
    EXPECT_TRUE(std::filesystem::exists(folder / ("set/" + std::string(one.name) + ".pdf"))) << one.name;
    EXPECT_NE(captions.find("{" + std::string(one.name) + ".pdf}"), std::string::npos) << one.name;
  }
  EXPECT_EQ(made->size(), 2 * paper_figures().size());
}

}  // namespace
}  // namespace tt
