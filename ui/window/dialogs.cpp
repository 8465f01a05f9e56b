// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/dialogs.h"

#include <QClipboard>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QTableWidget>
#include <QVBoxLayout>

#include "core/session/limits.h"
#include "core/task/family.h"
#include "ui/export/formats.h"

namespace tt {
namespace {

/// One sequence from lines of tokens; several tokens in a line are fine.
Expected<Sequence> read_tokens(const QString& text) {
  auto parsed = parse_sequences(text.simplified().toStdString(), "the text");
  if (!parsed) return tl::unexpected(parsed.error());
  if (parsed->empty()) return fail("sequence", "no token", "1 to 16 bit strings");
  const Sequence& sequence = parsed->front();
  const int n = static_cast<int>(sequence.size());
  if (n > limits::n.high)
    return fail("length n", std::to_string(n), "1 to " + std::to_string(limits::n.high));
  for (const BitToken& token : sequence)
    if (token.m != sequence.front().m)
      return fail("token " + to_string(token), std::to_string(token.m) + " bits",
                  std::to_string(sequence.front().m) + " bits as the first token has");
  return sequence;
}

}  // namespace

SequenceDialog::SequenceDialog(const Sequence& sequence, QWidget* parent)
    : QDialog(parent), sequence_(sequence), editor_(new QPlainTextEdit(this)), verdict_(new QLabel(this)) {
  setWindowTitle(tr("Own sequence"));
  editor_->setAccessibleName(tr("Tokens, one a line"));
  editor_->setTabChangesFocus(true);
  QStringList lines;
  for (const BitToken& token : sequence) lines << QString::fromStdString(to_string(token));
  editor_->setPlainText(lines.join(u'\n'));
  verdict_->setWordWrap(true);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
  ok_ = buttons->button(QDialogButtonBox::Ok);
  auto* column = new QVBoxLayout(this);
  column->addWidget(new QLabel(
      tr("Tokens as bit strings, one a line, the query first. Their number is n, their length m."), this));
  column->addWidget(editor_, 1);
  column->addWidget(verdict_);
  column->addWidget(buttons);
  connect(editor_, &QPlainTextEdit::textChanged, this, &SequenceDialog::check);
  connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  resize(520, 340);
  check();
}

void SequenceDialog::check() {
  auto read = read_tokens(editor_->toPlainText());
  ok_->setEnabled(read.has_value());
  if (!read) {
    verdict_->setText(QString::fromStdString(read.error().message()));
    return;
  }
  sequence_ = *std::move(read);
  verdict_->setText(tr("n = %1 tokens of m = %2 bits").arg(sequence_.size()).arg(sequence_.front().m));
}

TableDialog::TableDialog(const Scene& scene, Shown shown, Jobs& jobs, QWidget* parent)
    : QDialog(parent),
      table_(scene.table),
      shown_(std::move(shown)),
      writing_(jobs),
      said_(new QLabel(this)) {
  setWindowTitle(QString::fromStdString(scene.title));
  setAttribute(Qt::WA_DeleteOnClose);
  auto* grid =
      new QTableWidget(static_cast<int>(table_.rows.size()), static_cast<int>(table_.columns.size()), this);
  grid->setEditTriggers(QAbstractItemView::NoEditTriggers);
  grid->setAccessibleName(windowTitle());
  for (int c = 0; c < grid->columnCount(); ++c)
    grid->setHorizontalHeaderItem(
        c, new QTableWidgetItem(QString::fromStdString(table_.columns[static_cast<std::size_t>(c)])));
  for (int r = 0; r < grid->rowCount(); ++r) {
    const auto& row = table_.rows[static_cast<std::size_t>(r)];
    for (int c = 0; c < static_cast<int>(row.size()); ++c)
      grid->setItem(r, c, new QTableWidgetItem(QString::fromStdString(row[static_cast<std::size_t>(c)])));
  }
  grid->resizeColumnsToContents();
  auto* copy = new QPushButton(tr("&Copy as CSV"), this);
  connect(copy, &QPushButton::clicked, this,
          [this] { QGuiApplication::clipboard()->setText(QString::fromStdString(to_csv(table_))); });
  auto* keep = new QPushButton(tr("&Save as CSV or JSON…"), this);
  connect(keep, &QPushButton::clicked, this, [this] {
    const QString path = QFileDialog::getSaveFileName(
        this, tr("Save the numbers"), QString::fromStdString(shown_.view) + QStringLiteral(".csv"),
        tr("The table (*.csv);;All that is behind it (*.json)"));
    if (!path.isEmpty()) save(path);
  });
  auto* line = new QHBoxLayout;
  line->addWidget(said_, 1);
  line->addWidget(copy);
  line->addWidget(keep);
  auto* column = new QVBoxLayout(this);
  column->addWidget(grid, 1);
  column->addLayout(line);
  resize(680, 420);
}

void TableDialog::save(const QString& path) {
  if (!path.endsWith(QLatin1String(".json"), Qt::CaseInsensitive)) return write(path, to_csv(table_));
  said_->setText(tr("computing…"));
  writing_.start(
      [shown = shown_](std::stop_token stop) {
        return numbers_of(shown, stop).map([](const Json& numbers) { return numbers.dump(2) + "\n"; });
      },
      [this, path](const Expected<std::string>& content) { write(path, content); });
}

void TableDialog::write(const QString& path, const Expected<std::string>& content) {
  const auto written = content.and_then(
      [&path](const std::string& text) { return write_file_atomic(path.toStdU16String(), text); });
  said_->setText(written ? tr("Saved as %1").arg(path) : QString::fromStdString(written.error().message()));
}

}  // namespace tt
