// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/message_bar.h"

#include <QHBoxLayout>
#include <QToolButton>

namespace tt {

MessageBar::MessageBar(QWidget* parent) : QFrame(parent), text_(new QLabel(this)) {
  setObjectName(QStringLiteral("message"));
  text_->setWordWrap(true);
  text_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  auto* close = new QToolButton(this);
  close->setText(QStringLiteral("✕"));
  close->setAutoRaise(true);
  close->setAccessibleName(tr("Close the message"));
  connect(close, &QToolButton::clicked, this, &QWidget::hide);
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(12, 6, 6, 6);
  row->addWidget(text_, 1);
  row->addWidget(close, 0, Qt::AlignTop);
  hide();
}

void MessageBar::say(const QString& message) {
  text_->setText(message);
  setAccessibleDescription(message);
  show();
}

}  // namespace tt
