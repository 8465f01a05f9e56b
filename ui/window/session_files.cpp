// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/session_files.h"

#include <QFileInfo>
#include <QSettings>

namespace tt {
namespace {
constexpr int kRecent = 8;
const QString kKey = QStringLiteral("recent");

std::filesystem::path native(const QString& path) { return path.toStdU16String(); }
}  // namespace

SessionFiles::SessionFiles(SessionModel& model, QObject* parent) : QObject(parent), model_(model) {}

Expected<void> SessionFiles::open(const QString& path) {
  auto content = read_file(native(path));
  if (!content) return tl::unexpected(content.error());
  auto session = parse_session(*content, QFileInfo(path).fileName().toStdString());
  if (!session) return tl::unexpected(session.error());
  path_ = path;
  unsaved_ = false;
  model_.replace(*std::move(session));
  remember(path);
  emit changed();
  return {};
}

Expected<void> SessionFiles::save(const QString& path) {
  if (auto written = write_file_atomic(native(path), to_json(model_.session()).dump(2) + "\n"); !written)
    return written;
  path_ = path;
  unsaved_ = false;
  model_.undo_stack().setClean();
  remember(path);
  emit changed();
  return {};
}

Expected<void> SessionFiles::paste(const QString& text) {
  auto session = parse_session(text.toStdString(), "pasted text");
  if (!session) return tl::unexpected(session.error());
  model_.end_gesture();
  model_.edit(tr("pasted session"), *std::move(session));
  return {};
}

QString SessionFiles::text() const { return QString::fromStdString(to_json(model_.session()).dump(2)); }

void SessionFiles::take(Session session, const QString& path) {
  path_ = path;
  unsaved_ = true;
  model_.replace(std::move(session));
  emit changed();
}

void SessionFiles::start_anew() {
  path_.clear();
  unsaved_ = false;
  model_.replace(example_session());
  emit changed();
}

QStringList SessionFiles::recent() const { return QSettings().value(kKey).toStringList(); }

void SessionFiles::remember(const QString& path) {
  const QString full = QFileInfo(path).absoluteFilePath();
  QStringList list = recent();
  list.removeAll(full);
  list.prepend(full);
  while (list.size() > kRecent) list.removeLast();
  QSettings().setValue(kKey, list);
}

}  // namespace tt
