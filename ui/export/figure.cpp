// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/figure.h"

#include <algorithm>
#include <array>

#include "ui/export/formats.h"
#include "ui/export/pdf_bytes.h"

namespace tt {
namespace {

constexpr std::array<std::string_view, 5> kSuffixes{".pdf", ".svg", ".png", ".tex", ".csv"};

std::string lower_suffix(const std::filesystem::path& file) {
  std::string suffix = file.extension().string();
  for (char& c : suffix)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return suffix;
}

Expected<std::vector<FigurePart>> single(Expected<std::string> content, const std::string& suffix) {
  return std::move(content).map([&suffix](std::string bytes) {
    return std::vector<FigurePart>{{suffix, std::move(bytes)}};
  });
}

Expected<std::vector<FigurePart>> parts_of(const Sheet& sheet, const std::string& suffix,
                                           const std::string& stem) {
  if (suffix == ".pdf") return single(pdf_of(sheet), suffix);
  if (suffix == ".svg") return single(svg_of(sheet), suffix);
  if (suffix == ".png") return single(png_of(sheet), suffix);
  if (suffix == ".tex") return tikz_of(sheet, stem);
  if (suffix == ".csv") return csv_of(sheet);
  return fail("figure format", suffix.empty() ? "no suffix" : suffix, ".pdf, .svg, .png, .tex or .csv");
}

}  // namespace

std::span<const std::string_view> figure_suffixes() { return kSuffixes; }

Json to_json(const FigureReport& report) {
  Json json;
  json["file"] = report.file.string();
  json["files"] = Json::array();
  for (const auto& file : report.files) json["files"].push_back(file.string());
  json["width_mm"] = report.width_mm;
  json["height_mm"] = report.height_mm;
  json["fonts_embedded"] = report.fonts_embedded;
  return json;
}

Expected<FigureReport> write_figure(const Sheet& sheet, const std::filesystem::path& file) {
  const std::string suffix = lower_suffix(file);
  const auto parts = parts_of(sheet, suffix, file.stem().string());
  if (!parts) return tl::unexpected(parts.error());
  FigureReport report{file, {}, sheet.options.width_mm, sheet.options.height_mm, false};
  for (const FigurePart& part : *parts) {
    // The suffix as it was asked for; other files are named after its stem.
    const auto path =
        part.ending == suffix ? file : file.parent_path() / (file.stem().string() + part.ending);
    if (const auto written = write_file_atomic(path, part.bytes); !written)
      return tl::unexpected(written.error());
    report.files.push_back(path);
  }
  report.file = report.files.front();
  report.fonts_embedded = suffix == ".pdf" ? pdf_fonts_embedded(parts->front().bytes) : suffix == ".png";
  return report;
}

}  // namespace tt
