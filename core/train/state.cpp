// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>
#include <bit>
#include <cstdio>
#include <cstring>

#include "core/base/random.h"
#include "core/train/trainer.h"

namespace tt {
namespace {

constexpr std::string_view kFormat = "threetokens-checkpoint";
constexpr int kVersion = 1;

constexpr std::array kFates{HeadFate::running,  HeadFate::solved,    HeadFate::plateau,
                            HeadFate::finished, HeadFate::timed_out, HeadFate::diverged};

Json bits_of(const std::vector<float>& values) {
  static_assert(std::endian::native == std::endian::little);
  std::vector<std::uint8_t> bytes(values.size() * sizeof(float));
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return Json::binary(std::move(bytes));
}

Expected<std::vector<float>> floats_in(const Json& json, const char* key, std::string_view source) {
  const auto it = json.find(key);
  if (it == json.end() || !it->is_binary() || it->get_binary().size() % sizeof(float) != 0)
    return fail("key \"" + std::string(key) + "\" in " + std::string(source),
                it == json.end() ? "missing" : "no floats", "raw 32-bit floats");
  std::vector<float> values(it->get_binary().size() / sizeof(float));
  std::memcpy(values.data(), it->get_binary().data(), it->get_binary().size());
  return values;
}

Json to_json(const TrainState::HeadState& head) {
  const HeadStatus& status = head.status;
  return Json{{"index", status.index},
              {"fate", text(status.fate)},
              {"step", status.step},
              {"loss", bits_of({status.loss})},
              {"max_error", bits_of({status.max_error})},
              {"best_error", bits_of({status.best_error})},
              {"best_step", status.best_step},
              {"why", status.why},
              {"parameters", bits_of(head.parameters)},
              {"first", bits_of(head.first)},
              {"second", bits_of(head.second)}};
}

/// Takes values out of a JSON object until the first one that is wrong.
struct Taking {
  const Json& json;
  std::string_view source;
  std::optional<Error> trouble{};

  template <class T>
  void value(const char* key, T& into) {
    if (trouble) return;
    auto found = json_value<T>(json, key, source);
    if (found)
      into = std::move(*found);
    else
      trouble = found.error();
  }
  void floats(const char* key, std::vector<float>& into) {
    if (trouble) return;
    auto found = floats_in(json, key, source);
    if (found)
      into = std::move(*found);
    else
      trouble = found.error();
  }
  void one(const char* key, float& into) {
    std::vector<float> values;
    floats(key, values);
    if (trouble) return;
    if (values.size() == 1)
      into = values.front();
    else
      trouble = Error{"key \"" + std::string(key) + "\" in " + std::string(source),
                      std::to_string(values.size()) + " numbers", "one"};
  }
};

Expected<TrainState::HeadState> head_state_from_json(const Json& json, std::string_view source) {
  TrainState::HeadState head;
  HeadStatus& status = head.status;
  Taking take{json, source};
  std::string fate;
  take.value("index", status.index);
  take.value("fate", fate);
  take.value("step", status.step);
  take.one("loss", status.loss);
  take.one("max_error", status.max_error);
  take.one("best_error", status.best_error);
  take.value("best_step", status.best_step);
  take.value("why", status.why);
  take.floats("parameters", head.parameters);
  take.floats("first", head.first);
  take.floats("second", head.second);
  if (take.trouble) return tl::unexpected(*take.trouble);
  for (const HeadFate known : kFates)
    if (text(known) == fate) {
      status.fate = known;
      return head;
    }
  return fail("key \"fate\" in " + std::string(source), fate, "a known one");
}

/// A running mix of whole numbers.
struct Hash {
  std::uint64_t value = 0;
  void add(std::uint64_t number) { value = mix64(value ^ number); }
};

}  // namespace

TrainState fresh_state(const Problem& problem, const TrainOptions& options) {
  std::vector<Parameters> parameters;
  for (int i = 0; i < options.heads; ++i) parameters.push_back(initial_parameters(problem, options, i));
  return fresh_state(options, std::move(parameters));
}

TrainState fresh_state(const TrainOptions& options, std::vector<Parameters> parameters) {
  TrainState state;
  state.soft = options.soft;
  for (Parameters& numbers : parameters) {
    TrainState::HeadState head;
    head.status.index = state.heads.size();
    head.first.assign(numbers.size(), 0.0f);
    head.second.assign(numbers.size(), 0.0f);
    head.parameters = std::move(numbers);
    state.heads.push_back(std::move(head));
  }
  return state;
}

std::string problem_hash(const Problem& problem) {
  Hash hash;
  hash.add(static_cast<std::uint64_t>(problem.m));
  hash.add(std::bit_cast<std::uint64_t>(problem.epsilon));
  for (const auto* tokens : {&problem.query_tokens, &problem.key_tokens}) {
    hash.add(tokens->size());
    for (const BitToken& token : *tokens) hash.add(token.word);
  }
  for (const Problem::Entry& entry : problem.entries)
    hash.add(static_cast<std::uint64_t>(entry.query) << 32 | static_cast<std::uint32_t>(entry.key));
  for (const Problem::Term& term : problem.terms)
    hash.add(static_cast<std::uint64_t>(term.entry) << 32 | static_cast<std::uint32_t>(term.count));
  for (const auto* values :
       {&problem.term_begin, &problem.input_query, &problem.target, &problem.multiplicity})
    for (const std::int32_t value : *values) hash.add(static_cast<std::uint32_t>(value));
  std::array<char, 17> digits{};
  std::snprintf(digits.data(), digits.size(), "%016llx", static_cast<unsigned long long>(hash.value));
  return digits.data();
}

Expected<void> save_checkpoint(const std::filesystem::path& file, const Trainer& trainer) {
  const TrainState state = trainer.state();
  Json json{{"format", kFormat},
            {"version", kVersion},
            {"options", to_json(trainer.options())},
            {"problem", problem_hash(trainer.problem())},
            {"step", state.step},
            {"heads", Json::array()}};
  for (const TrainState::HeadState& head : state.heads) json["heads"].push_back(to_json(head));
  const std::vector<std::uint8_t> bytes = Json::to_cbor(json);
  return write_file_atomic(file, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

Expected<Checkpoint> load_checkpoint(const std::filesystem::path& file) {
  const std::string source = file.string();
  const auto bytes = read_file(file);
  if (!bytes) return tl::unexpected(bytes.error());
  const Json json = Json::from_cbor(*bytes, true, false);
  if (json.is_discarded() || !json.is_object())
    return fail("checkpoint " + source, "not readable", "a whole CBOR file");
  if (const auto sound = check_format(json, kFormat, kVersion, source); !sound)
    return tl::unexpected(sound.error());
  const auto options = json_value<Json>(json, "options", source);
  if (!options) return tl::unexpected(options.error());
  auto read = train_options_from_json(*options, source);
  if (!read) return tl::unexpected(read.error());
  Checkpoint checkpoint;
  checkpoint.options = *read;
  checkpoint.state.soft = read->soft;
  Taking take{json, source};
  Json heads;
  take.value("problem", checkpoint.problem_hash);
  take.value("step", checkpoint.state.step);
  take.value("heads", heads);
  if (take.trouble) return tl::unexpected(*take.trouble);
  if (!heads.is_array() || heads.empty() || checkpoint.state.step < 0)
    return fail("heads of checkpoint " + source, "none", "at least one");
  for (const Json& head : heads) {
    auto state = head_state_from_json(head, source);
    if (!state) return tl::unexpected(state.error());
    checkpoint.state.heads.push_back(std::move(*state));
  }
  return checkpoint;
}

}  // namespace tt
