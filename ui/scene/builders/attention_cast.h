// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "ui/scene/scene.h"

namespace tt {

/// Which part a token of the sequence plays for the chosen query.
struct Part {
  std::string label;  ///< "*y*", with marks
  std::string plain;  ///< "y", "z₄"
  std::string word;   ///< "least overlap"; empty for further tokens
  Role role = Role::other;
};

/// One part per position: x the query, y the right candidate, z the rival, further ones z_4, z_5 by position.
[[nodiscard]] std::vector<Part> cast_of(const AttentionResult& result);
/// Positions in the order of a stacked bar: query, right, rival, others.
[[nodiscard]] std::vector<int> bar_order(const AttentionResult& result);
/// No output is asked of this position (a head that answers the last position only, or other queries).
[[nodiscard]] bool is_silent(const AttentionResult& result, int position);

/// The sentence of the card, the description and the table of the numbers.
[[nodiscard]] std::string attention_sentence(const AttentionResult& result, const std::vector<Part>& cast);
[[nodiscard]] std::string attention_alt(const AttentionResult& result, const std::vector<Part>& cast);
[[nodiscard]] Table attention_table(const AttentionResult& result, const std::vector<Part>& cast);

}  // namespace tt
