// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "ui/scene/scene.h"

namespace tt {

// What the builders share: how numbers and verdicts read, and rows of bits. "plain" texts go where marks are
// not set (sentences, tips, screen readers), the others into labels of a scene.

/// Three digits where nothing else is said: 2.85, −0.4, ∞, 1.2×10^{−7}.
[[nodiscard]] std::string label_number(double value, int digits = 3);
/// The same with Unicode superscripts.
[[nodiscard]] std::string plain_number(double value, int digits = 3);
/// As many digits as it takes to tell the value from the other one.
[[nodiscard]] std::string number_unlike(double value, double other);
/// A share of one: "35 %"; what is neither nothing nor everything never reads as such.
[[nodiscard]] std::string percent(double share);
/// A rank given by its log2: 13, 2^{64}.
[[nodiscard]] std::string label_rank(double log2_value);
[[nodiscard]] std::string plain_rank(double log2_value);

/// "✓" or "✗": never by colour alone.
[[nodiscard]] std::string check_mark(bool good);
[[nodiscard]] Role verdict_role(bool good);

/// A letter with an index: "*z*_{4}" and "z₄".
[[nodiscard]] std::string label_indexed(const std::string& letter, int index);
[[nodiscard]] std::string plain_indexed(const std::string& letter, int index);

[[nodiscard]] Label text_label(Point at, std::string text, Role role, Anchor anchor = Anchor::left,
                               double size = 0.88);

[[nodiscard]] Polyline line(Role role, double width, std::string label, Dash dash = Dash::solid);

/// One token as a row of blocks: shared ones in full colour, other ones tinted, zeros grey.
struct BitRow {
  BitToken token, query;
  Role role = Role::query;
  double left = 0.0, cell = 0.1;  ///< left edge of bit 0 and width of a bit
  double middle = 0.5, height = 1.0;
  std::string id;    ///< "bit:2": bit k gets "bit:2:k"; empty: not clickable
  std::string name;  ///< "y", for the tip
};
void add_bit_row(Panel& panel, const BitRow& row);

}  // namespace tt
