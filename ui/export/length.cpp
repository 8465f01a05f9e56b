// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>
#include <charconv>
#include <utility>

#include "ui/export/length.h"

namespace tt {

Expected<double> parse_length_mm(std::string_view text) {
  static constexpr const char* kAllowed = "10..1000 mm, as 82.55mm, 8cm, 3.25in or 252pt";
  static constexpr std::array<std::pair<std::string_view, double>, 4> kUnits = {
      {{"mm", 1.0}, {"cm", 10.0}, {"in", 25.4}, {"pt", 25.4 / 72.0}}};
  double value = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  std::string_view unit = text.substr(static_cast<std::size_t>(end - text.data()));
  while (!unit.empty() && unit.front() == ' ') unit.remove_prefix(1);
  for (const auto& [name, mm] : kUnits) {
    if (error != std::errc() || unit != name) continue;
    const double length = value * mm;
    if (length >= 10.0 && length <= 1000.0) return length;
  }
  return fail("length", std::string(text), kAllowed);
}

}  // namespace tt
