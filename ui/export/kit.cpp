// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/kit.h"

#include "ui/export/compose.h"
#include "ui/export/tex_text.h"

namespace tt {
namespace {

constexpr const char* kHereDocument = "SESSION";

std::string claim_text(const Claim& claim) {
  if (claim.statement.empty() || claim.verdict == Verdict::does_not_apply) return "";
  return " Claim: " + claim.statement + " — " + std::string(text(claim.verdict)) +
         (claim.detail.empty() ? "" : " (" + claim.detail + ")") +
         (claim.source.empty() ? "." : "; " + claim.source + ".");
}

std::string lettered(const Sheet& sheet, std::size_t i) {
  return sheet.parts.size() > 1 && sheet.options.letters ? "(" + view_letter(i) + ") " : "";
}

std::string shell_word(const std::string& word) {
  const bool plain = !word.empty() && word.find_first_not_of(
                                          "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                          "0123456789-_./=,:+") == std::string::npos;
  if (plain) return word;
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

std::string joined(const std::vector<std::string>& words) {
  std::string line = "threetokens-cli";
  for (const std::string& word : words) line += " " + shell_word(word);
  return line;
}

/// One session for all views and nothing carried along: the session alone says it all.
bool is_plain(const FigureRecord& record) {
  for (const Shown& one : record.shown)
    if (!one.results.is_null() || to_json(one.session) != to_json(record.shown.front().session)) return false;
  return true;
}

}  // namespace

std::string caption_text(const Sheet& sheet) {
  std::string caption;
  for (std::size_t i = 0; i < sheet.parts.size(); ++i) {
    const Scene& scene = sheet.parts[i];
    caption += (i > 0 ? " " : "") + lettered(sheet, i) + scene.title + ". " + scene.sentence +
               claim_text(scene.claim);
  }
  return caption;
}

std::string alternative_text(const Sheet& sheet) {
  std::string text;
  for (std::size_t i = 0; i < sheet.parts.size(); ++i)
    text += (i > 0 ? " " : "") + lettered(sheet, i) + sheet.parts[i].alt;
  return text;
}

std::string citation_text() {
  return "@misc{threetokens2026rank,\n"
         "  title = {Three Tokens Force Exponential Feature Rank in Nonnegative Kernel Attention},\n"
         "  year = {2026},\n  eprint = {2608.11427},\n  archivePrefix = {arXiv}\n}\n\n"
         "@software{threetokens,\n  title = {Three Tokens: see and play with a theorem about attention},\n"
         "  version = {" TT_VERSION "},\n  year = {2026}\n}\n";
}

std::string figure_environment(const Sheet& sheet, const std::string& stem) {
  return "% \\usepackage{graphicx}\n\\begin{figure}\n  \\centering\n  \\includegraphics{" + stem +
         ".pdf}\n  \\caption{" + tex_plain(caption_text(sheet)) + "}\n  \\label{fig:" + stem +
         "}\n\\end{figure}\n";
}

std::string command_text(const FigureRecord& record, const std::string& out) {
  std::vector<std::string> words{"figure"};
  const bool plain = is_plain(record);
  if (plain) {
    for (const Shown& one : record.shown) words.push_back(one.view);
    words.insert(words.end(), {"--session", "/dev/stdin", "--out", out});
    for (std::string& word : figure_arguments(record.options)) words.push_back(std::move(word));
  } else {
    words.insert(words.end(), {"--session", "/dev/stdin", "--out", out});
  }
  const std::string document =
      plain ? to_json(record.shown.front().session).dump(2) : to_json(record).dump(2);
  return joined(words) + " <<'" + kHereDocument + "'\n" + document + "\n" + kHereDocument + "\n";
}

std::string stem_of(const FigureRecord& record) {
  std::string stem;
  for (const Shown& one : record.shown) stem += (stem.empty() ? "" : "-") + one.view;
  return stem.substr(0, 80);
}

Expected<std::vector<FigureReport>> write_kit(const FigureRecord& record, const std::filesystem::path& folder,
                                              std::string stem, std::stop_token stop) {
  if (stem.empty()) stem = stem_of(record);
  const auto sheet = make_sheet(record, stop);
  if (!sheet) return tl::unexpected(sheet.error());
  std::error_code trouble;
  std::filesystem::create_directories(folder, trouble);
  if (trouble) return fail("folder " + folder.string(), trouble.message());
  std::vector<FigureReport> reports;
  for (const std::string_view suffix : figure_suffixes()) {
    auto made = write_figure(*sheet, folder / (stem + std::string(suffix)));
    if (!made) return tl::unexpected(made.error());
    reports.push_back(*std::move(made));
  }
  const std::string document = stem + "-figure.json";
  const std::pair<std::string, std::string> texts[] = {
      {stem + "-caption.tex", figure_environment(*sheet, stem)},
      {stem + "-alt.txt", alternative_text(*sheet) + "\n"},
      {stem + ".bib", citation_text()},
      {stem + "-command.sh", "#!/bin/sh\ncd \"$(dirname \"$0\")\" || exit 1\n" +
                                 joined({"figure", "--session", document, "--out", stem + ".pdf"}) + "\n"},
      {document, to_json(record).dump(2) + "\n"}};
  for (const auto& [name, content] : texts)
    if (const auto written = write_file_atomic(folder / name, content); !written)
      return tl::unexpected(written.error());
  return reports;
}

}  // namespace tt
