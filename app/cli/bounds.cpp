// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bounds/bounds.h"

#include "app/cli/command.h"
#include "app/cli/output.h"

namespace tt::cli {
namespace {

Json lower_json(const LowerBound& lower) {
  return Json{{"bound", lower.bound},
              {"bound_log2", lower.bound_log2},
              {"strict", lower.strict},
              {"form", lower.form},
              {"rank", whole(lower.rank)},
              {"rank_log2", lower.rank_log2},
              {"bits", lower.bits},
              {"weight", lower.weight},
              {"distance", lower.distance},
              {"code_size", whole(lower.code_size)},
              {"code_size_log2", lower.code_size_log2},
              {"lambda", lower.lambda},
              {"lambda_log2", lower.lambda_log2},
              {"gaps", lower.gaps},
              {"source", lower.source}};
}

Expected<int> run(const BoundsOptions& options, const Context& context) {
  const auto lower = listed_code_bound(options, context.stop);
  if (!lower) return tl::unexpected(lower.error());
  const auto upper = best_upper_bound(options.m, options.n, options.epsilon);
  if (!upper) return tl::unexpected(upper.error());
  // The paper's theorem is about nonnegative kernels.
  const auto paper =
      options.is_signed ? std::nullopt : paper_bound_log2(options.m, options.n, options.epsilon);

  Json document{
      {"m", options.m}, {"n", options.n}, {"epsilon", options.epsilon}, {"signed", options.is_signed}};
  document["lower"]["paper_log2"] = paper ? Json(*paper) : Json();
  document["lower"]["optimized"] = lower_json(*lower);
  document["upper"] = {
      {"rank", whole(upper->rank)}, {"rank_log2", upper->rank_log2}, {"source", upper->source}};
  document["interrupted"] = context.stop.stop_requested();
  Json shown = document;
  if (!paper) shown["lower"]["paper_log2"] = "vacuous";
  print(context, document, shown);
  return context.stop.stop_requested() ? interrupted("the lower bound is the best found until then") : kDone;
}

}  // namespace

void add_bounds(CLI::App& program, Context& context) {
  add_command<BoundsOptions>(
      program, context, "bounds", "lower and upper bounds on the feature rank that length n needs",
      [](OptionReader& reader, BoundsOptions& options) {
        reader.whole("--m", options.m, 1, kMaxBoundBits, "bits of a token")->required();
        reader.whole("--n", options.n, 1, 1'000'000, "length of the sequences")->required();
        reader.epsilon(options.epsilon);
        reader.flag("--signed", options.is_signed, "for kernels of any sign");
        reader.whole("--weight", options.weight, -1, kMaxBoundBits,
                     "ones in a code word; -1 searches near the middle");
      },
      run);
}

}  // namespace tt::cli
