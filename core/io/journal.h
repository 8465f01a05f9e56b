// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/json.h"

namespace tt {

/// The states of a document one after the other, so that the last one survives whatever happens to the
/// program: each is a line with a checksum, on disk before add() returns. The file is locked as long as the
/// program lives, so that another can tell a dead program's journal from a live one's.
class Journal {
 public:
  /// Makes the file; its folder is made where it is missing.
  [[nodiscard]] static Expected<Journal> begin(const std::filesystem::path& file);
  Journal(Journal&& other) noexcept;
  Journal& operator=(Journal&&) = delete;
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;
  ~Journal();

  /// Adds a state. Where the file has grown large it is begun anew with this one.
  Expected<void> add(const Json& state);
  /// The document is safe elsewhere, or given up: the file goes.
  void discard();
  [[nodiscard]] const std::filesystem::path& file() const { return file_; }

 private:
  Journal(std::filesystem::path file, int descriptor) : file_(std::move(file)), descriptor_(descriptor) {}

  std::filesystem::path file_;
  int descriptor_ = -1;
  std::size_t written_ = 0;
};

/// The last whole state of a journal; nullopt: it has none yet. What a crash left of a line after it is
/// passed over. The error says what is no journal.
[[nodiscard]] Expected<std::optional<Json>> last_state(const std::filesystem::path& file);

/// Journals of a folder whose programs are gone, newest first.
[[nodiscard]] std::vector<std::filesystem::path> abandoned_journals(const std::filesystem::path& folder);

/// Puts a file out of the way under a name of its own (".bad", ".bad2", ...) and returns that name.
[[nodiscard]] Expected<std::filesystem::path> set_aside(const std::filesystem::path& file);

}  // namespace tt
