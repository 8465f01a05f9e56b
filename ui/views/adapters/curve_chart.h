// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <memory>

#include "ui/scene/painter.h"

namespace tt {

/// One panel of a scene as a chart that is fast enough to change while it is looked at (Qt Charts): its
/// curves, its disc and cross marks and its rules; other items are left out. Lines are thinned to what the
/// width can show, spikes kept.
class CurveChart : public QWidget {
  Q_OBJECT

 public:
  explicit CurveChart(QWidget* parent = nullptr);
  ~CurveChart() override;

  void set_panel(const Panel& panel);
  void set_theme(Theme theme);
  void set_body(double pixels);
  [[nodiscard]] QSize sizeHint() const override { return {320, 180}; }
  [[nodiscard]] QSize minimumSizeHint() const override { return {150, 90}; }
  /// Points that are drawn now, all lines together.
  [[nodiscard]] int points() const;
  /// Where a data point lies, in the widget's coordinates.
  [[nodiscard]] QPoint place_of(Point point) const;

 signals:
  /// A line was clicked: its id.
  void activated(const QString& id);
  /// Exact text of the line under the pointer; empty: none.
  void pointed(const QString& value);

 protected:
  void resizeEvent(QResizeEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  struct Parts;
  void show_panel();

  Panel panel_;
  std::unique_ptr<Parts> parts_;
};

}  // namespace tt
