// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/card.h"

#include <QContextMenuEvent>
#include <QMenu>
#include <QStyle>
#include <QVBoxLayout>

#include "core/base/log2_number.h"
#include "ui/session/texts.h"

namespace tt {
namespace {

/// The whole claim: statement, both sides, margin and source.
QString tip_of(const Claim& claim) {
  QString tip = QString::fromStdString(claim.statement);
  if (claim.verdict != Verdict::does_not_apply)
    tip += QStringLiteral("\n%1 %2 %3")
               .arg(QString::fromStdString(text(claim.left, 6)),
                    claim.verdict == Verdict::holds ? QString::fromStdString(claim.relation)
                                                    : Card::tr("against"),
                    QString::fromStdString(text(claim.right, 6))) +
           Card::tr(", margin %1").arg(QString::fromStdString(text(claim.margin(), 6)));
  return tip + u'\n' + QString::fromStdString(claim.detail) + u'\n' + QString::fromStdString(claim.source);
}

}  // namespace

Card::Card(QString name, QWidget* parent)
    : QFrame(parent),
      name_(std::move(name)),
      title_(new QLabel(this)),
      badge_(new QLabel(this)),
      sentence_(new QLabel(this)),
      head_(new QHBoxLayout) {
  setObjectName(name_);
  setProperty("card", true);
  title_->setProperty("title", true);
  title_->setText(claim_text(name_).label);
  badge_->setProperty("badge", QStringLiteral("none"));
  badge_->setObjectName(name_ + QStringLiteral(".badge"));
  badge_->setWhatsThis(claim_text(name_).rich());
  setWhatsThis(claim_text(name_).rich());
  // A long verdict is cut rather than pushing the card wider than its neighbour; its tip has the whole.
  title_->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
  badge_->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
  badge_->setMinimumWidth(60);
  // The grid alone decides the size: were the content to have a say, showing and hiding buttons would move it
  // again.
  setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Ignored);
  setMinimumSize(240, 180);
  sentence_->setProperty("sentence", true);
  sentence_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Minimum);
  sentence_->setWordWrap(true);
  sentence_->setTextInteractionFlags(Qt::TextSelectableByMouse);

  head_->setSpacing(6);
  head_->addWidget(title_);
  head_->addWidget(badge_, 0, Qt::AlignVCenter);
  head_->addStretch(1);
  add_button(Glyph::copy, tr("Copy as command"), &Card::copy_asked);
  add_button(Glyph::save, tr("Save as figure…"), &Card::export_asked);
  add_button(Glyph::table, tr("Table of the numbers"), &Card::table_asked);
  add_button(Glyph::enlarge, tr("Enlarge or back (double click)"), &Card::enlarge_asked);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(14, 10, 14, 10);
  column->setSpacing(6);
  column->addLayout(head_);
  column->addWidget(sentence_);
}

void Card::add_content(QWidget* content) {
  static_cast<QVBoxLayout*>(layout())->insertWidget(content_at_++, content, 1);
}

void Card::add_to_head(QWidget* widget) { head_->insertWidget(head_at_++, widget, 0, Qt::AlignVCenter); }

QToolButton* Card::add_button(Glyph glyph, const QString& tip, void (Card::*signal)()) {
  auto* made = new QToolButton(this);
  made->setProperty("glyph", static_cast<int>(glyph));
  made->setProperty("quiet", glyph != Glyph::enlarge);
  made->setIconSize({16, 16});
  made->setAutoRaise(true);
  made->setToolTip(tip);
  made->setAccessibleName(tip);
  connect(made, &QToolButton::clicked, this, signal);
  head_->addWidget(made);
  return made;
}

void Card::set_badge(const QString& words, const QString& tip, const char* state) {
  badge_->setText(words);
  badge_->setToolTip(tip);
  if (badge_->property("badge").toString() == QLatin1String(state)) return;
  badge_->setProperty("badge", QString::fromLatin1(state));
  badge_->style()->unpolish(badge_);
  badge_->style()->polish(badge_);
}

void Card::show_texts(const Scene& scene) {
  const Claim& claim = scene.claim;
  title_->setText(QString::fromStdString(scene.title));
  set_badge(QString::fromStdString(std::string(text(claim.verdict)) +
                                   (claim.detail.empty() ? "" : ": " + claim.detail)),
            tip_of(claim),
            claim.verdict == Verdict::holds      ? "holds"
            : claim.verdict == Verdict::violated ? "violated"
                                                 : "none");
  sentence_->setText(QString::fromStdString(scene.sentence));
}

void Card::show_nothing() {
  set_badge(tr("nothing to show"), {}, "none");
  sentence_->setText({});
}

void Card::set_theme(Theme theme) {
  for (auto* one : findChildren<QToolButton*>())
    if (const QVariant glyph = one->property("glyph"); glyph.isValid())
      one->setIcon(line_icon(static_cast<Glyph>(glyph.toInt()), theme.colour(Role::muted)));
}

void Card::resizeEvent(QResizeEvent* event) {
  QFrame::resizeEvent(event);
  // In a narrow card the badge needs the room; what the hidden buttons do stays in the context menu.
  const bool narrow = width() < 30 * fontMetrics().averageCharWidth() + 220;
  for (auto* one : findChildren<QToolButton*>())
    if (one->property("quiet").toBool()) one->setVisible(!narrow);
}

void Card::mouseDoubleClickEvent(QMouseEvent*) { emit enlarge_asked(); }

void Card::contextMenuEvent(QContextMenuEvent* event) {
  QMenu menu(this);
  menu.addAction(tr("Enlarge or back"), this, &Card::enlarge_asked);
  menu.addAction(tr("Save as figure…"), this, &Card::export_asked);
  menu.addAction(tr("Table of the numbers"), this, &Card::table_asked);
  menu.addAction(tr("Explore: zoom and move…"), this, &Card::explore_asked);
  menu.addAction(tr("Copy as command"), this, &Card::copy_asked);
  menu.exec(event->globalPos());
}

}  // namespace tt
