// SPDX-License-Identifier: GPL-3.0-or-later
// Views to figures, and figures back to views.
#include <QApplication>
#include <QClipboard>
#include <QFileInfo>
#include <QSettings>
#include <QStatusBar>

#include "core/session/kept_results.h"
#include "ui/export/kit.h"
#include "ui/window/main_window.h"

namespace tt {
namespace {

/// Shown beside the views, from shipped results.
constexpr const char* kFurther[] = {"bounds", "brackets", "finite-family"};

/// Sessions and figures: their mistakes are told as such. Anything else may be numbers of the user's.
bool is_own_format(const std::string& bytes) {
  const std::string start = bytes.substr(0, 4096);
  for (const char* mark : {"%PDF", "\x89PNG", "<?xml", "<svg", "threetokens-session", "threetokens-figure"})
    if (start.find(mark) != std::string::npos) return true;
  return false;
}

}  // namespace

/// With what the session alone would not give again.
Shown MainWindow::shown_of(const Card& card) const {
  Shown shown{card.name().toStdString(), model_.session(), {}};
  if (&card == training_card_) shown.results = training_card_->kept();
  if (shown.view == "phase" && !sweep_.shares().empty())
    shown.results = Json{{"learned", kept_learned(sweep_.shares())}};
  return shown;
}

FigureDialog* MainWindow::figure_dialog(const QString& view) {
  std::vector<Shown> offered;
  for (const Card* card : all_cards())
    if (!card->scene().panels.empty()) offered.push_back(shown_of(*card));
  for (const char* name : kFurther) offered.push_back({name, model_.session(), {}});
  auto* dialog = new FigureDialog(std::move(offered), view, jobs_, this);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  connect(dialog, &FigureDialog::written, this,
          [this](const QString& message) { statusBar()->showMessage(message, 8000); });
  dialog->show();
  return dialog;
}

void MainWindow::save_figure(const Card& card) {
  if (has_picture(card)) figure_dialog(card.name());
}

/// As the last figure was written; the usual ones before that.
FigureOptions MainWindow::usual_figure() const {
  const QByteArray kept = QSettings().value(QStringLiteral("figure/options")).toByteArray();
  return parse_json(kept.toStdString(), "settings")
      .and_then([](const Json& json) { return figure_options_from_json(json, "settings"); })
      .value_or(FigureOptions());
}

void MainWindow::copy_command(const Card& card) {
  if (!has_picture(card)) return;
  const FigureRecord record{{shown_of(card)}, usual_figure()};
  QApplication::clipboard()->setText(
      QString::fromStdString(command_text(record, card.name().toStdString() + ".pdf")));
  statusBar()->showMessage(tr("The command that draws this view is on the clipboard"), 5000);
}

void MainWindow::open_file(const QString& path) {
  const std::filesystem::path native = path.toStdU16String();
  const auto bytes = read_file(native);
  if (!bytes) return say(QString::fromStdString(bytes.error().message()));
  const auto record = read_record(*bytes, native.filename().string());
  if (!record && is_own_format(*bytes)) return say(QString::fromStdString(record.error().message()));
  if (!record) {
    import_file(path);
    return;
  }
  if (!record->shown.front().view.empty()) return restore_figure(*record, path);
  if (auto opened = files_.open(path); !opened) say(QString::fromStdString(opened.error().message()));
}

void MainWindow::restore_figure(const FigureRecord& record, const QString& path) {
  const QString name = QFileInfo(path).fileName();
  files_.take(record.shown.front().session);
  for (const Shown& shown : record.shown) {
    if (shown.results.is_null()) continue;
    if (shown.view == "training") {
      const auto runs = training_from_kept(shown.results, name.toStdString());
      if (!runs) return say(QString::fromStdString(runs.error().message()));
      training_.add_kept(*runs);
    } else if (shown.view == "phase") {
      auto learned = learned_from_kept(shown.results.value("learned", Json()), name.toStdString());
      if (!learned) return say(QString::fromStdString(learned.error().message()));
      sweep_.restore(*std::move(learned));
    }
  }
  const std::string& view = record.shown.front().view;
  if (view == "training") {
    open_training(true);
  } else if (record.shown.size() == 1 && card(QString::fromStdString(view)) != nullptr) {
    enlarged_.clear();
    enlarge(QString::fromStdString(view));
  }
  statusBar()->showMessage(tr("The session of %1 is restored").arg(name), 8000);
}

}  // namespace tt
