// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstdint>
#include <stop_token>

namespace tt {

/// How far a long piece of work has come. The worker bumps it, others sample it; nothing is called back.
struct Progress {
  std::atomic<std::int64_t> done{0};
  std::atomic<std::int64_t> total{0};  ///< 0 while unknown
};

}  // namespace tt
