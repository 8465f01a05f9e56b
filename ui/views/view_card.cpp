// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/view_card.h"

#include "core/session/slice.h"
#include "ui/scene/builders/builders.h"

namespace tt {
namespace {
constexpr int kRestMs = 120;      // the hand rests: now the full answer
constexpr int kPatienceMs = 300;  // an answer that takes longer is announced, for what is shown is older
}  // namespace

ViewCard::ViewCard(QString name, SessionModel& model, Jobs& jobs, QWidget* parent)
    : Card(std::move(name), parent),
      model_(model),
      build_([view = this->name().toStdString()](const Session& session, bool coarse, std::stop_token stop) {
        return build_scene(view, session, coarse, stop);
      }),
      latest_(jobs),
      problem_(new QLabel(this)),
      waiting_(new QLabel(tr("computing…"), this)),
      picture_(new SceneWidget(this)) {
  picture_->setObjectName(this->name() + QStringLiteral(".picture"));
  problem_->setWordWrap(true);
  problem_->setAlignment(Qt::AlignCenter);
  problem_->setProperty("problem", true);
  problem_->hide();
  waiting_->setProperty("hint", true);
  waiting_->hide();
  add_to_head(waiting_);
  add_content(picture_);
  add_content(problem_);

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

bool ViewCard::settled() const { return !latest_.busy() && !rest_.isActive(); }

void ViewCard::set_build(Build build) {
  build_ = std::move(build);
  rest_.start();
  if (!latest_.busy()) request(true);
}

void ViewCard::on_session() {
  Json now = to_json(slice(name().toStdString(), model_.session()));
  if (now == shown_slice_) return;
  shown_slice_ = std::move(now);
  // While a coarse answer is on its way newer changes wait for it, so that a fast drag still shows movement.
  rest_.start();
  if (!latest_.busy() && (follows_ || !model_.following())) request(true);
}

void ViewCard::request(bool coarse) {
  if (!patience_.isActive()) patience_.start();
  latest_.start([build = build_, session = model_.session(),
                 coarse](std::stop_token stop) { return build(session, coarse, stop); },
                [this](Expected<Scene> scene) { show_scene(std::move(scene)); });
}

void ViewCard::show_scene(Expected<Scene> scene) {
  patience_.stop();
  waiting_->hide();
  picture_->setVisible(scene.has_value());
  problem_->setVisible(!scene);
  if (scene) {
    show_texts(*scene);
    picture_->set_scene(*std::move(scene));
  } else {
    problem_->setText(QString::fromStdString(scene.error().message()));
    show_nothing();
  }
  emit scene_changed();
}

void ViewCard::set_theme(Theme theme) {
  Card::set_theme(theme);
  picture_->set_theme(theme);
}

void ViewCard::set_body(double pixels) { picture_->set_body(pixels); }

}  // namespace tt
