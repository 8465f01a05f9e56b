// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "app/cli/tally.h"
#include "core/base/json.h"

namespace tt::cli {

enum class ExactKind { degree, scalar };

/// A head of rank one whose readout is not affine (theory 3.4 and 3.5): answered in exact arithmetic.
struct ExactHead {
  ExactKind kind = ExactKind::degree;
  int m = 1;
  int degree = 1;  ///< of the readout, for ExactKind::degree: solves length degree + 1
};

inline constexpr int kMaxDegree = 63;
inline constexpr int kMaxScalarBits = 16;

/// {"format":"threetokens-head","version":1,"kind":"degree"|"scalar","m"[,"degree"]}.
[[nodiscard]] Json to_json(const ExactHead& head);
/// nullopt when the file is of another kind of head.
[[nodiscard]] Expected<std::optional<ExactHead>> exact_head_from_json(const Json& json,
                                                                      std::string_view source);

/// Answers of such a head; the errors are exact before they become doubles.
[[nodiscard]] Answer answer_of(const ExactHead& head);

}  // namespace tt::cli
