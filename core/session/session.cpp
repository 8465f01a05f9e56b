// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/session.h"

#include <algorithm>
#include <cmath>

#include "core/base/log2_number.h"
#include "core/base/options.h"
#include "core/base/random.h"
#include "core/session/limits.h"
#include "core/task/family.h"

namespace tt {
namespace {

/// Tokens cut or filled up to m bits.
BitToken with_bits(BitToken token, int m) { return {token.word & low_mask(m), m}; }

double clamp_or(double value, double low, double high, double fallback) {
  return std::isfinite(value) ? std::clamp(value, low, high) : fallback;
}

void normalize_sequence(Session& s) {
  for (BitToken& token : s.sequence) token = with_bits(token, s.m);
  const auto length = static_cast<std::size_t>(s.n);
  if (s.sequence.size() > length) s.sequence.resize(length);
  if (s.sequence.size() < length) {
    const Sequence more = random_sequence(s.m, s.n, 1);
    for (std::size_t j = s.sequence.size(); j < length; ++j) s.sequence.push_back(more[j]);
  }
  s.query = std::clamp(s.query, 0, s.n - 1);
  if (s.rival < -1 || s.rival >= s.n) s.rival = -1;
}

/// Given words mean nothing at another number of bits.
void normalize_words(Session& s) {
  const auto strange = [&s](const BitToken& word) { return word.m != s.m; };
  if (std::any_of(s.code_words.begin(), s.code_words.end(), strange)) s.code_words.clear();
  if (s.code_words.size() > static_cast<std::size_t>(limits::words.high))
    s.code_words.resize(static_cast<std::size_t>(limits::words.high));
}

template <class T>
T in(const Limits<T>& limits, T value) {
  return std::clamp(value, limits.low, limits.high);
}

}  // namespace

Session normalized(Session s) {
  s.m = in(limits::m, s.m);
  s.n = in(limits::n, s.n);
  s.epsilon = clamp_or(s.epsilon, 1e-6, 0.5, 0.5);
  s.rank = in(limits::rank, s.rank);
  s.tau = clamp_or(s.tau, limits::tau.low, limits::tau.high, 1.0);
  s.ratio = clamp_or(s.ratio, limits::ratio.low, limits::ratio.high, 0.2);
  s.scale = clamp_or(s.scale, limits::scale.low, limits::scale.high, 1.0);
  s.offset = clamp_or(s.offset, 0.0, limits::offset_high, 0.0);
  if (s.offset != 0.0) s.offset = std::max(s.offset, static_cast<double>(s.m));
  if (s.weight >= 0) s.weight = std::min(s.weight, s.m);
  // Words of one weight differ in at most min(w, m - w) places: a wider distance would leave a single word.
  const int w = s.weight < 0 ? s.m / 2 : s.weight;
  s.distance = std::clamp(s.distance, 1, std::max(1, std::min(w, s.m - w)));
  s.words = in(limits::words, s.words);
  s.gap = std::clamp(s.gap, 1, s.m);
  s.pair_i = std::max(s.pair_i, 0);
  s.pair_j = std::max(s.pair_j, 0);
  s.synthetic_size = in(limits::synthetic_size, s.synthetic_size);
  s.synthetic_lambda =
      clamp_or(s.synthetic_lambda, limits::synthetic_lambda.low, limits::synthetic_lambda.high, 4.0);
  if (s.matrix == MatrixSource::given && s.given.empty()) s.matrix = MatrixSource::head;
  s.bench.n = std::max(s.n, 3);
  s.bench.epsilon = s.epsilon;
  s.bench.d = std::clamp(s.bench.d, 1, 64);
  for (double* value : {&s.bench.a, &s.bench.b, &s.bench.c})
    *value = clamp_or(*value, 0.0, limits::bench_high, 1.0);
  s.phase_n_max = in(limits::phase_n_max, s.phase_n_max);
  s.train = normalized(std::move(s.train));
  normalize_words(s);
  normalize_sequence(s);
  return s;
}

namespace {

Expected<void> check_words(const Session& s) {
  if (s.code_words.size() > static_cast<std::size_t>(limits::words.high))
    return fail("code words of the session", std::to_string(s.code_words.size()) + " words",
                "up to " + std::to_string(limits::words.high));
  for (const BitToken& word : s.code_words)
    if (word.m != s.m)
      return fail("code word " + to_string(word), std::to_string(word.m) + " bits",
                  std::to_string(s.m) + " bits, as many as m");
  return {};
}

Expected<void> check_sequence(const Session& s) {
  if (static_cast<int>(s.sequence.size()) != s.n)
    return fail("sequence of the session", std::to_string(s.sequence.size()) + " tokens",
                std::to_string(s.n) + " tokens, as many as n");
  for (const BitToken& token : s.sequence)
    if (token.m != s.m)
      return fail("token " + to_string(token), std::to_string(token.m) + " bits",
                  std::to_string(s.m) + " bits, as many as m");
  return {};
}

}  // namespace

Expected<void> check(const Session& s) {
  const auto whole = [](std::string_view name, long long value, long long low, long long high) {
    return check_range(name, value, low, high);
  };
  const Expected<void> checks[] = {
      whole("bits m", s.m, limits::m.low, limits::m.high),
      whole("length n", s.n, limits::n.low, limits::n.high),
      check_epsilon(s.epsilon),
      whole("features r", s.rank, limits::rank.low, limits::rank.high),
      check_range("temperature tau", s.tau, limits::tau.low, limits::tau.high),
      check_range("ratio q", s.ratio, limits::ratio.low, limits::ratio.high),
      check_range("scale", s.scale, limits::scale.low, limits::scale.high),
      s.offset == 0.0 ? Expected<void>{} : check_range("offset c", s.offset, s.m, limits::offset_high),
      whole("distance", s.distance, 1, s.m),
      whole("weight", s.weight, -1, s.m),
      whole("words T", s.words, limits::words.low, limits::words.high),
      whole("gap", s.gap, 1, s.m),
      whole("pair i", s.pair_i, 0, limits::words.high),
      whole("pair j", s.pair_j, 0, limits::words.high),
      whole("matrix size T", s.synthetic_size, limits::synthetic_size.low, limits::synthetic_size.high),
      check_range("lambda", s.synthetic_lambda, limits::synthetic_lambda.low, limits::synthetic_lambda.high),
      whole("lemma bench d", s.bench.d, 1, 64),
      check_range("lemma bench a", s.bench.a, 0.0, limits::bench_high),
      check_range("lemma bench b", s.bench.b, 0.0, limits::bench_high),
      check_range("lemma bench c", s.bench.c, 0.0, limits::bench_high),
      whole("largest n", s.phase_n_max, limits::phase_n_max.low, limits::phase_n_max.high),
      whole("query", s.query, 0, s.n - 1),
      whole("rival", s.rival, -1, s.n - 1),
      check(s.train),
      check_words(s),
  };
  for (const Expected<void>& one : checks)
    if (!one) return one;
  return check_sequence(s);
}

Session example_session() {
  Session s;
  // Twelve bits; the rival shares three ones with the query where the right candidate shares one.
  s.sequence = {parse_token("111111000000").value(), parse_token("000001111110").value(),
                parse_token("000111110001").value()};
  s.offset = 13;  // above m, so that no row of weights vanishes
  s.bench = {3, 0.5, 3, 1.0, 3.0, 1.0};
  return normalized(s);
}

}  // namespace tt
