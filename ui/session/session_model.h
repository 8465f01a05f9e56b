// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>
#include <QUndoStack>

#include "core/session/session.h"

namespace tt {

/// The one Session behind window, views and files, with undo. Every change goes through edit(); edits of one
/// gesture (a drag, a burst of keys or wheel steps at one control) merge into one undo step.
class SessionModel : public QObject {
  Q_OBJECT

 public:
  explicit SessionModel(Session session, QObject* parent = nullptr);

  [[nodiscard]] const Session& session() const { return session_; }
  [[nodiscard]] QUndoStack& undo_stack() { return stack_; }

  /// Replaces the session by the normalized `next`; `what` names the change for the undo menu and decides
  /// what merges.
  void edit(const QString& what, Session next);
  /// Replaces the session past undo: for what changes by itself while it is watched, a head that learns. Undo
  /// goes back to what was before the edit that began it.
  void follow(Session next);
  /// True while listeners are told of a follow().
  [[nodiscard]] bool following() const { return following_; }
  /// While held (a pressed slider), rest does not end the gesture.
  void hold_gesture();
  void end_gesture();
  /// Another document: the undo history starts anew.
  void replace(Session session);

 signals:
  void changed();

 private:
  friend class SwapCommand;
  void set(Session session);

  Session session_;
  QUndoStack stack_;
  QTimer rest_;
  bool held_ = false, following_ = false;
  quint64 gesture_ = 0;
};

}  // namespace tt
