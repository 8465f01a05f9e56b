// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <functional>

#include "ui/jobs/latest.h"
#include "ui/session/session_model.h"
#include "ui/views/card.h"
#include "ui/views/scene_widget.h"

namespace tt {

/// One view of the session. Asks the core on a worker for its scene whenever its slice of the session
/// changes: first a coarse answer, then, when the hand rests, the full one.
class ViewCard : public Card {
  Q_OBJECT

 public:
  /// Session -> Scene; called on a worker. The default is build_scene by the view's name.
  using Build = std::function<Expected<Scene>(const Session&, bool coarse, std::stop_token)>;

  ViewCard(QString name, SessionModel& model, Jobs& jobs, QWidget* parent = nullptr);

  [[nodiscard]] SceneWidget& picture() { return *picture_; }
  [[nodiscard]] const Scene& scene() const override { return picture_->scene(); }
  [[nodiscard]] bool settled() const override;
  /// What the view shows besides the session has changed: it is built in another way from now on.
  void set_build(Build build);
  /// A head that learns is shown at once (the default), or when it rests.
  void set_follows(bool follows) { follows_ = follows; }
  void set_theme(Theme theme) override;
  void set_body(double pixels) override;

 signals:
  void scene_changed();

 private:
  void on_session();
  void request(bool coarse);
  void show_scene(Expected<Scene> scene);

  SessionModel& model_;
  Build build_;
  bool follows_ = true;
  Json shown_slice_;
  Latest<Expected<Scene>> latest_;
  QTimer rest_, patience_;
  QLabel *problem_, *waiting_;
  SceneWidget* picture_;
};

}  // namespace tt
