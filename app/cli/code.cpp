// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/output.h"
#include "app/cli/progress_line.h"
#include "core/codes/greedy_code.h"

namespace tt::cli {
namespace {

struct CodeOptions {
  CodeRequest request;
  std::string order = "lex";
  std::filesystem::path out;
};

Expected<Code> find_code(const CodeRequest& request, std::stop_token stop) {
  Progress progress;
  const ProgressLine line("code", progress);
  return greedy_code(request, stop, &progress);
}

Expected<int> run(const CodeOptions& options, const Context& context) {
  CodeRequest request = options.request;
  request.order = options.order == "lex" ? CodeOrder::lexicographic : CodeOrder::random;
  const auto code = find_code(request, context.stop);
  if (!code) return tl::unexpected(code.error());
  const bool partial = !code->complete && context.stop.stop_requested();
  Json document = to_json(*code);
  if (!options.out.empty()) {
    if (const auto written = write_document(options.out, document); !written)
      return tl::unexpected(written.error());
    document["file"] = options.out.string();
  }
  document["complete"] = code->complete;
  document["interrupted"] = partial;
  print(context, document);
  return partial ? interrupted(std::to_string(code->words.size()) + " words found until then") : kDone;
}

}  // namespace

void add_code(CLI::App& program, Context& context) {
  add_command<CodeOptions>(
      program, context, "code", "a greedy constant-weight code of a directed distance",
      [](OptionReader& reader, CodeOptions& options) {
        CodeRequest& request = options.request;
        reader.whole("--bits", request.bits, 1, kMaxBits, "bits of a word")->required();
        reader.whole("--distance", request.distance, 1, kMaxBits, "least directed distance of two words")
            ->required();
        reader.whole("--weight", request.weight, -1, kMaxBits, "ones in a word; -1 is half the bits");
        reader.choice("--order", options.order, {"lex", "random"}, "order in which words are tried");
        reader.seed(request.seed);
        reader.whole("--limit", request.limit, 0, std::int64_t{1} << 40,
                     "stop at this many words; 0 for no limit");
        reader.path("--out", options.out, "write the code there");
      },
      run);
}

}  // namespace tt::cli
