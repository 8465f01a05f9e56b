// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/train/step_kernels.h"

namespace tt::train {
namespace {

/// Each monomial as a smaller one times a channel, so that a row of products gives all of them.
void factor_monomials(Plan& plan) {
  const auto all = monomials(plan.shape.channels(), plan.shape.degree);
  plan.parent.assign(all.size(), 0);
  plan.factor.assign(all.size(), 0);
  for (std::size_t i = 1; i < all.size(); ++i) {
    auto smaller = all[i];
    const auto channel = std::ranges::find_if(smaller, [](std::uint8_t power) { return power > 0; });
    plan.factor[i] = static_cast<std::int32_t>(channel - smaller.begin());
    --*channel;
    plan.parent[i] = static_cast<std::int32_t>(std::ranges::find(all, smaller) - all.begin());
  }
}

}  // namespace

Plan make_plan(const Problem& problem, const Shape& shape) {
  Plan plan;
  plan.problem = &problem;
  plan.shape = shape;
  plan.layout = parameter_layout(problem, shape);
  plan.key_begin.assign(problem.key_tokens.size() + 1, 0);
  for (const Problem::Entry& entry : problem.entries)
    ++plan.key_begin[static_cast<std::size_t>(entry.key) + 1];
  for (std::size_t key = 1; key < plan.key_begin.size(); ++key)
    plan.key_begin[key] += plan.key_begin[key - 1];
  plan.key_entries.resize(problem.entries.size());
  std::vector<std::int32_t> next(plan.key_begin.begin(), plan.key_begin.end() - 1);
  for (std::size_t entry = 0; entry < problem.entries.size(); ++entry) {
    const auto key = static_cast<std::size_t>(problem.entries[entry].key);
    plan.key_entries[static_cast<std::size_t>(next[key]++)] = static_cast<std::int32_t>(entry);
  }
  for (const std::int32_t repeats : problem.multiplicity)
    plan.input_weight.push_back(
        static_cast<float>(static_cast<double>(repeats) / static_cast<double>(problem.total)));
  if (!shape.plain_readout()) factor_monomials(plan);
  return plan;
}

}  // namespace tt::train
