// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

#include "app/cli/option_reader.h"
#include "core/base/error.h"

// A command is its options as one value, a function that declares them and a function that runs them.

namespace tt::cli {

inline constexpr int kDone = 0;
inline constexpr int kFailed = 1;    ///< the asked check failed
inline constexpr int kBadInput = 2;  ///< bad usage or bad input, one line said on stderr
inline constexpr int kInterrupted = 130;

/// What the commands share with main.
struct Context {
  bool json = false;  ///< one JSON document on stdout instead of a table
  std::stop_token stop;
  std::vector<std::string> words;      ///< what stands behind the command's name
  std::optional<Error> bad;            ///< the first option whose value could not be read
  std::function<Expected<int>()> run;  ///< the command that was asked for
};

/// Adds a command to the program, or to a group of commands.
template <class Options>
void add_command(CLI::App& parent, Context& context, const std::string& name, const std::string& text,
                 void (*declare)(OptionReader&, Options&),
                 Expected<int> (*run)(const Options&, const Context&)) {
  CLI::App* command = parent.add_subcommand(name, text);
  auto options = std::make_shared<Options>();
  OptionReader reader(*command, context.bad);
  declare(reader, *options);
  reader.finish();
  command->add_flag("--json", context.json, "one JSON document on stdout, nothing else");
  command->callback([&context, options, run] {
    context.run = [&context, options, run] { return run(*options, context); };
  });
}

void add_bounds(CLI::App& program, Context& context);
void add_gap(CLI::App& program, Context& context);
void add_code(CLI::App& program, Context& context);
void add_code_profiles(CLI::App& program, Context& context);
void add_family(CLI::App& program, Context& context);
void add_head_make(CLI::App& head, Context& context);
void add_head_eval(CLI::App& head, Context& context);
void add_head_polish(CLI::App& head, Context& context);
void add_chain(CLI::App& program, Context& context);
void add_identity(CLI::App& program, Context& context);
void add_bench_train(CLI::App& bench, Context& context);
void add_bench_devices(CLI::App& bench, Context& context);
void add_experiment(CLI::App& program, Context& context);
void add_bracket(CLI::App& program, Context& context);
void add_certify(CLI::App& program, Context& context);
void add_train(CLI::App& program, Context& context);
void add_view(CLI::App& program, Context& context);
void add_figure(CLI::App& program, Context& context);
void add_import(CLI::App& program, Context& context);

}  // namespace tt::cli
