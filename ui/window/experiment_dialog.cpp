// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/experiment_dialog.h"

#include <QDir>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QSettings>
#include <QVBoxLayout>

#include "core/families/shipped.h"
#include "ui/export/figure.h"
#include "ui/scene/builders/finite_family.h"

namespace tt {
namespace {

/// The plan on the shipped family. `halt` ends it early with what it has: a report, not an error.
Expected<FiniteFamilyReport> run_plan(const FiniteFamilyPlan& plan, std::stop_token stop,
                                      const std::stop_source& halt, Progress& progress) {
  std::stop_source either = halt;
  const std::stop_callback hand_on(stop, [&either] { either.request_stop(); });
  return shipped_family().and_then(
      [&](const Family& family) { return finite_family(family, plan, either.get_token(), &progress); });
}

}  // namespace

ExperimentDialog::ExperimentDialog(Jobs& jobs, Theme theme, FiniteFamilyPlan plan, QWidget* parent)
    : QDialog(parent),
      plan_(std::move(plan)),
      picture_(new SceneWidget(this)),
      sentence_(new QLabel(
          tr("Heads of six ranks are trained on the 424 jumps of the shipped code, five seeds each; then "
             "the least rank that training reaches is looked for."),
          this)),
      bar_(new QProgressBar(this)),
      stop_button_(new QPushButton(tr("Stop"), this)),
      save_(new QPushButton(tr("Save figure, tables and heads…"), this)),
      running_(jobs) {
  setWindowTitle(tr("Experiment 1: learned and constructed heads"));
  picture_->set_theme(theme);
  picture_->hide();
  sentence_->setWordWrap(true);
  sentence_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  bar_->setAccessibleName(tr("Progress"));
  save_->setEnabled(false);
  auto* buttons = new QHBoxLayout;
  buttons->addWidget(bar_, 3);
  buttons->addStretch(1);
  buttons->addWidget(stop_button_);
  buttons->addWidget(save_);
  auto* column = new QVBoxLayout(this);
  column->addWidget(picture_, 1);
  column->addWidget(sentence_);
  column->addLayout(buttons);
  resize(820, 620);
  connect(stop_button_, &QPushButton::clicked, this, [this] { stop_.request_stop(); });
  connect(save_, &QPushButton::clicked, this, &ExperimentDialog::save);
  connect(&look_, &QTimer::timeout, this, [this] {
    bar_->setRange(0, static_cast<int>(progress_->total));
    bar_->setValue(static_cast<int>(progress_->done));
  });
  look_.start(100);
  running_.start([plan = plan_, halt = stop_, progress = progress_](
                     std::stop_token stop) { return run_plan(plan, stop, halt, *progress); },
                 [this](Expected<FiniteFamilyReport> report) { show_report(std::move(report)); });
}

ExperimentDialog::~ExperimentDialog() { stop_.request_stop(); }

void ExperimentDialog::show_report(Expected<FiniteFamilyReport> report) {
  look_.stop();
  bar_->hide();
  stop_button_->hide();
  if (!report) {
    sentence_->setText(QString::fromStdString(report.error().message()));
    return;
  }
  report_ = *std::move(report);
  const Scene scene = finite_family_scene(*report_);
  QString text = QString::fromStdString(scene.sentence);
  if (!report_->complete) text += QLatin1Char(' ') + tr("Stopped: this is what was found until then.");
  sentence_->setText(text);
  picture_->set_scene(scene);
  picture_->show();
  save_->setEnabled(true);
}

Expected<void> ExperimentDialog::save_to(const QString& folder) const {
  if (!report_) return fail("report", "not there yet");
  const std::filesystem::path path = folder.toStdString();
  if (auto written = write_finite_family(path, *report_); !written) return written;
  FigureRecord record{{{"finite-family", example_session(), to_json(*report_)}}, {}};
  record.options.width_mm = 120.0;
  const auto sheet = make_sheet(record);
  if (!sheet) return tl::unexpected(sheet.error());
  for (const char* name : {"finite-family.pdf", "finite-family.png"})
    if (const auto made = write_figure(*sheet, path / name); !made) return tl::unexpected(made.error());
  return {};
}

void ExperimentDialog::save() {
  const QSettings settings;
  const QString folder = QFileDialog::getExistingDirectory(
      this, tr("Folder for figure, tables and heads"),
      settings.value(QStringLiteral("figure/folder"), QDir::homePath()).toString());
  if (folder.isEmpty()) return;
  const auto written = save_to(folder);
  sentence_->setText(written ? tr("Saved in %1").arg(folder)
                             : QString::fromStdString(written.error().message()));
}

}  // namespace tt
