// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "core/base/random.h"
#include "core/heads/head.h"
#include "core/session/json_reader.h"
#include "core/session/limits.h"
#include "core/session/session.h"
#include "core/task/family.h"

namespace tt {
namespace {

constexpr int kVersion = 1;
constexpr const char* kFormat = "threetokens-session";

constexpr std::array<std::string_view, 2> kOrders{"lex", "random"}, kGapChoices{"best", "equal"};
constexpr std::array<std::string_view, 3> kMatrixSources{"head", "synthetic", "given"};

template <class T>
std::string_view name(std::span<const std::string_view> names, T value) {
  return names[static_cast<std::size_t>(value)];
}

/// what: "sequence", "code words".
Expected<Sequence> tokens_from(const Json& json, const std::string& what) {
  if (!json.is_array()) return fail(what + " of the session", excerpt(json), "a list of bit strings");
  Sequence sequence;
  for (const Json& entry : json) {
    if (!entry.is_string()) return fail("token of the session's " + what, excerpt(entry), "a bit string");
    auto token = parse_token(entry.get<std::string>());
    if (!token) return tl::unexpected(token.error());
    sequence.push_back(*token);
  }
  return sequence;
}

/// A square matrix row by row; null stands for NaN.
Json square_json(const std::vector<double>& values) {
  const auto size = static_cast<std::size_t>(std::lround(std::sqrt(static_cast<double>(values.size()))));
  Json rows = Json::array();
  for (std::size_t i = 0; i < size; ++i) {
    Json row = Json::array();
    for (std::size_t j = 0; j < size; ++j) {
      const double value = values[i * size + j];
      row.push_back(std::isfinite(value) ? Json(value) : Json());
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

Expected<std::vector<double>> square_from(const Json& json) {
  const auto wrong = [](const Json& what) {
    return fail(
        "given matrix of the session", excerpt(what),
        "a square list of lists of numbers, 2 to " + std::to_string(limits::given_size.high) + " rows");
  };
  const std::size_t size = json.is_array() ? json.size() : 0;
  if (size < static_cast<std::size_t>(limits::given_size.low) ||
      size > static_cast<std::size_t>(limits::given_size.high))
    return wrong(json);
  std::vector<double> values;
  values.reserve(size * size);
  for (const Json& row : json) {
    if (!row.is_array() || row.size() != size) return wrong(row);
    for (const Json& value : row) {
      if (!value.is_number() && !value.is_null()) return wrong(value);
      values.push_back(value.is_null() ? std::nan("") : value.get<double>());
    }
  }
  return values;
}

Json tokens_json(const Sequence& sequence) {
  Json list = Json::array();
  for (const BitToken& token : sequence) list.push_back(to_string(token));
  return list;
}

}  // namespace

Json to_json(const Session& s) {
  Json json;
  json["format"] = kFormat;
  json["version"] = kVersion;
  json["m"] = s.m;
  json["n"] = s.n;
  json["epsilon"] = s.epsilon;
  json["sequence"] = tokens_json(s.sequence);
  json["map"] = map_name(s.map);
  json["rank"] = s.rank;
  json["tau"] = s.tau;
  json["ratio"] = s.ratio;
  json["offset"] = s.offset;
  json["scale"] = s.scale;
  json["head_seed"] = s.head_seed;
  json["head_file"] = s.head_file;
  json["head"] = s.head_json;
  json["distance"] = s.distance;
  json["weight"] = s.weight;
  json["words"] = s.words;
  json["order"] = name(kOrders, s.order);
  json["code_seed"] = s.code_seed;
  json["code_words"] = tokens_json(s.code_words);
  json["gaps"] = name(kGapChoices, s.gap_choice);
  json["gap"] = s.gap;
  json["pair_i"] = s.pair_i;
  json["pair_j"] = s.pair_j;
  json["matrix"] = name(kMatrixSources, s.matrix);
  json["synthetic_size"] = s.synthetic_size;
  json["synthetic_lambda"] = s.synthetic_lambda;
  json["synthetic_signed"] = s.synthetic_signed;
  json["matrix_seed"] = s.matrix_seed;
  // Only where there is one: most sessions have none, and it is long.
  if (!s.given.empty()) {
    json["given"] = square_json(s.given);
    json["given_name"] = s.given_name;
  }
  json["bench_d"] = s.bench.d;
  json["bench_a"] = s.bench.a;
  json["bench_b"] = s.bench.b;
  json["bench_c"] = s.bench.c;
  json["phase_n_max"] = s.phase_n_max;
  json["phase_map"] = s.phase_map;
  json["train"] = to_json(s.train);
  json["query"] = s.query;
  json["rival"] = s.rival;
  for (const auto& [key, value] : s.unknown.items()) json[key] = value;
  return json;
}

Expected<Session> session_from_json(const Json& json, std::string_view source) {
  if (auto right = check_format(json, kFormat, kVersion, source); !right)
    return tl::unexpected(right.error());
  Session s;
  JsonReader reader(json, "the session", source);
  reader.read("m", s.m);
  reader.read("n", s.n);
  reader.read("epsilon", s.epsilon);
  const auto tokens = [](const char* what) {
    return [what](const Json& value) { return tokens_from(value, what); };
  };
  reader.read_parsed("sequence", s.sequence, tokens("sequence"));
  reader.read_parsed("map", s.map, [](const Json& value) -> Expected<MapKind> {
    const auto kind = value.is_string() ? map_kind(value.get<std::string>()) : std::nullopt;
    if (!kind) return fail("feature map of the session", excerpt(value), "a name such as affine or softmax");
    return *kind;
  });
  reader.read("rank", s.rank);
  reader.read("tau", s.tau);
  reader.read("ratio", s.ratio);
  reader.read("offset", s.offset);
  reader.read("scale", s.scale);
  reader.read("head_seed", s.head_seed);
  reader.read("head_file", s.head_file);
  reader.read("head", s.head_json);
  reader.read("distance", s.distance);
  reader.read("weight", s.weight);
  reader.read("words", s.words);
  reader.read_choice("order", kOrders, s.order);
  reader.read("code_seed", s.code_seed);
  reader.read_parsed("code_words", s.code_words, tokens("code words"));
  reader.read_choice("gaps", kGapChoices, s.gap_choice);
  reader.read("gap", s.gap);
  reader.read("pair_i", s.pair_i);
  reader.read("pair_j", s.pair_j);
  reader.read_choice("matrix", kMatrixSources, s.matrix);
  reader.read("synthetic_size", s.synthetic_size);
  reader.read("synthetic_lambda", s.synthetic_lambda);
  reader.read("synthetic_signed", s.synthetic_signed);
  reader.read("matrix_seed", s.matrix_seed);
  reader.read_parsed("given", s.given, square_from);
  reader.read("given_name", s.given_name);
  reader.read("bench_d", s.bench.d);
  reader.read("bench_a", s.bench.a);
  reader.read("bench_b", s.bench.b);
  reader.read("bench_c", s.bench.c);
  reader.read("phase_n_max", s.phase_n_max);
  reader.read("phase_map", s.phase_map);
  reader.read_parsed("train", s.train,
                     [source](const Json& value) { return train_choice_from_json(value, source); });
  reader.read("query", s.query);
  reader.read("rival", s.rival);
  if (reader.error()) return tl::unexpected(*reader.error());
  s.unknown = reader.unknown();
  if (!s.head_json.is_null()) {
    if (auto head = head_from_json(s.head_json, source); !head) return tl::unexpected(head.error());
  }
  if (s.sequence.empty())
    s.sequence = random_sequence(std::clamp(s.m, 1, kMaxBits), std::clamp(s.n, 1, 16), 1);
  if (auto right = check(s); !right) return tl::unexpected(right.error());
  return normalized(std::move(s));
}

Expected<Session> parse_session(std::string_view text, std::string_view source) {
  auto json = parse_json(text, source);
  if (!json) return tl::unexpected(json.error());
  return session_from_json(*json, source);
}

std::string session_hash(const Session& session) {
  std::uint64_t hash = 0;
  for (const unsigned char byte : to_json(session).dump()) hash = mix64(hash ^ byte);
  char digits[17];
  std::snprintf(digits, sizeof digits, "%016llx", static_cast<unsigned long long>(hash));
  return digits;
}

}  // namespace tt
