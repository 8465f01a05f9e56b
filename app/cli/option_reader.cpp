// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/option_reader.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "core/base/log2_number.h"
#include "core/base/options.h"

namespace tt::cli {
namespace {

template <class T>
std::optional<T> number_from(std::string_view text) {
  T value{};
  const auto [end, trouble] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (trouble != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// Between the values of an option that was given several times (how the parser joins them).
constexpr char kBetween = '\n';

std::string range_text(const std::string& low, const std::string& high) { return low + ".." + high; }

template <class T>
Expected<void> read_whole(const std::string& name, const std::string& text, T& into, T low, T high) {
  const auto value = number_from<std::int64_t>(text);
  if (!value)
    return fail(name, text, "a whole number " + std::to_string(low) + " to " + std::to_string(high));
  const auto right = check_range(name, static_cast<long long>(*value), low, high);
  if (right) into = static_cast<T>(*value);
  return right;
}

std::string real_range(double low, double high) { return range_text(tt::text(low, 6), tt::text(high, 6)); }

Expected<double> read_real(const std::string& name, const std::string& text, double low, double high) {
  const auto number = number_from<double>(text);
  if (!number || !std::isfinite(*number))
    return fail(name, text,
                "a number with a decimal point, " + tt::text(low, 6) + " to " + tt::text(high, 6));
  return check_range(name, *number, low, high).map([&number] { return *number; });
}

/// A value out of range stands for "not given" and is no default to show.
template <class T>
std::string preset_text(T value, T low, T high) {
  return low <= value && value <= high ? std::to_string(value) : std::string();
}

std::string joined(const std::vector<std::string>& words, const std::string& between) {
  std::string all;
  for (const std::string& word : words) all += (all.empty() ? "" : between) + word;
  return all;
}

}  // namespace

CLI::Option* OptionReader::add(const std::string& name, const std::string& type, const std::string& text,
                               const std::string& preset,
                               std::function<Expected<void>(const std::string&)> read) {
  CLI::Option* option = command_.add_option_function<std::string>(
      name,
      [&bad = bad_, read = std::move(read)](const std::string& value) {
        if (auto right = read(value); !right && !bad) bad = right.error();
      },
      text);
  option->type_name(type);
  presets_.emplace_back(option, preset);
  return option;
}

CLI::Option* OptionReader::whole(const std::string& name, int& into, int low, int high,
                                 const std::string& text) {
  return add(name, range_text(std::to_string(low), std::to_string(high)), text, preset_text(into, low, high),
             [name, &into, low, high](const std::string& value) {
               return read_whole(name, value, into, low, high);
             });
}

CLI::Option* OptionReader::whole(const std::string& name, std::int64_t& into, std::int64_t low,
                                 std::int64_t high, const std::string& text) {
  return add(name, range_text(std::to_string(low), std::to_string(high)), text, preset_text(into, low, high),
             [name, &into, low, high](const std::string& value) {
               return read_whole(name, value, into, low, high);
             });
}

CLI::Option* OptionReader::real(const std::string& name, double& into, double low, double high,
                                const std::string& text) {
  return add(name, real_range(low, high), text, tt::text(into, 6),
             [=, &into](const std::string& value) -> Expected<void> {
               return read_real(name, value, low, high).map([&into](double number) { into = number; });
             });
}

CLI::Option* OptionReader::real(const std::string& name, std::optional<double>& into, double low, double high,
                                const std::string& text) {
  return add(name, real_range(low, high), text, {}, [=, &into](const std::string& value) -> Expected<void> {
    return read_real(name, value, low, high).map([&into](double number) { into = number; });
  });
}

CLI::Option* OptionReader::epsilon(double& into) {
  return add("--epsilon", "(0,0.5]", "error below which an output is right", tt::text(into, 6),
             [&into](const std::string& value) -> Expected<void> {
               const auto number = number_from<double>(value);
               if (!number || !std::isfinite(*number) || !check_epsilon(*number))
                 return fail("--epsilon", value, "above 0, at most 0.5");
               into = *number;
               return {};
             });
}

CLI::Option* OptionReader::seed(std::uint64_t& into) {
  return add("--seed", "WHOLE", "same seed, same result", std::to_string(into),
             [&into](const std::string& value) -> Expected<void> {
               const auto number = number_from<std::uint64_t>(value);
               if (!number) {
                 const auto most = std::numeric_limits<std::uint64_t>::max();
                 return fail("--seed", value, "a whole number 0 to " + std::to_string(most));
               }
               into = *number;
               return {};
             });
}

CLI::Option* OptionReader::choice(const std::string& name, std::string& into,
                                  std::vector<std::string> choices, const std::string& text) {
  const std::string type = joined(choices, "|");
  return add(name, type, text, into,
             [name, &into, choices = std::move(choices)](const std::string& value) -> Expected<void> {
               if (std::ranges::find(choices, value) == choices.end())
                 return fail(name, value, joined(choices, ", "));
               into = value;
               return {};
             });
}

CLI::Option* OptionReader::choices(const std::string& name, std::vector<std::string>& into,
                                   std::vector<std::string> choices, const std::string& text) {
  const std::string type = joined(choices, "|");
  return add(name, type, text, {},
             [name, &into, choices = std::move(choices)](const std::string& value) -> Expected<void> {
               for (std::size_t at = 0; at < value.size();) {
                 const std::size_t end = std::min(value.find(kBetween, at), value.size());
                 into.push_back(value.substr(at, end - at));
                 at = end + 1;
                 if (std::ranges::find(choices, into.back()) == choices.end())
                   return fail(name, into.back(), joined(choices, ", "));
               }
               return {};
             })
      ->multi_option_policy(CLI::MultiOptionPolicy::Join)
      ->expected(1, 64)
      ->allow_extra_args();
}

CLI::Option* OptionReader::token(const std::string& name, BitToken& into, const std::string& text) {
  return add(name, "BITS", text, {}, [name, &into](const std::string& value) -> Expected<void> {
    auto token = parse_token(value);
    if (!token) return fail(name + ": " + token.error().what, token.error().value, token.error().allowed);
    into = *token;
    return {};
  });
}

CLI::Option* OptionReader::list(const std::string& name, std::vector<int>& into, const std::string& text) {
  return add(name, "WHOLE,WHOLE,...", text, {}, [name, &into](const std::string& value) -> Expected<void> {
    into.clear();
    std::string_view rest = value;
    while (true) {
      const std::size_t comma = rest.find(',');
      const auto number = number_from<int>(rest.substr(0, comma));
      if (!number || *number < 1) return fail(name, value, "whole numbers of 1 or more, separated by commas");
      into.push_back(*number);
      if (comma == std::string_view::npos) return {};
      rest.remove_prefix(comma + 1);
    }
  });
}

CLI::Option* OptionReader::path(const std::string& name, std::filesystem::path& into,
                                const std::string& text) {
  return add(name, "FILE", text, {}, [name, &into](const std::string& value) -> Expected<void> {
    if (value.empty()) return fail(name, "empty", "the name of a file");
    into = value;
    return {};
  });
}

CLI::Option* OptionReader::paths(const std::string& name, std::vector<std::filesystem::path>& into,
                                 const std::string& text) {
  return add(name, "FILE", text, {},
             [name, &into](const std::string& value) -> Expected<void> {
               for (std::size_t at = 0; at <= value.size();) {
                 const std::size_t end = std::min(value.find(kBetween, at), value.size());
                 if (end == at) return fail(name, "empty", "the name of a file");
                 into.emplace_back(value.substr(at, end - at));
                 at = end + 1;
               }
               return {};
             })
      ->multi_option_policy(CLI::MultiOptionPolicy::Join)
      ->allow_extra_args(false);
}

CLI::Option* OptionReader::text(const std::string& name, std::string& into, const std::string& type,
                                const std::string& text) {
  return add(name, type, text, into, [&into](const std::string& value) -> Expected<void> {
    into = value;
    return {};
  });
}

CLI::Option* OptionReader::flag(const std::string& name, bool& into, const std::string& text) {
  return command_.add_flag(name, into, text);
}

CLI::Option* OptionReader::toggle(const std::string& name, std::optional<bool>& into,
                                  const std::string& text) {
  return command_
      .add_flag_callback(
          "--" + name, [&into] { into = true; }, text + ", or --no-" + name)
      ->description(text + ", or --no-" + name)
      ->excludes(command_.add_flag_callback("--no-" + name, [&into] { into = false; })->group(""));
}

void OptionReader::finish() {
  for (const auto& [option, preset] : presets_)
    if (!preset.empty() && !option->get_required())
      option->description(option->get_description() + " [" + preset + "]");
}

}  // namespace tt::cli
