// SPDX-License-Identifier: GPL-3.0-or-later
// What runs on the card against the same on the host.
#include <Eigen/SVD>
#include <cmath>
#include <random>

#include "bench/gpu/report.h"
#include "core/codes/greedy_code.h"
#include "core/families/shipped.h"
#include "core/heads/evaluate.h"
#include "gpu/attention/attention.h"
#include "gpu/eval/eval.h"
#include "gpu/train/train_device.h"

namespace tt::gpu_bench {
namespace {

using namespace tt::gpu;

Check failed(std::string what, const Error& error) { return {std::move(what), 0.0, 0.0, error.message()}; }

std::shared_ptr<const Problem> shipped_problem() {
  return std::make_shared<const Problem>(compile(shipped_family().value(), 0.5).value());
}

TrainOptions options(int rank, Shape shape, Objective objective) {
  TrainOptions o;
  o.shape = shape;
  o.shape.rank = rank;
  o.objective = objective;
  o.heads = 8;
  o.steps = 100;
  o.stop_when_solved = false;
  o.soft.rate = 3e-3;
  return o;
}

/// Largest difference of losses after a hundred steps, relative.
Check hundred_steps(const std::string& name, const std::shared_ptr<const Problem>& problem,
                    const TrainOptions& o) {
  const std::string what = "training, 100 steps, " + name;
  auto device = make_cuda_device();
  if (!device) return failed(what, device.error());
  auto card = make_device_trainer(std::move(*device), problem, o);
  if (!card) return failed(what, card.error());
  auto host = make_cpu_trainer(problem, o);
  (*card)->advance(o.steps);
  (*host)->advance(o.steps);
  Check check{what + " [" + std::string((*card)->backend()) + "]", 0.0, 5e-3, ""};
  for (std::size_t i = 0; i < (*host)->heads().size(); ++i) {
    const double a = (*host)->heads()[i].loss, b = (*card)->heads()[i].loss;
    check.difference = std::max(check.difference, std::abs(a - b) / std::max(1e-3, std::abs(a)));
  }
  return check;
}

/// Heads whose verdict after a whole run differs.
Check whole_runs() {
  const std::string what = "training, verdicts of whole runs that differ";
  const auto problem = std::make_shared<const Problem>(compile(all_inputs(4, 3).value(), 0.5).value());
  TrainOptions o = options(8, {}, Objective::hinge);
  o.heads = 32;
  o.steps = 3000;
  o.soft.rate = 3e-2;
  o.stop_when_solved = true;
  auto device = make_cuda_device();
  if (!device) return failed(what, device.error());
  auto card = make_device_trainer(std::move(*device), problem, o);
  if (!card) return failed(what, card.error());
  auto host = make_cpu_trainer(problem, o);
  (*card)->advance(o.steps);
  (*host)->advance(o.steps);
  Check check{what, 0.0, 1.0, ""};  // rounding may tip a head that just fails or just solves
  for (std::size_t i = 0; i < (*host)->heads().size(); ++i)
    check.difference += (*host)->heads()[i].fate != (*card)->heads()[i].fate ? 1.0 : 0.0;
  return check;
}

Check evaluation(int m, int n) {
  const std::string what =
      "worst error over all inputs, m = " + std::to_string(m) + ", n = " + std::to_string(n);
  FeatureMap map;
  map.kind = MapKind::softmax;
  map.m = m;
  map.tau = 1.2;
  const Head head = head_with(map);
  const auto card = worst_case(head, n, Place::card);
  if (!card) return failed(what, card.error());
  const double exact = evaluate_all(head, n, 0.5).value().max_error;
  return {what, std::abs(card->max_error - exact), 1e-4 * std::max(1.0, exact), ""};
}

Check code() {
  const std::string what = "greedy code, 20 bits, weight 10, distance 4: words that differ";
  const auto card = sieve_code(20, 10, 4, Place::card);
  if (!card) return failed(what, card.error());
  CodeRequest request;
  request.bits = 20;
  request.weight = 10;
  request.distance = 4;
  return {what, *card == greedy_code(request).value().words ? 0.0 : 1.0, 0.0, ""};
}

Check spectra() {
  const std::string what = "singular values, 3 matrices of 200 × 200, relative to the largest";
  std::mt19937 random(3);
  std::normal_distribution<double> normal;
  std::vector<Eigen::MatrixXd> matrices;
  for (int k = 0; k < 3; ++k)
    matrices.push_back(Eigen::MatrixXd::NullaryExpr(200, 200, [&] { return normal(random); }));
  const auto card = singular_values(matrices, Place::card);
  if (!card) return failed(what, card.error());
  Check check{what, 0.0, 1e-11, ""};
  for (std::size_t k = 0; k < matrices.size(); ++k) {
    const Eigen::VectorXd exact = Eigen::BDCSVD<Eigen::MatrixXd>(matrices[k]).singularValues();
    for (Eigen::Index i = 0; i < exact.size(); ++i)
      check.difference =
          std::max(check.difference, std::abs((*card)[k][static_cast<std::size_t>(i)] - exact[i]) / exact[0]);
  }
  return check;
}

Check attention(Cone cone, Form form, bool half) {
  AttentionRequest r;
  r.cone = cone;
  r.form = form;
  r.sequences = 2;
  r.tokens = 333;
  r.half = half;
  const std::string what = "attention, " + std::string(cone_name(cone)) + ", " +
                           std::string(form_name(form)) + (half ? ", bfloat16" : "") + ", card against host";
  std::mt19937 random(5);
  std::normal_distribution<float> normal(0.0f, 0.5f);
  std::vector<float> numbers[3];
  for (auto& values : numbers)
    for (int i = 0; i < r.sequences * r.tokens * r.width; ++i) values.push_back(normal(random));
  const auto card = attend(r, numbers[0], numbers[1], numbers[2], Place::card);
  if (!card) return failed(what, card.error());
  const auto host = attend(r, numbers[0], numbers[1], numbers[2], Place::host);
  Check check{what, 0.0, half ? 2e-2 : 2e-3, ""};
  for (std::size_t i = 0; i < host->y.size(); ++i)
    check.difference = std::max(check.difference, static_cast<double>(std::abs(card->y[i] - host->y[i])));
  return check;
}

}  // namespace

std::vector<Check> run_checks() {
  const auto shipped = shipped_problem();
  const auto small = std::make_shared<const Problem>(compile(all_inputs(4, 3).value(), 0.5).value());
  std::vector<Check> checks;
  for (const int rank : {1, 15, 32, 64})
    checks.push_back(hundred_steps("424 jumps, rank " + std::to_string(rank), shipped,
                                   options(rank, {}, Objective::hinge)));
  for (const Objective objective : {Objective::mean_square, Objective::soft_maximum})
    checks.push_back(hundred_steps(std::string(objective_name(objective)), small, options(5, {}, objective)));
  checks.push_back(
      hundred_steps("softplus", small, options(5, {.features = FeatureKind::softplus}, Objective::hinge)));
  checks.push_back(hundred_steps("two heads, values, degree 2", small,
                                 options(4, {.values = 2, .heads = 2, .degree = 2}, Objective::hinge)));
  checks.push_back(whole_runs());
  checks.push_back(evaluation(6, 3));
  checks.push_back(evaluation(4, 4));
  checks.push_back(code());
  checks.push_back(spectra());
  for (const Form form : {Form::quadratic, Form::chunked, Form::scan, Form::sequential})
    for (const Cone cone : {Cone::orthant, Cone::lorentz}) checks.push_back(attention(cone, form, false));
  checks.push_back(attention(Cone::psd, Form::chunked, false));
  checks.push_back(attention(Cone::lorentz, Form::chunked, true));
  return checks;
}

}  // namespace tt::gpu_bench
