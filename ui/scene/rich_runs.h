// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <string>
#include <vector>

namespace tt {

/// A piece of text in one face, size and height.
struct RichRun {
  QString text;
  bool italic = false;
  int script = 0;  ///< 1 raised, -1 lowered
};

/// Text with ^{..}, _{..} and *..* (a backslash keeps a mark as it is) cut into pieces.
[[nodiscard]] std::vector<RichRun> rich_runs(const std::string& text);

}  // namespace tt
