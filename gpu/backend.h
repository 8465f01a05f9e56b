// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/train/trainer.h"

namespace tt::gpu {

/// From so many heads on a card is the better place: below it has too few blocks to be busy.
inline constexpr std::size_t kHeadsForCard = 128;

/// A place where heads can be trained.
struct BackendChoice {
  std::string name;     ///< "auto", "cpu", "cuda"
  std::string label;    ///< for people
  std::string why_not;  ///< empty: it can be chosen
  Backend backend;
};
/// auto (a card for many heads where there is one, else the CPU), cpu, cuda.
[[nodiscard]] std::vector<BackendChoice> backends();

/// By its name; refused with the reason where it is not there.
[[nodiscard]] Expected<Backend> backend(std::string_view name);

}  // namespace tt::gpu
