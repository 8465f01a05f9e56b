// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>
#include <system_error>

namespace tt {
namespace {

std::string place_of(std::string_view text, std::size_t byte) {
  const std::string_view before = text.substr(0, std::min(byte > 0 ? byte - 1 : 0, text.size()));
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  const std::size_t start = before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
  return "line " + std::to_string(line) + ", column " + std::to_string(before.size() - start + 1);
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

}  // namespace

Expected<Json> parse_json(std::string_view text, std::string_view source) {
  try {
    return Json::parse(text);
  } catch (const nlohmann::json::parse_error& error) {
    const bool cut = error.byte > text.size();
    return fail(std::string(source) + " is not JSON", place_of(text, error.byte),
                cut ? "a complete document; this one ends early" : "a JSON document");
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
  std::filesystem::path sibling = path;
  sibling += ".part" + std::to_string(::getpid());
  const int file = ::open(sibling.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (file < 0) return fail("file cannot be written", path.string() + ": " + reason(), "a folder that can be written to");
  const bool written = write_all(file, content) && ::fsync(file) == 0;
  const std::string why = written ? "" : reason();
  ::close(file);
  std::error_code error;
  if (written) std::filesystem::rename(sibling, path, error);
  if (!written || error) {
    std::error_code ignored;
    std::filesystem::remove(sibling, ignored);
    return fail("file cannot be written", path.string() + ": " + (written ? error.message() : why));
  }
  return {};
}

Expected<void> check_format(const Json& json, std::string_view format, int version, std::string_view source) {
  const std::string name(source);
  if (!json.is_object() || !json.contains("format") || json["format"] != format)
    return fail(name + " is no " + std::string(format) + " file",
                json.is_object() && json.contains("format") ? json["format"].dump() : "no key \"format\"",
                "\"format\": \"" + std::string(format) + "\"");
  auto found = json_value<int>(json, "version", source);
  if (!found) return tl::unexpected(found.error());
  if (*found > version)
    return fail(name + " was written by a newer program", "version " + std::to_string(*found),
                "up to " + std::to_string(version) + "; please update");
  if (*found < 1) return fail("version of " + name, std::to_string(*found), "1 to " + std::to_string(version));
  return {};
}

}  // namespace tt
