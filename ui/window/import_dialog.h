// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>
#include <QDialog>
#include <QLabel>
#include <QPushButton>
#include <QTableWidget>

#include "core/session/import.h"

namespace tt {

/// What an imported file holds and what it is to be taken for, before anything changes. What cannot be taken
/// is said here, and the dialog stays.
class ImportDialog : public QDialog {
  Q_OBJECT

 public:
  ImportDialog(ImportFile file, Session into, QWidget* parent = nullptr);

  [[nodiscard]] QComboBox& kinds() { return *kinds_; }
  [[nodiscard]] QTableWidget& preview() { return *preview_; }
  [[nodiscard]] QString verdict() const { return verdict_->text(); }
  /// Takes it as chosen: emits taken() and closes, or says why not.
  void take();

 signals:
  void taken(const tt::Imported& imported, const QString& what);

 private:
  void check();
  [[nodiscard]] Expected<Imported> result() const;

  ImportFile file_;
  Session into_;
  QComboBox* kinds_;
  QTableWidget* preview_;
  QLabel* verdict_;
  QPushButton* ok_ = nullptr;
};

}  // namespace tt
