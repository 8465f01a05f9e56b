// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QSlider>
#include <QWidget>
#include <optional>

#include "ui/widgets/number_box.h"

namespace tt {

/// A slider with a mark at an advised value and no reaction to the wheel while it has no focus.
class MarkedSlider : public QSlider {
  Q_OBJECT

 public:
  explicit MarkedSlider(QWidget* parent = nullptr);
  /// Position in slider units; below the minimum: no mark.
  void set_mark(int position);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;

 private:
  int mark_ = -1;
};

/// Label, slider and number for one choice, with a hint below.
class NumberRow : public QWidget {
  Q_OBJECT

 public:
  enum class Steps { whole, linear, logarithmic };
  NumberRow(const QString& key, const QString& label, Steps steps, QWidget* parent = nullptr);

  void set_range(double low, double high);
  void set_value(double value);
  void set_hint(const QString& text);
  void set_mark(std::optional<double> value);
  /// Shows a text in place of an editable number; empty: editable again.
  void set_fixed(const QString& text);
  [[nodiscard]] double value() const { return box_->value(); }
  [[nodiscard]] QSlider* slider() const { return slider_; }
  [[nodiscard]] NumberBox* box() const { return box_; }
  [[nodiscard]] QString hint() const { return hint_->text(); }
  [[nodiscard]] QLabel* label() const { return label_; }

 signals:
  void edited(double value);
  void pressed();
  void released();
  void refused(const QString& message);
  void hint_clicked();

 protected:
  void changeEvent(QEvent* event) override;

 private:
  [[nodiscard]] int position_of(double value) const;
  [[nodiscard]] double value_at(int position) const;

  Steps steps_;
  QLabel* label_;
  MarkedSlider* slider_;
  NumberBox* box_;
  QLabel* hint_;
};

}  // namespace tt
