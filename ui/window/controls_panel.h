// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <utility>

#include "ui/widgets/session_rows.h"

namespace tt {

/// Every choice of the session at the left of the window, but those of the training.
class ControlsPanel : public SessionRows {
  Q_OBJECT

 public:
  explicit ControlsPanel(SessionModel& model, QWidget* parent = nullptr);

 signals:
  void random_asked();
  void hard_asked();
  void own_asked();
  void train_asked();
  void experiment_asked();
  void brackets_asked();

 private:
  void build_task();
  void build_head();
  void build_code();
  void build_matrix();
  void build_phase();
  void build_bench();
  using Signal = void (ControlsPanel::*)();
  /// A line of buttons; keys of the texts.
  void add_buttons(const char* key, const std::vector<std::pair<const char*, Signal>>& buttons);
};

}  // namespace tt
