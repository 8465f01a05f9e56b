// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/autosave.h"

#include <unistd.h>

#include <chrono>

namespace tt {
namespace {

constexpr int kRestMs = 300;

/// Of this program alone: process and start.
std::string journal_name() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  const auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
  return "session-" + std::to_string(ms) + "-" + std::to_string(::getpid()) + ".journal";
}

Expected<std::optional<Recovered>> recover(const std::filesystem::path& file) {
  const auto state = last_state(file);
  if (!state) return tl::unexpected(state.error());
  if (!*state) return std::optional<Recovered>();
  const std::string name = file.filename().string();
  const Json& last = **state;
  if (!last.is_object()) return fail("state in " + name, excerpt(last), "an object");
  auto session = session_from_json(last.value("session", Json()), name);
  if (!session) return tl::unexpected(session.error());
  const Json path = last.value("path", Json());
  return std::optional(
      Recovered{file, *std::move(session),
                path.is_string() ? QString::fromStdString(path.get<std::string>()) : QString()});
}

}  // namespace

Autosave::Autosave(std::filesystem::path folder, QObject* parent)
    : QObject(parent), folder_(std::move(folder)), thread_([this](std::stop_token stop) { work(stop); }) {
  rest_.setSingleShot(true);
  rest_.setInterval(kRestMs);
  connect(&rest_, &QTimer::timeout, this, [this] {
    if (pending_) ask({std::exchange(pending_, std::nullopt)});
  });
}

Autosave::~Autosave() = default;

void Autosave::note(const Session& session, const QString& path) {
  pending_ = Json{{"session", to_json(session)}, {"path", path.toStdString()}};
  // The first change of many is written, too, not only the last one.
  if (!rest_.isActive()) rest_.start();
}

void Autosave::settle() {
  rest_.stop();
  pending_.reset();
  ask({});
}

void Autosave::flush() {
  if (pending_) ask({std::exchange(pending_, std::nullopt)});
  std::unique_lock lock(mutex_);
  idle_.wait(lock, [this] { return !request_ && !busy_; });
}

void Autosave::ask(Request request) {
  {
    const std::scoped_lock lock(mutex_);
    request_ = std::move(request);  // an older one that still waits is out of date
  }
  wake_.notify_one();
}

void Autosave::work(std::stop_token stop) {
  std::optional<Journal> journal;
  while (true) {
    Request request;
    {
      std::unique_lock lock(mutex_);
      busy_ = false;
      idle_.notify_all();
      // What was noted before the end is still written.
      if (!wake_.wait(lock, stop, [this] { return request_.has_value(); })) return;
      request = *std::exchange(request_, std::nullopt);
      busy_ = true;
    }
    serve(journal, request);
  }
}

void Autosave::serve(std::optional<Journal>& journal, const Request& request) {
  if (!request.state) {
    if (journal) journal->discard();
    journal.reset();
    return;
  }
  if (!journal) {
    auto begun = Journal::begin(folder_ / journal_name());
    if (!begun) {
      emit failed(QString::fromStdString(begun.error().message()));
      return;
    }
    journal.emplace(*std::move(begun));
  }
  if (const auto added = journal->add(*request.state); !added)
    emit failed(QString::fromStdString(added.error().message()));
}

std::optional<Recovered> Autosave::recoverable(QStringList& problems) const {
  std::optional<Recovered> newest;
  for (const auto& file : abandoned_journals(folder_)) {
    auto found = recover(file);
    if (!found) {
      const auto aside = set_aside(file);
      problems << tr("%1; kept as %2")
                      .arg(QString::fromStdString(found.error().message()),
                           QString::fromStdString(aside ? aside->string() : file.string()));
    } else if (!*found) {
      std::error_code ignored;
      std::filesystem::remove(file, ignored);
    } else if (!newest) {
      newest = *std::move(found);
    }
  }
  return newest;
}

void Autosave::forget(const Recovered& recovered) {
  std::error_code ignored;
  std::filesystem::remove(recovered.journal, ignored);
}

}  // namespace tt
