// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/bounds/bounds.h"
#include "core/codes/greedy_code.h"
#include "core/domination/chain.h"
#include "core/domination/counterexample.h"
#include "core/heads/evaluate.h"
#include "core/rank/near_identity.h"
#include "core/rank/spectra.h"
#include "core/session/session.h"

namespace tt {

/// Does the claim that a view shows hold?
enum class Verdict { holds, violated, does_not_apply };
[[nodiscard]] std::string_view text(Verdict verdict);

/// The claim of a view with both sides. margin > 0 means that it holds with room.
struct Claim {
  std::string statement;  ///< "error < ε at every position"
  Verdict verdict = Verdict::does_not_apply;
  double left = 0.0, right = 0.0;
  std::string relation;  ///< "<", ">", "≥"
  std::string detail;    ///< short text for the badge, e.g. "error 1.85 ≥ 0.5"
  std::string source;    ///< theorem or section
  [[nodiscard]] double margin() const;
};

// What each view shows, as plain values computed from a Session. Every number on screen comes from one of
// these.

/// The head that a session chooses.
[[nodiscard]] Expected<Head> session_head(const Session& session);
[[nodiscard]] Expected<Code> session_code(const Session& session, std::stop_token stop = {});
/// The three-token inputs of the session's code and gap, at n = 3 for shorter sequences.
[[nodiscard]] Expected<Family> session_code_family(const Session& session, std::stop_token stop = {});
/// Gaps from one end of a chain to the other: the session's choice, what is left over added to the last gap;
/// one gap of the whole distance where the choice gives none.
[[nodiscard]] std::vector<int> chain_gaps(const Session& session, int distance);
/// The chosen ordered pair of code words, brought into range; i != j.
struct WordPair {
  int i = 0, j = 1;
};
[[nodiscard]] WordPair session_pair(const Session& session, std::size_t words);
/// Sequence of n tokens from the first jump of the session's chain: (x, y, z, ..., z).
[[nodiscard]] Expected<Sequence> hard_sequence(const Session& session);

struct AttentionResult {
  Session session;
  Head head;
  Evaluation chosen, softmax;  ///< the head and dense softmax at the session's tau
  Sequence sequence;
  std::vector<std::vector<int>> overlaps;
  int query = 0;            ///< position of x
  int right = 0;            ///< a position of least overlap with x; x itself at n = 1
  int rival = -1;           ///< the wrong candidate chosen, else the heaviest one; -1 where there is none
  std::vector<bool> asked;  ///< positions where the head has an answer to give (see asked_of)
  Claim claim;
};
[[nodiscard]] Expected<AttentionResult> attention_result(const Session& session);

/// Positions that a head answers: the last one alone for Scope::causal_final; tokens that a table of features
/// knows as queries, where it knows any of them; else all.
[[nodiscard]] std::vector<bool> asked_of(const Head& head, const Sequence& sequence);

struct ChainResult {
  Session session;
  MeasuredChain measured;
  BenchInput bench_input;
  BenchVerdict bench;
  int words = 0;  ///< T of the code
  WordPair pair;
  Claim claim;
};
[[nodiscard]] Expected<ChainResult> chain_result(const Session& session, std::stop_token stop = {});

struct IdentityResult {
  Session session;
  Code code;  ///< empty for a synthetic matrix
  Eigen::MatrixXd c;
  NearIdentityReport report;
  std::optional<Spectrum> spectrum;
  WordPair pair;                 ///< the chosen entry
  bool nonnegative = true;       ///< all entries are, so that centering applies (5.4)
  double required_lambda = 1.0;  ///< what a correct head would have to reach over this code; 1: nothing
  double needed_rank = 0.0;      ///< integer rank forced by code size and required_lambda on a correct head
  double head_rank_log2 = 0.0;
  Claim claim;
};
/// coarse: no spectrum above 200 words, for a first answer while something is dragged.
[[nodiscard]] Expected<IdentityResult> identity_result(const Session& session, bool coarse = false,
                                                       std::stop_token stop = {});

/// How many of some seeds learned to solve all inputs of length n at m bits with r features.
struct LearnedShare {
  int m = 1, n = 1, rank = 1, solved = 0, seeds = 0;
  bool done = false;
  [[nodiscard]] double share() const { return seeds > 0 ? static_cast<double>(solved) / seeds : 0.0; }
};

struct PhaseResult {
  Session session;
  std::vector<PhaseRow> rows;  ///< curve n = 1..phase_n_max at m, or the map
  struct Measured {
    int n = 0;
    double exact_accuracy = 0.0, max_error = 0.0;
    std::string scope;
  };
  std::vector<Measured> measured;     ///< the chosen head at n = 1..phase_n_max
  std::vector<LearnedShare> learned;  ///< of a sweep, where there was one
  double head_rank_log2 = 0.0;
  std::string head_name;
  Claim claim;
  bool coarse = false;  ///< a first answer with fewer sequences
};
/// coarse: few sequences, for a first answer while something is dragged.
[[nodiscard]] Expected<PhaseResult> phase_result(const Session& session, bool coarse = false,
                                                 std::stop_token stop = {});

// The same as JSON, keys as in cli.md where it names them.
[[nodiscard]] Json to_json(const Claim& claim);
[[nodiscard]] Json to_json(const AttentionResult& result);
[[nodiscard]] Json to_json(const ChainResult& result);
[[nodiscard]] Json to_json(const IdentityResult& result);
[[nodiscard]] Json to_json(const PhaseResult& result);

}  // namespace tt
