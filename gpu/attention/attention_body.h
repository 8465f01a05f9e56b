// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gpu/attention/feature_kernel.h"

// Causal normalized kernel attention, y_t = sum_{j <= t} alpha(q_t,k_j) v_j / sum_{j <= t} alpha(q_t,k_j), in
// four forms that agree (theory 12.1): quadratic in tiles, chunks with a running state, the states by an
// associative scan, and one token after the other. Queries, keys and values are [sequence][token][kWidth].

namespace tt::gpu {

inline constexpr int kTile =
    64;  ///< tokens of a tile, of a chunk, and threads of a block that has a query each

template <class Element>
struct Attention {
  Cone cone = Cone::lorentz;
  int sequences = 1, tokens = 1;
  const Element *q = nullptr, *k = nullptr, *v = nullptr;
  Element* y = nullptr;
  float* states = nullptr;  ///< [sequence][chunk][features][kWidth + 1]; the last column sums the features

  [[nodiscard]] TT_BODY int chunks() const { return (tokens + kTile - 1) / kTile; }
  [[nodiscard]] TT_BODY std::int64_t row(int sequence, int token) const {
    return static_cast<std::int64_t>(sequence) * tokens + token;
  }
};

/// Floats of one state.
template <int kWidth>
TT_BODY std::int64_t state_size(Cone cone) {
  return static_cast<std::int64_t>(feature_count(cone, kWidth)) * (kWidth + 1);
}

/// One query and what it has gathered.
template <int kWidth>
struct Gathering {
  float q[kWidth], length, sum[kWidth], total;
};

/// Tokens of a tile in memory that the block shares.
template <int kWidth>
struct Tile {
  float k[kTile][kWidth], v[kTile][kWidth], length[kTile];
};

template <int kWidth, class Element>
TT_BODY void load_row(const Element* from, std::int64_t row, float* to) {
  for (int i = 0; i < kWidth; ++i) to[i] = load(from[row * kWidth + i]);
}

/// Thread i of the block takes token i of the tile; past the end the tile is empty.
template <int kWidth, class Element>
TT_BODY void load_tile(const Attention<Element>& a, int sequence, int first, int thread, int threads,
                       Tile<kWidth>& tile) {
  for (int i = thread; i < kTile && first + i < a.tokens; i += threads) {
    load_row<kWidth>(a.k, a.row(sequence, first + i), tile.k[i]);
    load_row<kWidth>(a.v, a.row(sequence, first + i), tile.v[i]);
    tile.length[i] = norm<kWidth>(tile.k[i]);
  }
}

template <int kWidth, class Element>
TT_BODY void begin_query(const Attention<Element>& a, int sequence, int token, Gathering<kWidth>& mine) {
  for (int i = 0; i < kWidth; ++i) mine.sum[i] = 0.0f;
  mine.total = 0.0f;
  if (token >= a.tokens) return;
  load_row<kWidth>(a.q, a.row(sequence, token), mine.q);
  mine.length = norm<kWidth>(mine.q);
}

/// The tokens of a tile that a query may see: those up to `last`.
template <int kWidth>
TT_BODY void gather_tile(Cone cone, const Tile<kWidth>& tile, int last, Gathering<kWidth>& mine) {
  for (int j = 0; j <= last && j < kTile; ++j) {
    const float alpha = kernel_value<kWidth>(cone, mine.q, tile.k[j], mine.length, tile.length[j]);
    mine.total += alpha;
    for (int i = 0; i < kWidth; ++i) mine.sum[i] += alpha * tile.v[j][i];
  }
}

template <int kWidth, class Element>
TT_BODY void end_query(const Attention<Element>& a, int sequence, int token, const Gathering<kWidth>& mine) {
  if (token >= a.tokens) return;
  const float inverse =
      mine.total > 0.0f ? 1.0f / mine.total : 0.0f;  // no weight at all: nothing is attended to
  for (int i = 0; i < kWidth; ++i) store(mine.sum[i] * inverse, a.y[a.row(sequence, token) * kWidth + i]);
}

/// Quadratic: one block has the queries of one tile, and goes over all tiles up to its own.
template <int kWidth, class Block, class Element>
TT_BODY void quadratic_tile(const Block& block, const Attention<Element>& a, int sequence, int tile_index,
                            Tile<kWidth>& tile) {
  typename Block::template Locals<Gathering<kWidth>> mine(kTile);
  const int first = tile_index * kTile;
  block.each([&](int thread, int) { begin_query<kWidth>(a, sequence, first + thread, mine[thread]); });
  for (int other = 0; other <= tile_index; ++other) {
    block.each([&](int thread, int threads) {
      load_tile<kWidth>(a, sequence, other * kTile, thread, threads, tile);
    });
    block.each([&](int thread, int) {
      if (first + thread < a.tokens)
        gather_tile<kWidth>(a.cone, tile, other < tile_index ? kTile - 1 : thread, mine[thread]);
    });
  }
  block.each([&](int thread, int) { end_query<kWidth>(a, sequence, first + thread, mine[thread]); });
}

/// Chunks, first pass: what the tokens of one chunk add to the state.
template <int kWidth, class Block, class Element>
TT_BODY void chunk_state(const Block& block, const Attention<Element>& a, int sequence, int chunk,
                         Tile<kWidth>& tile) {
  const int first = chunk * kTile, features = feature_count(a.cone, kWidth);
  float* state =
      a.states + (static_cast<std::int64_t>(sequence) * a.chunks() + chunk) * state_size<kWidth>(a.cone);
  const int count = a.tokens - first < kTile ? a.tokens - first : kTile;
  block.each([&](int thread, int threads) { load_tile<kWidth>(a, sequence, first, thread, threads, tile); });
  block.each([&](int thread, int threads) {
    for (int f = thread; f < features; f += threads) {
      float sum[kWidth] = {}, total = 0.0f;
      for (int j = 0; j < count; ++j) {
        const float phi = feature_of<kWidth>(a.cone, tile.k[j], tile.length[j], f);
        total += phi;
        for (int i = 0; i < kWidth; ++i) sum[i] += phi * tile.v[j][i];
      }
      float* row = state + static_cast<std::int64_t>(f) * (kWidth + 1);
      for (int i = 0; i < kWidth; ++i) row[i] = sum[i];
      row[kWidth] = total;
    }
  });
}

/// Chunks, second pass, one number of the state: the sum of all chunks before, one after the other.
template <class Element>
TT_BODY void running_sum(const Attention<Element>& a, std::int64_t size, int sequence, std::int64_t i) {
  float* at = a.states + static_cast<std::int64_t>(sequence) * a.chunks() * size + i;
  float sum = 0.0f;
  for (int chunk = 0; chunk < a.chunks(); ++chunk, at += size) {
    const float here = *at;
    *at = sum;
    sum += here;
  }
}

/// The same as an associative scan, one level of it: `to` gets what `from` has, plus what lies `reach` chunks
/// before. After the levels 1, 2, 4, ... every chunk has the sum up to itself.
template <class Element>
TT_BODY void scan_level(const Attention<Element>& a, std::int64_t size, int sequence, int chunk, int reach,
                        std::int64_t i, const float* from, float* to) {
  const std::int64_t at = (static_cast<std::int64_t>(sequence) * a.chunks() + chunk) * size + i;
  to[at] = from[at] + (chunk >= reach ? from[at - reach * size] : 0.0f);
}

/// Chunks, third pass: each query reads the state before its chunk and the tokens of the chunk up to itself.
/// shift: 0 where states hold the sum before a chunk, 1 where they hold the sum up to its end.
template <int kWidth, class Block, class Element>
TT_BODY void chunk_outputs(const Block& block, const Attention<Element>& a, int sequence, int chunk,
                           int shift, Tile<kWidth>& tile) {
  typename Block::template Locals<Gathering<kWidth>> mine(kTile);
  const int first = chunk * kTile, features = feature_count(a.cone, kWidth);
  const float* state = a.states + (static_cast<std::int64_t>(sequence) * a.chunks() + chunk - shift) *
                                      state_size<kWidth>(a.cone);
  block.each([&](int thread, int threads) {
    load_tile<kWidth>(a, sequence, first, thread, threads, tile);
    begin_query<kWidth>(a, sequence, first + thread, mine[thread]);
  });
  block.each([&](int thread, int) {
    Gathering<kWidth>& g = mine[thread];
    if (first + thread >= a.tokens) return;
    for (int f = 0; chunk >= shift && f < features; ++f) {
      const float phi = feature_of<kWidth>(a.cone, g.q, g.length, f);
      const float* row = state + static_cast<std::int64_t>(f) * (kWidth + 1);
      for (int i = 0; i < kWidth; ++i) g.sum[i] += phi * row[i];
      g.total += phi * row[kWidth];
    }
    gather_tile<kWidth>(a.cone, tile, thread, g);
    end_query<kWidth>(a, sequence, first + thread, g);
  });
}

/// One token after the other: thread i owns column i of the state, the last one the sum of the features.
/// state: features x (kWidth + 1), zero at first; row: kWidth queries, keys and outputs that the block
/// shares.
template <int kWidth, class Block, class Element>
TT_BODY void sequential(const Block& block, const Attention<Element>& a, int sequence, float* state,
                        float* row) {
  const int features = feature_count(a.cone, kWidth);
  float *q = row, *k = row + kWidth, *sum = row + 2 * kWidth;
  for (int token = 0; token < a.tokens; ++token) {
    const std::int64_t at = a.row(sequence, token);
    block.each([&](int thread, int threads) {
      for (int i = thread; i < kWidth; i += threads) {
        q[i] = load(a.q[at * kWidth + i]);
        k[i] = load(a.k[at * kWidth + i]);
      }
    });
    block.each([&](int thread, int threads) {
      const float q_length = norm<kWidth>(q), k_length = norm<kWidth>(k);
      for (int column = thread; column <= kWidth; column += threads) {
        const float value = column < kWidth ? load(a.v[at * kWidth + column]) : 1.0f;
        float out = 0.0f;
        for (int f = 0; f < features; ++f) {
          float& cell = state[static_cast<std::int64_t>(f) * (kWidth + 1) + column];
          cell += feature_of<kWidth>(a.cone, k, k_length, f) * value;
          out += feature_of<kWidth>(a.cone, q, q_length, f) * cell;
        }
        sum[column] = out;
      }
    });
    block.each([&](int thread, int threads) {
      const float inverse = sum[kWidth] > 0.0f ? 1.0f / sum[kWidth] : 0.0f;
      for (int i = thread; i < kWidth; i += threads) store(sum[i] * inverse, a.y[at * kWidth + i]);
    });
  }
}

}  // namespace tt::gpu
