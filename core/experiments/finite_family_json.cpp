// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <limits>

#include "core/base/log2_number.h"
#include "core/experiments/finite_family.h"

namespace tt {
namespace {

constexpr std::string_view kFormat = "threetokens-finite-family";
constexpr int kVersion = 1;

/// JSON knows no infinity: null stands for it.
Json number(double value) { return std::isfinite(value) ? Json(value) : Json(); }

double number_in(const Json& json) {
  return json.is_number() ? json.get<double>() : std::numeric_limits<double>::infinity();
}

Json to_json(const PlainRun& run) {
  return {
      {"rank", run.rank}, {"seed", run.seed}, {"max_error", number(run.max_error)}, {"solved", run.solved}};
}

Json to_json(const RankSearch& found) {
  return {{"features", found.features},
          {"rank", found.rank},
          {"solved", found.solved},
          {"heads", found.heads},
          {"objective", found.objective},
          {"best_error", number(found.best_error)},
          {"least_loss", number(found.least_loss)},
          {"steps", found.steps},
          {"seconds", found.seconds},
          {"verified", found.verified},
          {"exact_error", found.exact_error}};
}

Json summary(const FiniteFamilyReport& report) {
  Json rows = Json::array();
  for (const int rank : report.plan.ranks) {
    Json row{{"rank", rank},
             {"mean_max_error", number(mean_error(report, rank))},
             {"solved", solved_count(report, rank)},
             {"seeds", report.plan.seeds}};
    if (rank <= PublishedFiniteFamily::mean_error_through)
      row["published_mean_max_error_above"] = PublishedFiniteFamily::mean_error_above;
    if (rank == PublishedFiniteFamily::solved_rank)
      row["published_solved"] = PublishedFiniteFamily::solved_seeds;
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace

Json to_json(const FiniteFamilyReport& report) {
  Json json{{"format", kFormat},
            {"version", kVersion},
            {"note", report.note},
            {"jumps", report.jumps},
            {"inputs", report.inputs},
            {"ranks", summary(report)},
            {"runs", Json::array()},
            {"constructed",
             {{"rank", report.constructed_rank},
              {"max_error", report.constructed_error},
              {"verified", report.constructed_verified}}},
            {"excluded_below",
             {{"paper", report.excluded_paper},
              {"strict", report.excluded_strict},
              {"centered", report.excluded_ours},
              {"how", report.bound_text}}},
            {"search", Json::array()},
            {"complete", report.complete},
            {"seconds", report.seconds}};
  for (const PlainRun& run : report.plain) json["runs"].push_back(to_json(run));
  for (const RankSearch& found : report.search) json["search"].push_back(to_json(found));
  return json;
}

Expected<FiniteFamilyReport> finite_family_from_json(const Json& json, std::string_view source) {
  if (const auto sound = check_format(json, kFormat, kVersion, source); !sound)
    return tl::unexpected(sound.error());
  FiniteFamilyReport report;
  try {
    report.note = json.at("note").get<std::string>();
    report.jumps = json.at("jumps").get<std::int64_t>();
    report.inputs = json.at("inputs").get<std::int64_t>();
    report.plan.ranks.clear();
    for (const Json& row : json.at("ranks")) {
      report.plan.ranks.push_back(row.at("rank").get<int>());
      report.plan.seeds = row.at("seeds").get<int>();
    }
    for (const Json& run : json.at("runs"))
      report.plain.push_back({run.at("rank").get<int>(), run.at("seed").get<std::uint64_t>(),
                              number_in(run.at("max_error")), run.at("solved").get<bool>()});
    const Json& constructed = json.at("constructed");
    report.constructed_rank = constructed.at("rank").get<int>();
    report.constructed_error = constructed.at("max_error").get<double>();
    report.constructed_verified = constructed.at("verified").get<bool>();
    const Json& excluded = json.at("excluded_below");
    report.excluded_paper = excluded.at("paper").get<int>();
    report.excluded_strict = excluded.at("strict").get<int>();
    report.excluded_ours = excluded.at("centered").get<int>();
    report.bound_text = excluded.at("how").get<std::string>();
    for (const Json& found : json.at("search"))
      report.search.push_back({found.at("features").get<std::string>(), found.at("rank").get<int>(),
                               found.at("solved").get<int>(), found.at("heads").get<int>(),
                               found.at("objective").get<std::string>(), number_in(found.at("best_error")),
                               number_in(found.at("least_loss")), found.at("steps").get<std::int64_t>(),
                               found.at("seconds").get<double>(), found.at("verified").get<bool>(),
                               found.at("exact_error").get<double>()});
    report.complete = json.at("complete").get<bool>();
    report.seconds = json.at("seconds").get<double>();
  } catch (const nlohmann::json::exception& trouble) {
    return fail("report " + std::string(source), trouble.what());
  }
  return report;
}

std::string to_csv(const FiniteFamilyReport& report) {
  std::string csv = "kind,rank,seed,max_error,solved\n";
  for (const PlainRun& run : report.plain)
    csv += "plain," + std::to_string(run.rank) + "," + std::to_string(run.seed) + "," +
           text(run.max_error, 9) + "," + (run.solved ? "1" : "0") + "\n";
  csv += "constructed," + std::to_string(report.constructed_rank) + ",," + text(report.constructed_error, 9) +
         "," + (report.constructed_verified ? "1" : "0") + "\n";
  for (const RankSearch& found : report.search)
    csv += "search " + found.features + "," + std::to_string(found.rank) + ",," +
           (found.verified ? text(found.exact_error, 9) : text(found.best_error, 9)) + "," +
           (found.verified ? "1" : "0") + "\n";
  return csv;
}

Expected<void> write_finite_family(const std::filesystem::path& folder, const FiniteFamilyReport& report) {
  std::error_code trouble;
  std::filesystem::create_directories(folder, trouble);
  if (trouble) return fail("folder", folder.string(), trouble.message());
  const auto write = [&](const std::string& name, const Json& json) {
    return write_file_atomic(folder / name, json.dump() + "\n");
  };
  if (auto written = write("finite-family.json", to_json(report)); !written) return written;
  if (auto written = write_file_atomic(folder / "finite-family.csv", to_csv(report)); !written)
    return written;
  for (const Head& head : report.learned) {
    const bool is_signed = head.name.find("signed") != std::string::npos;
    const std::string name = std::string("learned-") + (is_signed ? "signed" : "nonnegative") + "-r" +
                             std::to_string(head.map.table->query.cols()) + ".json";
    if (auto written = write(name, to_json(head)); !written) return written;
  }
  return {};
}

}  // namespace tt
