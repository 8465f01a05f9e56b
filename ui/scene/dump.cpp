// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>
#include <charconv>
#include <sstream>
#include <string_view>

#include "ui/scene/scene.h"

namespace tt {
namespace {

constexpr std::array<std::string_view, 23> kRoles = {
    "ink",   "muted",    "grid",    "axis",       "surface",       "card",       "hairline", "accent",
    "query", "right",    "rival",   "other",      "lower",         "paper",      "upper",    "spectrum",
    "holds", "violated", "neutral", "holds_soft", "violated_soft", "upper_soft", "bit_off"};
constexpr std::array<std::string_view, 3> kScales = {"linear", "log2", "log10"};
constexpr std::array<std::string_view, 3> kDashes = {"solid", "dashed", "dotted"};
constexpr std::array<std::string_view, 3> kAnchors = {"left", "centre", "right"};
constexpr std::array<std::string_view, 5> kShapes = {"disc", "ring", "cross", "star", "square"};
constexpr std::array<std::string_view, 2> kPalettes = {"cividis", "diverging"};
constexpr std::array<std::string_view, 3> kVerdicts = {"holds", "violated", "does not apply"};

template <class Names, class Value>
std::string_view name(const Names& names, Value value) {
  return names[static_cast<std::size_t>(value)];
}

/// Writes words and quoted texts; numbers to six digits, with point decimals in every locale.
class Writer {
 public:
  Writer& word(std::string_view text) {
    out_ << (fresh_ ? "" : " ") << text;
    fresh_ = false;
    return *this;
  }
  Writer& number(double value) {
    std::array<char, 64> buffer{};
    const auto end =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::general, 6).ptr;
    return word({buffer.data(), static_cast<std::size_t>(end - buffer.data())});
  }
  Writer& point(Point p) { return number(p.x).number(p.y); }
  Writer& text(std::string_view key, std::string_view value) {
    return value.empty() ? *this : word(std::string(key) + "=\"" + std::string(value) + "\"");
  }
  Writer& tag(const Tag& tag) { return text("id", tag.id).text("value", tag.value); }
  Writer& numbers(const std::vector<double>& values) {
    for (double value : values) number(value);
    return *this;
  }
  void line() {
    out_ << '\n';
    fresh_ = true;
  }
  [[nodiscard]] std::string result() const { return out_.str(); }

 private:
  std::ostringstream out_;
  bool fresh_ = true;
};

void write(Writer& out, const Area& area) {
  out.word("area").word(name(kRoles, area.role)).number(area.opacity).word("x").numbers(area.x);
  out.word("lower").numbers(area.lower).word("upper").numbers(area.upper);
}

void write(Writer& out, const HeatMap& map) {
  out.word("heat").number(map.rows).number(map.columns).word(name(kPalettes, map.palette));
  out.word(map.log ? "log" : "linear").number(map.low).number(map.high);
  out.word("over").number(map.x0).number(map.y0).number(map.x1).number(map.y1);
  out.word("marked").number(map.marked_row).number(map.marked_column);
  out.text("id", map.id_prefix).text("name", map.value_name).word("values").numbers(map.values);
}

void write(Writer& out, const Block& block) {
  out.word("block").word(name(kRoles, block.role)).number(block.opacity);
  out.number(block.x0).number(block.y0).number(block.x1).number(block.y1);
  if (block.outline_only) out.word("outline");
  out.text("text", block.text).tag(block.tag);
}

void write(Writer& out, const Polyline& curve) {
  out.word("curve").word(name(kRoles, curve.role)).word(name(kDashes, curve.dash)).number(curve.width);
  if (curve.shade) out.word("shade").number(*curve.shade);
  out.text("label", curve.label).tag(curve.tag).word("points");
  for (const Point& p : curve.points) out.point(p);
}

void write(Writer& out, const Rule& rule) {
  out.word("rule").word(rule.vertical ? "vertical" : "horizontal").number(rule.at);
  out.word(name(kRoles, rule.role)).word(name(kDashes, rule.dash)).text("text", rule.text).tag(rule.tag);
}

void write(Writer& out, const Mark& mark) {
  out.word("mark").word(name(kShapes, mark.shape)).word(name(kRoles, mark.role)).point(mark.at);
  out.number(mark.size).tag(mark.tag);
}

void write(Writer& out, const Label& label) {
  out.word("label").word(name(kRoles, label.role)).word(name(kAnchors, label.anchor)).point(label.at);
  out.text("text", label.text).tag(label.tag);
}

void write(Writer& out, const ColourBar& bar) {
  out.word("bar").word(name(kPalettes, bar.palette)).word(bar.log ? "log" : "linear");
  out.number(bar.low).number(bar.high).text("title", bar.title);
  if (bar.not_finite) out.word("not-finite");
}

void write_axis(Writer& out, std::string_view which, const Axis& axis) {
  out.word(which)
      .word(name(kScales, axis.scale))
      .number(axis.low)
      .number(axis.high)
      .text("title", axis.title);
  if (axis.reversed) out.word("reversed");
  for (const auto& tick : axis.ticks) out.number(tick.at).text("tick", tick.text);
  out.line();
}

void write_panel(Writer& out, std::size_t index, const Panel& panel) {
  out.word("panel").number(static_cast<double>(index)).number(panel.left).number(panel.top);
  out.number(panel.width).number(panel.height).text("title", panel.title).line();
  if (panel.x)
    write_axis(out, "x", *panel.x);
  else
    out.word("x range").number(panel.x_low).number(panel.x_high).line();
  if (panel.y)
    write_axis(out, "y", *panel.y);
  else
    out.word("y range").number(panel.y_low).number(panel.y_high).line();
  for (const Item& item : panel.items) {
    std::visit([&out](const auto& it) { write(out, it); }, item);
    out.line();
  }
}

}  // namespace

std::string dump(const Scene& scene) {
  Writer out;
  out.word("scene").word(scene.name).text("title", scene.title).line();
  out.word("claim")
      .word(name(kVerdicts, scene.claim.verdict))
      .number(scene.claim.left)
      .word(scene.claim.relation);
  out.number(scene.claim.right)
      .text("statement", scene.claim.statement)
      .text("detail", scene.claim.detail)
      .line();
  out.text("sentence", scene.sentence).line();
  out.text("alt", scene.alt).line();
  for (std::size_t i = 0; i < scene.panels.size(); ++i) write_panel(out, i, scene.panels[i]);
  out.word("table");
  for (const auto& column : scene.table.columns) out.text("column", column);
  out.line();
  for (const auto& row : scene.table.rows) {
    out.word("row");
    for (const auto& cell : row) out.word(cell);
    out.line();
  }
  return out.result();
}

}  // namespace tt
