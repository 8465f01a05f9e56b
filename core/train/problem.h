// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/error.h"
#include "core/task/family.h"

namespace tt {

/// A family compiled for training: only the (query, key) entries that occur, and each distinct input once
/// (the order of the tokens after the query never matters), with its multiplicity. Indices are contiguous.
struct Problem {
  int m = 1, n = 1;
  double epsilon = 0.5;
  std::vector<BitToken> query_tokens, key_tokens;

  struct Entry {
    std::int32_t query = 0, key = 0;
    bool operator==(const Entry&) const = default;
  };
  std::vector<Entry> entries;  ///< used pairs, ordered by query, then key

  struct Term {
    std::int32_t entry = 0, count = 0;
    bool operator==(const Term&) const = default;
  };
  std::vector<Term> terms;                ///< of all inputs, one after the other; the counts of one sum to n
  std::vector<std::int32_t> term_begin;   ///< inputs() + 1 offsets into terms
  std::vector<std::int32_t> input_query;  ///< ordered: inputs of one query stand together
  std::vector<std::int32_t> target;
  std::vector<std::int32_t> multiplicity;
  std::int64_t total = 0;  ///< inputs with repeats

  [[nodiscard]] std::size_t inputs() const { return target.size(); }
  [[nodiscard]] std::span<const Term> input(std::size_t i) const {
    return {terms.data() + term_begin[i], static_cast<std::size_t>(term_begin[i + 1] - term_begin[i])};
  }
};

/// Compiles a family, epsilon in (0, 1/2]. Refuses empty families and more than 2^24 terms.
[[nodiscard]] Expected<Problem> compile(const Family& family, double epsilon);

}  // namespace tt
