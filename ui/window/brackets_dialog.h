// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QPushButton>
#include <QTableWidget>

#include "core/brackets/bracket.h"
#include "ui/jobs/latest.h"

namespace tt {

/// The certified brackets for r*(m, n) at few bits: a table of ends, where they come from, a check of the
/// certificates, and a search for better ones. What is found stays while the window lives.
class BracketsDialog : public QDialog {
  Q_OBJECT

 public:
  explicit BracketsDialog(Jobs& jobs, QWidget* parent = nullptr);

  [[nodiscard]] QTableWidget* table() const { return table_; }
  [[nodiscard]] QString detail() const { return detail_->text(); }
  /// Selects the cell of (m, n), where the table has one.
  void choose(int m, int n);

 private:
  [[nodiscard]] const Bracket* chosen() const;
  void show_all();
  void show_chosen();
  void verify_chosen();
  void search();
  void save();
  void settle();

  std::vector<Bracket> brackets_;
  QTableWidget* table_;
  QLabel *detail_, *verdict_;
  QPushButton *check_, *search_, *save_;
  QDoubleSpinBox* seconds_;
  Latest<Expected<Bracket>> searching_;
  Latest<QString> checking_;
};

}  // namespace tt
