// SPDX-License-Identifier: GPL-3.0-or-later
// What the window does with the session when something is clicked or chosen from a menu.
#include <QFileDialog>
#include <QMessageBox>

#include "core/heads/constructions/constructions.h"
#include "core/heads/constructions/overlap_lp.h"
#include "core/session/training.h"
#include "ui/views/adapters/explore_dialog.h"
#include "ui/window/dialogs.h"
#include "ui/window/main_window.h"

namespace tt {
namespace {

std::filesystem::path native(const QString& path) { return path.toStdU16String(); }

}  // namespace

/// Ids of scene items: "bit:ROW:K", "token:ROW", "weight:J" or "weight:R:C", "cell:I:J", "n:K", "mn:M:N",
/// "jump:K", "input:I".
void MainWindow::activate(const QString& id) {
  const QStringList parts = id.split(u':');
  const QString kind = parts.value(0);
  const int first = parts.value(1).toInt(), second = parts.value(2).toInt();
  Session next = model_.session();
  model_.end_gesture();
  if (kind == QLatin1String("bit")) {
    BitToken& token = next.sequence[static_cast<std::size_t>(first)];
    token = flipped(token, second);
    model_.edit(tr("bit %1 of token %2").arg(second + 1).arg(first + 1), std::move(next));
  } else if (kind == QLatin1String("token")) {
    next.query = first;
    model_.edit(tr("query"), std::move(next));
  } else if (kind == QLatin1String("weight")) {
    const bool in_matrix = parts.size() == 3;
    if (in_matrix) next.query = first;
    next.rival = in_matrix ? second : first;
    model_.edit(tr("selection"), std::move(next));
  } else if (kind == QLatin1String("cell")) {
    if (first == second) return;
    next.pair_i = first;
    next.pair_j = second;
    model_.edit(tr("pair of words"), std::move(next));
  } else if (kind == QLatin1String("n")) {
    next.n = first;
    model_.edit(tr("length n"), std::move(next));
  } else if (kind == QLatin1String("mn")) {
    next.m = first;
    next.n = second;
    model_.edit(tr("m and n"), std::move(next));
  } else if (kind == QLatin1String("input")) {
    set_sequence(tr("input of the training"), training_card_->input(id));
  } else if (kind == QLatin1String("jump")) {
    const auto result = chain_result(next);
    if (!result || first < 0 || first >= static_cast<int>(result->measured.jumps.size())) return;
    set_sequence(tr("sequence of a jump"),
                 result->measured.jumps[static_cast<std::size_t>(first)].probes[2].sequence);
  }
}

void MainWindow::set_sequence(const QString& what, Expected<Sequence> sequence) {
  if (!sequence) return say(QString::fromStdString(sequence.error().message()));
  Session next = model_.session();
  next.sequence = *std::move(sequence);
  next.n = static_cast<int>(next.sequence.size());
  next.m = next.sequence.front().m;
  next.query = 0;
  next.rival = -1;
  model_.end_gesture();
  model_.edit(what, std::move(next));
}

void MainWindow::own_sequence() {
  SequenceDialog dialog(model_.session().sequence, this);
  if (dialog.exec() == QDialog::Accepted) set_sequence(tr("own sequence"), dialog.sequence());
}

void MainWindow::save(bool ask) {
  QString path = files_.path();
  if (ask || path.isEmpty())
    path = QFileDialog::getSaveFileName(this, tr("Save session"),
                                        path.isEmpty() ? QStringLiteral("session.json") : path,
                                        tr("Sessions (*.json)"));
  if (path.isEmpty()) return;
  if (auto saved = files_.save(path); !saved) say(QString::fromStdString(saved.error().message()));
}

void MainWindow::use_head(const QString& what, Expected<Head> head) {
  if (!head) return say(QString::fromStdString(head.error().message()));
  model_.end_gesture();
  model_.edit(what, with_head(model_.session(), *head));
}

void MainWindow::load_head() {
  const QString path = QFileDialog::getOpenFileName(this, tr("Open head"), {}, tr("Heads (*.json)"));
  if (!path.isEmpty()) use_head(tr("loaded head"), tt::load_head(native(path)));
}

void MainWindow::save_head() {
  const auto head = session_head(model_.session());
  if (!head) return say(QString::fromStdString(head.error().message()));
  const QString path =
      QFileDialog::getSaveFileName(this, tr("Save head"), QStringLiteral("head.json"), tr("Heads (*.json)"));
  if (path.isEmpty()) return;
  if (auto written = write_file_atomic(native(path), to_json(*head).dump(2) + "\n"); !written)
    say(QString::fromStdString(written.error().message()));
}

void MainWindow::construct_overlap() {
  const Session s = model_.session();
  construction_.start(
      [s](std::stop_token stop) -> Expected<Head> {
        auto solution = overlap_lp(s.m, s.n, s.epsilon, stop);
        if (!solution) return tl::unexpected(solution.error());
        if (!*solution) return fail("overlap kernel", "none found", "m up to 8, n from 3");
        return head_of(**solution);
      },
      [this](Expected<Head> head) { use_head(tr("overlap kernel"), std::move(head)); });
}

void MainWindow::construct_family() {
  const Session s = model_.session();
  construction_.start(
      [s](std::stop_token stop) -> Expected<Head> {
        auto family = session_code_family(s, stop);
        if (!family) return tl::unexpected(family.error());
        return family_head(*family, s.epsilon);
      },
      [this](Expected<Head> head) { use_head(tr("family head"), std::move(head)); });
}

bool MainWindow::has_picture(const Card& card) {
  if (!card.scene().panels.empty()) return true;
  say(tr("There is nothing to show of the %1 view yet").arg(card.name()));
  return false;
}

void MainWindow::show_table(const Card& card) {
  if (!has_picture(card)) return;
  auto* dialog = new TableDialog(card.scene(), shown_of(card), jobs_, this);
  dialog->show();
}

void MainWindow::explore(const Card& card) {
  if (!has_picture(card)) return;
  auto* dialog = new ExploreDialog(card.scene(), Theme{dark_}, this);
  dialog->show();
}

void MainWindow::show_brackets() {
  if (!brackets_) brackets_ = new BracketsDialog(jobs_, this);
  brackets_->choose(model_.session().m, model_.session().n);
  brackets_->show();
  brackets_->raise();
  brackets_->activateWindow();
}

void MainWindow::show_shortcuts() {
  QString rows;
  for (const QAction* action : findChildren<QAction*>())
    if (!action->shortcut().isEmpty())
      rows += QStringLiteral("<tr><td style='padding:2px 24px 2px 0'>%1</td><td><b>%2</b></td></tr>")
                  .arg(action->text().remove(u'&'), action->shortcut().toString(QKeySequence::NativeText));
  QMessageBox box(this);
  box.setWindowTitle(tr("Keys"));
  box.setTextFormat(Qt::RichText);
  box.setText(
      QStringLiteral("<table>%1</table><p>%2</p>")
          .arg(rows, tr("In a view: arrow keys move over everything that has a value, Enter chooses it.")));
  box.exec();
}

void MainWindow::show_about() {
  QMessageBox::about(
      this, tr("About Three Tokens"),
      tr("<p><b>Three Tokens %1</b></p><p>See and play with a theorem about attention: <i>Three Tokens Force "
         "Exponential Feature Rank in Nonnegative Kernel Attention</i> (arXiv:2608.11427).</p>"
         "<p>Free software under the GNU General Public License, version 3 or later.</p>")
          .arg(facts_.version));
}

}  // namespace tt
