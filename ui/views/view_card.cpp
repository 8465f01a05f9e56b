// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/view_card.h"

#include <QContextMenuEvent>
#include <QHBoxLayout>
#include <QMenu>
#include <QStyle>
#include <QVBoxLayout>

#include "core/base/log2_number.h"
#include "core/session/slice.h"
#include "ui/scene/builders/builders.h"
#include "ui/session/texts.h"

namespace tt {
namespace {
constexpr int kRestMs = 120;      // the hand rests: now the full answer
constexpr int kPatienceMs = 300;  // an answer that takes longer is announced, for what is shown is older
/// The whole claim: statement, both sides, margin and source.
QString tip_of(const Claim& claim) {
  QString tip = QString::fromStdString(claim.statement);
  if (claim.verdict != Verdict::does_not_apply)
    tip += QStringLiteral("\n%1 %2 %3")
               .arg(QString::fromStdString(text(claim.left, 6)),
                    claim.verdict == Verdict::holds ? QString::fromStdString(claim.relation)
                                                    : ViewCard::tr("against"),
                    QString::fromStdString(text(claim.right, 6))) +
           ViewCard::tr(", margin %1").arg(QString::fromStdString(text(claim.margin(), 6)));
  return tip + u'\n' + QString::fromStdString(claim.detail) + u'\n' + QString::fromStdString(claim.source);
}

}  // namespace

ViewCard::ViewCard(QString name, SessionModel& model, Jobs& jobs, QWidget* parent)
    : QFrame(parent),
      name_(std::move(name)),
      model_(model),
      latest_(jobs),
      title_(new QLabel(this)),
      badge_(new QLabel(this)),
      sentence_(new QLabel(this)),
      problem_(new QLabel(this)),
      waiting_(new QLabel(tr("computing…"), this)),
      picture_(new SceneWidget(this)) {
  setObjectName(name_);
  setProperty("card", true);
  picture_->setObjectName(name_ + QStringLiteral(".picture"));
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
  problem_->setWordWrap(true);
  problem_->setAlignment(Qt::AlignCenter);
  problem_->setProperty("problem", true);
  problem_->hide();
  waiting_->setProperty("hint", true);
  waiting_->hide();

  auto* head = new QHBoxLayout;
  head->setSpacing(6);
  head->addWidget(title_);
  head->addWidget(badge_, 0, Qt::AlignVCenter);
  head->addWidget(waiting_, 0, Qt::AlignVCenter);
  head->addStretch(1);
  head->addWidget(button(Glyph::copy, tr("Copy as command"), &ViewCard::copy_asked));
  head->addWidget(button(Glyph::save, tr("Save as figure…"), &ViewCard::export_asked));
  head->addWidget(button(Glyph::table, tr("Table of the numbers"), &ViewCard::table_asked));
  head->addWidget(button(Glyph::enlarge, tr("Enlarge or back (double click)"), &ViewCard::enlarge_asked));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(14, 10, 14, 10);
  column->setSpacing(6);
  column->addLayout(head);
  column->addWidget(picture_, 1);
  column->addWidget(problem_, 1);
  column->addWidget(sentence_);

  rest_.setSingleShot(true);
  rest_.setInterval(kRestMs);
  connect(&rest_, &QTimer::timeout, this, [this] { request(false); });
  patience_.setSingleShot(true);
  patience_.setInterval(kPatienceMs);
  connect(&patience_, &QTimer::timeout, waiting_, &QWidget::show);
  connect(picture_, &SceneWidget::activated, this, &ViewCard::activated);
  connect(picture_, &SceneWidget::pointed, this, &ViewCard::pointed);
  connect(&model_, &SessionModel::changed, this, &ViewCard::on_session);
  on_session();
}

QToolButton* ViewCard::button(Glyph glyph, const QString& tip, void (ViewCard::*signal)()) {
  auto* made = new QToolButton(this);
  made->setProperty("glyph", static_cast<int>(glyph));
  made->setIconSize({16, 16});
  made->setAutoRaise(true);
  made->setToolTip(tip);
  made->setAccessibleName(tip);
  connect(made, &QToolButton::clicked, this, signal);
  return made;
}

bool ViewCard::settled() const { return !latest_.busy() && !rest_.isActive(); }

void ViewCard::on_session() {
  Json now = to_json(slice(name_.toStdString(), model_.session()));
  if (now == shown_slice_) return;
  shown_slice_ = std::move(now);
  // While a coarse answer is on its way newer changes wait for it, so that a fast drag still shows movement.
  rest_.start();
  if (!latest_.busy()) request(true);
}

void ViewCard::request(bool coarse) {
  if (!patience_.isActive()) patience_.start();
  latest_.start([view = name_.toStdString(), session = model_.session(),
                 coarse](std::stop_token stop) { return build_scene(view, session, coarse, stop); },
                [this](Expected<Scene> scene) { show_scene(std::move(scene)); });
}

void ViewCard::show_scene(Expected<Scene> scene) {
  patience_.stop();
  waiting_->hide();
  picture_->setVisible(scene.has_value());
  problem_->setVisible(!scene);
  if (scene) {
    const Claim& claim = scene->claim;
    const char* state = claim.verdict == Verdict::holds      ? "holds"
                        : claim.verdict == Verdict::violated ? "violated"
                                                             : "none";
    title_->setText(QString::fromStdString(scene->title));
    badge_->setText(QString::fromStdString(std::string(text(claim.verdict)) +
                                           (claim.detail.empty() ? "" : ": " + claim.detail)));
    badge_->setToolTip(tip_of(claim));
    badge_->setProperty("badge", QString::fromLatin1(state));
    sentence_->setText(QString::fromStdString(scene->sentence));
    picture_->set_scene(*std::move(scene));
  } else {
    badge_->setText(tr("nothing to show"));
    badge_->setProperty("badge", QStringLiteral("none"));
    problem_->setText(QString::fromStdString(scene.error().message()));
    sentence_->setText({});
  }
  badge_->style()->unpolish(badge_);
  badge_->style()->polish(badge_);
  emit scene_changed();
}

void ViewCard::set_theme(Theme theme) {
  picture_->set_theme(theme);
  for (auto* one : findChildren<QToolButton*>())
    one->setIcon(line_icon(static_cast<Glyph>(one->property("glyph").toInt()), theme.colour(Role::muted)));
}

void ViewCard::set_body(double pixels) { picture_->set_body(pixels); }

void ViewCard::resizeEvent(QResizeEvent* event) {
  QFrame::resizeEvent(event);
  // In a narrow card the badge needs the room; what the hidden buttons do stays in the context menu.
  const bool narrow = width() < 30 * fontMetrics().averageCharWidth() + 220;
  for (auto* one : findChildren<QToolButton*>()) {
    const auto glyph = static_cast<Glyph>(one->property("glyph").toInt());
    one->setVisible(!narrow || glyph == Glyph::enlarge);
  }
}

void ViewCard::mouseDoubleClickEvent(QMouseEvent*) { emit enlarge_asked(); }

void ViewCard::contextMenuEvent(QContextMenuEvent* event) {
  QMenu menu(this);
  menu.addAction(tr("Enlarge or back"), this, &ViewCard::enlarge_asked);
  menu.addAction(tr("Save as figure…"), this, &ViewCard::export_asked);
  menu.addAction(tr("Table of the numbers"), this, &ViewCard::table_asked);
  menu.addAction(tr("Explore: zoom and move…"), this, &ViewCard::explore_asked);
  menu.addAction(tr("Copy as command"), this, &ViewCard::copy_asked);
  menu.exec(event->globalPos());
}

}  // namespace tt
