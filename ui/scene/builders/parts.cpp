// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scene/builders/parts.h"

#include <array>
#include <cmath>
#include <string_view>

#include "core/base/log2_number.h"
#include "ui/scene/number_text.h"

namespace tt {
namespace {

constexpr std::string_view kMinus = "−";
constexpr std::array<std::string_view, 10> kRaised = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
constexpr std::array<std::string_view, 10> kLowered = {"₀", "₁", "₂", "₃", "₄", "₅", "₆", "₇", "₈", "₉"};

/// mantissa and exponent of "1.2e-07"; no exponent: zero.
struct Scientific {
  std::string mantissa;
  int exponent = 0;
};

Scientific read(double value, int digits) {
  std::string written = text(value, digits);
  if (written.front() == '-') written.replace(0, 1, kMinus);
  const auto mark = written.find('e');
  if (!std::isfinite(value) || mark == std::string::npos) return {written, 0};
  return {written.substr(0, mark), std::stoi(written.substr(mark + 1))};
}

std::string in_digits(int number, const std::array<std::string_view, 10>& digits, std::string_view minus) {
  std::string out;
  for (const char c : std::to_string(number))
    out += c == '-' ? minus : digits[static_cast<std::size_t>(c - '0')];
  return out;
}

double inset_for(int bits) { return bits <= 16 ? 1.0 : bits <= 24 ? 0.7 : bits <= 40 ? 0.4 : 0.25; }

}  // namespace

std::string label_number(double value, int digits) {
  if (std::isnan(value)) return "NaN";
  const Scientific parts = read(value, digits);
  return parts.exponent == 0 ? parts.mantissa
                             : parts.mantissa + "×10^{" + fixed_text(parts.exponent, 0) + "}";
}

std::string plain_number(double value, int digits) {
  if (std::isnan(value)) return "NaN";
  const Scientific parts = read(value, digits);
  return parts.exponent == 0 ? parts.mantissa
                             : parts.mantissa + "×10" + in_digits(parts.exponent, kRaised, "⁻");
}

std::string number_unlike(double value, double other) {
  for (int digits = 3; digits < 16; ++digits)
    if (plain_number(value, digits) != plain_number(other, digits)) return plain_number(value, digits);
  return plain_number(value);
}

std::string percent(double share) {
  if (std::isnan(share)) return "NaN";
  if (share > 0.0 && share < 0.0005) return "under 0.1 %";
  if (share < 1.0 && share >= 0.9995) return "over 99.9 %";
  return plain_number(100.0 * share, std::abs(share) >= 0.99 ? 3 : 2) + " %";
}

std::string label_rank(double log2_value) {
  const std::string plain = text_from_log2(log2_value);
  const auto mark = plain.find('^');
  if (mark == std::string::npos) return plain;
  return plain.substr(0, mark) + "^{" + plain.substr(mark + 1) + "}";
}

std::string plain_rank(double log2_value) {
  const std::string plain = text_from_log2(log2_value);
  const auto mark = plain.find('^');
  // A fraction has no raised point.
  if (mark == std::string::npos || plain.find('.') != std::string::npos) return plain;
  return plain.substr(0, mark) + in_digits(std::stoi(plain.substr(mark + 1)), kRaised, "⁻");
}

std::string check_mark(bool good) { return good ? "✓" : "✗"; }

Role verdict_role(bool good) { return good ? Role::holds : Role::violated; }

std::string label_indexed(const std::string& letter, int index) {
  return "*" + letter + "*_{" + std::to_string(index) + "}";
}

std::string plain_indexed(const std::string& letter, int index) {
  return letter + in_digits(index, kLowered, "₋");
}

Label text_label(Point at, std::string text, Role role, Anchor anchor, double size) {
  Label label;
  label.at = at;
  label.text = std::move(text);
  label.role = role;
  label.anchor = anchor;
  label.size = size;
  return label;
}

Polyline line(Role role, double width, std::string label, Dash dash) {
  Polyline curve;
  curve.role = role;
  curve.width = width;
  curve.label = std::move(label);
  curve.dash = dash;
  return curve;
}

void add_bit_row(Panel& panel, const BitRow& row) {
  constexpr double kTint = 0.38;
  for (int k = 0; k < row.token.m; ++k) {
    const bool one = bit(row.token, k), shared = one && bit(row.query, k);
    Block block;
    block.x0 = row.left + k * row.cell;
    block.x1 = block.x0 + row.cell;
    block.y0 = row.middle - row.height / 2.0;
    block.y1 = row.middle + row.height / 2.0;
    block.role = one ? row.role : Role::bit_off;
    block.opacity = one && !shared ? kTint : 1.0;
    block.inset = inset_for(row.token.m);
    block.radius = row.token.m <= 24 ? 3.0 : 0.6;
    block.tag.value = "bit " + std::to_string(k + 1) + " of " + row.name + " is " + (one ? "1" : "0");
    if (!row.id.empty()) {
      block.tag.id = row.id + ":" + std::to_string(k);
      block.tag.value += ", click to flip";
    }
    panel.items.push_back(block);
  }
}

}  // namespace tt
