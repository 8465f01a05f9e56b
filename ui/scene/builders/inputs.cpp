// SPDX-License-Identifier: GPL-3.0-or-later
// Errors of one trained head by input: a row a query, wrong ones in the warm half of the colours.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "ui/scene/builders/builders.h"
#include "ui/scene/builders/parts.h"
#include "ui/scene/number_text.h"

namespace tt {
namespace {

constexpr std::size_t kMostCells = 2048;
constexpr double kDecades = 2.0;  // powers of two of error/epsilon on either side of the colours

std::string tokens_text(const Sequence& sequence) {
  std::string text;
  for (const BitToken token : sequence) text += (text.empty() ? "" : " ") + to_string(token);
  return text;
}

/// Inputs of each query in their order; the worst first, and only those, where they are many.
std::vector<std::vector<std::size_t>> rows_of(const Problem& problem, const std::vector<double>& errors) {
  std::vector<std::vector<std::size_t>> rows(problem.query_tokens.size());
  for (std::size_t i = 0; i < errors.size(); ++i)
    rows[static_cast<std::size_t>(problem.input_query[i])].push_back(i);
  if (errors.size() <= kMostCells) return rows;
  const std::size_t room = std::max<std::size_t>(1, kMostCells / rows.size());
  for (auto& row : rows) {
    std::stable_sort(row.begin(), row.end(),
                     [&](std::size_t a, std::size_t b) { return errors[a] > errors[b]; });
    row.resize(std::min(row.size(), room));
  }
  return rows;
}

Block cell_of(const Problem& problem, std::size_t input, double error, double x, double y) {
  Block cell;
  cell.x0 = x;
  cell.x1 = x + 1.0;
  cell.y0 = y;
  cell.y1 = y + 1.0;
  cell.opacity = 0.0;
  cell.tag = {"input:" + std::to_string(input), tokens_text(input_sequence(problem, input)) + ": error " +
                                                    exact_text(error) + " " +
                                                    check_mark(error < problem.epsilon)};
  return cell;
}

}  // namespace

Scene inputs_scene(const Problem& problem, const std::vector<double>& errors) {
  const auto rows = rows_of(problem, errors);
  std::size_t columns = 1;
  for (const auto& row : rows) columns = std::max(columns, row.size());
  Scene scene;
  scene.name = "inputs";
  scene.title = "Errors by input";
  Panel panel;
  panel.x_high = static_cast<double>(columns);
  panel.y_high = static_cast<double>(rows.size());
  HeatMap map;
  map.rows = static_cast<int>(rows.size());
  map.columns = static_cast<int>(columns);
  map.values.assign(rows.size() * columns, 0.0);
  map.low = -kDecades;
  map.high = kDecades;
  map.palette = Palette::diverging;
  map.x1 = panel.x_high;
  map.y0 = panel.y_high;
  map.y1 = 0.0;
  std::vector<Item> cells;
  int wrong = 0;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const double bottom = panel.y_high - static_cast<double>(r) - 1.0;
    for (std::size_t c = 0; c < rows[r].size(); ++c) {
      const double error = errors[rows[r][c]];
      map.values[r * columns + c] = std::clamp(std::log2(error / problem.epsilon), -kDecades, kDecades);
      cells.push_back(cell_of(problem, rows[r][c], error, static_cast<double>(c), bottom));
    }
    Block empty;  // rows differ in length: what is beyond is no input
    empty.x0 = static_cast<double>(rows[r].size());
    empty.x1 = panel.x_high;
    empty.y0 = bottom;
    empty.y1 = bottom + 1.0;
    empty.role = Role::card;
    if (empty.x0 < empty.x1) cells.push_back(empty);
  }
  for (const double error : errors) wrong += error < problem.epsilon ? 0 : 1;
  panel.items.push_back(std::move(map));
  panel.items.insert(panel.items.end(), cells.begin(), cells.end());
  scene.panels.push_back(std::move(panel));
  scene.sentence = check_mark(wrong == 0) + " " + std::to_string(wrong) + " of " +
                   std::to_string(errors.size()) + " inputs are answered wrongly" +
                   (errors.size() > kMostCells ? "; the worst of each query are shown." : ".");
  scene.alt = scene.sentence;
  scene.table.columns = {"input", "tokens", "target", "error"};
  for (std::size_t i = 0; i < errors.size(); ++i)
    scene.table.rows.push_back({std::to_string(i + 1), tokens_text(input_sequence(problem, i)),
                                std::to_string(problem.target[i]), exact_text(errors[i])});
  return scene;
}

}  // namespace tt
