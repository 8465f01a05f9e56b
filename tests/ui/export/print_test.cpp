// SPDX-License-Identifier: GPL-3.0-or-later
// Figures as other programs see them: fonts, images, sizes and colours.
#include <QImage>
#include <regex>

#include "tests/ui/export/export_support.h"
#include "ui/export/length.h"
#include "ui/scene/painter_items.h"

namespace tt {
namespace {

using testing::output_of;
using testing::record_of;
using testing::TemporaryFolder;
using testing::written;

std::string quoted(const std::filesystem::path& file) { return "'" + file.string() + "'"; }

class Print : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!output_of("pdfinfo -v")) GTEST_SKIP() << "poppler-utils is not installed";
  }
  TemporaryFolder folder_;
};

TEST_F(Print, FontsAreEmbeddedSubsetsAndNoneOfType3) {
  for (const char* family : {"", "latin-modern", "stix"})
    for (const std::string_view view : figure_names()) {
      FigureRecord record = record_of(std::string(view));
      record.shown.front().session.train.steps = 60;
      record.options.family = family;
      const auto sheet = make_sheet(record);
      if (!sheet && std::string(family) != "") continue;  // that face is not installed here
      ASSERT_TRUE(sheet) << sheet.error().message();
      ASSERT_TRUE(write_figure(*sheet, folder_ / "f.pdf"));
      const std::string fonts = *output_of("pdffonts " + quoted(folder_ / "f.pdf"));
      EXPECT_EQ(fonts.find("Type 3"), std::string::npos) << fonts;
      EXPECT_NE(fonts.find("CID TrueType"), std::string::npos) << fonts;
      // Columns "emb sub uni" of every font: embedded, and readable as text.
      const std::regex row(R"((yes|no)\s+(yes|no)\s+(yes|no)\s+\d+\s+\d+\n)");
      for (std::sregex_iterator it(fonts.begin(), fonts.end(), row), end; it != end; ++it) {
        EXPECT_EQ((*it)[1], "yes") << fonts;
        EXPECT_EQ((*it)[3], "yes") << fonts;
      }
    }
}

TEST_F(Print, TextIsFoundAndOutlinesHaveNone) {
  FigureRecord record = record_of("phase");
  static_cast<void>(written(record, folder_ / "t.pdf"));
  const std::string text = *output_of("pdftotext " + quoted(folder_ / "t.pdf") + " -");
  for (const char* words : {"sequence length", "one feature is enough", "4096", "certified"})
    EXPECT_NE(text.find(words), std::string::npos) << text;
  record.options.text = TextKind::outlines;
  static_cast<void>(written(record, folder_ / "o.pdf"));
  EXPECT_EQ(output_of("pdftotext " + quoted(folder_ / "o.pdf") + " -")->find_first_not_of(" \n\f"),
            std::string::npos);
}

TEST_F(Print, PagesHaveTheAskedSize) {
  for (const double mm : {82.55, 89.0, 139.7, 171.5, 183.0}) {
    FigureRecord record = record_of("brackets");
    record.options.width_mm = mm;
    static_cast<void>(written(record, folder_ / "s.pdf"));
    const std::string info = *output_of("pdfinfo " + quoted(folder_ / "s.pdf"));
    std::smatch size;
    ASSERT_TRUE(std::regex_search(info, size, std::regex(R"(Page size:\s+([0-9.]+) x ([0-9.]+) pts)")))
        << info;
    EXPECT_NEAR(std::stod(size[1]) / 72.0 * 25.4, mm, 0.02);
    EXPECT_NE(info.find("Pages:           1"), std::string::npos);
  }
}

TEST_F(Print, ImagesAreLossless) {
  static_cast<void>(written(record_of("identity"), folder_ / "i.pdf"));
  const std::string images = *output_of("pdfimages -list " + quoted(folder_ / "i.pdf"));
  EXPECT_NE(images.find("image"), std::string::npos) << images;
  EXPECT_EQ(images.find("jpeg"), std::string::npos) << images;
}

/// The middle of each cell of the first heat map, as rendered, against the colour that its value has.
void expect_cell_colours(const Sheet& sheet, const QImage& page) {
  const SceneLayout places = layout(sheet.scene, sheet.size, sheet.paint);
  int seen = 0;
  for (std::size_t p = 0; p < sheet.scene.panels.size(); ++p)
    for (const Item& item : sheet.scene.panels[p].items) {
      const auto* map = std::get_if<HeatMap>(&item);
      if (!map) continue;
      for (int r = 0; r < map->rows; ++r)
        for (int c = 0; c < map->columns; ++c) {
          const QRectF cell = cell_rect(places.panels[p], *map, r, c);
          // Beside the middle, where no number is printed.
          const QPointF at = cell.topLeft() + QPointF(cell.width(), cell.height()) * 0.18;
          const QColor got = page.pixelColor(static_cast<int>(at.x() / sheet.size.width() * page.width()),
                                             static_cast<int>(at.y() / sheet.size.height() * page.height()));
          const QColor wanted =
              cell_colour(*map, map->values[static_cast<std::size_t>(r * map->columns + c)]);
          EXPECT_EQ(got.name().toStdString(), wanted.name().toStdString()) << r << " " << c;
          ++seen;
        }
    }
  EXPECT_GE(seen, 9);
}

TEST_F(Print, KnownCellsHaveTheirExactColours) {
  for (const char* view : {"identity", "attention"}) {
    const Sheet sheet = make_sheet(record_of(view)).value();
    ASSERT_TRUE(write_figure(sheet, folder_ / "c.pdf"));
    // Finer than the image in the file: a viewer that shrinks it rounds the colours.
    static_cast<void>(output_of("pdftoppm -r 1200 -png -singlefile " + quoted(folder_ / "c.pdf") + " " +
                                quoted(folder_ / "c")));
    expect_cell_colours(sheet, QImage(QString::fromStdString((folder_ / "c.png").string())));
  }
}

/// The box of everything that is not white.
QRectF ink_box(const QImage& image) {
  int left = image.width(), right = -1, top = image.height(), bottom = -1;
  for (int y = 0; y < image.height(); ++y)
    for (int x = 0; x < image.width(); ++x)
      if (qGray(image.pixel(x, y)) < 250) {
        left = std::min(left, x), right = std::max(right, x);
        top = std::min(top, y), bottom = std::max(bottom, y);
      }
  return {QPointF(left, top), QPointF(right + 1, bottom + 1)};
}

TEST_F(Print, PdfAndPngAgreeWithinAPoint) {
  for (const char* view : {"chain", "phase", "bounds"}) {
    FigureRecord record = record_of(view);
    record.options.dpi = 288;  // four pixels a point
    const Sheet sheet = make_sheet(record).value();
    ASSERT_TRUE(write_figure(sheet, folder_ / "a.pdf"));
    ASSERT_TRUE(write_figure(sheet, folder_ / "b.png"));
    static_cast<void>(output_of("pdftoppm -r 288 -png -singlefile " + quoted(folder_ / "a.pdf") + " " +
                                quoted(folder_ / "a")));
    const QRectF pdf = ink_box(QImage(QString::fromStdString((folder_ / "a.png").string())));
    const QRectF png = ink_box(QImage(QString::fromStdString((folder_ / "b.png").string())));
    EXPECT_NEAR(pdf.left(), png.left(), 4);
    EXPECT_NEAR(pdf.right(), png.right(), 4);
    EXPECT_NEAR(pdf.top(), png.top(), 4);
    EXPECT_NEAR(pdf.bottom(), png.bottom(), 4);
  }
}

TEST(Svg, NothingLiesOutsideTheFrame) {
  const TemporaryFolder folder;
  for (const std::string_view view : figure_names()) {
    FigureRecord record = record_of(std::string(view));
    record.shown.front().session.train.steps = 60;
    const Sheet sheet = make_sheet(record).value();
    ASSERT_TRUE(write_figure(sheet, folder / "f.svg"));
    const std::string svg = testing::bytes_of(folder / "f.svg");
    const std::regex lines("<(?:polyline|polygon)[^>]* points=\"([^\"]*)\""), pair("([-0-9.e]+),([-0-9.e]+)");
    const QRectF page = QRectF(QPointF(0, 0), sheet.size).adjusted(-1, -1, 1, 1);
    for (std::sregex_iterator line(svg.begin(), svg.end(), lines), end; line != end; ++line) {
      const std::string list = (*line)[1];
      for (std::sregex_iterator p(list.begin(), list.end(), pair); p != end; ++p)
        EXPECT_TRUE(page.contains({std::stod((*p)[1]), std::stod((*p)[2])})) << view;
    }
  }
}

TEST(Svg, TextStaysTextWhereAsked) {
  const TemporaryFolder folder;
  FigureRecord record = record_of("phase");
  record.options.text = TextKind::text;
  EXPECT_NE(written(record, folder / "f.svg").find("<text"), std::string::npos);
}

TEST(Png, CarriesSizeAndRecord) {
  const TemporaryFolder folder;
  FigureRecord record = record_of("chain");
  record.options.dpi = 300;
  static_cast<void>(written(record, folder / "f.png"));
  const QImage image(QString::fromStdString((folder / "f.png").string()));
  EXPECT_EQ(image.width(), std::lround(82.55 / 25.4 * 300));
  EXPECT_EQ(image.text(QString::fromLatin1(kRecordKey)).toStdString(), record_line(record));
}

TEST(Ground, IsWhiteGreyOrNothing) {
  const TemporaryFolder folder;
  for (const Ground ground : {Ground::white, Ground::light, Ground::transparent}) {
    FigureRecord record = record_of("bounds");
    record.options.ground = ground;
    static_cast<void>(written(record, folder / "g.png"));
    const QColor corner = QImage(QString::fromStdString((folder / "g.png").string())).pixelColor(0, 0);
    if (ground == Ground::transparent)
      EXPECT_EQ(corner.alpha(), 0);
    else
      EXPECT_EQ(corner, Theme({.dark = false, .tinted = ground == Ground::light}).colour(Role::card));
  }
}

}  // namespace
}  // namespace tt
