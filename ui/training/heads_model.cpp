// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/training/heads_model.h"

#include <QColor>
#include <QFont>
#include <algorithm>

#include "ui/scene/builders/parts.h"
#include "ui/scene/builders/training_text.h"

namespace tt {
namespace {

QString number(float value) { return QString::fromStdString(plain_number(static_cast<double>(value), 2)); }

}  // namespace

void HeadsModel::show(std::shared_ptr<const GroupSnapshot> seen) {
  std::vector<HeadChoice> rows;
  if (seen)
    for (int i = 0; i < static_cast<int>(seen->runs.size()); ++i)
      for (int h = 0; h < static_cast<int>(seen->runs[static_cast<std::size_t>(i)].heads.size()); ++h)
        rows.push_back({i, h, -1});
  const bool other = rows != rows_;
  if (other) beginResetModel();
  seen_ = std::move(seen);
  rows_ = std::move(rows);
  if (other)
    endResetModel();
  else if (!rows_.empty())
    emit dataChanged(index(0, 0), index(rowCount() - 1, kColumns - 1));
}

void HeadsModel::set_theme(Theme theme) {
  theme_ = theme;
  if (!rows_.empty()) emit dataChanged(index(0, 0), index(rowCount() - 1, kColumns - 1));
}

HeadChoice HeadsModel::choice_at(int row) const {
  return row < 0 || row >= rowCount() ? HeadChoice{} : rows_[static_cast<std::size_t>(row)];
}

int HeadsModel::row_of(const HeadChoice& choice) const {
  const auto same = [&](const HeadChoice& row) {
    return row.ensemble == choice.ensemble && row.head == choice.head;
  };
  const auto at = std::find_if(rows_.begin(), rows_.end(), same);
  return at == rows_.end() ? -1 : static_cast<int>(at - rows_.begin());
}

int HeadsModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int HeadsModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : kColumns; }

const RunSnapshot& HeadsModel::run_at(int row) const {
  return seen_->runs[static_cast<std::size_t>(rows_[static_cast<std::size_t>(row)].ensemble)];
}

QVariant HeadsModel::text_at(const RunSnapshot& run, const HeadStatus& head, int column) const {
  switch (column) {
    case kRank:
      return run.options.shape.rank;
    case kSeed:
      return static_cast<qulonglong>(run.options.seed + head.index);
    case kFate: {
      // Solved or not is told by a mark as well as by colour.
      const bool solves = static_cast<double>(head.max_error) < seen_->task.problem->epsilon;
      const std::string mark = solves                           ? check_mark(true)
                               : head.fate == HeadFate::running ? ""
                                                                : check_mark(false);
      return QString::fromStdString((mark.empty() ? "" : mark + " ") + std::string(text(head.fate)));
    }
    case kStep:
      return static_cast<qlonglong>(head.step);
    case kLoss:
      return number(head.loss);
    default:  // 0.4998 is not 0.5
      return QString::fromStdString(
          number_unlike(static_cast<double>(head.max_error), seen_->task.problem->epsilon));
  }
}

QVariant HeadsModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || !seen_) return {};
  const RunSnapshot& run = run_at(index.row());
  const HeadStatus& head =
      run.heads[static_cast<std::size_t>(rows_[static_cast<std::size_t>(index.row())].head)];
  switch (role) {
    case Qt::DisplayRole:
      return text_at(run, head, index.column());
    case Qt::ToolTipRole:
    case Qt::AccessibleDescriptionRole:
      return QString::fromStdString(head_words(run, head));
    case Qt::TextAlignmentRole:
      return QVariant(Qt::AlignVCenter | (index.column() == kFate ? Qt::AlignLeft : Qt::AlignRight));
    case Qt::ForegroundRole:
      if (index.column() != kFate && index.column() != kError) return {};
      if (static_cast<double>(head.max_error) < seen_->task.problem->epsilon)
        return theme_.text_colour(Role::holds);
      if (head.fate == HeadFate::diverged) return theme_.text_colour(Role::violated);
      return head.fate == HeadFate::running ? QVariant() : QVariant(theme_.text_colour(Role::muted));
    default:
      return {};
  }
}

QVariant HeadsModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  switch (section) {
    case kRank:
      return tr("r");
    case kSeed:
      return tr("seed");
    case kFate:
      return tr("fate");
    case kStep:
      return tr("step");
    case kLoss:
      return tr("loss");
    default:
      return tr("error");
  }
}

}  // namespace tt
