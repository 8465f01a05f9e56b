// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>
#include <cstdint>

#include "gpu/body.h"

namespace tt::gpu {

TT_BODY inline int ones(std::uint64_t word) {
#ifdef __CUDA_ARCH__
  return __popcll(word);
#else
  return __builtin_popcountll(word);
#endif
}

inline constexpr int kMostOthers = 4;  ///< tokens beside the query

/// All tokens of m bits against each other: kernel values and the same times the lookup, [query][token].
struct KernelTables {
  int tokens = 2, length = 3;  ///< 2^m; n = 2..5
  const float *alpha = nullptr, *weighted = nullptr;
};

/// The input with the largest error: its query, the others in increasing order.
struct WorstInput {
  float error = -1.0f;
  int query = 0;
  int others[kMostOthers] = {};
};

TT_BODY inline bool worse(const WorstInput& a, const WorstInput& b) {
  if (a.error != b.error) return a.error > b.error;
  for (int i = 0; i < kMostOthers; ++i)
    if (a.others[i] != b.others[i]) return a.others[i] < b.others[i];
  return false;
}

/// Error of one input; infinite where it is no number.
TT_BODY inline float input_error(const KernelTables& k, int query, const int* others) {
  const float *alpha = k.alpha + static_cast<std::int64_t>(query) * k.tokens,
              *weighted = k.weighted + static_cast<std::int64_t>(query) * k.tokens;
  float top = weighted[query], bottom = alpha[query];
  int target = ones(static_cast<std::uint64_t>(query));
  for (int j = 0; j + 1 < k.length; ++j) {
    top += weighted[others[j]];
    bottom += alpha[others[j]];
    const int overlap = ones(static_cast<std::uint64_t>(query & others[j]));
    target = overlap < target ? overlap : target;
  }
  const float error = fabsf(top / bottom - static_cast<float>(target));
  return error < HUGE_VALF ? error : HUGE_VALF;
}

/// The next choice of others not below the first one, as an odometer; false after the last.
TT_BODY inline bool next_others(const KernelTables& k, int* others) {
  for (int j = k.length - 2; j > 0; --j) {
    if (others[j] + 1 >= k.tokens) continue;
    const int value = others[j] + 1;
    for (int i = j; i < k.length - 1; ++i) others[i] = value;
    return true;
  }
  return false;
}

/// The worst input of one query, by one block: each thread takes some first tokens and goes over the rest.
/// best: scratch, one a thread; the result is in best[0].
template <class Block>
TT_BODY void worst_of_query(const Block& block, const KernelTables& k, int query, WorstInput* best) {
  block.each([&](int thread, int threads) {
    WorstInput mine;
    mine.query = query;
    for (int first = thread; first < k.tokens; first += threads) {
      WorstInput now;
      now.query = query;
      for (int j = 0; j + 1 < k.length; ++j) now.others[j] = first;
      do {
        now.error = input_error(k, query, now.others);
        if (worse(now, mine)) mine = now;
      } while (next_others(k, now.others));
    }
    best[thread] = mine;
  });
  block.each([&](int thread, int threads) {
    for (int i = 1; thread == 0 && i < threads; ++i)
      if (worse(best[i], best[0])) best[0] = best[i];
  });
}

/// One candidate of a greedy code: dead once a chosen word is too near in either direction.
TT_BODY inline void sieve_one(const std::uint64_t* words, unsigned char* alive, std::int64_t i,
                              std::uint64_t chosen, int distance) {
  if (alive[i] == 0) return;
  const bool near = ones(words[i] & ~chosen) < distance || ones(chosen & ~words[i]) < distance;
  if (near) alive[i] = 0;
}

/// Two columns of a matrix made orthogonal (one-sided Jacobi). scratch: three numbers a thread, then three.
/// Returns by scratch[0] how far from orthogonal they were, relative to their lengths.
template <class Block>
TT_BODY void rotate_columns(const Block& block, double* p, double* q, int rows, double* scratch) {
  block.each([&](int thread, int threads) {
    double pp = 0.0, qq = 0.0, pq = 0.0;
    for (int i = thread; i < rows; i += threads) {
      pp += p[i] * p[i];
      qq += q[i] * q[i];
      pq += p[i] * q[i];
    }
    scratch[3 * thread] = pp;
    scratch[3 * thread + 1] = qq;
    scratch[3 * thread + 2] = pq;
  });
  block.each([&](int thread, int threads) {
    for (int i = 1; thread < 3 && i < threads; ++i) scratch[thread] += scratch[3 * i + thread];
  });
  block.each([&](int thread, int threads) {
    const double pp = scratch[0], qq = scratch[1], pq = scratch[2];
    const double length = sqrt(pp) * sqrt(qq);
    if (!(fabs(pq) > 1e-15 * length)) return;
    const double zeta = (qq - pp) / (2.0 * pq);
    const double t = (zeta >= 0.0 ? 1.0 : -1.0) / (fabs(zeta) + sqrt(1.0 + zeta * zeta));
    const double c = 1.0 / sqrt(1.0 + t * t), s = c * t;
    for (int i = thread; i < rows; i += threads) {
      const double a = p[i], b = q[i];
      p[i] = c * a - s * b;
      q[i] = s * a + c * b;
    }
  });
  block.each([&](int thread, int) {
    if (thread != 0) return;
    const double length = sqrt(scratch[0]) * sqrt(scratch[1]);
    scratch[0] = length > 0.0 ? fabs(scratch[2]) / length : 0.0;
  });
}

/// The columns that pair k of a round meets: a tournament in which all meet once in `even` - 1 rounds.
TT_BODY inline void tournament_pair(int even, int round, int k, int& p, int& q) {
  const int others = even - 1;
  p = k == 0 ? others : (round + k) % others;
  q = (round + others - k) % others;
}

}  // namespace tt::gpu
