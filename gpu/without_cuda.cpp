// SPDX-License-Identifier: GPL-3.0-or-later
// What a build without a CUDA compiler says.
#include "gpu/attention/attention.h"
#include "gpu/card_speed.h"
#include "gpu/device.h"
#include "gpu/eval/eval_host.h"
#include "gpu/train/train_device.h"

namespace tt::gpu {

Devices find_devices() { return {false, {}, "not part of this build"}; }

namespace {
tl::unexpected<Error> not_here() {
  return fail("CUDA", "not part of this build", "a build with a CUDA compiler, or the CPU");
}
}  // namespace

Expected<CardSpeed> card_speed() { return not_here(); }
Expected<std::unique_ptr<TrainDevice>> make_cuda_device() { return not_here(); }
Expected<std::vector<WorstInput>> worst_inputs_on_card(const KernelTables&) { return not_here(); }
Expected<std::unique_ptr<Sieve>> make_card_sieve(const std::vector<std::uint64_t>&) { return not_here(); }
Expected<std::unique_ptr<Rotations>> make_card_rotations(const std::vector<double>&, int, int, int) {
  return not_here();
}

Expected<AttentionAnswer> attend_on_card(const AttentionRequest&, std::span<const float>,
                                         std::span<const float>, std::span<const float>) {
  return not_here();
}

}  // namespace tt::gpu
