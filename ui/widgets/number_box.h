// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineEdit>

#include "core/base/error.h"

namespace tt {

/// Reads a number written with a point or a comma ("0.25", "0,25", "2E-1"). Where both marks appear, or one
/// appears more than once, the meaning is unclear and the error asks for one mark. `name` is used in the
/// error.
[[nodiscard]] Expected<double> parse_number(const QString& text, const QString& name);

/// A number that is edited as text and applied with Enter or when the focus leaves; Esc takes it back. Arrow
/// keys step.
class NumberBox : public QLineEdit {
  Q_OBJECT

 public:
  explicit NumberBox(QString name, QWidget* parent = nullptr);

  void set_whole(bool whole) { whole_ = whole; }
  [[nodiscard]] bool whole() const { return whole_; }
  void set_range(double low, double high);
  void set_value(double value);
  [[nodiscard]] double value() const { return value_; }
  [[nodiscard]] double low() const { return low_; }
  [[nodiscard]] double high() const { return high_; }

 signals:
  void entered(double value);
  /// Text that is no number in range: the message; the text stays for the user to mend until Esc or a new
  /// value.
  void refused(const QString& message);
  void stepped(int steps);

 protected:
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void apply();
  void show_value();

  QString name_;
  bool whole_ = false;
  double low_ = 0.0, high_ = 1.0, value_ = 0.0;
};

}  // namespace tt
