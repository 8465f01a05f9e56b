// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <memory>

#include "ui/scene/painter.h"
#include "ui/training/run_group.h"

namespace tt {

/// The heads of a run, one row each: rank, seed, fate, step, loss, maximum error.
class HeadsModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { kRank, kSeed, kFate, kStep, kLoss, kError, kColumns };

  using QAbstractTableModel::QAbstractTableModel;

  void show(std::shared_ptr<const GroupSnapshot> seen);
  void set_theme(Theme theme);
  /// Place of a row's head in its run, and the row of a head (-1: none).
  [[nodiscard]] HeadChoice choice_at(int row) const;
  [[nodiscard]] int row_of(const HeadChoice& choice) const;

  [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
  [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  [[nodiscard]] const RunSnapshot& run_at(int row) const;
  [[nodiscard]] QVariant text_at(const RunSnapshot& run, const HeadStatus& head, int column) const;

  std::shared_ptr<const GroupSnapshot> seen_;
  std::vector<HeadChoice> rows_;
  Theme theme_;
};

}  // namespace tt
