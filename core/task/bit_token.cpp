// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/task/bit_token.h"

namespace tt {

std::string to_string(BitToken x) {
  std::string text(static_cast<std::size_t>(x.m), '0');
  for (int k = 0; k < x.m; ++k)
    if (bit(x, k)) text[static_cast<std::size_t>(k)] = '1';
  return text;
}

Expected<BitToken> parse_token(std::string_view text) {
  if (text.empty() || text.size() > kMaxBits)
    return fail("bit string \"" + std::string(text.substr(0, 70)) + "\"", std::to_string(text.size()) + " characters",
                "1 to 64 characters 0 or 1");
  BitToken token{0, static_cast<int>(text.size())};
  for (std::size_t k = 0; k < text.size(); ++k) {
    if (text[k] != '0' && text[k] != '1')
      return fail("bit string \"" + std::string(text) + "\"",
                  "character '" + std::string(1, text[k]) + "' at place " + std::to_string(k + 1), "0 or 1");
    if (text[k] == '1') token.word |= 1ull << k;
  }
  return token;
}

}  // namespace tt
