// SPDX-License-Identifier: GPL-3.0-or-later
// Work kept safe, recovered, and taken in from own files.
#include <QDateTime>
#include <QFileInfo>
#include <QStatusBar>

#include "ui/window/main_window.h"

namespace tt {

void MainWindow::keep_safe() {
  if (files_.modified())
    autosave_->note(model_.session(), files_.path());
  else
    autosave_->settle();
}

void MainWindow::offer_recovery() {
  if (!autosave_) return;
  QStringList problems;
  const auto found = autosave_->recoverable(problems);
  if (!problems.isEmpty()) say(problems.join(u'\n'));
  if (!found) return;
  const QString time = QFileInfo(QString::fromStdU16String(found->journal.u16string()))
                           .lastModified()
                           .toString(QStringLiteral("yyyy-MM-dd hh:mm"));
  offer_->ask(found->path.isEmpty()
                  ? tr("The program ended with changes that were not saved, the last at %1.").arg(time)
                  : tr("The program ended before the changes to %1 were saved, the last at %2.")
                        .arg(QFileInfo(found->path).fileName(), time),
              {{tr("Restore it"),
                [this, recovered = *found] {
                  model_.end_gesture();
                  files_.take(recovered.session, recovered.path);
                  if (autosave_) autosave_->note(model_.session(), files_.path());
                  Autosave::forget(recovered);
                }},
               {tr("Let it go"), [recovered = *found] { Autosave::forget(recovered); }}});
}

ImportDialog* MainWindow::import_file(const QString& path) {
  const std::string name = QFileInfo(path).fileName().toStdString();
  auto file = read_file(path.toStdU16String()).and_then([&name](const std::string& bytes) {
    return read_import(bytes, name);
  });
  if (!file) {
    say(QString::fromStdString(file.error().message()));
    return nullptr;
  }
  auto* dialog = new ImportDialog(*std::move(file), model_.session(), this);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  connect(dialog, &ImportDialog::taken, this, &MainWindow::take_imported);
  dialog->show();
  return dialog;
}

void MainWindow::take_imported(const Imported& imported, const QString& what) {
  if (imported.runs) {
    training_.add_kept(*imported.runs);
    open_training(true);
    return;
  }
  model_.end_gesture();
  model_.edit(tr("import as %1").arg(what), imported.session);
  statusBar()->showMessage(tr("Imported as %1").arg(what), 8000);
}

}  // namespace tt
