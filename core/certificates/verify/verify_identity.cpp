// SPDX-License-Identifier: GPL-3.0-or-later
// The rank of a matrix of rationals: from below by trace and norm (5.1), and exactly by elimination.
#include <algorithm>
#include <vector>

#include "core/certificates/verify/verify.h"

namespace tt {
namespace {

constexpr std::size_t kMostRows = 400;

using Matrix = std::vector<std::vector<Rational>>;

}  // namespace

long exact_rank(std::vector<std::vector<Rational>> a) {
  long rank = 0;
  const std::size_t rows = a.size();
  for (std::size_t column = 0; column < rows; ++column) {
    auto pivot =
        std::find_if(a.begin() + rank, a.end(), [column](const auto& row) { return row[column] != 0; });
    if (pivot == a.end()) continue;
    std::iter_swap(a.begin() + rank, pivot);
    const auto& top = a[static_cast<std::size_t>(rank)];
    for (std::size_t r = static_cast<std::size_t>(rank) + 1; r < rows; ++r) {
      if (a[r][column] == 0) continue;
      const Rational factor = a[r][column] / top[column];
      for (std::size_t c = column; c < rows; ++c) a[r][c] -= factor * top[c];
    }
    ++rank;
  }
  return rank;
}

Expected<std::string> verify_identity(const Json& certificate) {
  const Json list = certificate.value("matrix", Json());
  if (!list.is_array() || list.empty() || list.size() > kMostRows)
    return fail("matrix", excerpt(list), "1.." + std::to_string(kMostRows) + " rows");
  Matrix matrix;
  for (const Json& line : list) {
    const std::string at = "row " + std::to_string(matrix.size() + 1);
    if (!line.is_array() || line.size() != list.size())
      return fail(at, excerpt(line), "as many numbers as rows");
    std::vector<Rational> row;
    for (const Json& entry : line) {
      auto value = rational_from(entry, at + ", column " + std::to_string(row.size() + 1));
      if (!value) return tl::unexpected(value.error());
      row.push_back(*std::move(value));
    }
    matrix.push_back(std::move(row));
  }
  const auto bound = json_value<long>(certificate, "rank_bound", "the certificate"),
             claimed = json_value<long>(certificate, "rank", "the certificate");
  if (!bound) return tl::unexpected(bound.error());
  if (!claimed) return tl::unexpected(claimed.error());
  Rational trace = 0, norm = 0;
  for (std::size_t i = 0; i < matrix.size(); ++i) {
    trace += matrix[i][i];
    for (const Rational& value : matrix[i]) norm += value * value;
  }
  const Integer forced = norm == 0 ? Integer(0) : at_least(Rational(trace * trace / norm));
  if (*bound > forced)
    return fail("rank_bound", std::to_string(*bound),
                "at most " + forced.get_str() + " = (trace)^2 / norm^2");
  const long rank = exact_rank(matrix);
  if (*claimed != rank)
    return fail("rank", std::to_string(*claimed), std::to_string(rank) + ", by elimination");
  return "the matrix of " + std::to_string(matrix.size()) + " rows has rank " + std::to_string(rank) +
         ", at least " + std::to_string(*bound) + " by trace and norm";
}

}  // namespace tt
