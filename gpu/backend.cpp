// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/backend.h"

#include "gpu/device.h"
#include "gpu/train/train_device.h"

namespace tt::gpu {
namespace {

Expected<std::unique_ptr<Trainer>> on_card(std::shared_ptr<const Problem> problem,
                                           const TrainOptions& options, TrainState from) {
  auto device = make_cuda_device();
  if (!device) return tl::unexpected(device.error());
  return make_device_trainer(std::move(*device), std::move(problem), options, std::move(from));
}

/// Where the card cannot take the heads, the CPU does.
Expected<std::unique_ptr<Trainer>> where_better(std::shared_ptr<const Problem> problem,
                                                const TrainOptions& options, TrainState from) {
  if (from.heads.size() >= kHeadsForCard)
    if (auto made = on_card(problem, options, from)) return made;
  return make_cpu_trainer(std::move(problem), options, std::move(from));
}

}  // namespace

std::vector<BackendChoice> backends() {
  const Devices found = find_devices();
  const bool card = !found.cards.empty();
  return {{"auto", card ? "Automatic: the card for many heads" : "Automatic: the CPU", "",
           card ? Backend(where_better) : cpu_backend()},
          {"cpu", "CPU", "", cpu_backend()},
          {"cuda", card ? text(found) : "CUDA", found.why_not, Backend(on_card)}};
}

Expected<Backend> backend(std::string_view name) {
  for (BackendChoice& one : backends()) {
    if (one.name != name) continue;
    if (!one.why_not.empty()) return fail("--backend", std::string(name) + ", " + one.why_not, "auto or cpu");
    return std::move(one.backend);
  }
  return fail("--backend", std::string(name), "auto, cpu or cuda");
}

}  // namespace tt::gpu
