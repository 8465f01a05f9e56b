// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/base/json.h"
#include "core/codes/greedy_code.h"
#include "core/domination/counterexample.h"
#include "core/heads/feature_map.h"
#include "core/session/train_choice.h"
#include "core/task/bit_token.h"

namespace tt {

/// How the chain's gaps are chosen.
enum class GapChoice { best, equal };
/// Where the near-identity matrix comes from.
enum class MatrixSource { head, synthetic, given };

/// Everything the user can choose, as one value. Views, story steps, figures and commands are functions of
/// it.
struct Session {
  // Task
  int m = 12;            ///< bits, 1..64
  int n = 3;             ///< sequence length, 1..16
  double epsilon = 0.5;  ///< error, (0, 1/2]
  Sequence sequence;     ///< n tokens of m bits, the query at `query`

  // Head
  MapKind map = MapKind::affine;
  int rank = 13;                   ///< r of the random maps, 1..4096
  double tau = 1.791759469228055;  ///< temperature, (0, 64]
  double ratio = 0.2;              ///< geometric q, (0, 1)
  double offset = 0.0;             ///< affine c, 0 stands for m
  double scale = 1.0;              ///< size of random projections, (0, 16]
  std::uint64_t head_seed = 1;
  std::string head_file;  ///< head loaded for MapKind::table or ::overlap; embedded in head_json
  Json head_json;         ///< null, or the head as a value

  // Code and chain
  int distance = 3;  ///< Delta, 1..m
  int weight = -1;   ///< -1: floor(m/2)
  int words = 10;    ///< T, 2..1024
  CodeOrder order = CodeOrder::lexicographic;
  std::vector<BitToken> code_words;  ///< given words of m bits; where there are any, the code is these
  std::uint64_t code_seed = 1;
  GapChoice gap_choice = GapChoice::best;
  int gap = 3;                 ///< for equal gaps, 1..m
  int pair_i = 0, pair_j = 1;  ///< the chosen ordered pair of code words

  // Near-identity
  MatrixSource matrix = MatrixSource::head;
  int synthetic_size = 64;        ///< T, 2..1024
  double synthetic_lambda = 4.0;  ///< (0, 1024]
  bool synthetic_signed = false;
  std::uint64_t matrix_seed = 1;
  std::vector<double> given;  ///< a matrix of the user's, row major; T x T, T 2..512; NaN allowed
  std::string given_name;     ///< where it comes from

  // Lemma bench
  BenchInput bench;  ///< n and epsilon follow the task

  // Phase
  int phase_n_max = 8;     ///< 3..16
  bool phase_map = false;  ///< the map over (m, n) instead of the curve

  TrainChoice train;

  // Selection shared by all views
  int query = 0;   ///< position in the sequence
  int rival = -1;  ///< position of the rival candidate; -1: the heaviest wrong one

  Json unknown;  ///< keys of a later minor version, kept as they came
};

/// Brings dependent choices into range after an edit (distance <= m, sequence length n, selection inside,
/// ...). Never fails; keeps as much as it can of what the user had.
[[nodiscard]] Session normalized(Session session);

/// Checks every field against its range.
[[nodiscard]] Expected<void> check(const Session& session);

/// {"format":"threetokens-session","version":1,...} in stable order.
[[nodiscard]] Json to_json(const Session& session);
[[nodiscard]] Expected<Session> session_from_json(const Json& json, std::string_view source);
[[nodiscard]] Expected<Session> parse_session(std::string_view text, std::string_view source);

/// 16 hexadecimal digits over the JSON: the same session gives the same hash on every machine.
[[nodiscard]] std::string session_hash(const Session& session);

/// The live example the program starts with: m = 12, n = 3, the affine kernel, ten lexicographic words.
[[nodiscard]] Session example_session();

}  // namespace tt
