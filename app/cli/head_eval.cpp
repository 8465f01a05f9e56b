// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/head_exact.h"
#include "app/cli/output.h"
#include "app/cli/progress_line.h"
#include "app/cli/tally.h"
#include "core/heads/evaluate.h"

namespace tt::cli {
namespace {

struct EvalOptions {
  std::filesystem::path head, family, sequences;
  int n = 0;
  std::int64_t random = 0;
  std::uint64_t seed = 1;
  double epsilon = 0.5;
};

Expected<std::vector<Sequence>> sequences_of(const EvalOptions& options, int m) {
  const auto text = read_file(options.sequences);
  if (!text) return tl::unexpected(text.error());
  auto sequences = parse_sequences(*text, options.sequences.string());
  if (!sequences) return sequences;
  for (const Sequence& sequence : *sequences)
    for (const BitToken& token : sequence)
      if (token.m != m)
        return fail("bits of a token", std::to_string(token.m), std::to_string(m) + ", as the head has");
  return sequences;
}

Expected<Family> family_of(const EvalOptions& options, int m) {
  auto family = load_family(options.family);
  if (family && family->m != m)
    return fail("bits of the family", std::to_string(family->m), std::to_string(m) + ", as the head has");
  return family;
}

/// Every input of one length. Kernels of the overlap alone are settled by their overlaps where the tokens are
/// too many.
Expected<FamilyEvaluation> evaluate_length(const Head& head, const EvalOptions& options, std::stop_token stop,
                                           Progress& progress) {
  auto all = evaluate_all(head, options.n, options.epsilon, stop, &progress);
  if (all) return all;
  auto by_overlap = evaluate_by_overlap(head, options.n, options.epsilon, stop);
  return by_overlap ? by_overlap : all;
}

Expected<FamilyEvaluation> evaluate(const Head& head, const EvalOptions& options, std::stop_token stop,
                                    Progress& progress) {
  if (!options.family.empty()) {
    const auto family = family_of(options, head.map.m);
    if (!family) return tl::unexpected(family.error());
    return evaluate_family(head, *family, options.epsilon, stop, &progress);
  }
  if (options.sequences.empty()) {
    if (options.random == 0) return evaluate_length(head, options, stop, progress);
    return evaluate_random(head, options.n, static_cast<int>(options.random), options.seed, options.epsilon,
                           stop);
  }
  const auto sequences = sequences_of(options, head.map.m);
  if (!sequences) return tl::unexpected(sequences.error());
  const auto kernel = Kernel::make(head.map);
  if (!kernel) return tl::unexpected(kernel.error());
  const Answer answer = [&](std::span<const BitToken> sequence) -> Expected<Answers> {
    Evaluation evaluation = evaluate_pairs(head, *kernel, sequence);
    return Answers{std::move(evaluation.outputs), std::move(evaluation.errors)};
  };
  return tally(answer, list_of(*sequences), options.epsilon, stop, progress);
}

Expected<FamilyEvaluation> evaluate(const ExactHead& head, const EvalOptions& options, std::stop_token stop,
                                    Progress& progress) {
  const Answer answer = answer_of(head);
  if (!options.sequences.empty()) {
    const auto sequences = sequences_of(options, head.m);
    if (!sequences) return tl::unexpected(sequences.error());
    return tally(answer, list_of(*sequences), options.epsilon, stop, progress);
  }
  const auto family = !options.family.empty() ? family_of(options, head.m)
                      : options.random > 0
                          ? random_family(head.m, options.n, static_cast<int>(options.random), options.seed)
                          : all_inputs(head.m, options.n);
  if (!family) return tl::unexpected(family.error());
  SequenceList list = list_of(*family);
  list.only_first = options.random == 0;
  return tally(answer, list, options.epsilon, stop, progress);
}

Expected<FamilyEvaluation> evaluate_file(const EvalOptions& options, std::stop_token stop) {
  const std::string source = options.head.string();
  const auto json = read_json(options.head);
  if (!json) return tl::unexpected(json.error());
  const auto exact = exact_head_from_json(*json, source);
  if (!exact) return tl::unexpected(exact.error());
  Progress progress;
  const ProgressLine line("head eval", progress);
  if (*exact) return evaluate(**exact, options, stop, progress);
  const auto head = head_from_json(*json, source);
  if (!head) return tl::unexpected(head.error());
  return evaluate(*head, options, stop, progress);
}

Expected<int> run(const EvalOptions& options, const Context& context) {
  const int ways = (options.n > 0) + !options.family.empty() + !options.sequences.empty();
  if (ways != 1)
    return fail("inputs to evaluate", std::to_string(ways) + " given", "one of --n, --family, --sequences");
  if (options.random > 0 && options.n == 0)
    return fail("--random", std::to_string(options.random), "only with --n");
  const auto result = evaluate_file(options, context.stop);
  if (!result) return tl::unexpected(result.error());

  Json worst{{"sequence", Json::array()}, {"target", result->worst.target}, {"output", result->worst.output}};
  for (const BitToken& token : result->worst.sequence) worst["sequence"].push_back(to_string(token));
  print(context, Json{{"sequences", result->sequences},
                      {"max_error", result->max_error},
                      {"exact_accuracy", result->exact_accuracy},
                      {"epsilon", options.epsilon},
                      {"solved", result->solved},
                      {"worst", worst},
                      {"scope", result->scope},
                      {"interrupted", !result->complete}});
  if (!result->complete)
    return interrupted(std::to_string(result->sequences) + " sequences evaluated until then");
  return result->solved ? kDone : kFailed;
}

}  // namespace

void add_head_eval(CLI::App& head, Context& context) {
  add_command<EvalOptions>(
      head, context, "eval", "how well a head answers; exit code 1 when it does not solve all of it",
      [](OptionReader& reader, EvalOptions& options) {
        reader.path("HEAD", options.head, "head file")->required();
        reader.whole("--n", options.n, 1, 64, "every input of this length");
        reader.path("--family", options.family, "the inputs of a family file, query first");
        reader.path("--sequences", options.sequences,
                    "own sequences, one a line or JSON; every position is a query");
        reader.whole("--random", options.random, 0, 10'000'000, "with --n: so many random sequences instead");
        reader.seed(options.seed);
        reader.epsilon(options.epsilon);
      },
      run);
}

}  // namespace tt::cli
