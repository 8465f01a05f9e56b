// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>
#include <system_error>

namespace tt {
namespace {

namespace fs = std::filesystem;

// Values are copied, written and freed by recursion; no file of ours comes near this depth.
constexpr int kDeepest = 200;

/// A byte that begins a character of UTF-8.
bool begins_character(char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }

std::string place_of(std::string_view text, std::size_t byte) {
  const std::string_view before = text.substr(0, std::min(byte > 0 ? byte - 1 : 0, text.size()));
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  const std::size_t start = before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
  const std::string_view column = before.substr(start);
  return "line " + std::to_string(line) + ", column " +
         std::to_string(1 + std::count_if(column.begin(), column.end(), begins_character));
}

std::string reason() { return std::strerror(errno); }

bool write_all(int file, std::string_view content) {
  while (!content.empty()) {
    const ssize_t count = ::write(file, content.data(), content.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    content.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

tl::unexpected<Error> not_written(const fs::path& path, const std::string& why) {
  return fail("file cannot be written", path.string() + ": " + why);
}

/// Devices and pipes have no old content, and renaming over them would take them away.
Expected<void> write_through(const fs::path& path, std::string_view content) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
  if (file < 0) return not_written(path, reason());
  const bool written = write_all(file, content);
  const std::string why = written ? "" : reason();
  ::close(file);
  if (!written) return not_written(path, why);
  return {};
}

/// No other process and no other thread of this one picks the same name.
fs::path sibling_of(const fs::path& target) {
  static std::atomic<unsigned> count{0};
  fs::path sibling = target;
  sibling += ".part" + std::to_string(::getpid()) + "-" + std::to_string(count++);
  return sibling;
}

/// A rename is on the disk once its folder is; a folder that cannot be flushed is no failure of the write.
void flush_folder_of(const fs::path& target) {
  const fs::path folder = target.has_parent_path() ? target.parent_path() : fs::path(".");
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;
  ::fsync(descriptor);
  ::close(descriptor);
}

}  // namespace

std::string excerpt(const Json& value) {
  constexpr std::size_t kLongest = 60;
  std::string text = value.dump(-1, ' ', false, Json::error_handler_t::replace);
  if (text.size() <= kLongest) return text;
  std::size_t end = kLongest - 3;
  while (!begins_character(text[end])) --end;
  return text.substr(0, end) + "…";
}

Expected<Json> parse_json(std::string_view text, std::string_view source) {
  bool too_deep = false;
  const auto shallow = [&too_deep](int depth, Json::parse_event_t, const Json&) {
    too_deep = too_deep || depth > kDeepest;
    return !too_deep;
  };
  try {
    Json json = Json::parse(text, shallow);
    if (!too_deep) return json;
    return fail(std::string(source), "nested too deeply", "up to " + std::to_string(kDeepest) + " levels");
  } catch (const nlohmann::json::parse_error& error) {
    const bool cut = error.byte > text.size();
    return fail(std::string(source) + " is not JSON", place_of(text, error.byte),
                cut ? "a complete document; this one ends early" : "a JSON document");
  } catch (const nlohmann::json::out_of_range&) {  // the one reason while parsing
    return fail(std::string(source), "a number too large", "numbers below 1.8e308");
  }
}

Expected<std::string> read_file(const std::filesystem::path& path) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) return fail("file", path.string(), "a file, not a folder");
  std::ifstream file(path, std::ios::binary);
  if (!file) return fail("file cannot be read", path.string() + ": " + reason());
  std::ostringstream content;
  content << file.rdbuf();
  if (file.bad()) return fail("file cannot be read", path.string() + ": " + reason());
  return content.str();
}

Expected<Json> read_json(const std::filesystem::path& path) {
  auto text = read_file(path);
  if (!text) return tl::unexpected(text.error());
  return parse_json(*text, path.string());
}

Expected<void> write_file_atomic(const std::filesystem::path& path, std::string_view content) {
  std::error_code error;
  const fs::file_status before = fs::status(path, error);
  if (fs::is_other(before)) return write_through(path, content);
  fs::path target = path;
  if (fs::is_symlink(fs::symlink_status(path, error))) target = fs::canonical(path, error);
  if (target.empty()) target = path;  // a link to nothing is replaced
  const fs::path sibling = sibling_of(target);
  const int file = ::open(sibling.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file < 0)
    return fail("file cannot be written", path.string() + ": " + reason(), "a folder that can be written to");
  if (fs::is_regular_file(before)) ::fchmod(file, static_cast<mode_t>(before.permissions()) & 0777);
  const bool written = write_all(file, content) && ::fsync(file) == 0;
  const std::string why = written ? "" : reason();
  ::close(file);
  error.clear();
  if (written) fs::rename(sibling, target, error);
  if (!written || error) {
    std::error_code ignored;
    fs::remove(sibling, ignored);
    return not_written(path, written ? error.message() : why);
  }
  flush_folder_of(target);
  return {};
}

Expected<void> check_format(const Json& json, std::string_view format, int version, std::string_view source) {
  const std::string name(source);
  if (!json.is_object() || !json.contains("format") || json["format"] != format)
    return fail(name + " is no " + std::string(format) + " file",
                json.is_object() && json.contains("format") ? excerpt(json["format"]) : "no key \"format\"",
                "\"format\": \"" + std::string(format) + "\"");
  auto found = json_value<int>(json, "version", source);
  if (!found) return tl::unexpected(found.error());
  if (*found > version)
    return fail(name + " was written by a newer program", "version " + std::to_string(*found),
                "up to " + std::to_string(version) + "; please update");
  if (*found < 1)
    return fail("version of " + name, std::to_string(*found), "1 to " + std::to_string(version));
  return {};
}

}  // namespace tt
