// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/task/bit_token.h"

namespace tt {
namespace {

/// The character at a place as people see it: all bytes of one of UTF-8, and a control character by its code.
std::string character_at(std::string_view text, std::size_t k) {
  const auto byte = static_cast<unsigned char>(text[k]);
  if (byte < 0x20 || byte == 0x7f) return "with code " + std::to_string(byte);
  std::size_t end = k + 1;
  while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) ++end;
  return "'" + std::string(text.substr(k, end - k)) + "'";
}

/// Fit for one line of an error.
std::string shown(std::string_view text) {
  std::string line;
  for (const char c : text.substr(0, kMaxBits)) line += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  return "bit string \"" + line + (text.size() > kMaxBits ? "…\"" : "\"");
}

}  // namespace

std::string to_string(BitToken x) {
  std::string text(static_cast<std::size_t>(x.m), '0');
  for (int k = 0; k < x.m; ++k)
    if (bit(x, k)) text[static_cast<std::size_t>(k)] = '1';
  return text;
}

Expected<BitToken> parse_token(std::string_view text) {
  if (text.empty() || text.size() > kMaxBits)
    return fail(shown(text), std::to_string(text.size()) + " characters", "1 to 64 characters 0 or 1");
  BitToken token{0, static_cast<int>(text.size())};
  for (std::size_t k = 0; k < text.size(); ++k) {
    if (text[k] != '0' && text[k] != '1')
      return fail(shown(text), "character " + character_at(text, k) + " at place " + std::to_string(k + 1),
                  "0 or 1");
    if (text[k] == '1') token.word |= 1ull << k;
  }
  return token;
}

}  // namespace tt
