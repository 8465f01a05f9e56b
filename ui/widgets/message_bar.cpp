// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/message_bar.h"

#include <QPushButton>
#include <QToolButton>

namespace tt {

MessageBar::MessageBar(QWidget* parent)
    : QFrame(parent), text_(new QLabel(this)), row_(new QHBoxLayout(this)) {
  setObjectName(QStringLiteral("message"));
  text_->setWordWrap(true);
  text_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  auto* close = new QToolButton(this);
  close->setText(QStringLiteral("✕"));
  close->setAutoRaise(true);
  close->setAccessibleName(tr("Close the message"));
  connect(close, &QToolButton::clicked, this, &QWidget::hide);
  row_->setContentsMargins(12, 6, 6, 6);
  row_->addWidget(text_, 1);
  row_->addWidget(close, 0, Qt::AlignTop);
  hide();
}

void MessageBar::clear_answers() {
  for (QWidget* one : answers_) one->deleteLater();
  answers_.clear();
}

void MessageBar::ask(const QString& question, const std::vector<Answer>& answers) {
  say(question);
  for (const auto& [words, act] : answers) {
    auto* button = new QPushButton(words, this);
    connect(button, &QPushButton::clicked, this, [this, act] {
      hide();
      act();
    });
    row_->insertWidget(row_->count() - 1, button);
    answers_.push_back(button);
  }
}

void MessageBar::say(const QString& message) {
  clear_answers();
  text_->setText(message);
  setAccessibleDescription(message);
  show();
}

}  // namespace tt
