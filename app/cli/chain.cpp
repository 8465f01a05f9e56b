// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/domination/chain.h"

#include "app/cli/command.h"
#include "app/cli/output.h"
#include "core/heads/constructions/constructions.h"
#include "core/session/results.h"

namespace tt::cli {
namespace {

struct ChainOptions {
  BitToken from, to, query;
  std::vector<int> gaps;
  std::filesystem::path head;
  int n = 3;
  double epsilon = 0.5;
};

Expected<Chain> chain_of(const ChainOptions& options) {
  std::vector<int> gaps = options.gaps;
  if (gaps.empty()) {
    Session session;
    session.n = options.n;
    session.epsilon = options.epsilon;
    gaps = chain_gaps(session, overlap(options.query, options.to) - overlap(options.query, options.from));
  }
  return make_chain(options.query, options.from, options.to, gaps);
}

/// Without a head the constant kernel stands in: what a jump requires does not depend on the head.
Expected<Head> head_of(const ChainOptions& options) {
  if (options.head.empty()) return rank_one_head(options.query.m);
  auto head = load_head(options.head);
  if (head && head->map.m != options.query.m)
    return fail("bits of the head", std::to_string(head->map.m),
                std::to_string(options.query.m) + ", as the tokens have");
  return head;
}

Json jump_json(const Jump& jump, bool measured) {
  return Json{{"from", to_string(jump.y)},
              {"to", to_string(jump.z)},
              {"gap", jump.gap},
              {"applies", jump.applies},
              {"required", jump.required},
              {"measured", measured ? Json(jump.measured) : Json()},
              {"holds", measured && jump.applies ? Json(jump.holds) : Json()}};
}

Json chain_json(const MeasuredChain& chain, bool measured) {
  Json document{{"query", to_string(chain.chain.query)}, {"tokens", Json::array()}};
  for (const BitToken& token : chain.chain.tokens) document["tokens"].push_back(to_string(token));
  document["overlaps"] = chain.chain.overlaps;
  document["gaps"] = chain.chain.gaps;
  document["factors"] = Json::array();
  Json jumps = Json::array();
  for (const Jump& jump : chain.jumps) {
    document["factors"].push_back(measured ? Json(jump.measured) : Json());
    jumps.push_back(jump_json(jump, measured));
  }
  document["required_product"] = chain.required_product;
  document["measured_product"] = measured ? Json(chain.measured_product) : Json();
  document["holds"] = measured && chain.applies ? Json(chain.holds) : Json();
  document["jumps"] = std::move(jumps);
  return document;
}

Expected<int> run(const ChainOptions& options, const Context& context) {
  const auto chain = chain_of(options);
  if (!chain) return tl::unexpected(chain.error());
  const auto head = head_of(options);
  if (!head) return tl::unexpected(head.error());
  const auto kernel = Kernel::make(head->map);
  if (!kernel) return tl::unexpected(kernel.error());
  const MeasuredChain measured = measure_chain(*chain, *head, *kernel, options.n, options.epsilon);
  const Json document = chain_json(measured, !options.head.empty());
  print(context, document);
  return document["holds"] == Json(false) ? kFailed : kDone;
}

}  // namespace

void add_chain(CLI::App& program, Context& context) {
  add_command<ChainOptions>(
      program, context, "chain",
      "tokens of rising overlap: required and measured factors; exit code 1 when one is missed",
      [](OptionReader& reader, ChainOptions& options) {
        reader.token("--from", options.from, "first token, position 0 first")->required();
        reader.token("--to", options.to, "last token")->required();
        reader.token("--query", options.query, "query")->required();
        reader.list("--gaps", options.gaps, "rises of the overlap; the best ones when left out");
        reader.path("--head", options.head, "head to measure; without it only what is required");
        reader.whole("--n", options.n, 2, 4096, "length of the sequences");
        reader.epsilon(options.epsilon);
      },
      run);
}

}  // namespace tt::cli
