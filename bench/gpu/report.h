// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/base/error.h"

namespace tt::gpu_bench {

/// One thing that was checked: what the card says against what the host says.
struct Check {
  std::string what;
  double difference = 0.0, allowed = 0.0;
  std::string trouble;  ///< it could not be run
  [[nodiscard]] bool holds() const { return trouble.empty() && difference <= allowed; }
};

/// One figure beside what no program could leave out, and what else was measured in the same run.
struct Figure {
  std::string what, unit;
  double value = 0.0;
  double floor = 0.0;    ///< same unit; 0: none is known
  std::string floor_by;  ///< "operations" or "bytes"
  std::string beside;    ///< other figures of this run, in words
};

[[nodiscard]] std::vector<Check> run_checks();
[[nodiscard]] Expected<std::vector<Figure>> run_speeds();

}  // namespace tt::gpu_bench
