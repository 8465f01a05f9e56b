// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/domination/chain.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/heads/attention_row.h"
#include "core/task/min_ip.h"

namespace tt {
namespace {

// The lowest `count` positions of a set, taken out of it.
std::uint64_t take_lowest(std::uint64_t& set, int count) {
  std::uint64_t taken = 0;
  for (int i = 0; i < count && set != 0; ++i) {
    const std::uint64_t lowest = set & (~set + 1);
    taken |= lowest;
    set ^= lowest;
  }
  return taken;
}

// A sequence in the order the head reads it, and the query's place: a causal final query comes last.
struct Answer {
  Sequence sequence;
  std::size_t query;
};

Answer arranged(const Head& head, BitToken query, BitToken first, BitToken others, int n) {
  Answer answer;
  const auto last = static_cast<std::size_t>(n) - 1;
  answer.sequence.assign(static_cast<std::size_t>(n), others);
  answer.query = head.scope == Scope::causal_final ? last : 0;
  answer.sequence[answer.query] = query;
  answer.sequence[answer.query == 0 ? 1 : 0] = first;
  return answer;
}

// alpha(x, key) of a few keys up to one positive factor, which quotients and outputs do not see. Powers
// q^{<x,z>} are taken relative to the least overlap: far along a chain the values themselves may underflow.
template <std::size_t count>
std::array<double, count> relative_alpha(const Kernel& kernel, BitToken query,
                                         const std::array<BitToken, count>& keys) {
  std::array<double, count> alpha;
  const auto log_q = log_of_power(kernel.map());
  int least = query.m;
  for (const BitToken z : keys) least = std::min(least, overlap(query, z));
  for (std::size_t k = 0; k < count; ++k)
    alpha[k] = log_q ? std::exp(*log_q * (overlap(query, keys[k]) - least)) : kernel(query, keys[k]);
  return alpha;
}

double quotient(double b, double c) {
  if (c != 0.0) return b / c;
  if (b == 0.0) return std::numeric_limits<double>::quiet_NaN();
  return std::copysign(std::numeric_limits<double>::infinity(), b);
}

// The query's output on (x, first, others, ...). With equal positions three terms say it all, at any length;
// gains that depend on the position need the whole evaluation.
double output_of(const Head& head, const Kernel& kernel, const Answer& answer, BitToken query, BitToken first,
                 BitToken others) {
  if (!head.position_gains.empty())
    return evaluate_pairs(head, kernel, answer.sequence).outputs[answer.query];
  const std::array keys{query, first, others};
  const std::array copies{1.0, 1.0, static_cast<double>(answer.sequence.size()) - 2.0};
  const auto alpha = relative_alpha(kernel, query, keys);
  Ratio ratio;
  for (std::size_t k = 0; k < keys.size(); ++k) ratio.add(copies[k] * alpha[k], lookup(head, query, keys[k]));
  return ratio.value();
}

Jump measure_jump(const Head& head, const Kernel& kernel, BitToken query, BitToken y, BitToken z, int n,
                  double epsilon) {
  Jump jump;
  jump.y = y;
  jump.z = z;
  jump.gap = overlap(query, z) - overlap(query, y);
  const auto [a, b, c] = relative_alpha(kernel, query, std::array{query, y, z});
  // The statement is about nonnegative kernels; a negative value puts the jump outside of it.
  jump.applies = gap_conditions(n, epsilon, jump.gap).stated() && !(a < 0.0) && !(b < 0.0) && !(c < 0.0);
  jump.required = mu(n, epsilon, jump.gap);
  jump.measured = quotient(b, c);
  jump.shifted = quotient(b + a / (n - 1), c + a / (n - 1));
  jump.holds = jump.measured > jump.required;
  const std::array<std::array<BitToken, 2>, 3> inputs{{{y, y}, {z, z}, {y, z}}};
  for (std::size_t k = 0; k < inputs.size(); ++k) {
    const auto& [first, others] = inputs[k];
    Answer answer = arranged(head, query, first, others, n);
    Jump::Probe& probe = jump.probes[k];
    probe.target = min_ip_target(answer.sequence, answer.query);
    probe.output = output_of(head, kernel, answer, query, first, others);
    probe.right = std::abs(probe.output - probe.target) < epsilon;
    probe.sequence = std::move(answer.sequence);
  }
  return jump;
}

}  // namespace

Expected<Chain> make_chain(BitToken query, BitToken from, BitToken to, std::span<const int> gaps) {
  if (query.m != from.m || from.m != to.m)
    return fail(
        "tokens of a chain",
        std::to_string(query.m) + ", " + std::to_string(from.m) + ", " + std::to_string(to.m) + " bits",
        "equally many bits");
  const int total = overlap(query, to) - overlap(query, from);
  if (total < 1) return fail("rise of the overlap along a chain", std::to_string(total), "at least 1");
  if (std::ranges::any_of(gaps, [](int d) { return d < 1; }))
    return fail("gap of a chain", std::to_string(std::ranges::min(gaps)), "at least 1");
  const long long sum = std::accumulate(gaps.begin(), gaps.end(), 0LL);
  if (sum != total) return fail("sum of the gaps", std::to_string(sum), std::to_string(total));

  std::uint64_t rising = to.word & ~from.word & query.word;    // enter a gap at a time
  std::uint64_t leaving = from.word & ~to.word & ~query.word;  // leave as many at a time
  const std::uint64_t falling = from.word & ~to.word & query.word;
  const std::uint64_t neutral = to.word & ~from.word & ~query.word;

  Chain chain{query, {from}, {overlap(query, from)}, {gaps.begin(), gaps.end()}};
  BitToken token = from;
  for (std::size_t k = 0; k < gaps.size(); ++k) {
    int enter = gaps[k], leave = gaps[k];
    if (k == 0) {
      // What is not a swap of a rising against a leaving position happens in the first jump.
      token.word = (token.word & ~falling) | neutral;
      enter += std::popcount(falling);
      leave = std::max(0, std::popcount(leaving) - (total - gaps[0]));
    }
    token.word |= take_lowest(rising, enter);
    token.word &= ~take_lowest(leaving, leave);
    chain.tokens.push_back(token);
    chain.overlaps.push_back(overlap(query, token));
  }
  return chain;
}

MeasuredChain measure_chain(const Chain& chain, const Head& head, const Kernel& kernel, int n,
                            double epsilon) {
  n = std::max(n, 2);  // a candidate needs a second place
  MeasuredChain measured;
  measured.chain = chain;
  for (const BitToken z : chain.tokens) measured.alpha.push_back(kernel(chain.query, z));
  measured.holds = true;
  for (std::size_t k = 0; k + 1 < chain.tokens.size(); ++k) {
    measured.jumps.push_back(
        measure_jump(head, kernel, chain.query, chain.tokens[k], chain.tokens[k + 1], n, epsilon));
    const Jump& jump = measured.jumps.back();
    if (!jump.applies) continue;
    measured.required_product *= jump.required;
    measured.applies = measured.applies || jump.required > 0.0;
    measured.holds = measured.holds && jump.holds;
  }
  if (!chain.tokens.empty()) {
    const auto [first, last] =
        relative_alpha(kernel, chain.query, std::array{chain.tokens.front(), chain.tokens.back()});
    measured.measured_product = quotient(first, last);
  }
  return measured;
}

}  // namespace tt
