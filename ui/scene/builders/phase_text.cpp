// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scene/builders/phase_text.h"

#include <algorithm>
#include <cmath>

#include "ui/scene/builders/parts.h"
#include "ui/scene/number_text.h"

namespace tt {
namespace {

std::string bits(int m) { return std::to_string(m) + (m == 1 ? " bit" : " bits"); }
std::string features(double log2_value) {
  return plain_rank(log2_value) + (log2_value <= 0.0 ? " feature" : " features");
}

std::string needed(const PhaseRow& row) {
  const std::string enough =
      plain_rank(row.upper_log2) + (row.upper_log2 <= 0.0 ? " is enough" : " are enough");
  if (row.lower_log2 <= 0.0) return "no more than 1 feature is certified, and " + enough;
  return "at least " + features(row.lower_log2) + " are needed (certified), and " + enough;
}

std::string paper(const PhaseRow& row) { return row.paper_log2 ? plain_rank(*row.paper_log2) : "vacuous"; }

/// "1: 0/16, 2: 14/16"
std::string learned_cell(const PhaseResult& r, const PhaseRow& row) {
  std::string cell;
  for (const LearnedShare& share : r.learned)
    if (share.m == row.m && share.n == row.n)
      cell += (cell.empty() ? "" : ", ") + std::to_string(share.rank) + ": " + std::to_string(share.solved) +
              "/" + std::to_string(share.seeds);
  return cell;
}

std::string measured_words(const PhaseResult& r, const PhaseResult::Measured& measured) {
  return "this head, r = " + plain_rank(r.head_rank_log2) + ", gets " + percent(measured.exact_accuracy) +
         " of the sequences right, worst error " + plain_number(measured.max_error) +
         (std::isinf(measured.max_error) ? ", for some weights sum to 0" : "") + " (" + measured.scope + ")";
}

}  // namespace

const PhaseRow* phase_row(const PhaseResult& r, int m, int n) {
  const auto found = std::find_if(r.rows.begin(), r.rows.end(),
                                  [=](const PhaseRow& row) { return row.m == m && row.n == n; });
  return found == r.rows.end() ? nullptr : &*found;
}

const PhaseResult::Measured* phase_measured(const PhaseResult& r, int n) {
  const auto found = std::find_if(r.measured.begin(), r.measured.end(),
                                  [n](const auto& measured) { return measured.n == n; });
  return found == r.measured.end() ? nullptr : &*found;
}

bool solves(const PhaseResult& r, const PhaseResult::Measured& measured) {
  return measured.max_error < r.session.epsilon;
}

bool covers_all(const PhaseResult::Measured& measured) {
  return measured.scope.find("all inputs") != std::string::npos;
}

std::string row_text(const PhaseRow& row) {
  return "m = " + std::to_string(row.m) + ", n = " + std::to_string(row.n) + ": r ≥ " +
         plain_rank(row.lower_log2) + " needed (" + row.lower_source +
         "), r = " + plain_rank(row.upper_log2) + " enough (" + row.upper_source + "), paper's bound " +
         paper(row);
}

std::string phase_sentence(const PhaseResult& r) {
  const Session& s = r.session;
  const PhaseRow* here = phase_row(r, s.m, s.n);
  const PhaseResult::Measured* measured = phase_measured(r, s.n);
  const std::string head = measured ? measured_words(r, *measured) : "";
  if (s.n <= 2) {
    const PhaseRow* next = phase_row(r, s.m, 3);
    std::string sentence = "One feature is enough at n = 1 and 2";
    if (next) sentence += "; at n = 3 and " + bits(s.m) + " " + needed(*next);
    return sentence + (head.empty() ? "." : ". At n = " + std::to_string(s.n) + " " + head + ".");
  }
  if (!here) return head.empty() ? "" : "At n = " + std::to_string(s.n) + " " + head + ".";
  std::string sentence = "At n = " + std::to_string(s.n) + " and " + bits(s.m) + " " + needed(*here);
  if (!head.empty()) sentence += "; " + head;
  return sentence + ".";
}

std::string phase_alt(const PhaseResult& r) {
  const Session& s = r.session;
  std::string out = "Features needed against sequence length at " + bits(s.m) + ": 1 at n = 1 and 2";
  for (int n = 3; const PhaseRow* row = phase_row(r, s.m, n); ++n)
    out += "; n = " + std::to_string(n) + " between " + plain_rank(row->lower_log2) + " and " +
           plain_rank(row->upper_log2);
  out += ". The head " + r.head_name + " has " + features(r.head_rank_log2);
  if (const auto* measured = phase_measured(r, s.n))
    out += " and gets " + percent(measured->exact_accuracy) + " of the sequences of length " +
           std::to_string(s.n) + " right";
  return out + ".";
}

Table phase_table(const PhaseResult& r) {
  Table table;
  table.columns = {"m",
                   "n",
                   "log2 needed",
                   "needed",
                   "source",
                   "paper's bound (log2)",
                   "log2 enough",
                   "enough",
                   "source of enough",
                   "exact sequences of this head",
                   "worst error of this head",
                   "measured on",
                   "learned (r: seeds that solve)"};
  for (const PhaseRow& row : r.rows) {
    std::vector<std::string> cells{std::to_string(row.m),
                                   std::to_string(row.n),
                                   exact_text(row.lower_log2),
                                   plain_rank(row.lower_log2),
                                   row.lower_source,
                                   row.paper_log2 ? exact_text(*row.paper_log2) : "vacuous",
                                   exact_text(row.upper_log2),
                                   plain_rank(row.upper_log2),
                                   row.upper_source};
    const auto* measured = row.m == r.session.m ? phase_measured(r, row.n) : nullptr;
    if (measured) {
      cells.push_back(exact_text(measured->exact_accuracy));
      cells.push_back(exact_text(measured->max_error));
      cells.push_back(measured->scope);
    }
    cells.resize(table.columns.size() - 1);
    cells.push_back(learned_cell(r, row));
    table.rows.push_back(std::move(cells));
  }
  return table;
}

}  // namespace tt
