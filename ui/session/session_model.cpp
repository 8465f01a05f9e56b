// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/session_model.h"

#include <QUndoCommand>
#include <utility>

namespace tt {

/// Undo and redo both swap the session with the one kept here.
class SwapCommand : public QUndoCommand {
 public:
  SwapCommand(SessionModel& model, const QString& what, Session next, quint64 gesture)
      : QUndoCommand(what), model_(model), other_(std::move(next)), gesture_(gesture) {}

  void redo() override { swap(); }
  void undo() override { swap(); }
  int id() const override { return 1; }
  bool mergeWith(const QUndoCommand* command) override {
    // The newer command was already done: the state is right, and our kept session is the older one.
    const auto* newer = static_cast<const SwapCommand*>(command);
    return newer->text() == text() && newer->gesture_ == gesture_;
  }

 private:
  void swap() {
    Session current = model_.session();
    model_.set(std::exchange(other_, std::move(current)));
  }

  SessionModel& model_;
  Session other_;
  quint64 gesture_;
};

namespace {
constexpr int kRestMs = 800;  // a burst of keys or wheel steps ends after this rest
}

SessionModel::SessionModel(Session session, QObject* parent)
    : QObject(parent), session_(normalized(std::move(session))) {
  rest_.setSingleShot(true);
  rest_.setInterval(kRestMs);
  connect(&rest_, &QTimer::timeout, this, [this] {
    if (!held_) ++gesture_;
  });
}

void SessionModel::edit(const QString& what, Session next) {
  next = normalized(std::move(next));
  if (to_json(next) == to_json(session_)) return;
  stack_.push(new SwapCommand(*this, what, std::move(next), gesture_));
  rest_.start();
}

void SessionModel::follow(Session next) {
  following_ = true;
  set(normalized(std::move(next)));
  following_ = false;
}

void SessionModel::hold_gesture() {
  ++gesture_;
  held_ = true;
}

void SessionModel::end_gesture() {
  held_ = false;
  ++gesture_;
}

void SessionModel::replace(Session session) {
  stack_.clear();
  end_gesture();
  set(normalized(std::move(session)));
}

void SessionModel::set(Session session) {
  session_ = std::move(session);
  emit changed();
}

}  // namespace tt
