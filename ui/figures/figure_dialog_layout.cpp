// SPDX-License-Identifier: GPL-3.0-or-later
// Where the parts of the figure dialog lie.
#include <QCheckBox>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QScrollArea>
#include <QVBoxLayout>

#include "ui/figures/figure_dialog.h"

namespace tt {
namespace {

QLabel* heading(const QString& text) {
  auto* label = new QLabel(text);
  label->setProperty("heading", true);
  return label;
}

}  // namespace

void FigureDialog::build() {
  auto* columns = new QHBoxLayout;
  columns->setSpacing(16);
  columns->addWidget(build_left());
  columns->addWidget(build_right(), 1);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
  copy_ = buttons->addButton(tr("Copy as &command"), QDialogButtonBox::ActionRole);
  kit_ = buttons->addButton(tr("Save whole &kit"), QDialogButtonBox::ActionRole);
  save_ = buttons->addButton(tr("&Save"), QDialogButtonBox::ActionRole);
  kit_->setToolTip(
      tr("All formats with data, caption, alternative text, citation, command and session, in a folder"));
  save_->setDefault(true);
  connect(save_, &QPushButton::clicked, this, &FigureDialog::save);
  connect(kit_, &QPushButton::clicked, this, &FigureDialog::save_kit);
  connect(copy_, &QPushButton::clicked, this, &FigureDialog::copy_command);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  said_ = new QLabel(this);
  said_->setObjectName(QStringLiteral("figure_said"));
  said_->setWordWrap(true);
  said_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  auto* whole = new QVBoxLayout(this);
  whole->addLayout(columns, 1);
  whole->addWidget(build_target());
  whole->addWidget(said_);
  whole->addWidget(buttons);
  resize(1080, 760);
}

QWidget* FigureDialog::build_left() {
  auto* left = new QWidget;
  auto* column = new QVBoxLayout(left);
  column->setContentsMargins(0, 0, 8, 0);
  views_ = new QListWidget;
  views_->setObjectName(QStringLiteral("figure_views"));
  views_->setAccessibleName(tr("Views in the figure, in order"));
  views_->setDragDropMode(QAbstractItemView::InternalMove);
  views_->setToolTip(tr("Ticked views make up the figure; drag them into order."));
  views_->setMaximumHeight(150);
  auto* more = new QPushButton(tr("Add views of a &file…"));
  more->setToolTip(tr("Views of another session, or of a figure that carries one"));
  connect(more, &QPushButton::clicked, this, [this] {
    const QString path =
        QFileDialog::getOpenFileName(this, tr("Session or figure"), folder_->text(),
                                     tr("Sessions and figures (*.json *.pdf *.svg *.png *.tex)"));
    if (!path.isEmpty()) add_from(path);
  });
  form_ = new FigureForm;
  column->addWidget(heading(tr("Views")));
  column->addWidget(views_);
  column->addWidget(more, 0, Qt::AlignLeft);
  column->addWidget(heading(tr("On paper")));
  column->addWidget(form_);
  column->addStretch(1);
  auto* scroll = new QScrollArea;
  scroll->setWidget(left);
  scroll->setWidgetResizable(true);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll->setFixedWidth(left->sizeHint().width() + 40);
  return scroll;
}

QWidget* FigureDialog::build_right() {
  auto* right = new QWidget;
  auto* column = new QVBoxLayout(right);
  column->setContentsMargins(0, 0, 0, 0);
  preview_ = new FigurePreview;
  auto* scroll = new QScrollArea;
  scroll->setWidget(preview_);
  scroll->setWidgetResizable(true);
  auto* final_size = new QCheckBox(tr("at &final size"));
  final_size->setToolTip(tr("As large as it will be printed, as far as this screen knows its size"));
  connect(final_size, &QCheckBox::toggled, preview_, &FigurePreview::set_final_size);
  size_ = new QLabel;
  size_->setProperty("hint", true);
  auto* line = new QHBoxLayout;
  line->addWidget(size_, 1);
  line->addWidget(final_size);
  warnings_ = new QListWidget;
  warnings_->setObjectName(QStringLiteral("figure_warnings"));
  warnings_->setAccessibleName(tr("What a journal may mind"));
  warnings_->setWordWrap(true);
  warnings_->setSelectionMode(QAbstractItemView::NoSelection);
  warnings_->setMaximumHeight(110);
  column->addWidget(scroll, 1);
  column->addLayout(line);
  column->addWidget(warnings_);
  return right;
}

QWidget* FigureDialog::build_target() {
  auto* target = new QWidget;
  auto* line = new QHBoxLayout(target);
  line->setContentsMargins(0, 0, 0, 0);
  folder_ = new QLineEdit;
  folder_->setAccessibleName(tr("Folder"));
  stem_ = new QLineEdit;
  stem_->setObjectName(QStringLiteral("figure_stem"));
  stem_->setAccessibleName(tr("Name"));
  connect(stem_, &QLineEdit::textEdited, this, [this] { own_stem_ = true; });
  auto* browse = new QPushButton(tr("C&hoose…"));
  connect(browse, &QPushButton::clicked, this, [this] {
    const QString chosen =
        QFileDialog::getExistingDirectory(this, tr("Folder for the figure"), folder_->text());
    if (!chosen.isEmpty()) folder_->setText(chosen);
  });
  line->addWidget(new QLabel(tr("Folder")));
  line->addWidget(folder_, 2);
  line->addWidget(browse);
  line->addWidget(new QLabel(tr("name")));
  line->addWidget(stem_, 1);
  for (const std::string_view suffix : figure_suffixes()) {
    const QString key = QString::fromUtf8(suffix.data(), static_cast<qsizetype>(suffix.size()));
    auto* box = new QCheckBox(key == QLatin1String(".tex") ? tr("TikZ") : key.mid(1).toUpper());
    box->setObjectName(QStringLiteral("figure") + key);
    formats_[key] = box;
    line->addWidget(box);
  }
  return target;
}

}  // namespace tt
