// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <tl/expected.hpp>
#include <utility>

namespace tt {

/// What was wrong with an input: the thing, the value given and the range allowed. Made for the user to read.
struct Error {
  std::string what;     ///< the thing, e.g. "bits m"
  std::string value;    ///< the value as given, may be empty
  std::string allowed;  ///< the allowed range or what to do instead, may be empty

  /// One line: `what (value, allowed)`, the form the command line and the window share.
  [[nodiscard]] std::string message() const {
    std::string inside = value;
    if (!allowed.empty()) inside += (inside.empty() ? "" : ", ") + std::string("allowed: ") + allowed;
    return inside.empty() ? what : what + " (" + inside + ")";
  }
  bool operator==(const Error&) const = default;
};

/// A value, or the reason why there is none. Errors are values at the edge of the core; asserts are for our
/// own mistakes only.
template <class T>
using Expected = tl::expected<T, Error>;

/// Shorthand for returning an Error from a function whose result is Expected.
[[nodiscard]] inline tl::unexpected<Error> fail(std::string what, std::string value = {},
                                                std::string allowed = {}) {
  return tl::unexpected<Error>(Error{std::move(what), std::move(value), std::move(allowed)});
}

}  // namespace tt
