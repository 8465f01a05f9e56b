// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <QStringList>

#include "ui/session/session_model.h"

namespace tt {

/// The session as a document: path, saved or not, recent files (kept in the settings).
class SessionFiles : public QObject {
  Q_OBJECT

 public:
  explicit SessionFiles(SessionModel& model, QObject* parent = nullptr);

  /// Reads a file into the model; on failure the model is left as it was.
  [[nodiscard]] Expected<void> open(const QString& path);
  [[nodiscard]] Expected<void> save(const QString& path);
  /// Pasted text, as one undo step.
  [[nodiscard]] Expected<void> paste(const QString& text);
  [[nodiscard]] QString text() const;
  /// Another session, that is not what its file holds, or has no file yet.
  void take(Session session, const QString& path = {});
  void start_anew();

  [[nodiscard]] const QString& path() const { return path_; }
  [[nodiscard]] bool modified() const { return unsaved_ || !model_.undo_stack().isClean(); }
  [[nodiscard]] QStringList recent() const;

 signals:
  void changed();

 private:
  void remember(const QString& path);

  SessionModel& model_;
  QString path_;
  bool unsaved_ = false;  ///< taken over from elsewhere: no undo makes it what the file holds
};

}  // namespace tt
