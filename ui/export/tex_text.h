// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace tt {

/// Text of a scene (with its marks for italics, superscripts and subscripts) as LaTeX that needs no package:
/// Greek letters and signs as mathematics.
[[nodiscard]] std::string tex_text(const std::string& marked);

/// Plain text, no marks in it.
[[nodiscard]] std::string tex_plain(const std::string& plain);

}  // namespace tt
