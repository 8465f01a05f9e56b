// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scene/number_text.h"

#include <array>
#include <charconv>
#include <cmath>

namespace tt {
namespace {

constexpr const char* kMinus = "\u2212";

std::string with_minus(std::string text) {
  if (!text.empty() && text.front() == '-') text.replace(0, 1, kMinus);
  return text;
}

template <class... Form>
std::string characters(double value, Form... form) {
  std::array<char, 400> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, form...).ptr;
  return {buffer.data(), end};
}

}  // namespace

std::string exact_text(double value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value > 0 ? "+inf" : "-inf";
  return characters(value);
}

std::string fixed_text(double value, int decimals) {
  std::string text = characters(value, std::chars_format::fixed, decimals);
  // A rounded minus zero is zero.
  if (text.front() == '-' && text.find_first_not_of("-0.") == std::string::npos) text.erase(0, 1);
  return with_minus(std::move(text));
}

std::string short_text(double value, int digits) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value > 0 ? "∞" : std::string(kMinus) + "∞";
  std::string text = characters(value, std::chars_format::general, digits);
  const auto mark = text.find('e');
  if (mark == std::string::npos) return with_minus(std::move(text));
  const int exponent = std::stoi(text.substr(mark + 1));
  return with_minus(text.substr(0, mark)) + "×10^{" + fixed_text(exponent, 0) + "}";
}

}  // namespace tt
