// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/json.h"

namespace tt {

/// Reads the fields of one object after another; after the first mistake the rest is skipped and the mistake
/// kept. A missing key keeps the field's default: older files stay readable.
class JsonReader {
 public:
  /// of: "the session"; begins the errors about choices.
  JsonReader(const Json& json, std::string_view of, std::string_view source)
      : json_(json), of_(of), source_(source) {}

  template <class T>
  void read(const char* key, T& into) {
    known_.insert(key);
    if (error_ || !json_.contains(key)) return;
    take(json_value<T>(json_, key, source_), into);
  }

  /// An enumeration by the names of its values, in their order.
  template <class T>
  void read_choice(const char* key, std::span<const std::string_view> names, T& into) {
    std::string text(names[static_cast<std::size_t>(into)]);
    read(key, text);
    if (error_) return;
    const auto at = std::find(names.begin(), names.end(), text);
    if (at != names.end()) {
      into = static_cast<T>(at - names.begin());
      return;
    }
    std::string allowed;
    for (const std::string_view one : names) allowed += (allowed.empty() ? "" : ", ") + std::string(one);
    error_ = Error{std::string(key) + " of " + std::string(of_), text, allowed};
  }

  /// A value with a reader of its own; null keeps the default.
  template <class T, class Parse>
  void read_parsed(const char* key, T& into, Parse parse) {
    Json value;
    read(key, value);
    if (error_ || value.is_null()) return;
    take(parse(value), into);
  }

  [[nodiscard]] const std::optional<Error>& error() const { return error_; }
  /// The keys that nobody asked for: of a later minor version.
  [[nodiscard]] Json unknown() const {
    Json rest = Json::object();
    for (const auto& [key, value] : json_.items())
      if (!known_.contains(key) && key != "format" && key != "version") rest[key] = value;
    return rest.empty() ? Json() : rest;
  }

 private:
  template <class T>
  void take(Expected<T> value, T& into) {
    if (value)
      into = *std::move(value);
    else
      error_ = std::move(value.error());
  }

  const Json& json_;
  std::string_view of_, source_;
  std::set<std::string> known_;
  std::optional<Error> error_;
};

}  // namespace tt
