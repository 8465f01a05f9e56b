// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/output.h"
#include "core/codes/greedy_code.h"
#include "core/heads/head.h"
#include "core/rank/near_identity.h"
#include "core/rank/spectra.h"

namespace tt::cli {
namespace {

struct IdentityOptions {
  std::filesystem::path head, code;
};

Expected<Code> load_code(const std::filesystem::path& path) {
  const auto json = read_json(path);
  if (!json) return tl::unexpected(json.error());
  return code_from_json(*json, path.string());
}

Expected<int> run(const IdentityOptions& options, const Context& context) {
  const auto head = load_head(options.head);
  if (!head) return tl::unexpected(head.error());
  const auto code = load_code(options.code);
  if (!code) return tl::unexpected(code.error());
  if (code->bits != head->map.m)
    return fail("bits of the code", std::to_string(code->bits),
                std::to_string(head->map.m) + ", as the head has");
  constexpr std::size_t kMostWords = 4096;
  if (code->words.empty() || code->words.size() > kMostWords)
    return fail("words of the code", std::to_string(code->words.size()), "1.." + std::to_string(kMostWords));
  const auto kernel = Kernel::make(head->map);
  if (!kernel) return tl::unexpected(kernel.error());
  const Eigen::MatrixXd c = near_identity_matrix(*kernel, code->words);
  const auto values = spectrum(c);
  if (!values) return tl::unexpected(values.error());
  const NearIdentityReport report = near_identity_report(c);
  print(context, Json{{"size", report.size},
                      {"max_off_diagonal", report.max_off_diagonal},
                      {"lambda", report.lambda},
                      {"rank_bound", report.rank_bound},
                      {"centered_bound", report.centered},
                      {"trace_bound", report.trace},
                      {"shifted_bound", report.shifted.bound},
                      {"numeric_rank", values->numeric_rank},
                      {"stable_rank", values->stable_rank},
                      {"energy_rank", values->energy_rank},
                      {"entropy_rank", values->entropy_rank},
                      {"head_rank_log2", facts(head->map).rank_log2},
                      {"singular_values", values->values}});
  return kDone;
}

}  // namespace

void add_identity(CLI::App& program, Context& context) {
  add_command<IdentityOptions>(
      program, context, "identity",
      "the near-identity matrix of a head over a code: bounds and singular values",
      [](OptionReader& reader, IdentityOptions& options) {
        reader.path("--head", options.head, "head file")->required();
        reader.path("--code", options.code, "code file")->required();
      },
      run);
}

}  // namespace tt::cli
