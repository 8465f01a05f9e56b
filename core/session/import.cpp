// SPDX-License-Identifier: GPL-3.0-or-later
// Looks at files of the user's: what is in them.
#include "core/session/import.h"

#include <algorithm>
#include <cmath>

#include "core/base/log2_number.h"
#include "core/session/limits.h"
#include "core/task/family.h"

namespace tt {
namespace {

constexpr std::size_t kPreview = 8;

bool is_square(const NumberTable& table) {
  const std::size_t size = table.rows.size();
  return size >= static_cast<std::size_t>(limits::given_size.low) && table.width() == size;
}

bool is_bits(const NumberTable& table) {
  if (table.rows.size() > static_cast<std::size_t>(limits::n.high) ||
      table.width() > static_cast<std::size_t>(limits::m.high))
    return false;
  for (const auto& row : table.rows)
    for (const double value : row)
      if (value != 0.0 && value != 1.0) return false;
  return true;
}

bool is_log(const NumberTable& table) {
  return std::find(table.columns.begin(), table.columns.end(), "step") != table.columns.end();
}

std::string range_text(const std::vector<std::vector<double>>& rows) {
  double low = HUGE_VAL, high = -HUGE_VAL;
  std::size_t strange = 0;
  for (const auto& row : rows)
    for (const double value : row) {
      if (!std::isfinite(value)) {
        ++strange;
        continue;
      }
      low = std::min(low, value);
      high = std::max(high, value);
    }
  std::string out = low <= high ? ", " + text(low) + " to " + text(high) : "";
  return strange > 0 ? out + ", " + std::to_string(strange) + " not finite" : out;
}

void describe(ImportFile& file, const char* format) {
  const NumberTable& table = file.table;
  file.facts = std::string(format) + ", " + std::to_string(table.rows.size()) + " × " +
               std::to_string(table.width()) + " numbers" + range_text(table.rows);
  if (!table.columns.empty())
    file.preview.emplace_back(
        table.columns.begin(),
        table.columns.begin() + static_cast<std::ptrdiff_t>(std::min(kPreview, table.columns.size())));
  for (std::size_t r = 0; r < std::min(kPreview, table.rows.size()); ++r) {
    std::vector<std::string> row;
    for (std::size_t c = 0; c < std::min(kPreview, table.width()); ++c)
      row.push_back(text(table.rows[r][c], 4));
    file.preview.push_back(std::move(row));
  }
}

Expected<ImportFile> from_table(ImportFile file, const char* format) {
  describe(file, format);
  if (is_log(file.table)) file.kinds.push_back(ImportKind::runs);
  if (is_square(file.table)) file.kinds.insert(file.kinds.end(), {ImportKind::matrix, ImportKind::kernel});
  if (file.table.columns.empty() && is_bits(file.table)) file.kinds.push_back(ImportKind::sequence);
  if (file.kinds.empty())
    return fail("numbers of " + file.name, file.facts,
                "a square matrix, a log with a column \"step\", or rows of zeros and ones");
  return file;
}

Expected<ImportFile> from_sequences(ImportFile file, Expected<std::vector<Sequence>> read) {
  if (!read) return tl::unexpected(read.error());
  file.sequences = *std::move(read);
  file.kinds = {ImportKind::sequence};
  const Sequence& first = file.sequences.front();
  file.facts = std::to_string(file.sequences.size()) +
               (file.sequences.size() == 1 ? " sequence" : " sequences") + ", the first of " +
               std::to_string(first.size()) + " tokens of " + std::to_string(first.front().m) + " bits";
  for (std::size_t i = 0; i < std::min(kPreview, first.size()); ++i)
    file.preview.push_back({to_string(first[i])});
  return file;
}

Expected<ImportFile> from_npy(ImportFile file, std::string_view bytes) {
  auto read = read_npy(bytes, file.name);
  if (!read) return tl::unexpected(read.error());
  const auto& shape = read->shape;
  if (shape.size() == 2 && shape[0] > 0 && shape[1] > 0) {
    for (std::size_t i = 0; i < shape[0]; ++i)
      file.table.rows.emplace_back(read->values.begin() + static_cast<std::ptrdiff_t>(i * shape[1]),
                                   read->values.begin() + static_cast<std::ptrdiff_t>((i + 1) * shape[1]));
    return from_table(std::move(file), "NPY");
  }
  if (shape.size() != 3 || shape[0] != 2 || read->values.empty())
    return fail("shape of " + file.name, std::to_string(shape.size()) + " axes",
                "two axes, or 2 × 2^m × r for features");
  file.kinds = {ImportKind::features};
  file.facts = "NPY, query and key features: 2 × " + std::to_string(shape[1]) + " tokens × " +
               std::to_string(shape[2]) + " features" + range_text({read->values});
  file.array = *std::move(read);
  return file;
}

/// A list of lists of numbers, or of objects with the same keys, as a table.
Expected<NumberTable> table_from(const Json& list, const std::string& name) {
  NumberTable table;
  if (list.front().is_object())
    for (const auto& [key, value] : list.front().items())
      if (value.is_number() || value.is_null()) table.columns.push_back(key);
  for (const Json& entry : list) {
    std::vector<double> row;
    const auto take = [&](const Json& value) -> Expected<void> {
      if (!value.is_number() && !value.is_null())
        return fail("row " + std::to_string(table.rows.size() + 1) + " of " + name, excerpt(value),
                    "numbers");
      row.push_back(value.is_null() ? std::nan("") : value.get<double>());
      return {};
    };
    for (const std::string& key : table.columns)
      if (auto taken = take(entry.is_object() ? entry.value(key, Json()) : entry); !taken)
        return tl::unexpected(taken.error());
    if (table.columns.empty())
      for (const Json& value : entry)
        if (auto taken = take(value); !taken) return tl::unexpected(taken.error());
    if (!table.rows.empty() && row.size() != table.width())
      return fail("row " + std::to_string(table.rows.size() + 1) + " of " + name,
                  std::to_string(row.size()) + " numbers", std::to_string(table.width()) + " as before");
    table.rows.push_back(std::move(row));
  }
  return table;
}

bool is_list_of(const Json& json, bool (Json::*kind)() const noexcept) {
  return json.is_array() && !json.empty() &&
         std::all_of(json.begin(), json.end(), [kind](const Json& one) { return (one.*kind)(); });
}

Expected<ImportFile> from_object(ImportFile file) {
  const Json format = file.document.value("format", Json());
  const std::string words = format.is_string() ? format.get<std::string>() : "";
  if (words == "threetokens-session") file.kinds = {ImportKind::session};
  if (words == "threetokens-head") file.kinds = {ImportKind::head};
  if (file.document.contains("runs")) file.kinds = {ImportKind::runs};
  if (file.document.contains("sequences"))
    return from_sequences(file, parse_sequences(file.document.dump(), file.name));
  if (file.kinds.empty())
    return fail("content of " + file.name, words.empty() ? excerpt(file.document) : words,
                "a session, a head, runs, sequences or a matrix");
  file.facts = "JSON, " + (words.empty() ? std::string(import_name(file.kinds.front())) : words);
  return file;
}

Expected<ImportFile> from_json(ImportFile file, std::string_view bytes) {
  auto read = parse_json(bytes, file.name);
  if (!read) return tl::unexpected(read.error());
  file.document = *std::move(read);
  if (file.document.is_object()) return from_object(std::move(file));
  const Json& list = file.document;
  if (is_list_of(list, &Json::is_string))
    return from_sequences(file, parse_sequences(Json{list}.dump(), file.name));
  if (is_list_of(list, &Json::is_array) && !list.front().empty() && list.front().front().is_string())
    return from_sequences(file, parse_sequences(list.dump(), file.name));
  if (!is_list_of(list, &Json::is_array) && !is_list_of(list, &Json::is_object))
    return fail("content of " + file.name, excerpt(list), "rows of numbers, records of a log or bit strings");
  auto table = table_from(list, file.name);
  if (!table) return tl::unexpected(table.error());
  file.table = *std::move(table);
  return from_table(std::move(file), "JSON");
}

/// Nothing but bit strings of two or more bits: "0" and "1" alone are numbers.
bool looks_like_tokens(std::string_view bytes) {
  std::size_t length = 0;
  bool any = false, comment = false;
  for (const char c : bytes) {
    if (c == '#') comment = true;
    if (c == '\n') comment = false;
    if (comment) continue;
    if (c == '0' || c == '1') {
      ++length;
      continue;
    }
    if (c != ' ' && c != ',' && c != '\t' && c != '\r' && c != '\n') return false;
    if (length == 1) return false;
    any = any || length > 0;
    length = 0;
  }
  return length > 1 || (any && length == 0);
}

}  // namespace

std::string_view import_name(ImportKind kind) {
  switch (kind) {
    case ImportKind::session:
      return "session";
    case ImportKind::head:
      return "head";
    case ImportKind::sequence:
      return "sequence";
    case ImportKind::matrix:
      return "matrix C";
    case ImportKind::kernel:
      return "kernel";
    case ImportKind::features:
      return "features";
    case ImportKind::runs:
      break;
  }
  return "training runs";
}

Expected<ImportFile> read_import(std::string_view bytes, const std::string& name) {
  ImportFile file;
  file.name = name;
  if (bytes.starts_with("\x93NUMPY")) return from_npy(std::move(file), bytes);
  const std::size_t first = bytes.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return fail("file " + name, "empty", "NPY, JSON, CSV or bit strings");
  if (bytes[first] == '{' || bytes[first] == '[') return from_json(std::move(file), bytes);
  if (looks_like_tokens(bytes)) return from_sequences(std::move(file), parse_sequences(bytes, name));
  auto table = parse_number_table(bytes, name);
  if (!table) return tl::unexpected(table.error());
  file.table = *std::move(table);
  return from_table(std::move(file), "CSV");
}

}  // namespace tt
