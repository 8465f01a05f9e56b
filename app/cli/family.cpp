// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/task/family.h"

#include "app/cli/command.h"
#include "app/cli/output.h"
#include "app/cli/progress_line.h"
#include "core/families/three_token.h"

namespace tt::cli {
namespace {

struct FamilyOptions {
  int m = 0, n = 3;
  std::filesystem::path out;
};
struct RandomOptions : FamilyOptions {
  int count = 1000;
  std::uint64_t seed = 1;
};
struct ThreeTokenOptions : FamilyOptions {
  CodeRequest code{.bits = 24, .distance = 6, .order = CodeOrder::random, .limit = 15};
  std::string order = "random";
  int gap = 3;
};

Expected<int> finish(const Expected<Family>& family, const std::filesystem::path& out,
                     const Context& context) {
  if (!family) return tl::unexpected(family.error());
  Json document{{"m", family->m},
                {"n", family->n},
                {"words", family->words.size()},
                {"jumps", family->jumps},
                {"inputs", family->size()},
                {"distinct_inputs", family->distinct_inputs()},
                {"tokens", family->tokens.size()}};
  if (!out.empty()) {
    if (const auto written = write_document(out, to_json(*family)); !written)
      return tl::unexpected(written.error());
    document["file"] = out.string();
  }
  print(context, document);
  return kDone;
}

Expected<Code> code_of(const ThreeTokenOptions& options, std::stop_token stop) {
  CodeRequest request = options.code;
  request.order = options.order == "lex" ? CodeOrder::lexicographic : CodeOrder::random;
  Progress progress;
  const ProgressLine line("code", progress);
  auto code = greedy_code(request, stop, &progress);
  if (!code || static_cast<std::int64_t>(code->words.size()) == request.limit) return code;
  if (stop.stop_requested()) return fail("code", "interrupted");
  return fail("--words", std::to_string(request.limit),
              "2.." + std::to_string(code->words.size()) + " at this distance, order and seed");
}

Expected<int> run_three_token(const ThreeTokenOptions& options, const Context& context) {
  const auto code = code_of(options, context.stop);
  if (!code) return tl::unexpected(code.error());
  return finish(three_token_family(code->words, options.gap, options.n), options.out, context);
}

Expected<int> run_all(const FamilyOptions& options, const Context& context) {
  return finish(all_inputs(options.m, options.n), options.out, context);
}

Expected<int> run_random(const RandomOptions& options, const Context& context) {
  return finish(random_family(options.m, options.n, options.count, options.seed), options.out, context);
}

void declare_size(OptionReader& reader, FamilyOptions& options) {
  reader.whole("--m", options.m, 1, kMaxBits, "bits of a token")->required();
  reader.whole("--n", options.n, 1, 4096, "length of an input")->required();
}

void declare_out(OptionReader& reader, FamilyOptions& options) {
  reader.path("--out", options.out, "write the family there");
}

}  // namespace

void add_family(CLI::App& program, Context& context) {
  CLI::App* family = program.add_subcommand("family", "a family of inputs with their targets");
  family->require_subcommand(1);
  add_command<ThreeTokenOptions>(
      *family, context, "three-token", "the inputs that the chains of a code use",
      [](OptionReader& reader, ThreeTokenOptions& options) {
        reader.whole("--bits", options.code.bits, 1, kMaxBits, "bits of a word");
        reader.whole("--words", options.code.limit, 2, 4096, "words of the code");
        reader.whole("--distance", options.code.distance, 1, kMaxBits,
                     "least directed distance of two words");
        reader.whole("--weight", options.code.weight, -1, kMaxBits, "ones in a word; -1 is half the bits");
        reader.whole("--gap", options.gap, 1, kMaxBits,
                     "gap of a jump; what is left over goes into the last");
        reader.whole("--n", options.n, 3, 4096, "length of an input");
        reader.choice("--order", options.order, {"lex", "random"}, "order in which words are tried");
        reader.seed(options.code.seed);
        declare_out(reader, options);
      },
      run_three_token);
  add_command<FamilyOptions>(
      *family, context, "all", "every query with every multiset of other tokens",
      [](OptionReader& reader, FamilyOptions& options) {
        declare_size(reader, options);
        declare_out(reader, options);
      },
      run_all);
  add_command<RandomOptions>(
      *family, context, "random", "inputs of uniform random tokens",
      [](OptionReader& reader, RandomOptions& options) {
        declare_size(reader, options);
        reader.whole("--count", options.count, 1, 10'000'000, "number of inputs");
        reader.seed(options.seed);
        declare_out(reader, options);
      },
      run_random);
}

}  // namespace tt::cli
