// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace tt {

/// The text of resources/data/brackets.json, built into the program.
[[nodiscard]] std::string_view shipped_brackets_text();

}  // namespace tt
