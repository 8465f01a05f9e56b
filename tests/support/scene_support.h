// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>

#include "ui/scene/painter.h"

namespace tt::testing {

/// One panel with axes and one item of every kind, with tags.
[[nodiscard]] Scene sample_scene();

[[nodiscard]] PaintOptions screen_options(double body = 13.0);

/// A folder of its own that goes away with the object.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  [[nodiscard]] std::filesystem::path operator/(const std::string& name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

[[nodiscard]] std::string bytes_of(const std::filesystem::path& file);

}  // namespace tt::testing
