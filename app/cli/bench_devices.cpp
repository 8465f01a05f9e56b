// SPDX-License-Identifier: GPL-3.0-or-later
#include <thread>

#include "app/cli/command.h"
#include "app/cli/output.h"
#include "core/train/step_kernels.h"
#include "gpu/device.h"

namespace tt::cli {
namespace {

struct BenchDevices {};

Expected<int> run(const BenchDevices&, const Context& context) {
  const gpu::Devices found = gpu::find_devices();
  Json document;
  document["cpu"] = {{"threads", static_cast<int>(std::thread::hardware_concurrency())},
                     {"instructions", train::instruction_set()},
                     {"lanes", train::native_lanes()}};
  document["cuda"] = gpu::to_json(found);
  print(context, document);
  return kDone;
}

}  // namespace

void add_bench_devices(CLI::App& bench, Context& context) {
  add_command<BenchDevices>(
      bench, context, "devices", "where heads can be trained on this machine, and why not elsewhere",
      [](OptionReader&, BenchDevices&) {}, run);
}

}  // namespace tt::cli
