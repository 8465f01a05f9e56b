// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/options.h"
#include "core/heads/head.h"

// What 3.2 and 3.3 share: the same kernel, once dense and once through features.

namespace tt {

/// tau itself, or the advised one where tau = 0.
[[nodiscard]] Expected<double> chosen_tau(int n, double epsilon, double tau);

/// A head of e^{-tau <x,z>}.
[[nodiscard]] Expected<Head> tempered_head(MapKind kind, int m, const Expected<double>& tau);

}  // namespace tt
