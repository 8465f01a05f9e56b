// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <stop_token>
#include <vector>

#include "core/base/exact.h"
#include "core/base/json.h"
#include "core/heads/head.h"

namespace tt {

// Certificates as documents (core/certificates/verify/verify.h). Whatever is made has been verified.

/// The best lower bound whose code can be written down: listed words of up to 40 000, or a counted code.
/// m 1..10000, n 3..10^6, epsilon in (0, 1/2].
[[nodiscard]] Expected<Json> make_lower_certificate(int m, int n, double epsilon, bool is_signed,
                                                    std::stop_token stop = {});

/// A head with all its features (m up to 8) and its largest error over all inputs of length n, rounded up.
[[nodiscard]] Expected<Json> make_head_certificate(const Head& head, int n, double epsilon,
                                                   std::stop_token stop = {});

/// The cheapest head known that solves length n: m 1..8.
[[nodiscard]] Expected<Json> make_upper_certificate(int m, int n, double epsilon, std::stop_token stop = {});

/// Both ends.
[[nodiscard]] Expected<Json> make_bracket_certificate(int m, int n, double epsilon,
                                                      std::stop_token stop = {});

/// The rank of a square matrix of up to 400 rows.
[[nodiscard]] Expected<Json> make_identity_certificate(const std::vector<std::vector<Rational>>& matrix);

}  // namespace tt
