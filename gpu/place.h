// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace tt::gpu {

/// Where a body runs: on a card, or on the host, one thread after the other (slow: for tests).
enum class Place { host, card };

}  // namespace tt::gpu
