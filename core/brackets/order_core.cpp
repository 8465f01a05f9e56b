// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cadical.hpp>

#include "core/brackets/order.h"

namespace tt {
namespace {

/// The ordering problem as clauses: one variable for each pair of queries (a stands before b), one for the
/// direction of each difference, one that switches the difference on.
class OrderSolver final : CaDiCaL::Terminator {
 public:
  OrderSolver(int m, const std::vector<Difference>& differences, std::stop_token stop)
      : queries_(1 << m), differences_(static_cast<int>(differences.size())), stop_(std::move(stop)) {
    solver_.connect_terminator(this);
    for (int a = 0; a < queries_; ++a)
      for (int b = 0; b < queries_; ++b)
        for (int c = 0; c < queries_; ++c)
          if (a != b && b != c && a != c) clause({-before(a, b), -before(b, c), before(a, c)});
    for (int i = 0; i < differences_; ++i) add(i, differences[static_cast<std::size_t>(i)]);
  }
  ~OrderSolver() override { solver_.disconnect_terminator(); }

  /// Which of these differences no order satisfies together; empty where one does, or on a stop.
  std::vector<int> unsatisfiable(const std::vector<int>& chosen) {
    for (const int i : chosen) solver_.assume(on(i));
    std::vector<int> core;
    if (solver_.solve() != 20) return core;
    for (const int i : chosen)
      if (solver_.failed(on(i))) core.push_back(i);
    return core;
  }

 private:
  bool terminate() override { return stop_.stop_requested(); }

  /// Literal: a stands before b.
  [[nodiscard]] int before(int a, int b) const {
    const int low = std::min(a, b), high = std::max(a, b), pair = high * (high - 1) / 2 + low + 1;
    return a < b ? pair : -pair;
  }
  [[nodiscard]] int pairs() const { return queries_ * (queries_ - 1) / 2; }
  [[nodiscard]] int direction(int i) const { return pairs() + 1 + i; }
  [[nodiscard]] int on(int i) const { return pairs() + 1 + differences_ + i; }

  void clause(std::initializer_list<int> literals) {
    for (const int literal : literals) solver_.add(literal);
    solver_.add(0);
  }

  void add(int i, const Difference& d) {
    for (int x = 0; x < queries_; ++x)
      for (int y = 0; y < queries_; ++y) {
        if (along(d, static_cast<std::uint64_t>(x)) < 2 || along(d, static_cast<std::uint64_t>(y)) > -2)
          continue;
        clause({-on(i), -direction(i), before(x, y)});
        clause({-on(i), direction(i), before(y, x)});
      }
  }

  int queries_, differences_;
  std::stop_token stop_;
  CaDiCaL::Solver solver_;
};

}  // namespace

std::optional<OrderCore> order_core(int m, std::stop_token stop) {
  const std::vector<Difference> all = opposed_differences(m);
  OrderSolver solver(m, all, stop);
  std::vector<int> core(all.size());
  for (std::size_t i = 0; i < all.size(); ++i) core[i] = static_cast<int>(i);
  core = solver.unsatisfiable(core);
  if (core.empty()) return std::nullopt;
  // One after the other is left out for good where the rest is still unsatisfiable.
  for (std::size_t i = 0; i < core.size() && !stop.stop_requested();) {
    std::vector<int> rest = core;
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
    const std::vector<int> smaller = solver.unsatisfiable(rest);
    if (smaller.empty())
      ++i;
    else
      core = smaller, i = std::min(i, core.size());
  }
  OrderCore result;
  for (const int i : core) result.differences.push_back(all[static_cast<std::size_t>(i)]);
  return result;
}

}  // namespace tt
