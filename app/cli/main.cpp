// SPDX-License-Identifier: GPL-3.0-or-later
// The command line: the table of commands, exit codes, and one form for every error.
#include <algorithm>
#include <cstdio>
#include <exception>
#include <string>

#include "app/cli/command.h"
#include "app/cli/interrupt.h"
#include "app/cli/output.h"

namespace tt::cli {
namespace {

void add_commands(CLI::App& program, Context& context) {
  add_bounds(program, context);
  add_gap(program, context);
  add_code(program, context);
  add_code_profiles(program, context);
  add_family(program, context);
  CLI::App* head = program.add_subcommand("head", "make an attention head, or see how well it answers");
  head->require_subcommand(1);
  add_head_make(*head, context);
  add_head_eval(*head, context);
  add_head_polish(*head, context);
  add_chain(program, context);
  add_identity(program, context);
  add_train(program, context);
  add_bracket(program, context);
  add_certify(program, context);
  add_experiment(program, context);
  CLI::App* bench = program.add_subcommand("bench", "measure this machine");
  bench->require_subcommand(1);
  add_bench_train(*bench, context);
  add_bench_devices(*bench, context);
  add_view(program, context);
  add_figure(program, context);
  add_import(program, context);
}

/// The command that the arguments have reached.
const CLI::App& reached(const CLI::App& program) {
  const CLI::App* command = &program;
  while (!command->get_subcommands().empty()) command = command->get_subcommands().front();
  return *command;
}

std::vector<const CLI::App*> commands_of(const CLI::App& group) {
  return group.get_subcommands([](const CLI::App*) { return true; });
}

bool is_group(const CLI::App& command) { return !commands_of(command).empty(); }

std::string command_names(const CLI::App& group) {
  std::string names;
  for (const CLI::App* command : commands_of(group))
    names += (names.empty() ? "" : ", ") + command->get_name();
  return names;
}

std::string full_name(const CLI::App& command) {
  const CLI::App* parent = command.get_parent();
  return parent == nullptr ? command.get_name() : full_name(*parent) + " " + command.get_name();
}

Error unexpected_argument(const CLI::App& program, const CLI::App& command) {
  const std::vector<std::string> rest = program.remaining(true);
  const auto option =
      std::ranges::find_if(rest, [](const std::string& word) { return word.starts_with("-"); });
  const bool group = is_group(command);
  if (group && !rest.front().starts_with("-"))
    return {"unknown command", rest.front(), command_names(command)};
  if (group && rest.front() == "--json") return {"command", "missing", command_names(command)};
  const std::string help = "those of " + full_name(command) + " --help";
  if (option != rest.end()) return {"unknown option", *option, help};
  return {"unexpected argument", rest.front(), help};
}

/// The option that a message of the parser speaks of.
const CLI::Option* option_in(const CLI::App& command, const std::string& said) {
  const CLI::Option* found = nullptr;
  for (const CLI::Option* option : command.get_options()) {
    const std::string name = option->get_name();
    if (said.find(name) != std::string::npos && (!found || name.size() > found->get_name().size()))
      found = option;
  }
  return found;
}

/// What the parser says, in the form that all errors have.
Error error_of(const CLI::App& program, const CLI::ParseError& trouble) {
  const CLI::App& command = reached(program);
  if (program.remaining_size(true) > 0) return unexpected_argument(program, command);
  if (is_group(command)) return {"command", "missing", command_names(command)};
  const CLI::Option* option = option_in(command, trouble.what());
  if (option == nullptr) return {trouble.what(), {}, {}};
  const bool is_flag = option->get_expected_max() == 0;
  if (is_flag) return {option->get_name(), "with a value", "without one"};
  if (option->count() > 1) return {option->get_name(), "given more than once", "once"};
  return {option->get_name(), "missing", option->get_type_name()};
}

int refuse(const Error& error) {
  std::string line = "error: " + error.message();
  std::ranges::replace_if(
      line, [](unsigned char c) { return c < ' '; }, ' ');  // one line, whatever was typed
  say(line);
  return kBadInput;
}

int run(int argc, char** argv) {
  const Interrupt interrupt;
  Context context;
  context.stop = interrupt.token();
  if (argc > 2) context.words.assign(argv + 2, argv + argc);
  CLI::App program(
      "Feature rank of kernel attention on the Minimum Inner Product task: bounds, codes, heads, figures.",
      "threetokens-cli");
  program.set_version_flag("--version", std::string("threetokens-cli " TT_VERSION),
                           "print the version and leave");
  program.require_subcommand(1);
  program.footer(
      "COMMAND --help lists its options. Exit codes: 0 done, 1 the asked check failed, 2 bad input,\n"
      "130 interrupted.");
  add_commands(program, context);
  try {
    program.parse(argc, argv);
  } catch (const CLI::Success& asked) {
    return program.exit(asked);
  } catch (const CLI::ParseError& trouble) {
    return refuse(context.bad && program.remaining_size(true) == 0 ? *context.bad
                                                                   : error_of(program, trouble));
  }
  if (context.bad) return refuse(*context.bad);
  const Expected<int> code = context.run();
  if (!code) return context.stop.stop_requested() ? interrupted("nothing to show yet") : refuse(code.error());
  if (std::fflush(stdout) != 0 || std::ferror(stdout))
    return refuse({"standard output", "could not be written", {}});
  return *code;
}

}  // namespace
}  // namespace tt::cli

int main(int argc, char** argv) {
  try {
    return tt::cli::run(argc, argv);
  } catch (const std::exception& trouble) {  // out of memory, and whatever a library throws
    return tt::cli::refuse({trouble.what(), {}, {}});
  }
}
