// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "app/cli/command.h"
#include "core/base/json.h"

namespace tt::cli {

/// A result as people read it: one aligned line a value, named as in the JSON, then lists and tables. A value
/// that is null beside its `_log2` is written as a power of two.
[[nodiscard]] std::string readable(const Json& document);

/// Puts the document on stdout: as JSON (numbers that are not finite become null) or readable. `shown`
/// replaces it in the readable form where words say more than values.
void print(const Context& context, const Json& document);
void print(const Context& context, const Json& document, const Json& shown);

/// A whole number held in a double, written without a point; null where it is not finite.
[[nodiscard]] Json whole(double value);

/// One line on stderr.
void say(std::string_view line);

/// Says that the work was interrupted and what there is of it, and returns the exit code for that.
[[nodiscard]] int interrupted(std::string_view what_there_is);

/// A JSON file in one line, written atomically.
[[nodiscard]] Expected<void> write_document(const std::filesystem::path& file, const Json& document);

}  // namespace tt::cli
