// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/head_exact.h"

#include "core/base/options.h"
#include "core/heads/constructions/constructions.h"
#include "core/task/min_ip.h"

namespace tt::cli {
namespace {

constexpr const char* kFormat = "threetokens-head";
constexpr int kVersion = 1;

Expected<Answers> degree_answers(std::span<const BitToken> sequence, int degree) {
  Answers answers;
  const std::vector<int> targets = min_ip_targets(sequence);
  for (std::size_t i = 0; i < sequence.size(); ++i) {
    const auto output = degree_readout_output(sequence, i, degree);
    if (!output) return tl::unexpected(output.error());
    const Rational error = abs(*output - targets[i]);
    answers.outputs.push_back(output->get_d());
    answers.errors.push_back(error.get_d());
  }
  return answers;
}

Expected<Answers> scalar_answers(std::span<const BitToken> sequence) {
  const auto decoded = scalar_decoding(sequence);
  if (!decoded) return tl::unexpected(decoded.error());
  Answers answers;
  const std::vector<int> targets = min_ip_targets(sequence);
  for (std::size_t i = 0; i < sequence.size(); ++i) {
    answers.outputs.push_back(decoded->targets[i]);
    answers.errors.push_back(std::abs(decoded->targets[i] - targets[i]));
  }
  return answers;
}

}  // namespace

Json to_json(const ExactHead& head) {
  Json json{{"format", kFormat}, {"version", kVersion}};
  json["kind"] = head.kind == ExactKind::degree ? "degree" : "scalar";
  json["m"] = head.m;
  if (head.kind == ExactKind::degree) json["degree"] = head.degree;
  return json;
}

Expected<std::optional<ExactHead>> exact_head_from_json(const Json& json, std::string_view source) {
  if (const auto right = check_format(json, kFormat, kVersion, source); !right)
    return tl::unexpected(right.error());
  const auto kind = json_value<std::string>(json, "kind", source);
  if (!kind || (*kind != "degree" && *kind != "scalar")) return std::nullopt;
  ExactHead head;
  head.kind = *kind == "degree" ? ExactKind::degree : ExactKind::scalar;
  const auto m = json_value<int>(json, "m", source);
  if (!m) return tl::unexpected(m.error());
  const int most = head.kind == ExactKind::degree ? kMaxBits : kMaxScalarBits;
  if (const auto right = check_range("bits m of the head", static_cast<long long>(*m), 1, most); !right)
    return tl::unexpected(right.error());
  head.m = *m;
  if (head.kind == ExactKind::scalar) return head;
  const auto degree = json_value<int>(json, "degree", source);
  if (!degree) return tl::unexpected(degree.error());
  if (const auto right = check_range("degree of the head", static_cast<long long>(*degree), 1, kMaxDegree);
      !right)
    return tl::unexpected(right.error());
  head.degree = *degree;
  return head;
}

Answer answer_of(const ExactHead& head) {
  if (head.kind == ExactKind::scalar) return scalar_answers;
  return
      [degree = head.degree](std::span<const BitToken> sequence) { return degree_answers(sequence, degree); };
}

}  // namespace tt::cli
