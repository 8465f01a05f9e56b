// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>

#include "core/task/bit_token.h"
#include "ui/export/record.h"
#include "ui/jobs/latest.h"
#include "ui/scene/scene.h"

namespace tt {

/// The user's own tokens, one a line, checked while typing; OK is enabled once they are right.
class SequenceDialog : public QDialog {
  Q_OBJECT

 public:
  explicit SequenceDialog(const Sequence& sequence, QWidget* parent = nullptr);
  [[nodiscard]] const Sequence& sequence() const { return sequence_; }
  [[nodiscard]] QPlainTextEdit* editor() const { return editor_; }
  [[nodiscard]] QString verdict() const { return verdict_->text(); }

 private:
  void check();

  Sequence sequence_;
  QPlainTextEdit* editor_;
  QLabel* verdict_;
  QPushButton* ok_;
};

/// The table twin of a view, in a window of its own; the numbers can be copied or saved as CSV, and all that
/// is behind them as JSON.
class TableDialog : public QDialog {
  Q_OBJECT

 public:
  TableDialog(const Scene& scene, Shown shown, Jobs& jobs, QWidget* parent = nullptr);
  /// By the suffix: .csv is the table, .json the whole result.
  void save(const QString& path);
  [[nodiscard]] QString said() const { return said_->text(); }

 private:
  void write(const QString& path, const Expected<std::string>& content);

  Table table_;
  Shown shown_;
  Latest<Expected<std::string>> writing_;
  QLabel* said_;
};

}  // namespace tt
