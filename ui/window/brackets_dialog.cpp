// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/brackets_dialog.h"

#include <QDir>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QSettings>
#include <QVBoxLayout>
#include <algorithm>

namespace tt {
namespace {

QString ends(const Bracket& b) {
  return b.closed() ? QString::number(b.lower) : QStringLiteral("%1 … %2").arg(b.lower).arg(b.upper);
}

QString sources(const Bracket& b) {
  return BracketsDialog::tr("At least %1: %2.\nAt most %3: %4.")
      .arg(QString::number(b.lower), QString::fromStdString(b.lower_source), QString::number(b.upper),
           QString::fromStdString(b.upper_source));
}

/// Every certificate from scratch.
QString checked(const Bracket& b) {
  for (const Certificate& certificate : b.certificates)
    if (const auto verdict = verify(certificate); !verdict)
      return QStringLiteral("✗ ") + QString::fromStdString(verdict.error().message());
  return BracketsDialog::tr("✓ %n certificate(s) checked in exact arithmetic", nullptr,
                            static_cast<int>(b.certificates.size()));
}

int column_of(int n) {
  const auto* at = std::ranges::find(kBracketLengths, n);
  return at == std::end(kBracketLengths) ? -1 : static_cast<int>(at - std::begin(kBracketLengths));
}

}  // namespace

BracketsDialog::BracketsDialog(Jobs& jobs, QWidget* parent)
    : QDialog(parent),
      brackets_(shipped_brackets().value_or(std::vector<Bracket>())),
      table_(new QTableWidget(kBracketBits, static_cast<int>(std::size(kBracketLengths)), this)),
      detail_(new QLabel(this)),
      verdict_(new QLabel(this)),
      check_(new QPushButton(tr("Check certificates"), this)),
      search_(new QPushButton(this)),
      save_(new QPushButton(tr("Save certificates…"), this)),
      seconds_(new QDoubleSpinBox(this)),
      searching_(jobs),
      checking_(jobs) {
  setWindowTitle(tr("Certified brackets"));
  auto* lead = new QLabel(tr("Least number of features r⋆(m, n) of a nonnegative kernel head that solves all "
                             "inputs of length n, ε = 1/2. "
                             "Each end has a certificate; one number: the bracket is closed."),
                          this);
  lead->setWordWrap(true);
  QStringList rows, columns;
  for (int m = 1; m <= kBracketBits; ++m) rows << tr("m = %1").arg(m);
  for (const int n : kBracketLengths) columns << tr("n = %1").arg(n);
  table_->setVerticalHeaderLabels(rows);
  table_->setHorizontalHeaderLabels(columns);
  table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
  table_->setSelectionMode(QAbstractItemView::SingleSelection);
  table_->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
  table_->verticalHeader()->setSectionResizeMode(QHeaderView::Stretch);
  table_->setAccessibleName(tr("Brackets by m and n"));
  for (QLabel* label : {detail_, verdict_}) {
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  }
  seconds_->setRange(1.0, 86400.0);
  seconds_->setValue(30.0);
  seconds_->setDecimals(0);
  seconds_->setSuffix(tr(" s"));
  seconds_->setAccessibleName(tr("Seconds to search"));
  auto* buttons = new QHBoxLayout;
  buttons->addWidget(check_);
  buttons->addWidget(save_);
  buttons->addStretch();
  buttons->addWidget(seconds_);
  buttons->addWidget(search_);
  auto* column = new QVBoxLayout(this);
  column->addWidget(lead);
  column->addWidget(table_, 1);
  column->addWidget(detail_);
  column->addWidget(verdict_);
  column->addLayout(buttons);
  connect(table_, &QTableWidget::currentCellChanged, this, &BracketsDialog::show_chosen);
  connect(check_, &QPushButton::clicked, this, &BracketsDialog::verify_chosen);
  connect(search_, &QPushButton::clicked, this, &BracketsDialog::search);
  connect(save_, &QPushButton::clicked, this, &BracketsDialog::save);
  resize(620, 560);
  show_all();
  table_->setCurrentCell(0, 0);
}

void BracketsDialog::choose(int m, int n) {
  if (m <= kBracketBits && column_of(n) >= 0) table_->setCurrentCell(m - 1, column_of(n));
}

const Bracket* BracketsDialog::chosen() const {
  const int m = table_->currentRow() + 1, column = table_->currentColumn();
  if (m < 1 || column < 0) return nullptr;
  const auto at = std::ranges::find_if(
      brackets_, [&](const Bracket& b) { return b.m == m && b.n == kBracketLengths[column]; });
  return at == brackets_.end() ? nullptr : &*at;
}

void BracketsDialog::show_all() {
  for (const Bracket& b : brackets_) {
    if (column_of(b.n) < 0 || b.m > kBracketBits) continue;
    auto* item = new QTableWidgetItem(ends(b));
    item->setTextAlignment(Qt::AlignCenter);
    QFont font = table_->font();
    font.setBold(b.closed());
    item->setFont(font);
    item->setToolTip(sources(b));
    table_->setItem(b.m - 1, column_of(b.n), item);
  }
}

void BracketsDialog::show_chosen() {
  searching_.cancel();
  checking_.cancel();
  verdict_->clear();
  const Bracket* b = chosen();
  detail_->setText(b ? tr("m = %1, n = %2. ").arg(b->m).arg(b->n) + sources(*b) : QString());
  settle();
}

/// What can be pressed now.
void BracketsDialog::settle() {
  const Bracket* b = chosen();
  const bool idle = !searching_.busy() && !checking_.busy();
  check_->setEnabled(b && idle && !b->certificates.empty());
  save_->setEnabled(b && idle && !b->certificates.empty());
  seconds_->setEnabled(b && idle && !b->closed());
  search_->setText(searching_.busy() ? tr("Stop") : tr("Search on"));
  search_->setEnabled(searching_.busy() || (b && idle && !b->closed()));
}

void BracketsDialog::verify_chosen() {
  const Bracket* b = chosen();
  if (!b) return;
  verdict_->setText(tr("checking…"));
  checking_.start([copy = *b](std::stop_token) { return checked(copy); },
                  [this](const QString& text) {
                    verdict_->setText(text);
                    settle();
                  });
  settle();
}

void BracketsDialog::search() {
  if (searching_.busy()) {
    searching_.cancel();
    verdict_->setText(tr("stopped"));
    settle();
    return;
  }
  const Bracket* b = chosen();
  if (!b) return;
  // Half the machine, so that the window stays quick.
  BracketOptions options{
      b->m, b->n, 0.5, seconds_->value(), static_cast<std::uint64_t>(b->certificates.size()) + 7, 1};
  verdict_->setText(tr("searching for %1 s…").arg(options.budget));
  searching_.start(
      [options](std::stop_token stop) { return bracket(options, stop); },
      [this, m = b->m, n = b->n](Expected<Bracket> found) {
        settle();
        if (!found) return verdict_->setText(QString::fromStdString(found.error().message()));
        const auto at =
            std::ranges::find_if(brackets_, [&](const Bracket& one) { return one.m == m && one.n == n; });
        bool better = false;
        if (at != brackets_.end())
          for (const Certificate& certificate : found->certificates) better |= improve(*at, certificate);
        show_all();
        show_chosen();
        verdict_->setText(better ? tr("✓ the bracket is tighter now") : tr("nothing better was found"));
      });
  settle();
}

void BracketsDialog::save() {
  const Bracket* b = chosen();
  if (!b) return;
  const QSettings settings;
  const QString folder = settings.value(QStringLiteral("figure/folder"), QDir::homePath()).toString();
  const QString name = QFileDialog::getSaveFileName(
      this, tr("Save certificates"), folder + QStringLiteral("/bracket-m%1-n%2.json").arg(b->m).arg(b->n),
      tr("Brackets (*.json)"));
  if (name.isEmpty()) return;
  const auto written = write_file_atomic(name.toStdString(), to_json(std::span(b, 1)).dump() + "\n");
  verdict_->setText(written ? tr("saved to %1").arg(name)
                            : QString::fromStdString(written.error().message()));
}

}  // namespace tt
