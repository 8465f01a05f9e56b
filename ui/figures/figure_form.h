// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QLineEdit>
#include <QSpinBox>
#include <QWidget>

#include "ui/export/figure_options.h"

namespace tt {

/// All options of a figure as controls. What is typed and cannot be read is said and changes nothing.
class FigureForm : public QWidget {
  Q_OBJECT

 public:
  explicit FigureForm(QWidget* parent = nullptr);

  [[nodiscard]] const FigureOptions& options() const { return options_; }
  void set_options(const FigureOptions& options);
  /// Why the options as typed cannot be used; empty: they can.
  [[nodiscard]] const QString& problem() const { return problem_; }

 signals:
  void changed();

 private:
  template <class Control>
  Control* row(const char* key, Control* control);
  void build_size_rows();
  void build_look_rows();
  void build_part_rows();
  void read();
  void show_options();
  void show_venue();

  FigureOptions options_;
  QString problem_;
  bool showing_ = false;
  QFormLayout* layout_;
  QComboBox *venue_ = nullptr, *height_ = nullptr, *family_ = nullptr, *ground_ = nullptr, *text_ = nullptr;
  QLineEdit* width_ = nullptr;
  QDoubleSpinBox *type_ = nullptr, *line_ = nullptr;
  QSpinBox *columns_ = nullptr, *dpi_ = nullptr;
  QCheckBox *title_ = nullptr, *legend_ = nullptr, *letters_ = nullptr, *dated_ = nullptr;
};

/// "60mm", "4:3", "golden ratio" or "as the views ask for" (0) to a height in mm for a width.
[[nodiscard]] Expected<double> parse_height_mm(const QString& text, double width_mm);

}  // namespace tt
