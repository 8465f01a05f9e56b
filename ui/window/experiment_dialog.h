// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QTimer>
#include <optional>

#include "core/experiments/finite_family.h"
#include "ui/jobs/latest.h"
#include "ui/views/scene_widget.h"

namespace tt {

/// Experiment 1 with its search, as one report: figure, sentence, tables and learned heads to save. It runs
/// on a worker as soon as it is shown; a stop keeps what was found.
class ExperimentDialog : public QDialog {
  Q_OBJECT

 public:
  ExperimentDialog(Jobs& jobs, Theme theme, FiniteFamilyPlan plan, QWidget* parent = nullptr);
  ~ExperimentDialog() override;

  [[nodiscard]] bool running() const { return running_.busy(); }
  [[nodiscard]] const std::optional<FiniteFamilyReport>& report() const { return report_; }
  /// Figure (PDF, PNG), tables (JSON, CSV) and heads.
  [[nodiscard]] Expected<void> save_to(const QString& folder) const;

 private:
  void show_report(Expected<FiniteFamilyReport> report);
  void save();

  FiniteFamilyPlan plan_;
  std::shared_ptr<Progress> progress_ = std::make_shared<Progress>();
  std::stop_source stop_;
  std::optional<FiniteFamilyReport> report_;
  SceneWidget* picture_;
  QLabel* sentence_;
  QProgressBar* bar_;
  QPushButton *stop_button_, *save_;
  QTimer look_;
  Latest<Expected<FiniteFamilyReport>> running_;
};

}  // namespace tt
