// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "ui/scene/scene.h"

namespace tt {

/// The row at (m, n); nullptr where it was not computed.
[[nodiscard]] const PhaseRow* phase_row(const PhaseResult& result, int m, int n);
[[nodiscard]] const PhaseResult::Measured* phase_measured(const PhaseResult& result, int n);
[[nodiscard]] bool solves(const PhaseResult& result, const PhaseResult::Measured& measured);
/// The worst error is that of all inputs; else only of those that were tried.
[[nodiscard]] bool covers_all(const PhaseResult::Measured& measured);

/// "needs r ≥ 3, 4096 are enough", one row in words.
[[nodiscard]] std::string row_text(const PhaseRow& row);

[[nodiscard]] std::string phase_sentence(const PhaseResult& result);
[[nodiscard]] std::string phase_alt(const PhaseResult& result);
[[nodiscard]] Table phase_table(const PhaseResult& result);

}  // namespace tt
