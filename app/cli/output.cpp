// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/output.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include "core/base/log2_number.h"

namespace tt::cli {
namespace {

constexpr std::size_t kLineLength = 88;
using Row = std::vector<std::string>;

bool is_scalar(const Json& value) { return !value.is_structured(); }

std::string scalar_text(const Json& value) {
  if (value.is_null()) return "-";
  if (value.is_boolean()) return value.get<bool>() ? "yes" : "no";
  if (value.is_string()) return value.get<std::string>();
  if (value.is_number_float()) return text(value.get<double>(), 6);
  return value.dump();
}

/// A member of an object; where it is too large for a number, its logarithm says it.
std::string member_text(const Json& object, const std::string& key, const Json& value) {
  const bool missing = value.is_null() || (value.is_number_float() && !std::isfinite(value.get<double>()));
  const auto log2_value = object.find(key + "_log2");
  if (missing && log2_value != object.end() && log2_value->is_number())
    return text_from_log2(log2_value->get<double>());
  return scalar_text(value);
}

std::string line_of(const Json& list) {
  std::string line;
  for (const Json& value : list) line += (line.empty() ? "" : " ") + scalar_text(value);
  return line.empty() ? "-" : line;
}

/// A long list: a string a line, numbers side by side.
std::string wrapped(const Json& list) {
  std::string all, line;
  for (const Json& value : list) {
    const std::string next = scalar_text(value);
    if (!line.empty() && (value.is_string() || line.size() + 1 + next.size() > kLineLength)) {
      all += line + "\n";
      line.clear();
    }
    line += (line.empty() ? "" : " ") + next;
  }
  return all + line + "\n";
}

/// Characters, not bytes.
std::size_t width(const std::string& text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

std::string aligned(const std::vector<Row>& rows) {
  std::vector<std::size_t> widths;
  for (const Row& row : rows)
    for (std::size_t k = 0; k < row.size(); ++k) {
      if (widths.size() <= k) widths.push_back(0);
      widths[k] = std::max(widths[k], width(row[k]));
    }
  std::string result;
  for (const Row& row : rows) {
    for (std::size_t k = 0; k < row.size(); ++k) {
      result += row[k];
      if (k + 1 < row.size()) result += std::string(widths[k] - width(row[k]) + 2, ' ');
    }
    result += '\n';
  }
  return result;
}

/// Rows of a list of objects: the keys first, then one row an object. What is nested deeper stays in the
/// JSON.
std::vector<Row> rows_of_objects(const Json& list) {
  const auto is_flat = [](const Json& value) {
    return is_scalar(value) || (value.is_array() && std::ranges::all_of(value, is_scalar));
  };
  std::vector<Row> rows(1);
  for (const auto& [key, value] : list.front().items())
    if (is_flat(value)) rows.front().push_back(key);
  const Row keys = rows.front();
  for (const Json& object : list) {
    rows.emplace_back();
    for (const std::string& key : keys) {
      const Json value = object.value(key, Json());
      rows.back().push_back(value.is_array() ? line_of(value) : member_text(object, key, value));
    }
  }
  return rows;
}

/// The flat part of a document goes to `rows`, what needs lines of its own to `blocks`.
void lay_out(const std::string& prefix, const Json& object, std::vector<Row>& rows, std::string& blocks) {
  for (const auto& [key, value] : object.items()) {
    if (prefix.empty() && (key == "format" || key == "version")) continue;
    const std::string name = prefix + key;
    if (value.is_object()) {
      lay_out(name + ".", value, rows, blocks);
    } else if (is_scalar(value)) {
      rows.push_back({name, member_text(object, key, value)});
    } else if (std::ranges::all_of(value, is_scalar)) {
      const std::string line = line_of(value);
      if (line.size() <= kLineLength) {
        rows.push_back({name, line});
        continue;
      }
      blocks += "\n" + name + "\n" + wrapped(value);
    } else if (value.front().is_object()) {
      blocks += "\n" + name + "\n" + aligned(rows_of_objects(value));
    } else {
      std::vector<Row> lines;
      for (const Json& entry : value) {
        lines.emplace_back();
        for (const Json& cell : entry)
          lines.back().push_back(is_scalar(cell) ? scalar_text(cell) : cell.dump());
      }
      blocks += "\n" + name + "\n" + aligned(lines);
    }
  }
}

}  // namespace

std::string readable(const Json& document) {
  std::vector<Row> rows;
  std::string blocks;
  lay_out("", document, rows, blocks);
  return aligned(rows) + blocks;
}

void print(const Context& context, const Json& document) { print(context, document, document); }

void print(const Context& context, const Json& document, const Json& shown) {
  // File names need not be UTF-8; a document has to be.
  const std::string out =
      context.json ? document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n" : readable(shown);
  std::fwrite(out.data(), 1, out.size(), stdout);
}

Json whole(double value) {
  constexpr double kExact = 0x1p53;
  if (std::abs(value) < kExact) return static_cast<std::int64_t>(value);
  return std::isfinite(value) ? Json(value) : Json();
}

void say(std::string_view line) {
  std::fprintf(stderr, "%.*s\n", static_cast<int>(line.size()), line.data());
}

int interrupted(std::string_view what_there_is) {
  say("interrupted: " + std::string(what_there_is));
  return kInterrupted;
}

Expected<void> write_document(const std::filesystem::path& file, const Json& document) {
  return write_file_atomic(file, document.dump() + "\n");
}

}  // namespace tt::cli
