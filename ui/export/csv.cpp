// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/compose.h"
#include "ui/export/formats.h"

namespace tt {
namespace {

std::string csv_field(const std::string& field) {
  if (field.find_first_of(",\"\r\n") == std::string::npos) return field;
  std::string quoted(1, '"');
  for (char c : field) quoted.append(c == '"' ? 2 : 1, c);
  quoted.push_back('"');
  return quoted;
}

std::string csv_line(const std::vector<std::string>& fields) {
  std::string line;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (i > 0) line.push_back(',');
    line.append(csv_field(fields[i]));
  }
  line.push_back('\n');
  return line;
}

}  // namespace

std::string to_csv(const Table& table) {
  std::string csv = csv_line(table.columns);
  for (const auto& row : table.rows) csv += csv_line(row);
  return csv;
}

std::vector<FigurePart> csv_of(const Sheet& sheet) {
  if (sheet.parts.size() == 1) return {{".csv", to_csv(sheet.parts.front().table)}};
  std::vector<FigurePart> parts;
  for (std::size_t i = 0; i < sheet.parts.size(); ++i)
    parts.push_back({"-" + view_letter(i) + ".csv", to_csv(sheet.parts[i].table)});
  return parts;
}

}  // namespace tt
