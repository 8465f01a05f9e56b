// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <QImage>
#include <QImageReader>
#include <clocale>
#include <cmath>
#include <regex>

#include "tests/support/scene_support.h"
#include "ui/export/figure.h"
#include "ui/export/formats.h"
#include "ui/export/length.h"

namespace tt {
namespace {

using testing::bytes_of;
using testing::sample_scene;
using testing::TemporaryFolder;

FigureOptions width(double mm) {
  FigureOptions options;
  options.width_mm = mm;
  options.dpi = 150;
  return options;
}

Expected<FigureReport> write_figure(const Scene& scene, const std::filesystem::path& file,
                                    const FigureOptions& options) {
  return make_sheet({scene}, options).and_then([&](const Sheet& sheet) {
    return tt::write_figure(sheet, file);
  });
}

TEST(Figure, PdfPageIsAsWideAsAsked) {
  const TemporaryFolder folder;
  for (const double mm : {82.55, 89.0, 139.7, 183.0, 35.3}) {
    const auto made = write_figure(sample_scene(), folder / "f.pdf", width(mm));
    ASSERT_TRUE(made) << made.error().message();
    const std::string pdf = bytes_of(made->file);
    std::smatch box;
    ASSERT_TRUE(std::regex_search(pdf, box, std::regex(R"(/MediaBox \[0 0 ([0-9.]+) ([0-9.]+)\])")));
    EXPECT_NEAR(std::stod(box[1]), mm / 25.4 * 72.0, 0.02);
    EXPECT_NEAR(std::stod(box[2]), mm / 1.6 / 25.4 * 72.0, 0.02);
    EXPECT_NEAR(made->height_mm, mm / 1.6, 1e-9);
  }
}

TEST(Figure, PdfOffsetsPointAtTheirObjects) {
  const TemporaryFolder folder;
  ASSERT_TRUE(write_figure(sample_scene(), folder / "f.pdf", width(89)));
  const std::string pdf = bytes_of(folder / "f.pdf");
  const auto start = std::stoul(pdf.substr(pdf.rfind("startxref\n") + 10));
  ASSERT_EQ(pdf.substr(start, 7), "xref\n0 ");
  const auto count = std::stoul(pdf.substr(start + 7));
  const std::size_t entries = pdf.find('\n', start + 5) + 1;
  for (unsigned long i = 1; i < count; ++i) {
    const auto offset = std::stoul(pdf.substr(entries + 20 * i, 10));
    const std::string head = std::to_string(i) + " 0 obj";
    EXPECT_EQ(pdf.substr(offset, head.size()), head);
  }
}

TEST(Figure, PdfEmbedsFontsAndLosesNothing) {
  const TemporaryFolder folder;
  const auto made = write_figure(sample_scene(), folder / "f.pdf", width(89));
  ASSERT_TRUE(made);
  EXPECT_TRUE(made->fonts_embedded);
  const std::string pdf = bytes_of(made->file);
  EXPECT_TRUE(pdf.find("/FontFile2") != std::string::npos || pdf.find("/FontFile3") != std::string::npos);
  EXPECT_EQ(pdf.find("/Type3"), std::string::npos);
  EXPECT_EQ(pdf.find("DCTDecode"), std::string::npos);
}

TEST(Figure, SameSceneSameBytes) {
  const TemporaryFolder folder;
  for (const std::string suffix : {".pdf", ".svg", ".png", ".csv"}) {
    ASSERT_TRUE(write_figure(sample_scene(), folder / ("a" + suffix), width(89)));
    ASSERT_TRUE(write_figure(sample_scene(), folder / ("b" + suffix), width(89)));
    EXPECT_EQ(bytes_of(folder / ("a" + suffix)), bytes_of(folder / ("b" + suffix))) << suffix;
  }
}

TEST(Figure, DarkScreenAndCommaLocaleChangeNothing) {
  const TemporaryFolder folder;
  ASSERT_TRUE(write_figure(sample_scene(), folder / "a.pdf", width(89)));
  ASSERT_TRUE(write_figure(sample_scene(), folder / "a.svg", width(89)));
  PaintOptions night = testing::screen_options();
  night.theme = Theme::night();
  QImage image(400, 300, QImage::Format_RGB32);
  QPainter painter(&image);
  paint(painter, sample_scene(), layout(sample_scene(), {400, 300}, night), night);
  const std::string before = std::setlocale(LC_ALL, nullptr);
  // Without that locale on the machine the Qt one alone is tried.
  static_cast<void>(std::setlocale(LC_ALL, "de_DE.UTF-8"));
  QLocale::setDefault(QLocale(QLocale::German, QLocale::Germany));
  ASSERT_TRUE(write_figure(sample_scene(), folder / "b.pdf", width(89)));
  ASSERT_TRUE(write_figure(sample_scene(), folder / "b.svg", width(89)));
  std::setlocale(LC_ALL, before.c_str());
  QLocale::setDefault(QLocale::c());
  EXPECT_EQ(bytes_of(folder / "a.pdf"), bytes_of(folder / "b.pdf"));
  EXPECT_EQ(bytes_of(folder / "a.svg"), bytes_of(folder / "b.svg"));
}

TEST(Figure, SvgHasItsSizeAndOutlinesForText) {
  const TemporaryFolder folder;
  ASSERT_TRUE(write_figure(sample_scene(), folder / "f.svg", width(82.55)));
  const std::string svg = bytes_of(folder / "f.svg");
  EXPECT_NE(svg.find("width=\"82.55mm\""), std::string::npos);
  EXPECT_NE(svg.find("<title>Sample &lt;of&gt; all</title>"), std::string::npos);
  EXPECT_EQ(svg.find("<text"), std::string::npos);
  EXPECT_NE(svg.find("<path"), std::string::npos);
}

TEST(Figure, CurvesStayInsideTheFrameInSvg) {
  const TemporaryFolder folder;
  Scene scene;
  scene.panels = {sample_scene().panels[0]};
  scene.panels[0].width = 1.0;
  ASSERT_TRUE(write_figure(scene, folder / "f.svg", width(100)));
  const double w = 100 / 25.4 * 72, h = w / 1.6;
  PaintOptions options = testing::screen_options(8.0);
  const QRectF plot = layout(scene, {w, h}, options).panels[0].plot.adjusted(-0.01, -0.01, 0.01, 0.01);
  const std::string svg = bytes_of(folder / "f.svg");
  const std::regex lines("<polyline[^>]* points=\"([^\"]*)\""), pair("([-0-9.e]+),([-0-9.e]+)");
  int seen = 0;
  for (std::sregex_iterator line(svg.begin(), svg.end(), lines), end; line != end; ++line) {
    const std::string points = (*line)[1];
    // Axis ticks reach out of the plot by design; curves have more than two points or lie between the axes.
    for (std::sregex_iterator p(points.begin(), points.end(), pair); p != end; ++p, ++seen) {
      const QPointF at(std::stod((*p)[1]), std::stod((*p)[2]));
      const bool tick = at.y() > plot.bottom() && at.y() < plot.bottom() + 4;
      EXPECT_TRUE(plot.contains(at) || tick) << at.x() << " " << at.y();
    }
  }
  EXPECT_GT(seen, 6);
}

TEST(Figure, PngHasTheAskedPixelsAndResolution) {
  const TemporaryFolder folder;
  for (const double dpi : {72.0, 300.0, 600.0}) {
    FigureOptions options = width(82.55);
    options.dpi = dpi;
    options.height_mm = 50.0;
    ASSERT_TRUE(write_figure(sample_scene(), folder / "f.png", options));
    const QImage image(QString::fromStdString((folder / "f.png").string()));
    EXPECT_EQ(image.width(), std::lround(82.55 / 25.4 * dpi));
    EXPECT_EQ(image.height(), std::lround(50.0 / 25.4 * dpi));
    EXPECT_NEAR(image.dotsPerMeterX() * 0.0254, dpi, 0.02);
  }
}

TEST(Figure, GroundIsWhiteOrNone) {
  const TemporaryFolder folder;
  FigureOptions options = width(50);
  ASSERT_TRUE(write_figure(sample_scene(), folder / "a.png", options));
  options.ground = Ground::transparent;
  ASSERT_TRUE(write_figure(sample_scene(), folder / "b.png", options));
  const QImage white(QString::fromStdString((folder / "a.png").string()));
  const QImage none(QString::fromStdString((folder / "b.png").string()));
  EXPECT_EQ(white.pixelColor(white.width() - 1, white.height() * 64 / 100), QColor(Qt::white));
  EXPECT_EQ(none.pixelColor(none.width() - 1, none.height() * 64 / 100).alpha(), 0);
}

TEST(Figure, CsvIsQuotedWhereNeeded) {
  EXPECT_EQ(to_csv(sample_scene().table), "n,\"r, exact\"\n1,\"say \"\"one\"\"\"\n2,0.25\n");
}

TEST(Figure, BadOptionsAreNamed) {
  const TemporaryFolder folder;
  EXPECT_FALSE(write_figure(sample_scene(), folder / "f.gif", width(89)));
  EXPECT_FALSE(write_figure(sample_scene(), folder / "f", width(89)));
  EXPECT_FALSE(write_figure(sample_scene(), folder / "f.pdf", width(9)));
  EXPECT_FALSE(write_figure(sample_scene(), folder / "f.pdf", width(std::nan(""))));
  EXPECT_FALSE(write_figure(sample_scene(), folder / "no/such/f.pdf", width(89)));
  FigureOptions options = width(89);
  options.family = "No Such Family";
  const auto made = write_figure(sample_scene(), folder / "f.pdf", options);
  ASSERT_FALSE(made);
  EXPECT_NE(made.error().message().find("No Such Family"), std::string::npos);
}

TEST(Length, TakesFourUnits) {
  EXPECT_DOUBLE_EQ(parse_length_mm("82.55mm").value_or(0), 82.55);
  EXPECT_DOUBLE_EQ(parse_length_mm("8cm").value_or(0), 80.0);
  EXPECT_DOUBLE_EQ(parse_length_mm("3.25in").value_or(0), 82.55);
  EXPECT_DOUBLE_EQ(parse_length_mm("252pt").value_or(0), 88.9);
  EXPECT_DOUBLE_EQ(parse_length_mm("8 cm").value_or(0), 80.0);
}

TEST(Length, RefusesTheRest) {
  for (const char* text : {"", "mm", "82,55mm", "82.55", "82.55px", "9mm", "1001mm", "-80mm", "nanmm",
                           "infmm", "80mm ", "80mmm", "0x50mm", "8e9cm"})
    EXPECT_FALSE(parse_length_mm(text)) << text;
}

TEST(Dump, NamesEveryItemAndNumber) {
  const std::string text = dump(sample_scene());
  for (const char* expected :
       {"panel 0", "heat 4 4 cividis", "id=\"jump:0\"", "curve ink solid", "rule horizontal 0.5",
        "bar cividis", "text=\"× 1.33, needs > 2\"", "block query", "area holds_soft"})
    EXPECT_NE(text.find(expected), std::string::npos) << expected;
}

}  // namespace
}  // namespace tt
