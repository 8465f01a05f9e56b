// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/session_rows.h"

namespace tt {

/// What is trained and how: the session's training as rows.
class TrainingSettings : public SessionRows {
  Q_OBJECT

 public:
  explicit TrainingSettings(SessionModel& model, QWidget* parent = nullptr);

 private:
  void build_what();
  void build_how();
  void build_shape();
};

}  // namespace tt
