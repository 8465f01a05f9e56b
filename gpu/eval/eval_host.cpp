// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/eval/eval_host.h"

#include <algorithm>

namespace tt::gpu {
namespace {

constexpr HostBlock kBlock{48};  // no power of two: what depends on one would show

class HostSieve final : public Sieve {
 public:
  explicit HostSieve(const std::vector<std::uint64_t>& words) : words_(words), alive_(words.size(), 1) {}

  Expected<std::int64_t> strike(std::uint64_t chosen, int distance, std::int64_t from) override {
    const auto count = static_cast<std::int64_t>(words_.size());
    for (std::int64_t i = from; i < count; ++i) sieve_one(words_.data(), alive_.data(), i, chosen, distance);
    for (std::int64_t i = from; i < count; ++i)
      if (alive_[static_cast<std::size_t>(i)] != 0) return i;
    return -1;
  }

 private:
  std::vector<std::uint64_t> words_;
  std::vector<unsigned char> alive_;
};

class HostRotations final : public Rotations {
 public:
  HostRotations(const std::vector<double>& values, int rows, int columns, int count)
      : values_(values), rows_(rows), columns_(columns), count_(count) {}

  Expected<double> sweep() override {
    std::vector<double> scratch(static_cast<std::size_t>(3 * kBlock.threads));
    double off = 0.0;
    for (int round = 0; round + 1 < columns_; ++round)
      for (int matrix = 0; matrix < count_; ++matrix)
        for (int k = 0; k < columns_ / 2; ++k) {
          int p = 0, q = 0;
          tournament_pair(columns_, round, k, p, q);
          rotate_columns(kBlock, column(matrix, p), column(matrix, q), rows_, scratch.data());
          off = std::max(off, scratch[0]);
        }
    return off;
  }
  Expected<std::vector<double>> values() const override { return values_; }

 private:
  double* column(int matrix, int c) {
    return values_.data() + (static_cast<std::ptrdiff_t>(matrix) * columns_ + c) * rows_;
  }

  std::vector<double> values_;
  int rows_, columns_, count_;
};

}  // namespace

std::vector<WorstInput> worst_inputs_on_host(const KernelTables& tables) {
  std::vector<WorstInput> worst, best(static_cast<std::size_t>(kBlock.threads));
  for (int query = 0; query < tables.tokens; ++query) {
    worst_of_query(kBlock, tables, query, best.data());
    worst.push_back(best.front());
  }
  return worst;
}

std::unique_ptr<Sieve> make_host_sieve(const std::vector<std::uint64_t>& candidates) {
  return std::make_unique<HostSieve>(candidates);
}

std::unique_ptr<Rotations> make_host_rotations(const std::vector<double>& values, int rows, int columns,
                                               int count) {
  return std::make_unique<HostRotations>(values, rows, columns, count);
}

Expected<std::vector<WorstInput>> worst_inputs(const KernelTables& tables, Place place) {
  return place == Place::host ? worst_inputs_on_host(tables) : worst_inputs_on_card(tables);
}

Expected<std::unique_ptr<Sieve>> make_sieve(const std::vector<std::uint64_t>& candidates, Place place) {
  return place == Place::host ? make_host_sieve(candidates) : make_card_sieve(candidates);
}

Expected<std::unique_ptr<Rotations>> make_rotations(const std::vector<double>& values, int rows, int columns,
                                                    int count, Place place) {
  return place == Place::host ? make_host_rotations(values, rows, columns, count)
                              : make_card_rotations(values, rows, columns, count);
}

}  // namespace tt::gpu
