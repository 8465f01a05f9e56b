// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/number_table.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

namespace tt {
namespace {

constexpr std::size_t kMostNumbers = std::size_t{1} << 22;

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

char separator_of(std::string_view line) {
  for (const char candidate : {';', '\t', ','}) {
    bool quoted = false;
    for (const char c : line) {
      if (c == '"') quoted = !quoted;
      if (c == candidate && !quoted) return candidate;
    }
  }
  return ' ';
}

std::vector<std::string> fields_of(std::string_view line, char separator) {
  std::vector<std::string> fields(1);
  bool quoted = false;
  for (const char c : trimmed(line)) {
    if (c == '"')
      quoted = !quoted;
    else if (c == separator && !quoted) {
      if (separator != ' ' || !fields.back().empty()) fields.emplace_back();
    } else {
      fields.back().push_back(c);
    }
  }
  for (std::string& field : fields) field = std::string(trimmed(field));
  return fields;
}

/// The name of a column, not a number gone wrong.
bool is_word(const std::string& field) { return field.find_first_of("0123456789+-.") != 0; }

std::optional<double> number_from(std::string field, char separator) {
  if (field.empty()) return std::nan("");
  if (separator == ';' || separator == '\t') std::replace(field.begin(), field.end(), ',', '.');
  const char* first = field.data();
  const char* last = first + field.size();
  if (first != last && *first == '+') ++first;
  double value = 0.0;
  const auto [end, trouble] = std::from_chars(first, last, value);
  // A number too large or small for a double is what strtod makes of it.
  if (trouble == std::errc::result_out_of_range && end == last)
    return field.find("e-") != std::string::npos || field.find("E-") != std::string::npos ? 0.0 : HUGE_VAL;
  if (trouble != std::errc() || end != last) return std::nullopt;
  return value;
}

class TableReader {
 public:
  explicit TableReader(std::string_view source) : source_(source) {}

  Expected<NumberTable> read(std::string_view text) {
    for (std::size_t number = 1; !text.empty(); ++number) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      const std::string_view line = trimmed(text.substr(0, end));
      text.remove_prefix(std::min(end + 1, text.size()));
      if (line.empty() || line.front() == '#') continue;
      if (auto taken = take(line, number); !taken) return tl::unexpected(taken.error());
    }
    if (table_.rows.empty()) return fail("table " + std::string(source_), "no numbers", "a row or more");
    return std::move(table_);
  }

 private:
  Expected<void> take(std::string_view line, std::size_t number) {
    const bool first = table_.rows.empty() && table_.columns.empty();
    if (first) table_.separator = separator_of(line);
    const std::vector<std::string> fields = fields_of(line, table_.separator);
    std::vector<double> row;
    for (std::size_t i = 0; i < fields.size(); ++i) {
      const auto value = number_from(fields[i], table_.separator);
      if (!value && first && is_word(fields[i])) {
        table_.columns = fields;
        return {};
      }
      if (!value)
        return fail("line " + std::to_string(number) + ", column " + std::to_string(i + 1) + " of " +
                        std::string(source_),
                    fields[i], "a number");
      row.push_back(*value);
    }
    const std::size_t width = table_.rows.empty() && table_.columns.empty() ? row.size() : table_.width();
    if (row.size() != width)
      return fail("line " + std::to_string(number) + " of " + std::string(source_),
                  std::to_string(row.size()) + " fields", std::to_string(width) + " as before");
    numbers_ += row.size();
    if (numbers_ > kMostNumbers)
      return fail("table " + std::string(source_), "too many numbers", "up to 2^22");
    table_.rows.push_back(std::move(row));
    return {};
  }

  std::string_view source_;
  NumberTable table_;
  std::size_t numbers_ = 0;
};

}  // namespace

Expected<NumberTable> parse_number_table(std::string_view text, std::string_view source) {
  // The mark that some programs put before UTF-8.
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  return TableReader(source).read(text);
}

}  // namespace tt
