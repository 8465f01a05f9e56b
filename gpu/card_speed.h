// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

namespace tt::gpu {

/// What the first card can do at best, measured: the floors of everything else.
struct CardSpeed {
  double bytes_per_second = 0.0;          ///< read and written, by a plain copy
  double multiply_adds_per_second = 0.0;  ///< single precision, from registers
};
[[nodiscard]] Expected<CardSpeed> card_speed();

}  // namespace tt::gpu
