// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "core/base/options.h"
#include "core/heads/constructions/constructions.h"

namespace tt {
namespace {

constexpr int kMaxDecodedBits = 16;

/// The tokens whose base-B digit is not zero, read off the number alone.
std::vector<BitToken> tokens_present(Integer number, const Integer& base, int m) {
  std::vector<BitToken> tokens;
  for (std::uint64_t index = 0; number != 0; ++index) {
    if (mpz_fdiv_q_ui(number.get_mpz_t(), number.get_mpz_t(), base.get_ui()) != 0)
      tokens.push_back({index, m});
  }
  return tokens;
}

}  // namespace

Expected<ScalarDecoding> scalar_decoding(std::span<const BitToken> sequence) {
  if (sequence.empty()) return fail("sequence length", "0", "at least 1");
  const int m = sequence.front().m;
  if (auto ok = check_range("bits m", static_cast<long long>(m), 1, kMaxDecodedBits); !ok) {
    return tl::unexpected<Error>(ok.error());
  }
  ScalarDecoding result;
  result.base = static_cast<unsigned long>(sequence.size()) + 1;
  for (const BitToken token : sequence) {
    if (token.m != m) return fail("token", to_string(token), "tokens of " + std::to_string(m) + " bits");
    Integer value;
    mpz_pow_ui(value.get_mpz_t(), result.base.get_mpz_t(), token.word);
    result.average_times_n += value;
  }
  const std::vector<BitToken> present = tokens_present(result.average_times_n, result.base, m);
  for (const BitToken x : sequence) {
    int target = weight(x);
    for (const BitToken z : present) target = std::min(target, overlap(x, z));
    result.targets.push_back(target);
  }
  result.bits = std::ldexp(std::log2(static_cast<double>(sequence.size()) + 1.0), m);
  return result;
}

}  // namespace tt
