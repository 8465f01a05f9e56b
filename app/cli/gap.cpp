// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/domination/gap.h"

#include "app/cli/command.h"
#include "app/cli/output.h"

namespace tt::cli {
namespace {

struct GapOptions {
  int n = 0;
  double epsilon = 0.5;
  int distance = 0;
  int degree = 0;  ///< 0: a readout that is affine in the attention output, at any length
  bool table = false;
};

/// The factor of one gap, and whether a lemma promises it.
Json row(const GapOptions& options, int d) {
  if (options.degree > 0) {
    const double factor = mu_degree(options.degree, options.epsilon, d);
    return Json{{"d", d}, {"mu", factor}, {"applies", factor > 0.0}};
  }
  return Json{{"d", d},
              {"mu", mu(options.n, options.epsilon, d)},
              {"applies", gap_conditions(options.n, options.epsilon, d).stated()}};
}

Json best_json(const GapOptions& options) {
  if (options.degree > 0) return {};
  const Gaps best = best_gaps(options.n, options.epsilon, options.distance);
  return Json{{"gaps", best.gaps}, {"lambda", best.lambda()}, {"lambda_log2", best.lambda_log2}};
}

/// A readout of degree D is bound at length D + 2.
Expected<void> settle_length(GapOptions& options) {
  const int wanted = options.degree + 2;
  if (options.degree == 0) return options.n == 0 ? fail("--n", "missing", "2..1000000") : Expected<void>();
  if (options.n != 0 && options.n != wanted)
    return fail("--n", std::to_string(options.n), std::to_string(wanted) + ", the degree plus 2");
  options.n = wanted;
  return {};
}

Expected<int> run(const GapOptions& given, const Context& context) {
  GapOptions options = given;
  if (const auto right = settle_length(options); !right) return tl::unexpected(right.error());
  const Json asked = row(options, options.distance);
  Json document{{"n", options.n}, {"epsilon", options.epsilon}, {"distance", options.distance}};
  if (options.degree > 0) document["degree"] = options.degree;
  document["mu"] = asked["mu"];
  document["applies"] = asked["applies"];
  document["best"] = best_json(options);
  if (options.table) {
    document["rows"] = Json::array();
    for (int d = 1; d <= options.distance; ++d) document["rows"].push_back(row(options, d));
  }
  print(context, document);
  return kDone;
}

}  // namespace

void add_gap(CLI::App& program, Context& context) {
  add_command<GapOptions>(
      program, context, "gap", "the factor by which a gap in overlap forces the attention weight to fall",
      [](OptionReader& reader, GapOptions& options) {
        reader.whole("--n", options.n, 2, 1'000'000, "length of the sequences");
        reader.epsilon(options.epsilon);
        reader.whole("--distance", options.distance, 1, 10'000, "the gap, or the total distance of a chain")
            ->required();
        reader.whole("--degree", options.degree, 1, 16, "degree D of the readout, at length D + 2");
        reader.flag("--table", options.table, "all gaps from 1 to the distance");
      },
      run);
}

}  // namespace tt::cli
