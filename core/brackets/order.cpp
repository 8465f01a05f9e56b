// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/brackets/order.h"

#include <algorithm>
#include <bit>
#include <bitset>

namespace tt {
namespace {

constexpr int kMaxQueries = 1 << 10;
using QuerySet = std::bitset<kMaxQueries>;

/// The two sides of a difference.
struct Sides {
  std::vector<int> before, behind;
};

Sides sides_of(const Difference& d, int m) {
  Sides sides;
  for (int x = 0; x < 1 << m; ++x) {
    const int value = along(d, static_cast<std::uint64_t>(x));
    if (value >= 2) sides.before.push_back(x);
    if (value <= -2) sides.behind.push_back(x);
  }
  return sides;
}

/// A strict partial order of the queries, closed under transitivity.
class PartialOrder {
 public:
  explicit PartialOrder(int queries) : after_(static_cast<std::size_t>(queries)), before_(after_.size()) {}

  /// Everything in a before everything in b; false when that makes a cycle.
  bool add(const std::vector<int>& a, const std::vector<int>& b) {
    for (const int x : a)
      for (const int y : b)
        if (!add(x, y)) return false;
    return true;
  }

 private:
  bool add(int x, int y) {
    const auto from = static_cast<std::size_t>(x), to = static_cast<std::size_t>(y);
    if (after_[from][to]) return true;
    if (x == y || after_[to][from]) return false;
    QuerySet down = after_[to], up = before_[from];
    down.set(to);
    up.set(from);
    for (std::size_t i = 0; i < after_.size(); ++i) {
      if (up[i]) after_[i] |= down;
      if (down[i]) before_[i] |= up;
    }
    return true;
  }

  std::vector<QuerySet> after_, before_;
};

/// Decides the differences from `next` on, each in both directions. Those that only one direction allows come
/// first, so that the search stays narrow.
bool extend(const PartialOrder& order, std::vector<Sides> open) {
  PartialOrder here = order;
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 0; i < open.size(); ++i) {
      PartialOrder forward = here, backward = here;
      const bool can_forward = forward.add(open[i].before, open[i].behind);
      const bool can_backward = backward.add(open[i].behind, open[i].before);
      if (!can_forward && !can_backward) return false;
      if (can_forward && can_backward) continue;
      here = can_forward ? forward : backward;
      open.erase(open.begin() + static_cast<std::ptrdiff_t>(i));
      changed = true;
      break;
    }
  }
  if (open.empty()) return true;
  const Sides last = open.back();
  open.pop_back();
  PartialOrder forward = here;
  if (forward.add(last.before, last.behind) && extend(forward, open)) return true;
  return here.add(last.behind, last.before) && extend(here, open);
}

}  // namespace

bool order_exists(const std::vector<Difference>& differences, int m) {
  std::vector<Sides> sides;
  for (const Difference& d : differences) {
    Sides one = sides_of(d, m);
    if (!one.before.empty() && !one.behind.empty()) sides.push_back(std::move(one));
  }
  PartialOrder order(1 << m);
  if (sides.empty()) return true;
  // An order read backwards is one as well: the first difference may be taken forward.
  if (!order.add(sides.front().before, sides.front().behind)) return false;
  sides.erase(sides.begin());
  return extend(order, std::move(sides));
}

std::vector<Difference> opposed_differences(int m) {
  std::vector<Difference> result;
  for (std::uint64_t plus = 0; plus < 1u << m; ++plus)
    for (std::uint64_t minus = plus + 1; minus < 1u << m; ++minus)
      if ((plus & minus) == 0 && std::popcount(plus) >= 2 && std::popcount(minus) >= 2)
        result.push_back({plus, minus});
  return result;
}

}  // namespace tt
