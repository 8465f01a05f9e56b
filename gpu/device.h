// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/json.h"

namespace tt::gpu {

/// One graphics card.
struct Card {
  int index = 0;
  std::string name;
  int major = 0, minor = 0;  ///< compute capability
  int processors = 0;
  std::int64_t memory_bytes = 0, free_bytes = 0;
  std::int64_t shared_bytes = 0;  ///< most that one block may have
  std::int64_t memory_clock_khz = 0, bus_bits = 0;
};

/// What this build and this machine have. cards is empty where `why_not` says something.
struct Devices {
  bool built = false;  ///< this program holds code for graphics cards
  std::vector<Card> cards;
  std::string why_not;  ///< "not part of this build", "no driver", "no card", "too little memory on ..."
};
[[nodiscard]] Devices find_devices();

/// "CUDA: NVIDIA H200, 139 GiB" or "CUDA: no driver": one line for people.
[[nodiscard]] std::string text(const Devices& devices);
[[nodiscard]] Json to_json(const Devices& devices);

}  // namespace tt::gpu
