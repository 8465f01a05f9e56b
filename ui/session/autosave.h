// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>

#include "core/io/journal.h"
#include "core/session/session.h"

namespace tt {

/// What a program that ended without being closed left behind.
struct Recovered {
  std::filesystem::path journal;
  Session session;
  QString path;  ///< file of the document; empty: it had none
};

/// Keeps the last state of the document in a journal, on a thread of its own: a change is on disk within half
/// a second. An unchanged document has no journal.
class Autosave : public QObject {
  Q_OBJECT

 public:
  /// folder: where journals lie; made where it is missing.
  explicit Autosave(std::filesystem::path folder, QObject* parent = nullptr);
  ~Autosave() override;

  /// The document has changed; `path` is its file.
  void note(const Session& session, const QString& path);
  /// The document is saved or closed: there is nothing to recover.
  void settle();
  /// Everything noted is on disk (for tests and for the end).
  void flush();

  /// The newest state of a dead program, read from the folder; what cannot be read is set aside and named in
  /// `problems`.
  [[nodiscard]] std::optional<Recovered> recoverable(QStringList& problems) const;
  /// Takes the offer away, whether it was taken or not.
  static void forget(const Recovered& recovered);

 signals:
  void failed(const QString& message);

 private:
  struct Request {
    std::optional<Json> state;  ///< none: discard the journal
  };
  void ask(Request request);
  void work(std::stop_token stop);
  void serve(std::optional<Journal>& journal, const Request& request);

  std::filesystem::path folder_;
  QTimer rest_;
  std::optional<Json> pending_;
  std::mutex mutex_;
  std::condition_variable_any wake_, idle_;
  std::optional<Request> request_;
  bool busy_ = false;
  std::jthread thread_;  // last: it uses the rest
};

}  // namespace tt
