// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gpu/eval/eval.h"

namespace tt::gpu {

// The bodies on the host, and on a card (refused with the reason where there is none).

[[nodiscard]] std::vector<WorstInput> worst_inputs_on_host(const KernelTables& tables);
[[nodiscard]] std::unique_ptr<Sieve> make_host_sieve(const std::vector<std::uint64_t>& candidates);
[[nodiscard]] std::unique_ptr<Rotations> make_host_rotations(const std::vector<double>& values, int rows,
                                                             int columns, int count);

[[nodiscard]] Expected<std::vector<WorstInput>> worst_inputs_on_card(const KernelTables& tables);
[[nodiscard]] Expected<std::unique_ptr<Sieve>> make_card_sieve(const std::vector<std::uint64_t>& candidates);
[[nodiscard]] Expected<std::unique_ptr<Rotations>> make_card_rotations(const std::vector<double>& values,
                                                                       int rows, int columns, int count);

}  // namespace tt::gpu
