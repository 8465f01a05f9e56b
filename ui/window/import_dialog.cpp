// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/import_dialog.h"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QHeaderView>
#include <QVBoxLayout>
#include <algorithm>

namespace tt {
namespace {

QString words_of(ImportKind kind) {
  switch (kind) {
    case ImportKind::session:
      return ImportDialog::tr("a session");
    case ImportKind::head:
      return ImportDialog::tr("a head");
    case ImportKind::sequence:
      return ImportDialog::tr("a sequence of tokens");
    case ImportKind::matrix:
      return ImportDialog::tr("the matrix C of the near-identity view");
    case ImportKind::kernel:
      return ImportDialog::tr("a kernel: rows are queries, columns keys");
    case ImportKind::features:
      return ImportDialog::tr("features of queries and keys");
    case ImportKind::runs:
      break;
  }
  return ImportDialog::tr("training runs to look at");
}

}  // namespace

ImportDialog::ImportDialog(ImportFile file, Session into, QWidget* parent)
    : QDialog(parent),
      file_(std::move(file)),
      into_(std::move(into)),
      kinds_(new QComboBox(this)),
      preview_(new QTableWidget(this)),
      verdict_(new QLabel(this)) {
  setWindowTitle(tr("Import %1").arg(QString::fromStdString(file_.name)));
  for (const ImportKind kind : file_.kinds) kinds_->addItem(words_of(kind), static_cast<int>(kind));
  kinds_->setAccessibleName(tr("Take it as"));
  const int rows = static_cast<int>(file_.preview.size());
  int columns = 0;
  for (const auto& row : file_.preview) columns = std::max(columns, static_cast<int>(row.size()));
  preview_->setRowCount(rows);
  preview_->setColumnCount(columns);
  preview_->setEditTriggers(QAbstractItemView::NoEditTriggers);
  preview_->setAccessibleName(tr("The first rows and columns"));
  preview_->horizontalHeader()->hide();
  preview_->verticalHeader()->hide();
  for (int r = 0; r < rows; ++r)
    for (int c = 0; c < static_cast<int>(file_.preview[static_cast<std::size_t>(r)].size()); ++c)
      preview_->setItem(r, c,
                        new QTableWidgetItem(QString::fromStdString(
                            file_.preview[static_cast<std::size_t>(r)][static_cast<std::size_t>(c)])));
  preview_->resizeColumnsToContents();
  preview_->setVisible(rows > 0);
  verdict_->setWordWrap(true);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
  ok_ = buttons->button(QDialogButtonBox::Ok);
  ok_->setText(tr("&Import"));
  connect(buttons, &QDialogButtonBox::accepted, this, &ImportDialog::take);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(kinds_, &QComboBox::currentIndexChanged, this, &ImportDialog::check);
  auto* column = new QVBoxLayout(this);
  column->addWidget(new QLabel(QString::fromStdString(file_.facts), this));
  auto* form = new QFormLayout;
  form->addRow(tr("&Take it as"), kinds_);
  column->addLayout(form);
  column->addWidget(preview_, 1);
  column->addWidget(verdict_);
  column->addWidget(buttons);
  resize(560, 420);
  check();
}

Expected<Imported> ImportDialog::result() const {
  return take_import(file_, static_cast<ImportKind>(kinds_->currentData().toInt()), into_);
}

void ImportDialog::check() {
  const auto made = result();
  ok_->setEnabled(made.has_value());
  if (!made)
    verdict_->setText(QString::fromStdString(made.error().message()));
  else if (made->runs)
    verdict_->setText(
        tr("%n run(s) join those of the training view.", nullptr, static_cast<int>(made->runs->runs.size())));
  else
    verdict_->setText(tr("The session then has m = %1 bits and length n = %2. One undo takes it back.")
                          .arg(made->session.m)
                          .arg(made->session.n));
}

void ImportDialog::take() {
  const auto made = result();
  if (!made) return check();
  emit taken(*made, kinds_->currentText());
  accept();
}

}  // namespace tt
