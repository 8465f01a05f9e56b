// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "core/base/json.h"

extern char** environ;

// Runs the command line program as a script would: no display, streams to files.

namespace tt::cli_test {

/// A folder of its own for each test, gone afterwards.
class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "threetokens-cli-XXXXXX").string();
    path_ = mkdtemp(name.data());
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  [[nodiscard]] std::string operator/(const std::string& name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

struct Outcome {
  int code = -1;
  std::string out, err;
  /// The document on stdout; nothing else may be there.
  [[nodiscard]] Json json() const {
    const Json document = Json::parse(out, nullptr, false);
    EXPECT_FALSE(document.is_discarded()) << out << err;
    return document;
  }
};

inline std::string content(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

inline void write(const std::string& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

/// Environment without a display, with the given settings on top.
inline std::vector<std::string> environment(const std::vector<std::string>& extra) {
  std::vector<std::string> result;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string text = *entry;
    bool dropped = false;
    for (const char* name : {"DISPLAY=", "WAYLAND_DISPLAY=", "QT_QPA_PLATFORM=", "LC_ALL="})
      dropped = dropped || text.starts_with(name);
    if (!dropped) result.push_back(text);
  }
  result.insert(result.end(), extra.begin(), extra.end());
  return result;
}

inline std::vector<char*> pointers(std::vector<std::string>& words) {
  std::vector<char*> result;
  for (std::string& word : words) result.push_back(word.data());
  result.push_back(nullptr);
  return result;
}

struct Settings {
  std::string program = TT_BIN_DIR "/threetokens-cli";
  std::vector<std::string> environment{"LC_ALL=C.UTF-8"};
  std::optional<std::chrono::milliseconds> interrupt_after;
};

inline Outcome run(std::vector<std::string> arguments, const Settings& settings = {}) {
  const Folder folder;
  const std::string program = settings.program, out = folder / "out", err = folder / "err";
  arguments.insert(arguments.begin(), program);
  std::vector<std::string> variables = environment(settings.environment);
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&files, 1, out.c_str(), O_WRONLY | O_CREAT, 0600);
  posix_spawn_file_actions_addopen(&files, 2, err.c_str(), O_WRONLY | O_CREAT, 0600);
  // An interrupt that comes before the program listens must wait for it.
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t mask;
  sigemptyset(&mask);
  if (settings.interrupt_after) sigaddset(&mask, SIGINT);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
  posix_spawnattr_setsigmask(&attributes, &mask);
  pid_t child = 0;
  const int trouble = posix_spawn(&child, program.c_str(), &files, &attributes, pointers(arguments).data(),
                                  pointers(variables).data());
  posix_spawn_file_actions_destroy(&files);
  posix_spawnattr_destroy(&attributes);
  if (trouble != 0) {
    ADD_FAILURE() << program << " does not start";
    return {};
  }
  if (settings.interrupt_after) {
    std::this_thread::sleep_for(*settings.interrupt_after);
    kill(child, SIGINT);
    kill(child, SIGINT);  // as timeout(1) does: once to the program, once to its group
  }
  int status = 0;
  waitpid(child, &status, 0);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status), content(out), content(err)};
}

/// A run that must end with the given code and print a document.
inline Json json_of(std::vector<std::string> arguments, int code = 0) {
  arguments.push_back("--json");
  const Outcome result = run(arguments);
  EXPECT_EQ(result.code, code) << result.err;
  if (code == 0) {
    EXPECT_EQ(result.err, "");
  }
  return result.json();
}

/// Bad input: code 2, nothing on stdout, one line on stderr in the form of all errors, with `part` in it.
inline void expect_refused(std::vector<std::string> arguments, const std::string& part) {
  arguments.push_back("--json");
  const Outcome result = run(arguments);
  EXPECT_EQ(result.code, 2) << part;
  EXPECT_EQ(result.out, "") << part;
  EXPECT_TRUE(result.err.starts_with("error: ")) << result.err;
  EXPECT_EQ(result.err.find('\n'), result.err.size() - 1) << result.err;
  EXPECT_NE(result.err.find(part), std::string::npos) << result.err << " lacks " << part;
}

inline void expect_keys(const Json& document, const std::vector<std::string>& keys) {
  for (const std::string& key : keys) EXPECT_TRUE(document.contains(key)) << key << " in " << document.dump();
}

}  // namespace tt::cli_test
