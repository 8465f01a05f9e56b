// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/codes/greedy_code.h"

#include <algorithm>

#include "core/base/exact.h"
#include "core/base/options.h"
#include "core/codes/lexicographic_search.h"
#include "core/codes/random_search.h"

namespace tt {
namespace {

Expected<void> check(const CodeRequest& request) {
  const auto whole = [](std::string_view name, long long value, long long low, long long high) {
    return check_range(name, value, low, high);
  };
  if (auto ok = whole("code bits", request.bits, 1, kMaxBits); !ok) return ok;
  if (auto ok = whole("code weight", request.weight, -1, request.bits); !ok) return ok;
  if (auto ok = whole("code distance", request.distance, 1, request.bits); !ok) return ok;
  if (auto ok = whole("limit of words", request.limit, 0, 1ll << 40); !ok) return ok;
  return whole("budget of steps", request.budget, 0, 1ll << 60);
}

/// Candidates of which the progress counts the decided ones.
std::int64_t candidates(const Code& code, CodeOrder order) {
  const std::int64_t all = binomial(code.bits, code.weight).get_si();  // C(64, 32) < 2^63
  return order == CodeOrder::random ? std::min(all, kListedCandidates) : all;
}

}  // namespace

Expected<Code> greedy_code(const CodeRequest& request, std::stop_token stop, Progress* progress) {
  if (auto ok = check(request); !ok) return tl::unexpected(ok.error());
  Code code;
  code.bits = request.bits;
  code.weight = request.weight < 0 ? request.bits / 2 : request.weight;
  code.distance = request.distance;
  if (code.weight < code.distance) {  // two different words of this weight never lie so far apart: one is all
    code.words.push_back({low_mask(code.weight), code.bits});
    code.complete = true;
    return code;
  }
  if (progress) progress->total = candidates(code, request.order);
  Pace pace(request.budget, std::move(stop), progress);
  if (request.order == CodeOrder::lexicographic)
    search_lexicographically(code, request.limit, pace);
  else
    search_at_random(code, request.seed, request.limit, pace);
  pace.report();
  return code;
}

}  // namespace tt
