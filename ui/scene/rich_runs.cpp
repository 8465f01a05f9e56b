// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scene/rich_runs.h"

namespace tt {
namespace {

class RunReader {
 public:
  explicit RunReader(const std::string& text) : text_(QString::fromStdString(text)) {}

  std::vector<RichRun> read() {
    while (at_ < text_.size()) step();
    flush();
    return std::move(runs_);
  }

 private:
  void step() {
    const QChar c = text_[at_];
    const QChar next = at_ + 1 < text_.size() ? text_[at_ + 1] : QChar();
    if (c == QLatin1Char('\\') && !next.isNull()) {
      pending_ += next;
      at_ += 2;
    } else if (script_ == 0 && (c == QLatin1Char('^') || c == QLatin1Char('_')) && next == QLatin1Char('{')) {
      flush();
      script_ = c == QLatin1Char('^') ? 1 : -1;
      at_ += 2;
    } else if (script_ != 0 && c == QLatin1Char('}')) {
      flush();
      script_ = 0;
      ++at_;
    } else if (c == QLatin1Char('*') && (italic_ || text_.indexOf(c, at_ + 1) > at_ + 1)) {
      flush();
      italic_ = !italic_;
      ++at_;
    } else if (stands_alone(c)) {
      flush();
      pending_ += c;
      flush();
      ++at_;
    } else {
      pending_ += c;
      ++at_;
    }
  }

  // Set together with figures in Inter, these were missing from the text that a PDF gives back; alone they
  // are kept.
  static bool stands_alone(QChar c) { return QStringLiteral("×<>").contains(c); }

  void flush() {
    if (!pending_.isEmpty()) runs_.push_back({pending_, italic_, script_});
    pending_.clear();
  }

  QString text_, pending_;
  qsizetype at_ = 0;
  bool italic_ = false;
  int script_ = 0;
  std::vector<RichRun> runs_;
};

}  // namespace

std::vector<RichRun> rich_runs(const std::string& text) { return RunReader(text).read(); }

}  // namespace tt
