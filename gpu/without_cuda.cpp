// SPDX-License-Identifier: GPL-3.0-or-later
// What a build without a CUDA compiler says.
#include "gpu/device.h"
#include "gpu/train/train_device.h"

namespace tt::gpu {

Devices find_devices() { return {false, {}, "not part of this build"}; }

Expected<std::unique_ptr<TrainDevice>> make_cuda_device() {
  return fail("CUDA", "not part of this build", "a build with a CUDA compiler, or the CPU");
}

}  // namespace tt::gpu
