// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

#include "core/base/error.h"

namespace tt::cli {

/// The program that draws figures; it lies beside this one, in builds that have the window.
[[nodiscard]] Expected<std::filesystem::path> figure_writer();

/// Runs a program to its end and returns its exit code as a shell would; an interrupt is handed on.
[[nodiscard]] Expected<int> run_program(const std::filesystem::path& program,
                                        std::vector<std::string> arguments, std::stop_token stop);
/// The same, its standard output dropped.
[[nodiscard]] Expected<int> run_quietly(const std::filesystem::path& program,
                                        std::vector<std::string> arguments, std::stop_token stop);

}  // namespace tt::cli
