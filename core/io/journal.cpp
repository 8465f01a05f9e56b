// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/journal.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

#include "core/base/random.h"

namespace tt {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kFirstLine = "threetokens-journal 1\n";
constexpr std::size_t kMostBytes = std::size_t{8} << 20;

std::string checksum(std::string_view text) {
  std::uint64_t hash = 0;
  for (const unsigned char c : text) hash = mix64(hash ^ c);
  char digits[17];
  std::snprintf(digits, sizeof digits, "%016llx", static_cast<unsigned long long>(hash));
  return digits;
}

bool write_whole(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t n = ::write(descriptor, bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(n));
  }
  return ::fdatasync(descriptor) == 0;
}

tl::unexpected<Error> trouble_with(const fs::path& file) {
  return fail("journal " + file.string(), std::strerror(errno), "a folder that can be written to");
}

/// A line whose checksum is right; nullopt: cut off or changed.
std::optional<std::string_view> sound_line(std::string_view line) {
  if (line.size() < 18 || line[16] != ' ') return std::nullopt;
  const std::string_view text = line.substr(17);
  return checksum(text) == line.substr(0, 16) ? std::optional(text) : std::nullopt;
}

bool is_abandoned(const fs::path& file) {
  const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return false;
  const bool free = ::flock(descriptor, LOCK_EX | LOCK_NB) == 0;
  ::close(descriptor);
  return free;
}

}  // namespace

Expected<Journal> Journal::begin(const fs::path& file) {
  std::error_code ignored;
  fs::create_directories(file.parent_path(), ignored);
  const int descriptor = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (descriptor < 0) return trouble_with(file);
  if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0 || ::ftruncate(descriptor, 0) != 0 ||
      !write_whole(descriptor, kFirstLine)) {
    const auto error = trouble_with(file);
    ::close(descriptor);
    return error;
  }
  Journal journal(file, descriptor);
  journal.written_ = kFirstLine.size();
  return journal;
}

Journal::Journal(Journal&& other) noexcept
    : file_(std::move(other.file_)),
      descriptor_(std::exchange(other.descriptor_, -1)),
      written_(other.written_) {}

Journal::~Journal() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

Expected<void> Journal::add(const Json& state) {
  const std::string text = state.dump();
  const std::string line = checksum(text) + " " + text + "\n";
  if (written_ + line.size() <= kMostBytes || written_ == kFirstLine.size()) {
    if (!write_whole(descriptor_, line)) return trouble_with(file_);
    written_ += line.size();
    return {};
  }
  // A new file is whole before it takes the old one's place, and is locked before it can be seen.
  const fs::path fresh = fs::path(file_).concat(".new");
  auto next = begin(fresh);
  if (!next) return tl::unexpected(next.error());
  if (!write_whole(next->descriptor_, line)) return trouble_with(fresh);
  if (::rename(fresh.c_str(), file_.c_str()) != 0) return trouble_with(file_);
  std::swap(descriptor_, next->descriptor_);
  written_ = kFirstLine.size() + line.size();
  return {};
}

void Journal::discard() {
  std::error_code ignored;
  fs::remove(file_, ignored);
}

Expected<std::optional<Json>> last_state(const fs::path& file) {
  const auto content = read_file(file);
  if (!content) return tl::unexpected(content.error());
  std::string_view text = *content;
  if (!text.starts_with(kFirstLine)) {
    // A crash in the very beginning leaves less than the first line.
    if (kFirstLine.starts_with(text)) return std::optional<Json>();
    return fail("journal " + file.string(), "another kind of file", "one that this program began");
  }
  text.remove_prefix(kFirstLine.size());
  std::optional<std::string_view> last;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) break;
    if (const auto sound = sound_line(text.substr(0, end))) last = sound;
    text.remove_prefix(end + 1);
  }
  if (!last) return std::optional<Json>();
  return parse_json(*last, file.string()).map([](Json json) { return std::optional(std::move(json)); });
}

std::vector<fs::path> abandoned_journals(const fs::path& folder) {
  std::vector<std::pair<fs::file_time_type, fs::path>> found;
  std::error_code trouble;
  for (const auto& entry : fs::directory_iterator(folder, trouble)) {
    if (entry.path().extension() != ".journal" || !entry.is_regular_file(trouble)) continue;
    if (is_abandoned(entry.path())) found.emplace_back(entry.last_write_time(trouble), entry.path());
  }
  std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<fs::path> files;
  for (auto& [time, path] : found) files.push_back(std::move(path));
  return files;
}

Expected<fs::path> set_aside(const fs::path& file) {
  std::error_code trouble;
  for (int k = 1; k < 1000; ++k) {
    fs::path name = fs::path(file).concat(k == 1 ? ".bad" : ".bad" + std::to_string(k));
    if (fs::exists(name, trouble)) continue;
    fs::rename(file, name, trouble);
    if (trouble) return fail("file " + file.string(), trouble.message(), "one that can be moved");
    return name;
  }
  return fail("file " + file.string(), "set aside too often", "fewer than 1000 times");
}

}  // namespace tt
