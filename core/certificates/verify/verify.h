// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/base/exact.h"
#include "core/base/json.h"

namespace tt {

// Certificates are documents that stand alone:
// {"format":"threetokens-certificate","version":1,"kind",...,"digest"}. What follows checks them in exact
// arithmetic and shares nothing with the code that makes them but tokens, rationals and JSON. Rationals are
// whole numbers or texts such as "7/3".

/// What came of a check.
struct Finding {
  bool valid = false;
  std::string claim;   ///< in words, "every head of 24 bits at n = 3 with error below 1/2 has r >= 42"
  std::string reason;  ///< why it is not valid, and where; empty: it is
};

/// kind "lower": code words, gaps by distance, form; the near-identity rank (5.1, 5.4) of every correct head.
/// kind "head": features and lookup of all tokens; its largest error over all inputs, and so an upper bound.
/// kind "identity": the rank of a given matrix of rationals. kind "bracket": a lower and an upper one inside.
[[nodiscard]] Finding verify_certificate(const Json& certificate);

/// 16 hexadecimal digits over all of the document but the key "digest": a changed digit shows.
[[nodiscard]] std::string certificate_digest(Json certificate);

/// The text of a rational and back; the error names the key.
[[nodiscard]] Json rational_json(const Rational& value);
[[nodiscard]] Expected<Rational> rational_from(const Json& json, const std::string& key);

// The kinds, each giving its claim in words.
[[nodiscard]] Expected<std::string> verify_lower(const Json& certificate);
[[nodiscard]] Expected<std::string> verify_head(const Json& certificate);
[[nodiscard]] Expected<std::string> verify_identity(const Json& certificate);

/// The rank of a square matrix, by elimination.
[[nodiscard]] long exact_rank(std::vector<std::vector<Rational>> matrix);

/// m, n and epsilon of a certificate, in range: m 1..10000, n 2..10^6, epsilon in (0, 1/2].
struct Case {
  int m = 1, n = 3;
  Rational epsilon{1, 2};
};
[[nodiscard]] Expected<Case> case_of(const Json& certificate);

}  // namespace tt
