// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace tt {

/// What a control or a claim means: the one table in resources/texts.json that tooltips, What's This and the
/// guide read.
struct Explanation {
  QString label, tip, what, formula, source;
  /// The whole as rich text for What's This.
  [[nodiscard]] QString rich() const;
};

/// The explanation of a control key ("m", "tau", ...) or a claim ("attention", ...).
[[nodiscard]] const Explanation& control_text(const QString& key);
[[nodiscard]] const Explanation& claim_text(const QString& key);

}  // namespace tt
