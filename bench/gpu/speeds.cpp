// SPDX-License-Identifier: GPL-3.0-or-later
// Speed on the card, each figure beside its floor: the operations or bytes that no program could leave out,
// at the rate that this card was measured to do them.
#include <chrono>
#include <cmath>
#include <random>

#include "bench/gpu/report.h"
#include "core/families/shipped.h"
#include "core/train/cost.h"
#include "gpu/attention/attention.h"
#include "gpu/card_speed.h"
#include "gpu/eval/eval.h"
#include "gpu/train/train_device.h"

namespace tt::gpu_bench {
namespace {

using namespace tt::gpu;
using Clock = std::chrono::steady_clock;

double since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

std::string short_number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g", value);
  return text;
}

/// The larger of the two floors, in seconds.
void put_floor(Figure& figure, double multiply_adds, double bytes, const CardSpeed& speed,
               double per_second_unit) {
  const double by_operations = multiply_adds / speed.multiply_adds_per_second,
               by_bytes = bytes / speed.bytes_per_second;
  figure.floor = std::max(by_operations, by_bytes) * per_second_unit;
  figure.floor_by = by_operations >= by_bytes ? "operations" : "bytes";
}

Expected<Figure> training(int heads, int rank, const CardSpeed& speed) {
  const auto problem = std::make_shared<const Problem>(compile(shipped_family().value(), 0.5).value());
  TrainOptions o;
  o.shape.rank = rank;
  o.heads = heads;
  o.steps = 4000;
  o.stop_when_solved = false;
  auto device = make_cuda_device();
  if (!device) return tl::unexpected(device.error());
  auto card = make_device_trainer(std::move(*device), problem, o);
  if (!card) return tl::unexpected(card.error());
  (*card)->advance(64);
  const auto start = Clock::now();
  const std::int64_t steps = (*card)->advance(heads >= 1024 ? 256 : 1024);
  const double each = since(start) / static_cast<double>(steps) / heads;
  Figure figure{"training, " + std::to_string(heads) + " heads of rank " + std::to_string(rank),
                "ns a head and step",
                each * 1e9,
                0.0,
                "",
                std::string((*card)->backend())};
  const StepCost cost = step_cost(*problem, o.shape);
  // Parameters and moments stay on the processor for the steps of a launch.
  put_floor(figure, cost.operations, cost.bytes / kTurn, speed, 1e9);
  return figure;
}

Expected<Figure> cpu_training() {
  const auto problem = std::make_shared<const Problem>(compile(shipped_family().value(), 0.5).value());
  TrainOptions o;
  o.shape.rank = 32;
  o.heads = 64;
  o.steps = 4000;
  o.stop_when_solved = false;
  auto host = make_cpu_trainer(problem, o);
  if (!host) return tl::unexpected(host.error());
  const auto start = Clock::now();
  const std::int64_t steps = (*host)->advance(512);
  return Figure{"the same on the CPU, 64 heads of rank 32",
                "ns a head and step",
                since(start) / static_cast<double>(steps) / o.heads * 1e9,
                0.0,
                "",
                std::string((*host)->backend())};
}

Expected<Figure> attention(Form form, int tokens, int sequences, bool half, const CardSpeed& speed) {
  AttentionRequest r;
  r.form = form;
  r.tokens = tokens;
  r.sequences = sequences;
  r.half = half;
  r.repeats = form == Form::quadratic || form == Form::sequential ? 2 : 5;
  const auto size = static_cast<std::size_t>(tokens) * static_cast<std::size_t>(sequences) *
                    static_cast<std::size_t>(r.width);
  std::mt19937 random(1);
  std::vector<float> numbers(size);
  for (float& value : numbers) value = static_cast<float>(random() % 2048) / 1024.0f - 1.0f;
  const auto answer = attend(r, numbers, numbers, numbers, Place::card);
  if (!answer) return tl::unexpected(answer.error());
  Figure figure{"attention, " + std::string(form_name(form)) + ", " + std::to_string(sequences) + " × " +
                    std::to_string(tokens) + " tokens" + (half ? ", bfloat16" : ""),
                "ms",
                *answer->seconds * 1e3,
                0.0,
                "",
                ""};
  const AttentionCost cost = attention_cost(r);
  put_floor(figure, cost.operations, cost.bytes, speed, 1e3);
  return figure;
}

Expected<Figure> evaluation(int m, int n, const CardSpeed& speed) {
  FeatureMap map;
  map.kind = MapKind::softmax;
  map.m = m;
  map.tau = 1.2;
  const auto start = Clock::now();
  const auto worst = worst_case(head_with(map), n, Place::card);
  if (!worst) return tl::unexpected(worst.error());
  Figure figure{"worst of all inputs, m = " + std::to_string(m) + ", n = " + std::to_string(n),
                "s",
                since(start),
                0.0,
                "",
                short_number(worst->inputs) + " inputs, tables made on the CPU included"};
  put_floor(figure, worst->inputs * 4.0, 0.0, speed, 1.0);
  return figure;
}

Expected<Figure> code(const CardSpeed& speed) {
  const auto start = Clock::now();
  const auto found = sieve_code(28, 14, 6, Place::card);
  if (!found) return tl::unexpected(found.error());
  const double candidates = 40116600.0;  // C(28,14)
  Figure figure{"greedy code, 28 bits, weight 14, distance 6",
                "s",
                since(start),
                0.0,
                "",
                std::to_string(found->size()) + " words of " + short_number(candidates) + " candidates"};
  put_floor(figure, 0.0, candidates * static_cast<double>(found->size()), speed, 1.0);
  return figure;
}

Expected<Figure> spectrum_of_size(int size, int count, const CardSpeed& speed) {
  std::mt19937 random(2);
  std::uniform_real_distribution<double> uniform(0.0, 0.25);
  std::vector<Eigen::MatrixXd> matrices;
  for (int k = 0; k < count; ++k) {
    matrices.push_back(Eigen::MatrixXd::NullaryExpr(size, size, [&] { return uniform(random); }));
    matrices.back().diagonal().setOnes();
  }
  const auto start = Clock::now();
  const auto values = singular_values(matrices, Place::card);
  if (!values) return tl::unexpected(values.error());
  Figure figure{
      "singular values of " + std::to_string(count) + " near-identity matrices, T = " + std::to_string(size),
      "s",
      since(start),
      0.0,
      "",
      ""};
  // One sweep reads and writes every column against every other.
  put_floor(figure, 0.0, static_cast<double>(count) * size * size * 16.0 * size / 2.0, speed, 1.0);
  return figure;
}

}  // namespace

Expected<std::vector<Figure>> run_speeds() {
  const auto speed = card_speed();
  if (!speed) return tl::unexpected(speed.error());
  std::vector<Figure> figures{
      {"the card: copies", "GB/s", speed->bytes_per_second / 1e9, 0.0, "", "read and written"},
      {"the card: multiply-adds", "10^12/s", speed->multiply_adds_per_second / 1e12, 0.0, "",
       "single precision"}};
  const auto add = [&figures](const Expected<Figure>& figure) -> Expected<void> {
    if (!figure) return tl::unexpected(figure.error());
    figures.push_back(*figure);
    return {};
  };
  for (const auto& done :
       {add(training(4096, 32, *speed)), add(training(4096, 15, *speed)), add(training(128, 32, *speed)),
        add(cpu_training()), add(attention(Form::quadratic, 131072, 1, false, *speed)),
        add(attention(Form::chunked, 131072, 1, false, *speed)),
        add(attention(Form::chunked, 131072, 1, true, *speed)),
        add(attention(Form::scan, 131072, 1, false, *speed)),
        add(attention(Form::sequential, 131072, 1, false, *speed)),
        add(attention(Form::quadratic, 8192, 16, false, *speed)),
        add(attention(Form::chunked, 8192, 16, false, *speed)), add(evaluation(10, 3, *speed)),
        add(code(*speed)), add(spectrum_of_size(256, 16, *speed)), add(spectrum_of_size(2048, 1, *speed))})
    if (!done) return tl::unexpected(done.error());
  return figures;
}

}  // namespace tt::gpu_bench
