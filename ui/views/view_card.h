// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QLabel>
#include <QTimer>
#include <QToolButton>

#include "ui/jobs/latest.h"
#include "ui/session/session_model.h"
#include "ui/views/scene_widget.h"
#include "ui/widgets/icons.h"

namespace tt {

/// One view of the session: title, badge, picture and sentence. Asks the core on a worker for its scene
/// whenever its slice of the session changes: first a coarse answer, then, when the hand rests, the full one.
class ViewCard : public QFrame {
  Q_OBJECT

 public:
  ViewCard(QString name, SessionModel& model, Jobs& jobs, QWidget* parent = nullptr);

  [[nodiscard]] const QString& name() const { return name_; }
  [[nodiscard]] SceneWidget& picture() { return *picture_; }
  [[nodiscard]] const Scene& scene() const { return picture_->scene(); }
  [[nodiscard]] QString badge() const { return badge_->text(); }
  [[nodiscard]] QString sentence() const { return sentence_->text(); }
  /// No request is waiting: what is shown is the full answer to the present session.
  [[nodiscard]] bool settled() const;
  /// The height is the grid's to give, however the sentence wraps.
  [[nodiscard]] bool hasHeightForWidth() const override { return false; }
  void set_theme(Theme theme);
  void set_body(double pixels);

 signals:
  void activated(const QString& id);
  void pointed(const QString& value);
  void enlarge_asked();
  void copy_asked();
  void export_asked();
  void table_asked();
  void explore_asked();
  void scene_changed();

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;

 private:
  void on_session();
  void request(bool coarse);
  void show_scene(Expected<Scene> scene);
  QToolButton* button(Glyph glyph, const QString& tip, void (ViewCard::*signal)());

  QString name_;
  SessionModel& model_;
  Json shown_slice_;
  Latest<Expected<Scene>> latest_;
  QTimer rest_, patience_;
  QLabel *title_, *badge_, *sentence_, *problem_, *waiting_;
  SceneWidget* picture_;
};

}  // namespace tt
