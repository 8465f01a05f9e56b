// SPDX-License-Identifier: GPL-3.0-or-later
// Makes sessions, heads and runs of what was imported.
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <map>
#include <tuple>

#include "core/session/import.h"
#include "core/session/kept_results.h"
#include "core/session/limits.h"

namespace tt {
namespace {

constexpr std::size_t kMostTokens = 256;

Expected<Session> with_sequence(Session s, const Sequence& sequence, const std::string& name) {
  const auto n = static_cast<long>(sequence.size());
  if (n > limits::n.high)
    return fail("sequence of " + name, std::to_string(n) + " tokens",
                "up to " + std::to_string(limits::n.high));
  for (const BitToken& token : sequence)
    if (token.m != sequence.front().m)
      return fail("token " + to_string(token) + " of " + name, std::to_string(token.m) + " bits",
                  std::to_string(sequence.front().m) + " as the first one");
  s.sequence = sequence;
  s.n = static_cast<int>(n);
  s.m = sequence.front().m;
  s.query = 0;
  s.rival = -1;
  return s;
}

Sequence tokens_of(const NumberTable& table) {
  Sequence sequence;
  for (const auto& row : table.rows) {
    BitToken token{0, static_cast<int>(row.size())};
    for (std::size_t k = 0; k < row.size(); ++k)
      if (row[k] != 0.0) token.word |= std::uint64_t{1} << k;
    sequence.push_back(token);
  }
  return sequence;
}

Expected<Session> with_matrix(Session s, const ImportFile& file) {
  const std::size_t size = file.table.rows.size();
  if (size > static_cast<std::size_t>(limits::given_size.high))
    return fail("matrix of " + file.name, std::to_string(size) + " rows",
                "up to " + std::to_string(limits::given_size.high));
  s.given.clear();
  for (const auto& row : file.table.rows)
    for (const double value : row) s.given.push_back(std::isfinite(value) ? value : std::nan(""));
  s.given_name = file.name;
  s.matrix = MatrixSource::given;
  return s;
}

/// All tokens of m bits in the order of their numbers; empty where the count is no power of two in range.
std::vector<BitToken> all_tokens(std::size_t count) {
  std::vector<BitToken> tokens;
  if (count < 2 || count > kMostTokens || !std::has_single_bit(count)) return tokens;
  const int m = std::countr_zero(count);
  for (std::uint64_t word = 0; word < count; ++word) tokens.push_back({word, m});
  return tokens;
}

Expected<Session> with_table(Session s, FeatureTable table, const std::string& name) {
  Head head;
  head.map.kind = MapKind::table;
  head.map.m = table.query_tokens.front().m;
  head.map.rank = static_cast<int>(table.query.cols());
  head.map.table = std::make_shared<const FeatureTable>(std::move(table));
  head = head_with(std::move(head.map));
  head.name = name;
  head.source = "imported";
  if (auto sound = check(head); !sound) return tl::unexpected(sound.error());
  return with_head(std::move(s), head);
}

/// Query features are unit vectors and key features the columns of the kernel: any kernel on T queries has
/// T features.
Expected<Session> with_kernel(Session s, const ImportFile& file) {
  const std::size_t size = file.table.rows.size();
  FeatureTable table;
  table.query_tokens = table.key_tokens = all_tokens(size);
  if (table.query_tokens.empty()) {
    auto code = session_code(s);
    if (!code) return tl::unexpected(code.error());
    if (code->words.size() != size)
      return fail(
          "kernel of " + file.name, std::to_string(size) + " rows",
          "2^m for m up to 8, or " + std::to_string(code->words.size()) + ", as many as the code has words");
    table.query_tokens = code->words;
    for (const BitToken& word : code->words) table.key_tokens.push_back(complement(word));
  }
  const auto n = static_cast<Eigen::Index>(size);
  table.query = Eigen::MatrixXd::Identity(n, n);
  table.key.resize(n, n);
  for (Eigen::Index i = 0; i < n; ++i)
    for (Eigen::Index j = 0; j < n; ++j)
      table.key(j, i) = file.table.rows[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)];
  return with_table(std::move(s), std::move(table), file.name);
}

Expected<Session> with_features(Session s, const ImportFile& file) {
  const std::size_t tokens = file.array.shape[1], rank = file.array.shape[2];
  FeatureTable table;
  table.query_tokens = table.key_tokens = all_tokens(tokens);
  if (table.query_tokens.empty() || rank < 1 || rank > static_cast<std::size_t>(limits::rank.high))
    return fail("features of " + file.name,
                std::to_string(tokens) + " tokens, " + std::to_string(rank) + " features",
                "2^m tokens for m up to 8, 1 to " + std::to_string(limits::rank.high) + " features");
  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const auto rows = static_cast<Eigen::Index>(tokens), columns = static_cast<Eigen::Index>(rank);
  table.query = Eigen::Map<const RowMajor>(file.array.values.data(), rows, columns);
  table.key = Eigen::Map<const RowMajor>(file.array.values.data() + rows * columns, rows, columns);
  return with_table(std::move(s), std::move(table), file.name);
}

/// The column of one of several names; -1: there is none.
int column_of(const NumberTable& table, std::initializer_list<std::string_view> names) {
  for (const std::string_view name : names) {
    const auto at = std::find(table.columns.begin(), table.columns.end(), name);
    if (at != table.columns.end()) return static_cast<int>(at - table.columns.begin());
  }
  return -1;
}

/// One line of a log.
struct LogLine {
  std::int64_t run = 1, rank = 1, seed = 1;
  CurvePoint point;
};

Expected<std::vector<LogLine>> log_lines(const ImportFile& file) {
  const NumberTable& table = file.table;
  const int step = column_of(table, {"step"}), loss = column_of(table, {"loss"}),
            error = column_of(table, {"max_error", "max error", "error", "maximum error"}),
            run = column_of(table, {"run"}), rank = column_of(table, {"rank", "r"}),
            seed = column_of(table, {"seed", "head"});
  if (loss < 0 && error < 0)
    return fail("columns of " + file.name, "step alone", "loss or max_error beside step");
  std::vector<LogLine> lines;
  for (const auto& row : table.rows) {
    const auto value = [&row](int column, double fallback) {
      return column < 0 ? fallback : row[static_cast<std::size_t>(column)];
    };
    const auto whole = [](double number) {
      return std::isfinite(number) ? static_cast<std::int64_t>(std::clamp(number, -1e15, 1e15)) : 0;
    };
    LogLine line{whole(value(run, 1)),
                 std::clamp<std::int64_t>(whole(value(rank, 1)), 1, 65536),
                 whole(value(seed, 1)),
                 {}};
    const double at = value(step, 0);
    if (!(at >= 0.0) || at != std::floor(at) || at > 1e15)
      return fail("step in row " + std::to_string(lines.size() + 1) + " of " + file.name, std::to_string(at),
                  "a whole number from 0");
    line.point.step = static_cast<std::int64_t>(at);
    line.point.loss = static_cast<float>(value(loss, std::nan("")));
    line.point.max_error = line.point.lowest_error = line.point.highest_error =
        static_cast<float>(value(error, std::nan("")));
    lines.push_back(line);
  }
  return lines;
}

HeadStatus status_of(const Curve& curve, std::int64_t seed, double epsilon) {
  HeadStatus head;
  head.index = static_cast<std::uint64_t>(std::max<std::int64_t>(seed, 0));
  head.step = curve.back().step;
  head.loss = curve.back().loss;
  head.max_error = curve.back().max_error;
  head.best_error = std::numeric_limits<float>::infinity();
  for (const CurvePoint& point : curve)
    if (point.max_error < head.best_error) head.best_error = point.max_error, head.best_step = point.step;
  head.fate = static_cast<double>(head.max_error) < epsilon ? HeadFate::solved : HeadFate::finished;
  return head;
}

Expected<TrainingResult> runs_of_log(const ImportFile& file, double epsilon) {
  auto lines = log_lines(file);
  if (!lines) return tl::unexpected(lines.error());
  std::map<std::tuple<std::int64_t, std::int64_t>, std::map<std::int64_t, Curve>> groups;
  for (const LogLine& line : *lines) groups[{line.run, line.rank}][line.seed].push_back(line.point);
  TrainingTask task;
  auto problem = std::make_shared<Problem>();
  problem->epsilon = epsilon;
  task.problem = std::move(problem);
  task.family = file.name;
  std::vector<RunSnapshot> runs;
  for (auto& [key, heads] : groups) {
    RunSnapshot run;
    run.name = groups.size() > 1 && std::get<0>(groups.rbegin()->first) != std::get<0>(groups.begin()->first)
                   ? file.name + ", run " + std::to_string(std::get<0>(key))
                   : file.name;
    run.options.shape.rank = static_cast<int>(std::get<1>(key));
    run.options.seed = 0;
    run.done = true;
    for (auto& [seed, curve] : heads) {
      std::stable_sort(curve.begin(), curve.end(),
                       [](const auto& a, const auto& b) { return a.step < b.step; });
      run.step = std::max(run.step, curve.back().step);
      run.heads.push_back(status_of(curve, seed, epsilon));
      run.curves.push_back(std::make_shared<const Curve>(std::move(curve)));
    }
    runs.push_back(std::move(run));
  }
  return training_result(task, std::move(runs));
}

Expected<Imported> with_runs(const ImportFile& file, const Session& into) {
  auto runs = file.document.is_object() ? training_from_kept(file.document, file.name)
                                        : runs_of_log(file, into.epsilon);
  if (!runs) return tl::unexpected(runs.error());
  return Imported{into, *std::move(runs)};
}

Expected<Session> session_of(const ImportFile& file, ImportKind kind, const Session& into) {
  switch (kind) {
    case ImportKind::session:
      return session_from_json(file.document, file.name);
    case ImportKind::head:
      return head_from_json(file.document, file.name).map([&into](const Head& head) {
        return with_head(into, head);
      });
    case ImportKind::sequence:
      return with_sequence(into, file.sequences.empty() ? tokens_of(file.table) : file.sequences.front(),
                           file.name);
    case ImportKind::matrix:
      return with_matrix(into, file);
    case ImportKind::kernel:
      return with_kernel(into, file);
    case ImportKind::features:
      return with_features(into, file);
    case ImportKind::runs:
      break;
  }
  return into;
}

}  // namespace

Expected<Imported> take_import(const ImportFile& file, ImportKind kind, const Session& into) {
  if (std::find(file.kinds.begin(), file.kinds.end(), kind) == file.kinds.end())
    return fail("content of " + file.name, std::string(import_name(kind)),
                std::string(import_name(file.kinds.front())));
  if (kind == ImportKind::runs) return with_runs(file, into);
  return session_of(file, kind, into).map([](Session session) {
    return Imported{normalized(std::move(session)), std::nullopt};
  });
}

}  // namespace tt
