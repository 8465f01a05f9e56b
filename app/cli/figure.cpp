// SPDX-License-Identifier: GPL-3.0-or-later
// Figures are drawn by a program of their own, so that this one needs no graphics library.
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>

#include "app/cli/command.h"
#include "app/cli/output.h"

extern char** environ;

namespace tt::cli {
namespace {

struct FigureOptions {
  std::string view, width, height;
  std::filesystem::path session, out;
};

/// The figure writer lies beside this program.
Expected<std::filesystem::path> figure_writer() {
  std::error_code trouble;
  const auto self = std::filesystem::read_symlink("/proc/self/exe", trouble);
  const auto writer = self.parent_path() / "threetokens-figure";
  if (trouble || access(writer.c_str(), X_OK) != 0)
    return fail("figure writer", writer.string(), "a build with the window");
  return writer;
}

std::vector<std::string> arguments_of(const FigureOptions& options, bool json) {
  std::vector<std::string> arguments{"threetokens-figure", options.view, "--out", options.out.string()};
  const auto add = [&](const char* name, const std::string& value) {
    if (!value.empty()) arguments.insert(arguments.end(), {name, value});
  };
  add("--width", options.width);
  add("--height", options.height);
  add("--session", options.session.string());
  if (json) arguments.push_back("--json");
  return arguments;
}

/// Starts a program with an open ear for Ctrl-C, which is blocked in ours.
Expected<pid_t> start(const std::filesystem::path& program, std::vector<std::string> arguments) {
  std::vector<char*> pointers;
  for (std::string& argument : arguments) pointers.push_back(argument.data());
  pointers.push_back(nullptr);
  sigset_t none;
  sigemptyset(&none);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
  posix_spawnattr_setsigmask(&attributes, &none);
  pid_t child = 0;
  const int trouble = posix_spawn(&child, program.c_str(), nullptr, &attributes, pointers.data(), environ);
  posix_spawnattr_destroy(&attributes);
  if (trouble != 0) return fail("figure writer: " + std::string(std::strerror(trouble)), program.string());
  return child;
}

/// Waits for the child, hands an interrupt on, and returns its exit code as a shell would.
int wait_for(pid_t child, std::stop_token stop) {
  {
    const std::stop_callback hand_on(stop, [child] { kill(child, SIGINT); });
    siginfo_t ignored;
    // The child stays until it is collected below, so its number cannot be another's when the interrupt
    // comes.
    while (waitid(P_PID, static_cast<id_t>(child), &ignored, WEXITED | WNOWAIT) != 0 && errno == EINTR) {
    }
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

Expected<int> run(const FigureOptions& options, const Context& context) {
  const auto writer = figure_writer();
  if (!writer) return tl::unexpected(writer.error());
  const auto child = start(*writer, arguments_of(options, context.json));
  if (!child) return tl::unexpected(child.error());
  const int code = wait_for(*child, context.stop);
  return code == kInterrupted ? interrupted("no figure written") : code;
}

}  // namespace

void add_figure(CLI::App& program, Context& context) {
  add_command<FigureOptions>(
      program, context, "figure", "a view as PDF, SVG, PNG or CSV, without a display",
      [](OptionReader& reader, FigureOptions& options) {
        reader.choice("VIEW", options.view, {"attention", "chain", "identity", "phase"}, "which view")
            ->required();
        reader.path("--out", options.out, "file to write: .pdf, .svg, .png or .csv")->required();
        reader.path("--session", options.session, "session file; the shipped example without it");
        reader.text("--width", options.width, "LENGTH", "such as 82.55mm, 8cm, 3.25in or 252pt");
        reader.text("--height", options.height, "LENGTH", "the same; from the width when left out");
      },
      run);
}

}  // namespace tt::cli
