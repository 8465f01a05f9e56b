// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/dialogs.h"

#include <QClipboard>
#include <QDialogButtonBox>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QSettings>
#include <QTableWidget>
#include <QVBoxLayout>
#include <set>

#include "core/session/limits.h"
#include "core/task/family.h"

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

FigureDialog::FigureDialog(const QString& view, QWidget* parent)
    : QDialog(parent), file_(new QLineEdit(this)), width_(new QLineEdit(this)), verdict_(new QLabel(this)) {
  setWindowTitle(tr("Save as figure"));
  const QSettings settings;
  const QString folder = settings.value(QStringLiteral("figure/folder"), QDir::homePath()).toString();
  file_->setText(QDir(folder).filePath(view + QStringLiteral(".pdf")));
  file_->setMinimumWidth(380);
  file_->setAccessibleName(tr("File"));
  width_->setText(settings.value(QStringLiteral("figure/width"), QStringLiteral("82.55mm")).toString());
  width_->setAccessibleName(tr("Width"));
  verdict_->setWordWrap(true);
  auto* browse = new QPushButton(tr("Choose…"), this);
  auto* row = new QHBoxLayout;
  row->addWidget(file_, 1);
  row->addWidget(browse);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Cancel, this);
  ok_ = buttons->button(QDialogButtonBox::Save);
  auto* form = new QFormLayout(this);
  auto* file_label = new QLabel(tr("&File (.pdf .svg .png .csv)"), this);
  file_label->setBuddy(file_);
  form->addRow(file_label, row);
  form->addRow(tr("&Width (mm, cm, in, pt)"), width_);
  form->addRow(verdict_);
  form->addRow(buttons);
  connect(browse, &QPushButton::clicked, this, [this] {
    const QString chosen = QFileDialog::getSaveFileName(this, tr("Save as figure"), file_->text(),
                                                        tr("Figures (*.pdf *.svg *.png);;Numbers (*.csv)"),
                                                        nullptr, QFileDialog::DontConfirmOverwrite);
    if (!chosen.isEmpty()) file_->setText(chosen);
  });
  connect(file_, &QLineEdit::textChanged, this, &FigureDialog::check);
  connect(width_, &QLineEdit::textChanged, this, &FigureDialog::check);
  connect(buttons, &QDialogButtonBox::accepted, this, [this] {
    QSettings kept;
    kept.setValue(QStringLiteral("figure/folder"), QFileInfo(file()).absolutePath());
    kept.setValue(QStringLiteral("figure/width"), width_->text());
    accept();
  });
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  check();
}

QString FigureDialog::file() const { return file_->text(); }

void FigureDialog::check() {
  const auto width = parse_length_mm(width_->text().toStdString());
  static const std::set<QString> kinds{QStringLiteral("pdf"), QStringLiteral("svg"), QStringLiteral("png"),
                                       QStringLiteral("csv")};
  const bool known = kinds.contains(QFileInfo(file()).suffix().toLower());
  ok_->setEnabled(width && known);
  if (!width)
    verdict_->setText(QString::fromStdString(width.error().message()));
  else if (!known)
    verdict_->setText(tr("The file name ends in .pdf, .svg, .png or .csv."));
  else
    verdict_->setText(QFileInfo::exists(file()) ? tr("The file exists and will be replaced.") : QString());
  if (width) options_.width_mm = *width;
}

TableDialog::TableDialog(const QString& title, const Table& table, QWidget* parent) : QDialog(parent) {
  setWindowTitle(title);
  setAttribute(Qt::WA_DeleteOnClose);
  auto* grid =
      new QTableWidget(static_cast<int>(table.rows.size()), static_cast<int>(table.columns.size()), this);
  grid->setEditTriggers(QAbstractItemView::NoEditTriggers);
  grid->setAccessibleName(title);
  for (int c = 0; c < grid->columnCount(); ++c)
    grid->setHorizontalHeaderItem(
        c, new QTableWidgetItem(QString::fromStdString(table.columns[static_cast<std::size_t>(c)])));
  for (int r = 0; r < grid->rowCount(); ++r) {
    const auto& row = table.rows[static_cast<std::size_t>(r)];
    for (int c = 0; c < static_cast<int>(row.size()); ++c)
      grid->setItem(r, c, new QTableWidgetItem(QString::fromStdString(row[static_cast<std::size_t>(c)])));
  }
  grid->resizeColumnsToContents();
  auto* copy = new QPushButton(tr("Copy as CSV"), this);
  connect(copy, &QPushButton::clicked, this,
          [table] { QGuiApplication::clipboard()->setText(QString::fromStdString(to_csv(table))); });
  auto* column = new QVBoxLayout(this);
  column->addWidget(grid, 1);
  column->addWidget(copy, 0, Qt::AlignRight);
  resize(680, 420);
}

}  // namespace tt
