// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/session/results.h"

namespace tt {

// A Scene says what to paint, in data coordinates and by the meaning of colours; it knows no widget and no
// pixel. It is laid out for a size and painted by one painter on the screen and on paper. UTF-8 text; in
// texts the marks
// ^{..} and _{..} set superscripts and subscripts, *..* sets italics (variables).

/// A colour has one meaning everywhere; the theme gives it a value (shared by screen and paper).
enum class Role {
  ink,
  muted,
  grid,
  axis,
  surface,
  card,
  hairline,
  accent,
  query,
  right,
  rival,
  other,  // tokens: x, y, z and further ones
  lower,
  paper,
  upper,
  spectrum,  // bounds and spectra
  holds,
  violated,
  neutral,  // verdicts
  holds_soft,
  violated_soft,
  upper_soft,  // quiet fills of the same
  bit_off
};

struct Point {
  double x = 0.0, y = 0.0;
};

enum class Scale { linear, log2, log10 };

/// One axis. Empty ticks: chosen from the range and the room there is; given ones are drawn as they are.
struct Axis {
  double low = 0.0, high = 1.0;
  Scale scale = Scale::linear;
  std::string title;
  struct Tick {
    double at = 0.0;
    std::string text;
  };
  std::vector<Tick> ticks;
  bool whole_numbers = false;  ///< automatic ticks at integers only
  bool grid = true;
  bool reversed = false;
};

enum class Dash { solid, dashed, dotted };
enum class Anchor { left, centre, right };
enum class MarkShape { disc, ring, cross, star, square };
enum class Palette { cividis, diverging };  ///< diverging: blue - white - orange, zero in the middle

/// id: what it is, for clicks and linked selection ("bit:1:4", "cell:3:5", "jump:0", "n:3"); empty: not
/// clickable. value: exact text under the pointer; empty: nothing is said.
struct Tag {
  std::string id, value;
};

struct Polyline {  ///< polyline; NaN breaks it; clipped to the panel by the painter
  std::vector<Point> points;
  Role role = Role::ink;
  std::optional<double>
      shade;  ///< 0..1: the colour of an ordered value (Theme::ordered) in place of the role's
  double width = 1.5;
  Dash dash = Dash::solid;
  std::string label;  ///< table column name
  Tag tag;
};
struct Area {  ///< filled between lower and upper over x; opacity 0..1
  std::vector<double> x, lower, upper;
  Role role = Role::upper_soft;
  double opacity = 1.0;
};
struct Block {  ///< rectangle in data coordinates, optional text in the middle
  double x0 = 0, y0 = 0, x1 = 1, y1 = 1;
  Role role = Role::ink;
  double opacity = 1.0;
  double radius = 0.0;  ///< px at screen size
  double inset = 0.0;   ///< px taken off each side
  bool outline_only = false;
  std::string text;
  std::optional<Role> text_role;  ///< default: black or white, whichever reads better
  bool hairline = false;
  Tag tag;
};
struct Mark {
  Point at;
  MarkShape shape = MarkShape::disc;
  Role role = Role::ink;
  double size = 8.0;  ///< px
  Tag tag;
};
struct Label {
  Point at;
  std::string text;
  Role role = Role::ink;
  Anchor anchor = Anchor::left;  ///< of the text relative to the point
  double dx = 0.0, dy = 0.0;     ///< px away from the point, y down; vertically centred on it
  double size = 1.0;             ///< times the body size
  bool bold = false;
  bool halo = false;  ///< card-coloured halo so that lines do not cut it
  Tag tag;
};
struct Rule {  ///< a line across the panel at one coordinate
  double at = 0.0;
  bool vertical = false;
  Role role = Role::muted;
  Dash dash = Dash::dashed;
  std::string text;  ///< beside its end
  Tag tag;
};
struct HeatMap {  ///< rows x columns, row 0 at the top unless the y axis says otherwise; NaN and +-inf apart
  int rows = 0, columns = 0;
  std::vector<double> values;  ///< row major
  double low = 0.0, high = 1.0;
  bool log = false;  ///< colours over log10; zeros drawn apart
  Palette palette = Palette::cividis;
  double x0 = 0, y0 = 0, x1 = 1, y1 = 1;    ///< data coordinates of the outer edges, y0 is the top row's edge
  bool cell_values = false;                 ///< print values where there is room
  bool cell_lines = false;                  ///< hairlines between cells where there is room
  std::string id_prefix;                    ///< tag of cell (r,c): prefix:r:c, value: its number
  int marked_row = -1, marked_column = -1;  ///< outlined cell, row or column (-1: none)
  std::string value_name;                   ///< "C", "weight"
};
struct ColourBar {  ///< legend of a heat map in its own panel (vertical)
  double low = 0.0, high = 1.0;
  bool log = false;
  Palette palette = Palette::cividis;
  std::string title;
  bool not_finite = false;  ///< show the swatch for NaN / inf
};

using Item = std::variant<Area, HeatMap, Block, Polyline, Rule, Mark, Label, ColourBar>;

/// A rectangle of the scene with its own coordinates. Items are painted in order and clipped to it, labels
/// and marks excepted.
struct Panel {
  double left = 0.0, top = 0.0, width = 1.0, height = 1.0;  ///< fractions of the scene
  std::optional<Axis> x, y;  ///< drawn axes; without one the range below is used and nothing is drawn
  double x_low = 0.0, x_high = 1.0, y_low = 0.0, y_high = 1.0;  ///< for panels without drawn axes; y grows up
  bool square = false;                                          ///< keep one unit of x as long as one of y
  std::string title;                                            ///< small caption above
  bool legend = false;  ///< only says what lines of other panels mean; a figure may leave it out
  std::vector<Item> items;
};

[[nodiscard]] bool is_colour_bar(const Panel& panel);
[[nodiscard]] bool has_heat_map(const Panel& panel);

/// The table twin of a view: exact numbers, also what CSV writes.
struct Table {
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows;
};

struct Scene {
  std::string name;      ///< "attention", "chain", "identity", "phase", "training"
  std::string title;     ///< "Domination chain"
  Claim claim;           ///< the badge
  std::string sentence;  ///< what is seen, made from the numbers
  std::string alt;       ///< one-sentence description for screen readers and figure captions
  std::vector<Panel> panels;
  Table table;
  double aspect = 1.6;  ///< width over height that suits it
};

/// Lines of text for tests: every panel, item, text and number, in order.
[[nodiscard]] std::string dump(const Scene& scene);

}  // namespace tt
