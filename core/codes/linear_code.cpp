// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <bit>
#include <map>

#include "core/codes/distance_profile.h"

namespace tt {
namespace {

/// Rows in reduced form, dependent ones dropped; pivots are taken from the highest bit down.
std::vector<std::uint64_t> reduced(std::vector<std::uint64_t> rows) {
  std::vector<std::uint64_t> basis;
  for (int bit = 63; bit >= 0; --bit) {
    const auto has = [bit](std::uint64_t row) { return (row >> bit & 1U) != 0; };
    const auto pivot = std::find_if(rows.begin(), rows.end(), has);
    if (pivot == rows.end()) continue;
    const std::uint64_t row = *pivot;
    rows.erase(pivot);
    for (auto* list : {&rows, &basis})
      for (std::uint64_t& other : *list)
        if (has(other)) other ^= row;
    basis.push_back(row);
  }
  return basis;
}

/// All words of a code; the index tells which generators add up to a word.
std::vector<std::uint64_t> all_words(const LinearCode& code) {
  std::vector<std::uint64_t> words{0};
  for (const std::uint64_t generator : code.generators) {
    const std::size_t before = words.size();
    for (std::size_t i = 0; i < before; ++i) words.push_back(words[i] ^ generator);
  }
  return words;
}

/// In place; twice is a multiplication by the length. Overflow wraps: the results that are read are small.
void walsh(std::vector<std::uint64_t>& values) {
  for (std::size_t half = 1; half < values.size(); half *= 2)
    for (std::size_t block = 0; block < values.size(); block += 2 * half)
      for (std::size_t i = block; i < block + half; ++i) {
        const std::uint64_t a = values[i], b = values[i + half];
        values[i] = a + b;
        values[i + half] = a - b;
      }
}

/// Arithmetic in the field of 2^k elements.
class Field {
 public:
  explicit Field(int k) : k_(k) {
    static const std::map<int, int> kPrimitive = {{4, 0b10011}, {5, 0b100101}, {6, 0b1000011}};
    int value = 1;
    for (int i = 0; i < order(); ++i) {
      powers_.push_back(value);
      value <<= 1;
      if (value >> k & 1) value ^= kPrimitive.at(k);
    }
  }
  [[nodiscard]] int order() const { return (1 << k_) - 1; }

  /// Minimal polynomial over two elements of alpha^i, as bits.
  [[nodiscard]] std::uint64_t minimal(int i) const {
    std::vector<int> polynomial{1};  // coefficients in the field, constant first
    int j = i;
    do {
      std::vector<int> next(polynomial.size() + 1, 0);
      for (std::size_t c = 0; c < polynomial.size(); ++c) {
        next[c + 1] ^= polynomial[c];
        next[c] ^= times(polynomial[c], j);
      }
      polynomial = next;
      j = 2 * j % order();
    } while (j != i);
    std::uint64_t bits = 0;
    for (std::size_t c = 0; c < polynomial.size(); ++c)
      if (polynomial[c] != 0) bits |= std::uint64_t{1} << c;
    return bits;
  }

 private:
  /// a times alpha^j.
  [[nodiscard]] int times(int a, int j) const {
    if (a == 0) return 0;
    const auto log = std::find(powers_.begin(), powers_.end(), a) - powers_.begin();
    return powers_[static_cast<std::size_t>((static_cast<int>(log) + j) % order())];
  }

  int k_;
  std::vector<int> powers_;
};

/// Product of polynomials over two elements.
std::uint64_t times(std::uint64_t a, std::uint64_t b) {
  std::uint64_t product = 0;
  for (int i = 0; i < 64 && b >> i != 0; ++i)
    if (b >> i & 1U) product ^= a << i;
  return product;
}

}  // namespace

LinearCode reed_muller(int r, int k) {
  LinearCode code;
  code.name = "RM(" + std::to_string(r) + "," + std::to_string(k) + ")";
  code.bits = 1 << k;
  for (int monomial = 0; monomial < 1 << k; ++monomial) {
    if (std::popcount(static_cast<unsigned>(monomial)) > r) continue;
    std::uint64_t row = 0;  // the points at which all variables of the monomial are one
    for (int point = 0; point < code.bits; ++point)
      if ((point & monomial) == monomial) row |= std::uint64_t{1} << point;
    code.generators.push_back(row);
  }
  return code;
}

LinearCode golay() {
  // Cyclic shifts of the generator polynomial of the perfect code of 23 bits, with a parity bit.
  LinearCode code{"Golay code", 24, {}};
  for (int shift = 0; shift < 12; ++shift) {
    const std::uint64_t row = std::uint64_t{0b101011100011} << shift;
    code.generators.push_back(row | (std::uint64_t{static_cast<unsigned>(std::popcount(row)) & 1U} << 23));
  }
  return code;
}

LinearCode extended_bch(int k, int t) {
  const Field field(k);
  std::vector<std::uint64_t> factors;
  std::uint64_t generator = 1;
  for (int i = 1; i <= 2 * t; ++i) {
    const std::uint64_t factor = field.minimal(i);
    if (std::find(factors.begin(), factors.end(), factor) != factors.end()) continue;
    factors.push_back(factor);
    generator = times(generator, factor);
  }
  const int length = field.order(), degree = static_cast<int>(std::bit_width(generator)) - 1;
  LinearCode code{
      "extended BCH code [" + std::to_string(length + 1) + "," + std::to_string(length - degree) + "]",
      length + 1,
      {}};
  for (int shift = 0; shift + degree < length; ++shift) {
    const std::uint64_t row = generator << shift;
    code.generators.push_back(row |
                              (std::uint64_t{static_cast<unsigned>(std::popcount(row)) & 1U} << length));
  }
  return code;
}

LinearCode shortened(const LinearCode& code, int by) {
  LinearCode result{code.name + (by > 0 ? " shortened to " + std::to_string(code.bits - by) + " bits" : ""),
                    code.bits - by,
                    {}};
  for (const std::uint64_t row : reduced(code.generators))
    if (static_cast<int>(std::bit_width(row)) <= result.bits) result.generators.push_back(row);
  return result;
}

std::vector<int> weights_of(const LinearCode& code) {
  std::vector<char> seen(65, 0);
  for (const std::uint64_t word : all_words(code)) seen[static_cast<std::size_t>(std::popcount(word))] = 1;
  std::vector<int> weights;
  for (int w = 1; w <= code.bits / 2; ++w)
    if (seen[static_cast<std::size_t>(w)]) weights.push_back(w);
  return weights;
}

std::vector<BitToken> words_of_weight(const LinearCode& code, int weight) {
  std::vector<BitToken> chosen;
  for (const std::uint64_t word : all_words(code))
    if (std::popcount(word) == weight) chosen.push_back({word, code.bits});
  std::sort(chosen.begin(), chosen.end(),
            [](const BitToken& a, const BitToken& b) { return a.word < b.word; });
  return chosen;
}

DistanceProfile weight_class(const LinearCode& code, int weight) {
  DistanceProfile profile;
  profile.name = code.name + ", weight " + std::to_string(weight);
  profile.bits = code.bits;
  profile.weight = weight;
  profile.pairs.assign(static_cast<std::size_t>(weight) + 1, 0);
  const std::vector<std::uint64_t> words = all_words(code);
  std::vector<std::uint64_t> chosen(words.size());
  for (std::size_t i = 0; i < words.size(); ++i) chosen[i] = std::popcount(words[i]) == weight ? 1 : 0;
  for (const std::uint64_t one : chosen) profile.size += static_cast<std::int64_t>(one);
  walsh(chosen);
  for (std::uint64_t& value : chosen) value *= value;
  walsh(chosen);
  // chosen[i] / words is now the number of ordered pairs of the weight whose sum is word i.
  for (std::size_t i = 1; i < words.size(); ++i)
    if (const auto count = static_cast<std::int64_t>(chosen[i] / words.size()); count > 0)
      profile.pairs[static_cast<std::size_t>(std::popcount(words[i]) / 2)] += count;
  return profile;
}

}  // namespace tt
