// SPDX-License-Identifier: GPL-3.0-or-later
// What a session chooses, made: head, code, chain gaps, hard sequence.
#include <algorithm>

#include "core/families/three_token.h"
#include "core/heads/constructions/constructions.h"
#include "core/session/results.h"

namespace tt {

std::string_view text(Verdict verdict) {
  switch (verdict) {
    case Verdict::holds:
      return "holds";
    case Verdict::violated:
      return "violated";
    case Verdict::does_not_apply:
      break;
  }
  return "does not apply";
}

double Claim::margin() const { return relation == "<" || relation == "≤" ? right - left : left - right; }

Expected<Head> session_head(const Session& session) {
  if (session.map == MapKind::table || session.map == MapKind::overlap) {
    if (session.head_json.is_null())
      return fail("feature map " + std::string(map_name(session.map)), "no head loaded",
                  "open a head file first");
    auto head = head_from_json(session.head_json, "session");
    if (head && head->map.m != session.m)
      return fail("loaded head", std::to_string(head->map.m) + " bits",
                  "m = " + std::to_string(session.m) + ", as the session has");
    return head;
  }
  FeatureMap map;
  map.kind = session.map;
  map.m = session.m;
  map.tau = session.tau;
  map.ratio = session.ratio;
  map.offset = session.offset;
  map.rank = session.rank;
  map.scale = session.scale;
  map.seed = session.head_seed;
  if (auto right = check(map); !right) return tl::unexpected(right.error());
  return head_with(std::move(map));
}

Expected<Code> session_code(const Session& session, std::stop_token stop) {
  if (!session.code_words.empty())
    return Code{session.m, weight(session.code_words.front()),
                min_directed_distance(session.code_words).value_or(session.m), session.code_words, false};
  CodeRequest request;
  request.bits = session.m;
  request.weight = session.weight;
  request.distance = session.distance;
  request.order = session.order;
  request.seed = session.code_seed;
  request.limit = session.words;
  request.budget = 20'000'000;  // a second or so: the code that a window shows must come
  return greedy_code(request, stop);
}

WordPair session_pair(const Session& session, std::size_t words) {
  const int last = static_cast<int>(words) - 1;
  WordPair pair{std::min(session.pair_i, last), std::min(session.pair_j, last)};
  if (pair.i == pair.j) pair.j = pair.i == last ? 0 : pair.i + 1;
  return pair;
}

std::vector<int> chain_gaps(const Session& session, int distance) {
  const int n = std::max(session.n, 3);  // shorter sequences ask for nothing; the chain is still drawn
  Gaps gaps = session.gap_choice == GapChoice::best ? best_gaps(n, session.epsilon, distance)
                                                    : equal_gaps(n, session.epsilon, distance, session.gap);
  if (gaps.gaps.empty()) return {distance};
  int left = distance;
  for (const int gap : gaps.gaps) left -= gap;
  gaps.gaps.back() += left;
  return gaps.gaps;
}

Expected<Family> session_code_family(const Session& session, std::stop_token stop) {
  auto code = session_code(session, stop);
  if (!code) return tl::unexpected(code.error());
  const int gap =
      session.gap_choice == GapChoice::equal ? session.gap : chain_gaps(session, code->distance).front();
  return three_token_family(code->words, gap, std::max(session.n, 3));
}

Expected<Sequence> hard_sequence(const Session& session) {
  auto code = session_code(session);
  if (!code) return tl::unexpected(code.error());
  if (code->words.size() < 2)
    return fail("code", std::to_string(code->words.size()) + " words",
                "two or more: lower the distance or change the weight");
  const WordPair pair = session_pair(session, code->words.size());
  const BitToken x = code->words[static_cast<std::size_t>(pair.i)];
  const BitToken other = code->words[static_cast<std::size_t>(pair.j)];
  const auto gaps = chain_gaps(session, directed_distance(x, other));
  auto chain = make_chain(x, complement(x), complement(other), gaps);
  if (!chain) return tl::unexpected(chain.error());
  Sequence sequence{x};
  if (session.n >= 2) sequence.push_back(chain->tokens[0]);
  while (static_cast<int>(sequence.size()) < session.n) sequence.push_back(chain->tokens[1]);
  return sequence;
}

}  // namespace tt
