// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <thread>

#include "core/base/progress.h"

namespace tt::cli {

/// While it lives, a line on stderr follows the progress, on a terminal only.
class ProgressLine {
 public:
  ProgressLine(std::string name, const Progress& progress);

 private:
  std::jthread thread_;
};

}  // namespace tt::cli
