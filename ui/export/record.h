// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/session/session.h"
#include "ui/export/figure_options.h"
#include "ui/scene/scene.h"

namespace tt {

// A figure carries what it was made from, and is made again from itself.

/// One view of one session. results: what was on the screen and the session alone does not give again (runs
/// of a training that went on, shares of a sweep, the report of an experiment); null: nothing of that kind.
struct Shown {
  std::string view;
  Session session;
  Json results;
};

/// All that a figure depends on besides the version of the program.
struct FigureRecord {
  std::vector<Shown> shown;  ///< at least one
  FigureOptions options;
};

/// {"format":"threetokens-figure","version":1,"program",...}. Equal sessions are written once.
[[nodiscard]] Json to_json(const FigureRecord& record);
[[nodiscard]] Expected<FigureRecord> record_from_json(const Json& json, std::string_view source);

/// The record of a figure file (PDF, SVG, PNG, TikZ), or of a record or session as JSON; a session shows no
/// view yet: its `view` is empty. source: what errors name.
[[nodiscard]] Expected<FigureRecord> read_record(std::string_view bytes, std::string_view source);
[[nodiscard]] Expected<FigureRecord> load_record(const std::filesystem::path& file);

/// The scene of one view.
[[nodiscard]] Expected<Scene> scene_of(const Shown& shown, std::stop_token stop = {});

/// The numbers behind it as JSON, as the command line prints them; runs of a training with their curves.
[[nodiscard]] Expected<Json> numbers_of(const Shown& shown, std::stop_token stop = {});

/// The record on one line of ASCII; a long one is packed.
[[nodiscard]] std::string record_line(const FigureRecord& record);
[[nodiscard]] std::string record_line(const Json& record);
/// The same between marks that read_record finds, for XML.
[[nodiscard]] std::string record_element(const std::string& line);
/// Keyword of the text chunk of a PNG; beginning of the comment in a TikZ file.
inline constexpr const char* kRecordKey = "threetokens-record";

}  // namespace tt
