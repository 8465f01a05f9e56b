// SPDX-License-Identifier: GPL-3.0-or-later
// threetokens-gpu-bench: first whether the card computes what the host computes, then how fast, beside the
// floors.
#include <cstdio>
#include <cstring>

#include "bench/gpu/report.h"
#include "gpu/device.h"

namespace {

using namespace tt;

constexpr int kNoCard = 3;

bool print_checks() {
  bool all = true;
  for (const gpu_bench::Check& check : gpu_bench::run_checks()) {
    all = all && check.holds();
    std::printf(
        "%-4s %-88s %s\n", check.holds() ? "ok" : "BAD", check.what.c_str(),
        check.trouble.empty()
            ? (std::to_string(check.difference) + " (at most " + std::to_string(check.allowed) + ")").c_str()
            : check.trouble.c_str());
    std::fflush(stdout);
  }
  return all;
}

bool print_speeds() {
  const auto figures = gpu_bench::run_speeds();
  if (!figures) {
    std::printf("error: %s\n", figures.error().message().c_str());
    return false;
  }
  std::printf("\n%-66s %12s %12s %8s  %s\n", "", "measured", "floor", "times", "");
  for (const gpu_bench::Figure& f : *figures) {
    std::printf("%-66s %12.4g", (f.what + ", " + f.unit).c_str(), f.value);
    if (f.floor > 0.0) std::printf(" %12.4g %8.1f  by %s", f.floor, f.value / f.floor, f.floor_by.c_str());
    std::printf("  %s\n", f.beside.c_str());
  }
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  const bool only_checks = argc > 1 && std::strcmp(argv[1], "--checks") == 0;
  if (argc > 1 && !only_checks) {
    std::puts(
        "usage: threetokens-gpu-bench [--checks]\n\nRuns on the first graphics card. Exit codes: 0 all is "
        "well, 1 the card computes\n"
        "something else than the host, 3 there is no card.");
    return std::strcmp(argv[1], "--help") == 0 ? 0 : 2;
  }
  const gpu::Devices found = gpu::find_devices();
  std::printf("%s\n", gpu::text(found).c_str());
  if (found.cards.empty()) return kNoCard;
  const bool right = print_checks();
  if (only_checks) return right ? 0 : 1;
  return print_speeds() && right ? 0 : 1;
}
