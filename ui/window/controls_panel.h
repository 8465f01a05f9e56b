// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>
#include <QWidget>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "ui/session/session_model.h"
#include "ui/widgets/number_row.h"

namespace tt {

/// Every choice of the session at the left of the window. Rows are bindings: how to read a choice, how to
/// write it, when it is shown, its range and its hint, all functions of the session.
class ControlsPanel : public QWidget {
  Q_OBJECT

 public:
  explicit ControlsPanel(SessionModel& model, QWidget* parent = nullptr);

  [[nodiscard]] NumberRow* row(const QString& key) const { return findChild<NumberRow*>(key); }
  [[nodiscard]] QComboBox* choice(const QString& key) const { return findChild<QComboBox*>(key); }

 signals:
  void refused(const QString& message);
  void random_asked();
  void hard_asked();
  void own_asked();

 private:
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
  };

  void build_task();
  void build_head();
  void build_code();
  void build_matrix();
  void build_phase();
  void build_bench();
  void heading(const QString& text);
  NumberBinding& number(const QString& key, NumberRow::Steps steps, Range range,
                        std::function<double(const Session&)> get, std::function<void(Session&, double)> set);
  ChoiceBinding& choose(const QString& key, const QStringList& names, std::function<int(const Session&)> get,
                        std::function<void(Session&, int)> set);
  void buttons();
  void refresh();

  SessionModel& model_;
  QVBoxLayout* column_;
  std::vector<std::unique_ptr<NumberBinding>> numbers_;
  std::vector<std::unique_ptr<ChoiceBinding>> choices_;
};

}  // namespace tt
