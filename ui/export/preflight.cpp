// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/preflight.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>

#include "ui/export/colour_vision.h"
#include "ui/export/listening_device.h"
#include "ui/scene/number_text.h"
#include "ui/scene/rich_runs.h"

namespace tt {
namespace {

constexpr double kLeastType = 6.0, kLeastLine = 0.5, kLeastDpi = 300.0;
constexpr double kLeastDifference = 10.0, kLeastLightness = 5.0;
constexpr double kSlack = 0.4;  // points that labels may reach over the edge or into each other
constexpr std::size_t kMostNamed = 3;

/// What is there to be seen: texts with their places, and pens.
class Inspection : public PaintListener {
 public:
  struct Text {
    std::string text;
    QRectF rect;
    double size;
  };

  explicit Inspection(const Sheet& sheet) {
    ListeningDevice device(*this, sheet.size);
    QPainter painter(&device);
    Sheet listened = sheet;
    listened.paint.sink = this;
    paint_sheet(painter, listened);
  }

  void text(const PlacedText& placed) override {
    const double height = cap_height(placed.style);
    texts.push_back({plain(placed.text),
                     {placed.baseline.x(), placed.baseline.y() - height, placed.width, height},
                     placed.style.size});
  }
  void shape(const QPainterPath&, const QPen& pen, const QBrush&) override {
    if (pen.style() != Qt::NoPen) thinnest = std::min(thinnest, pen.widthF());
  }
  void image(const QRectF&, const QImage&) override {}

  std::vector<Text> texts;
  double thinnest = HUGE_VAL;

 private:
  static std::string plain(const std::string& marked) {
    QString all;
    for (const RichRun& run : rich_runs(marked)) all += run.text;
    return all.toStdString();
  }
};

/// A way in which values are told apart: a colour, among those of one kind of line or mark.
struct Encoding {
  int kind = 0;
  QColor colour;
  std::string name;
};

class ColourCheck {
 public:
  ColourCheck(const Sheet& sheet, std::vector<Warning>& warnings) : warnings_(warnings) {
    for (const Panel& panel : sheet.scene.panels) {
      std::vector<Encoding> seen;
      for (const Item& item : panel.items) collect(item, sheet.paint.theme, seen);
      compare(seen);
    }
  }

 private:
  static void collect(const Item& item, const Theme& theme, std::vector<Encoding>& seen) {
    Encoding encoding;
    // Ordered colours keep their order in grey and for every eye; single ones need not be told apart.
    if (const auto* curve = std::get_if<Polyline>(&item); curve && !curve->shade)
      encoding = {static_cast<int>(curve->dash), theme.colour(curve->role), curve->label};
    else if (const auto* mark = std::get_if<Mark>(&item))
      encoding = {100 + static_cast<int>(mark->shape), theme.colour(mark->role), mark->tag.value};
    else
      return;
    const bool known = std::any_of(seen.begin(), seen.end(), [&](const Encoding& one) {
      return one.kind == encoding.kind && one.colour == encoding.colour;
    });
    if (!known) seen.push_back(std::move(encoding));
  }

  void compare(const std::vector<Encoding>& seen) {
    for (std::size_t i = 0; i < seen.size(); ++i)
      for (std::size_t j = i + 1; j < seen.size(); ++j)
        if (seen[i].kind == seen[j].kind) compare(seen[i], seen[j]);
  }

  void compare(const Encoding& a, const Encoding& b) {
    static constexpr std::pair<Vision, const char*> kEyes[] = {
        {Vision::protan, "protan"}, {Vision::deutan, "deutan"}, {Vision::tritan, "tritan"}};
    const std::string pair =
        a.colour.name().toStdString() + " and " + b.colour.name().toStdString() + named(a.name, b.name);
    for (const auto& [vision, eyes] : kEyes) {
      const double apart = difference(seen_by(vision, a.colour), seen_by(vision, b.colour));
      if (apart < kLeastDifference)
        add("colour", pair + " look alike to " + eyes + " eyes: difference " + fixed_text(apart, 1) +
                          ", at least " + fixed_text(kLeastDifference, 0));
    }
    const double apart = std::abs(lightness(a.colour) - lightness(b.colour));
    if (apart < kLeastLightness)
      add("grey", pair + " run together in grey: lightness differs by " + fixed_text(apart, 1) +
                      ", at least " + fixed_text(kLeastLightness, 0));
  }

  static std::string named(const std::string& a, const std::string& b) {
    return a.empty() || b.empty() ? "" : " (" + beginning(a) + "; " + beginning(b) + ")";
  }
  static std::string beginning(const std::string& name) { return name.substr(0, name.find(':')); }

  void add(const char* rule, std::string message) {
    if (!said_.insert(message).second) return;
    warnings_.push_back({rule, std::move(message), "give them other dashes or marks, or name them beside"});
  }

  std::vector<Warning>& warnings_;
  std::set<std::string> said_;
};

std::string quoted(const std::string& text) { return "“" + text + "”"; }

/// The first few, and how many more there are.
std::string listing(const std::vector<std::string>& names) {
  std::string line;
  for (std::size_t i = 0; i < names.size() && i < kMostNamed; ++i) line += (i > 0 ? ", " : "") + names[i];
  return names.size() > kMostNamed ? line + " and " + std::to_string(names.size() - kMostNamed) + " more"
                                   : line;
}

void check_type(const Inspection& seen, std::vector<Warning>& warnings) {
  const auto least = std::min_element(seen.texts.begin(), seen.texts.end(),
                                      [](const auto& a, const auto& b) { return a.size < b.size; });
  if (least == seen.texts.end() || least->size >= kLeastType) return;
  warnings.push_back({"type",
                      "the smallest type is " + fixed_text(least->size, 1) + " pt (" + quoted(least->text) +
                          "), journals ask for " + fixed_text(kLeastType, 0) + " or more",
                      "raise the type size, or make the figure wider and scale it less"});
}

void check_line(const Inspection& seen, std::vector<Warning>& warnings) {
  if (!(seen.thinnest < kLeastLine - 1e-6)) return;
  warnings.push_back({"line",
                      "the thinnest line is " + fixed_text(seen.thinnest, 2) + " pt, print needs " +
                          fixed_text(kLeastLine, 1) + " or more",
                      "raise the line weight"});
}

void check_overflow(const Inspection& seen, QSizeF size, std::vector<Warning>& warnings) {
  std::vector<std::string> names;
  const QRectF page = QRectF(QPointF(0, 0), size).adjusted(-kSlack, -kSlack, kSlack, kSlack);
  for (const auto& text : seen.texts)
    if (!page.contains(text.rect)) names.push_back(quoted(text.text));
  if (names.empty()) return;
  warnings.push_back({"overflow", "beyond the edge: " + listing(names),
                      "make the figure wider or higher, or the type smaller"});
}

/// Titles that had no room end in an ellipsis.
void check_cut(const Inspection& seen, std::vector<Warning>& warnings) {
  std::vector<std::string> names;
  for (const auto& text : seen.texts)
    if (text.text.ends_with("…")) names.push_back(quoted(text.text));
  if (names.empty()) return;
  warnings.push_back({"overflow", "cut short: " + listing(names),
                      "make the figure wider, or the type smaller"});
}

void check_overlap(const Inspection& seen, std::vector<Warning>& warnings) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < seen.texts.size(); ++i)
    for (std::size_t j = i + 1; j < seen.texts.size(); ++j) {
      const QRectF both = seen.texts[i].rect & seen.texts[j].rect;
      if (both.width() > kSlack && both.height() > kSlack)
        names.push_back(quoted(seen.texts[i].text) + " with " + quoted(seen.texts[j].text));
    }
  if (names.empty()) return;
  warnings.push_back({"overlap", "labels lie over each other: " + listing(names),
                      "make the figure wider or higher, or the type smaller"});
}

}  // namespace

Json to_json(const Warning& warning) {
  return {{"rule", warning.rule}, {"message", warning.message}, {"mend", warning.mend}};
}

std::vector<Warning> preflight(const Sheet& sheet) {
  std::vector<Warning> warnings;
  const Inspection seen(sheet);
  check_type(seen, warnings);
  check_line(seen, warnings);
  if (sheet.options.dpi < kLeastDpi)
    warnings.push_back({"raster",
                        "a PNG of " + fixed_text(sheet.options.dpi, 0) + " dpi, print needs " +
                            fixed_text(kLeastDpi, 0) + " or more",
                        "raise the resolution, or use PDF"});
  const ColourCheck colours(sheet, warnings);
  check_overflow(seen, sheet.size, warnings);
  check_cut(seen, warnings);
  check_overlap(seen, warnings);
  return warnings;
}

}  // namespace tt
