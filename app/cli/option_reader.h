// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/task/bit_token.h"

namespace tt::cli {

/// Declares the options of one command. Every option knows its range, which help and errors show. A value
/// that cannot be read goes to `bad` (the first one stays), so that --help still answers and all errors have
/// one form. Numbers are read with a point in every locale.
class OptionReader {
 public:
  OptionReader(CLI::App& command, std::optional<Error>& bad) : command_(command), bad_(bad) {}

  CLI::Option* whole(const std::string& name, int& into, int low, int high, const std::string& text);
  CLI::Option* whole(const std::string& name, std::int64_t& into, std::int64_t low, std::int64_t high,
                     const std::string& text);
  CLI::Option* real(const std::string& name, double& into, double low, double high, const std::string& text);
  /// A number that may be left out.
  CLI::Option* real(const std::string& name, std::optional<double>& into, double low, double high,
                    const std::string& text);
  CLI::Option* epsilon(double& into);
  CLI::Option* seed(std::uint64_t& into);
  /// One of several words.
  CLI::Option* choice(const std::string& name, std::string& into, std::vector<std::string> choices,
                      const std::string& text);
  /// One or more of several words.
  CLI::Option* choices(const std::string& name, std::vector<std::string>& into,
                       std::vector<std::string> choices, const std::string& text);
  CLI::Option* token(const std::string& name, BitToken& into, const std::string& text);
  /// Whole numbers of at least one, separated by commas.
  CLI::Option* list(const std::string& name, std::vector<int>& into, const std::string& text);
  CLI::Option* path(const std::string& name, std::filesystem::path& into, const std::string& text);
  /// One file or more: the option may be given again.
  CLI::Option* paths(const std::string& name, std::vector<std::filesystem::path>& into,
                     const std::string& text);
  CLI::Option* text(const std::string& name, std::string& into, const std::string& type,
                    const std::string& text);
  CLI::Option* flag(const std::string& name, bool& into, const std::string& text);
  /// --NAME for yes, --no-NAME for no, nothing where neither is given.
  CLI::Option* toggle(const std::string& name, std::optional<bool>& into, const std::string& text);

  /// Notes the defaults of options that may be left out; called once all are declared.
  void finish();

 private:
  CLI::Option* add(const std::string& name, const std::string& type, const std::string& text,
                   const std::string& preset, std::function<Expected<void>(const std::string&)> read);

  CLI::App& command_;
  std::optional<Error>& bad_;
  std::vector<std::pair<CLI::Option*, std::string>> presets_;
};

}  // namespace tt::cli
