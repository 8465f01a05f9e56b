// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"

namespace tt {

/// A rectangular table of numbers, with names of its columns where the file has them.
struct NumberTable {
  std::vector<std::string> columns;  ///< empty: no header
  std::vector<std::vector<double>> rows;
  char separator = ',';
  [[nodiscard]] std::size_t width() const { return rows.empty() ? columns.size() : rows.front().size(); }
};

/// Reads CSV and its relatives: fields between commas, semicolons, tabs or blanks (the first of these that
/// the first line has outside quotes); a first line with a word in it is a header; lines that begin with #
/// are left out; NaN, inf and empty fields (NaN) are numbers too. A decimal comma is read where the separator
/// is a semicolon or a tab. Same numbers in every locale. Errors name row and column. Up to 2^22 numbers.
[[nodiscard]] Expected<NumberTable> parse_number_table(std::string_view text, std::string_view source);

}  // namespace tt
