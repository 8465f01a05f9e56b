// SPDX-License-Identifier: GPL-3.0-or-later
// Results as JSON. Numbers that are not finite become null.
#include <cmath>

#include "core/session/results.h"

namespace tt {
namespace {

Json number(double value) { return std::isfinite(value) ? Json(value) : Json(); }

Json matrix_json(const Eigen::MatrixXd& matrix) {
  Json rows = Json::array();
  for (Eigen::Index i = 0; i < matrix.rows(); ++i) {
    Json row = Json::array();
    for (Eigen::Index j = 0; j < matrix.cols(); ++j) row.push_back(number(matrix(i, j)));
    rows.push_back(std::move(row));
  }
  return rows;
}

Json numbers(const std::vector<double>& values) {
  Json list = Json::array();
  for (const double value : values) list.push_back(number(value));
  return list;
}

Json tokens(const Sequence& sequence) {
  Json list = Json::array();
  for (const BitToken& token : sequence) list.push_back(to_string(token));
  return list;
}

Json evaluation_json(const Evaluation& evaluation) {
  Json json;
  json["weights"] = matrix_json(evaluation.weights);
  json["outputs"] = numbers(evaluation.outputs);
  json["errors"] = numbers(evaluation.errors);
  json["max_error"] = number(evaluation.max_error);
  if (!evaluation.trouble.empty()) json["trouble"] = evaluation.trouble;
  return json;
}

Json jump_json(const Jump& jump) {
  Json json;
  json["from"] = to_string(jump.y);
  json["to"] = to_string(jump.z);
  json["gap"] = jump.gap;
  json["applies"] = jump.applies;
  json["required"] = number(jump.required);
  json["measured"] = number(jump.measured);
  json["shifted"] = number(jump.shifted);
  json["holds"] = jump.applies ? Json(jump.holds) : Json();
  Json probes = Json::array();
  for (const Jump::Probe& probe : jump.probes)
    probes.push_back({{"sequence", tokens(probe.sequence)},
                      {"target", probe.target},
                      {"output", number(probe.output)},
                      {"right", probe.right}});
  json["sequences"] = std::move(probes);
  return json;
}

Json bench_json(const BenchInput& input, const BenchVerdict& verdict) {
  Json json{{"n", input.n}, {"epsilon", input.epsilon}, {"d", input.d}, {"a", input.a}, {"b", input.b},
            {"c", input.c}};
  json["possible"] = verdict.possible;
  json["left"] = number(verdict.left);
  json["right"] = number(verdict.right);
  json["mu"] = number(verdict.mu);
  json["reason"] = verdict.reason;
  if (verdict.witness) {
    const BenchVerdict::Witness& w = *verdict.witness;
    json["witness"] = {{"p", w.p}, {"q", w.q}, {"s", w.s}, {"outputs", {w.o1, w.o2, w.o3}}};
  } else {
    json["witness"] = Json();
  }
  return json;
}

}  // namespace

Json to_json(const Claim& claim) {
  return Json{{"statement", claim.statement}, {"verdict", text(claim.verdict)},
              {"left", number(claim.left)},   {"relation", claim.relation},
              {"right", number(claim.right)}, {"margin", number(claim.margin())},
              {"detail", claim.detail},       {"source", claim.source}};
}

Json to_json(const AttentionResult& r) {
  Json json;
  json["sequence"] = tokens(r.sequence);
  json["overlaps"] = r.overlaps;
  json["targets"] = r.chosen.targets;
  json["query"] = r.query;
  json["right"] = r.right;
  json["rival"] = r.rival < 0 ? Json() : Json(r.rival);
  json["head"] = facts(r.head.map).name;
  json["chosen"] = evaluation_json(r.chosen);
  json["softmax"] = evaluation_json(r.softmax);
  json["softmax"]["tau"] = r.session.tau;
  json["claim"] = to_json(r.claim);
  return json;
}

Json to_json(const ChainResult& r) {
  const MeasuredChain& measured = r.measured;
  Json json;
  json["query"] = to_string(measured.chain.query);
  json["pair"] = {r.pair.i, r.pair.j};
  json["words"] = r.words;
  json["tokens"] = tokens(measured.chain.tokens);
  json["overlaps"] = measured.chain.overlaps;
  json["gaps"] = measured.chain.gaps;
  json["alpha"] = numbers(measured.alpha);
  json["factors"] = Json::array();
  json["jumps"] = Json::array();
  for (const Jump& jump : measured.jumps) {
    json["factors"].push_back(number(jump.measured));
    json["jumps"].push_back(jump_json(jump));
  }
  json["required_product"] = number(measured.required_product);
  json["measured_product"] = number(measured.measured_product);
  json["holds"] = measured.applies ? Json(measured.holds) : Json();
  json["bench"] = bench_json(r.bench_input, r.bench);
  json["claim"] = to_json(r.claim);
  return json;
}

Json to_json(const IdentityResult& r) {
  Json json;
  json["size"] = r.c.rows();
  json["words"] = tokens(r.code.words);
  json["pair"] = {r.pair.i, r.pair.j};
  json["matrix"] = matrix_json(r.c);
  json["max_off_diagonal"] = number(r.report.max_off_diagonal);
  json["lambda"] = number(r.report.lambda);
  json["rank_bound"] = number(r.report.rank_bound);
  json["centered_bound"] = number(r.report.centered);
  json["trace_bound"] = number(r.report.trace);
  json["shifted_bound"] = number(r.report.shifted.bound);
  json["shift"] = number(r.report.shifted.shift);
  json["required_lambda"] = number(r.required_lambda);
  json["needed_rank"] = number(r.needed_rank);
  json["head_rank_log2"] = number(r.head_rank_log2);
  if (r.spectrum) {
    json["numeric_rank"] = r.spectrum->numeric_rank;
    json["stable_rank"] = number(r.spectrum->stable_rank);
    json["energy_rank"] = r.spectrum->energy_rank;
    json["entropy_rank"] = number(r.spectrum->entropy_rank);
    json["singular_values"] = numbers(r.spectrum->values);
  }
  json["claim"] = to_json(r.claim);
  return json;
}

Json to_json(const PhaseResult& r) {
  Json json;
  json["head"] = r.head_name;
  json["head_rank_log2"] = number(r.head_rank_log2);
  json["rows"] = Json::array();
  for (const PhaseRow& row : r.rows)
    json["rows"].push_back({{"m", row.m},
                            {"n", row.n},
                            {"lower_log2", number(row.lower_log2)},
                            {"lower_source", row.lower_source},
                            {"paper_log2", row.paper_log2 ? Json(*row.paper_log2) : Json()},
                            {"upper_log2", number(row.upper_log2)},
                            {"upper_source", row.upper_source}});
  json["measured"] = Json::array();
  for (const PhaseResult::Measured& measured : r.measured)
    json["measured"].push_back({{"n", measured.n},
                                {"exact_accuracy", number(measured.exact_accuracy)},
                                {"max_error", number(measured.max_error)},
                                {"scope", measured.scope}});
  json["claim"] = to_json(r.claim);
  return json;
}

}  // namespace tt
