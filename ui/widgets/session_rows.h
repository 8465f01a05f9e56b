// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>
#include <QLineEdit>
#include <QVBoxLayout>
#include <QWidget>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "core/base/error.h"
#include "ui/session/session_model.h"
#include "ui/widgets/number_row.h"

namespace tt {

/// A column of rows that read and write choices of the session. Rows are bindings: how to read a choice, how
/// to write it, when it is shown, its range and its hint, all functions of the session. Label, tip and What's
/// This come from the texts by the row's key.
class SessionRows : public QWidget {
  Q_OBJECT

 public:
  explicit SessionRows(SessionModel& model, QWidget* parent = nullptr);

  [[nodiscard]] NumberRow* row(const QString& key) const { return findChild<NumberRow*>(key); }
  [[nodiscard]] QComboBox* choice(const QString& key) const { return findChild<QComboBox*>(key); }
  [[nodiscard]] QLineEdit* entry(const QString& key) const { return findChild<QLineEdit*>(key); }

 signals:
  void refused(const QString& message);

 protected:
  struct Range {
    double low, high;
  };
  struct NumberBinding {
    NumberRow* row = nullptr;
    std::function<double(const Session&)> get;
    std::function<Range(const Session&)> range;
    std::function<bool(const Session&)> shown;
    std::function<QString(const Session&)> hint;
    std::function<std::optional<double>(const Session&)> mark;
    /// Text of a number that is not the user's to choose; empty: the row can be edited.
    std::function<QString(const Session&)> fixed;
  };
  struct ChoiceBinding {
    QWidget* line = nullptr;
    QComboBox* box = nullptr;
    std::function<int(const Session&)> get;
    std::function<bool(const Session&)> shown;
    std::function<bool(const Session&, int)> offered;  ///< whether an entry can be chosen now
  };
  struct EntryBinding {
    QLineEdit* box = nullptr;
    std::function<QString(const Session&)> get;
  };

  void heading(const QString& text);
  NumberBinding& number(const QString& key, NumberRow::Steps steps, Range range,
                        std::function<double(const Session&)> get, std::function<void(Session&, double)> set);
  ChoiceBinding& choose(const QString& key, const QStringList& names, std::function<int(const Session&)> get,
                        std::function<void(Session&, int)> set);
  /// Text that is read with Enter or when the focus leaves; what cannot be read is refused and stays to be
  /// mended.
  EntryBinding& entry(const QString& key, std::function<QString(const Session&)> get,
                      std::function<Expected<void>(Session&, const std::string&)> set);
  /// Adds a line with the key's label in front of a widget.
  QWidget* add_line(const QString& key, QWidget* field);
  void refresh();
  void showEvent(QShowEvent* event) override;

  SessionModel& model_;
  QVBoxLayout* column_;

 private:
  std::vector<std::unique_ptr<NumberBinding>> numbers_;
  std::vector<std::unique_ptr<ChoiceBinding>> choices_;
  std::vector<std::unique_ptr<EntryBinding>> entries_;
};

}  // namespace tt
