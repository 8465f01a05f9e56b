// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "core/base/error.h"

namespace tt {

/// JSON with stable key order. Numbers are written with point decimals in every locale.
using Json = nlohmann::ordered_json;

/// Parses text; the error names the source, and line and column of the first mistake. What is nested too
/// deeply to be walked by recursion is refused.
[[nodiscard]] Expected<Json> parse_json(std::string_view text, std::string_view source);

/// Reads a whole file; the error names the path.
[[nodiscard]] Expected<std::string> read_file(const std::filesystem::path& path);
[[nodiscard]] Expected<Json> read_json(const std::filesystem::path& path);

/// Writes to a sibling file, flushes it to disk and renames it over the target, so that the old content
/// survives any failure. A link stays a link, and devices and pipes are written to.
[[nodiscard]] Expected<void> write_file_atomic(const std::filesystem::path& path, std::string_view content);

/// Checks `"format": format` and an integer `"version"` in 1..version; a newer version is refused kindly.
[[nodiscard]] Expected<void> check_format(const Json& json, std::string_view format, int version,
                                          std::string_view source);

/// The beginning of a value as text, for an error line.
[[nodiscard]] std::string excerpt(const Json& value);

/// True when a JSON value fits T without loss: whole numbers in range for integers, numbers for doubles, and
/// so on.
template <class T>
[[nodiscard]] bool json_fits(const Json& value) {
  if constexpr (std::is_same_v<T, bool>) {
    return value.is_boolean();
  } else if constexpr (std::is_integral_v<T>) {
    if (value.is_number_unsigned()) return std::in_range<T>(value.template get<std::uint64_t>());
    return value.is_number_integer() && std::in_range<T>(value.template get<std::int64_t>());
  } else if constexpr (std::is_floating_point_v<T>) {
    return value.is_number();
  } else {
    return true;
  }
}

/// The value of a key converted to T without loss; the error names key, source and value.
template <class T>
[[nodiscard]] Expected<T> json_value(const Json& json, const char* key, std::string_view source) {
  const auto it = json.find(key);
  if (it == json.end()) return fail("missing key \"" + std::string(key) + "\" in " + std::string(source));
  if (!json_fits<T>(*it))
    return fail("key \"" + std::string(key) + "\" in " + std::string(source), excerpt(*it),
                std::is_integral_v<T> && !std::is_same_v<T, bool> ? "a whole number in range"
                                                                  : "a value of the right type");
  try {
    return it->template get<T>();
  } catch (const nlohmann::json::exception&) {
    return fail("key \"" + std::string(key) + "\" in " + std::string(source), excerpt(*it),
                "a value of the right type");
  }
}

}  // namespace tt
