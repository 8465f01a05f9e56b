// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/eval/eval.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>

#include "core/base/log2_number.h"
#include "core/base/options.h"

namespace tt::gpu {
namespace {

constexpr int kMostBits = 12, kMostColumns = 4096, kMostSweeps = 40;
constexpr double kMostInputs = 4398046511104.0;  // 2^42
constexpr double kMostCandidates = 268435456.0;  // 2^28
constexpr double kOrthogonal = 1e-13;

std::vector<BitToken> all_tokens(int m) {
  std::vector<BitToken> tokens;
  for (std::uint64_t word = 0; word < std::uint64_t{1} << m; ++word) tokens.push_back({word, m});
  return tokens;
}

/// Kernel values and the same times the lookup, row by row.
Expected<std::pair<std::vector<float>, std::vector<float>>> tables_of(const Head& head,
                                                                      const std::vector<BitToken>& tokens) {
  const auto kernel = Kernel::make(head.map);
  if (!kernel) return tl::unexpected(kernel.error());
  const Eigen::MatrixXd alpha = kernel->matrix(tokens, tokens);
  std::vector<float> values, weighted;
  for (std::size_t i = 0; i < tokens.size(); ++i)
    for (std::size_t j = 0; j < tokens.size(); ++j) {
      const double a = alpha(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j));
      values.push_back(static_cast<float>(a));
      weighted.push_back(static_cast<float>(a * lookup(head, tokens[i], tokens[j])));
    }
  return std::pair(std::move(values), std::move(weighted));
}

/// All words of a weight, increasing (Gosper).
std::vector<std::uint64_t> words_of_weight(int bits, int weight) {
  if (weight == 0) return {0};
  std::vector<std::uint64_t> words;
  const std::uint64_t last = low_mask(weight) << (bits - weight);
  for (std::uint64_t word = low_mask(weight);;) {
    words.push_back(word);
    if (word == last) return words;
    const std::uint64_t low = word & (~word + 1), carried = word + low;
    word = (((word ^ carried) >> 2) / low) | carried;
  }
}

}  // namespace

Expected<WorstCase> worst_case(const Head& head, int n, Place place) {
  const int m = head.map.m;
  if (auto sound = check_range("bits m", static_cast<long long>(m), 1, kMostBits); !sound)
    return tl::unexpected(sound.error());
  if (auto sound = check_range("length n", static_cast<long long>(n), 2, kMostOthers + 1); !sound)
    return tl::unexpected(sound.error());
  WorstCase result;
  const double tokens_log2 = m, others = std::exp2(m);
  result.inputs = std::exp2(tokens_log2 + log2_binomial(others + n - 2, n - 1));
  if (result.inputs > kMostInputs)
    return fail("inputs of length " + std::to_string(n), text(result.inputs), "up to 2^42: lower m or n");
  const auto tokens = all_tokens(m);
  const auto tables = tables_of(head, tokens);
  if (!tables) return tl::unexpected(tables.error());
  const auto worst =
      worst_inputs({static_cast<int>(tokens.size()), n, tables->first.data(), tables->second.data()}, place);
  if (!worst) return tl::unexpected(worst.error());
  const auto top = std::min_element(worst->begin(), worst->end(),
                                    [](const WorstInput& a, const WorstInput& b) { return worse(a, b); });
  result.max_error = static_cast<double>(top->error);
  result.sequence.push_back(tokens[static_cast<std::size_t>(top->query)]);
  for (int j = 0; j + 1 < n; ++j) result.sequence.push_back(tokens[static_cast<std::size_t>(top->others[j])]);
  return result;
}

Expected<std::vector<BitToken>> sieve_code(int bits, int weight, int distance, Place place) {
  for (const auto& sound : {check_range("bits", static_cast<long long>(bits), 1, 64),
                            check_range("weight", static_cast<long long>(weight), 0, bits),
                            check_range("distance", static_cast<long long>(distance), 1, bits)})
    if (!sound) return tl::unexpected(sound.error());
  if (std::exp2(log2_binomial(bits, weight)) > kMostCandidates)
    return fail("candidates of the code", text(std::exp2(log2_binomial(bits, weight))), "up to 2^28");
  const auto words = words_of_weight(bits, weight);
  auto sieve = make_sieve(words, place);
  if (!sieve) return tl::unexpected(sieve.error());
  std::vector<BitToken> code;
  for (std::int64_t next = 0; next >= 0;) {
    const std::uint64_t word = words[static_cast<std::size_t>(next)];
    code.push_back({word, bits});
    const auto left = (*sieve)->strike(word, distance, next + 1);
    if (!left) return tl::unexpected(left.error());
    next = *left;
  }
  return code;
}

Expected<std::vector<std::vector<double>>> singular_values(const std::vector<Eigen::MatrixXd>& matrices,
                                                           Place place) {
  if (matrices.empty()) return fail("matrices", "none", "1 or more");
  const Eigen::Index rows = matrices.front().rows(), columns = matrices.front().cols();
  if (columns < 1 || columns > kMostColumns || rows < columns)
    return fail("size of the matrices", std::to_string(rows) + " × " + std::to_string(columns),
                "1 to 4096 columns, no fewer rows");
  const int even = static_cast<int>(columns + columns % 2);
  std::vector<double> values;
  for (const Eigen::MatrixXd& matrix : matrices) {
    if (matrix.rows() != rows || matrix.cols() != columns)
      return fail("size of a matrix", std::to_string(matrix.rows()) + " × " + std::to_string(matrix.cols()),
                  "that of the first one");
    if (!matrix.allFinite()) return fail("entries of a matrix", "not finite", "finite numbers");
    values.insert(values.end(), matrix.data(), matrix.data() + matrix.size());
    values.resize(values.size() + static_cast<std::size_t>((even - columns) * rows), 0.0);
  }
  auto rotations =
      make_rotations(values, static_cast<int>(rows), even, static_cast<int>(matrices.size()), place);
  if (!rotations) return tl::unexpected(rotations.error());
  for (int sweep = 0; sweep < kMostSweeps; ++sweep) {
    const auto off = (*rotations)->sweep();
    if (!off) return tl::unexpected(off.error());
    if (*off < kOrthogonal) break;
  }
  const auto turned = (*rotations)->values();
  if (!turned) return tl::unexpected(turned.error());
  std::vector<std::vector<double>> all;
  for (std::size_t k = 0; k < matrices.size(); ++k) {
    std::vector<double> lengths;
    for (Eigen::Index c = 0; c < columns; ++c)
      lengths.push_back(Eigen::Map<const Eigen::VectorXd>(
                            turned->data() + (static_cast<Eigen::Index>(k) * even + c) * rows, rows)
                            .norm());
    std::sort(lengths.begin(), lengths.end(), std::greater<>());
    all.push_back(std::move(lengths));
  }
  return all;
}

}  // namespace tt::gpu
