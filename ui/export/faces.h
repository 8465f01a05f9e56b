// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <span>
#include <string>
#include <string_view>

#include "core/base/error.h"

namespace tt {

/// A kind of type that figures offer by name.
struct FaceChoice {
  std::string_view name;     ///< "latin-modern"
  std::string_view label;    ///< "Latin Modern, as LaTeX sets"
  std::string_view package;  ///< of Debian, that has it
};
[[nodiscard]] std::span<const FaceChoice> face_choices();

/// The face of a figure: a choice by its name, an installed family, or the usual sans for an empty name. A
/// choice that is not installed is refused with the package that has it. Signs that the face lacks come from
/// its mathematical companion.
[[nodiscard]] Expected<QFont> figure_face(const std::string& name);

}  // namespace tt
