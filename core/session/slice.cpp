// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/slice.h"

namespace tt {
namespace {

void drop_sequence(Session& s, const Session& none) {
  s.sequence = none.sequence;
  s.query = none.query;
  s.rival = none.rival;
}

void drop_code(Session& s, const Session& none) {
  s.distance = none.distance;
  s.weight = none.weight;
  s.words = none.words;
  s.order = none.order;
  s.code_seed = none.code_seed;
  s.code_words = none.code_words;
  s.gap_choice = none.gap_choice;
  s.gap = none.gap;
  s.pair_i = none.pair_i;
  s.pair_j = none.pair_j;
}

void drop_matrix(Session& s, const Session& none) {
  s.matrix = none.matrix;
  s.synthetic_size = none.synthetic_size;
  s.synthetic_lambda = none.synthetic_lambda;
  s.synthetic_signed = none.synthetic_signed;
  s.matrix_seed = none.matrix_seed;
  s.given = none.given;
  s.given_name = none.given_name;
}

void drop_phase(Session& s, const Session& none) {
  s.phase_n_max = none.phase_n_max;
  s.phase_map = none.phase_map;
}

void drop_head(Session& s, const Session& none) {
  s.map = none.map;
  s.rank = none.rank;
  s.tau = none.tau;
  s.ratio = none.ratio;
  s.offset = none.offset;
  s.scale = none.scale;
  s.head_seed = none.head_seed;
  s.head_file = none.head_file;
  s.head_json = none.head_json;
}

}  // namespace

Session slice(std::string_view view, const Session& session) {
  const Session none;
  Session s = session;
  if (view == "attention") {
    s.train = none.train;
    drop_code(s, none);
    drop_matrix(s, none);
    drop_phase(s, none);
    s.bench = none.bench;
  } else if (view == "chain") {
    s.train = none.train;
    drop_sequence(s, none);
    drop_matrix(s, none);
    drop_phase(s, none);
  } else if (view == "identity") {
    s.train = none.train;
    drop_sequence(s, none);
    drop_phase(s, none);
    s.bench = none.bench;
  } else if (view == "phase") {
    s.train = none.train;
    drop_sequence(s, none);
    drop_code(s, none);
    drop_matrix(s, none);
    s.bench = none.bench;
  } else if (view == "training") {
    drop_sequence(s, none);
    drop_head(s, none);
    drop_matrix(s, none);
    drop_phase(s, none);
    s.bench = none.bench;
  }
  s.unknown = none.unknown;
  return s;
}

}  // namespace tt
