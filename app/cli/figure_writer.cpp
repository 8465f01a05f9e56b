// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/figure_writer.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>

extern char** environ;

namespace tt::cli {
namespace {

/// Starts a program with an open ear for Ctrl-C, which is blocked in ours.
Expected<pid_t> start(const std::filesystem::path& program, std::vector<std::string> arguments,
                      bool quietly) {
  arguments.insert(arguments.begin(), program.string());
  std::vector<char*> pointers;
  for (std::string& argument : arguments) pointers.push_back(argument.data());
  pointers.push_back(nullptr);
  sigset_t none;
  sigemptyset(&none);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  if (quietly) posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t child = 0;
  const int trouble = posix_spawn(&child, program.c_str(), &files, &attributes, pointers.data(), environ);
  posix_spawn_file_actions_destroy(&files);
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

Expected<int> run_child(const std::filesystem::path& program, std::vector<std::string> arguments,
                        std::stop_token stop, bool quietly) {
  const auto child = start(program, std::move(arguments), quietly);
  if (!child) return tl::unexpected(child.error());
  return wait_for(*child, std::move(stop));
}

}  // namespace

Expected<std::filesystem::path> figure_writer() {
  std::error_code trouble;
  const auto self = std::filesystem::read_symlink("/proc/self/exe", trouble);
  const auto writer = self.parent_path() / "threetokens-figure";
  if (trouble || access(writer.c_str(), X_OK) != 0)
    return fail("figure writer", writer.string(), "a build with the window");
  return writer;
}

Expected<int> run_program(const std::filesystem::path& program, std::vector<std::string> arguments,
                          std::stop_token stop) {
  return run_child(program, std::move(arguments), std::move(stop), false);
}

Expected<int> run_quietly(const std::filesystem::path& program, std::vector<std::string> arguments,
                          std::stop_token stop) {
  return run_child(program, std::move(arguments), std::move(stop), true);
}

}  // namespace tt::cli
