// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QHBoxLayout>
#include <QLabel>
#include <functional>
#include <utility>
#include <vector>

namespace tt {

/// One line above the cards that says what went wrong and stays until it is closed or replaced. Never a modal
/// box.
class MessageBar : public QFrame {
  Q_OBJECT

 public:
  explicit MessageBar(QWidget* parent = nullptr);
  void say(const QString& message);
  /// A question that stays until one of the answers, or closing, is clicked.
  using Answer = std::pair<QString, std::function<void()>>;
  void ask(const QString& question, const std::vector<Answer>& answers);
  [[nodiscard]] QString message() const { return text_->text(); }

 private:
  void clear_answers();

  QLabel* text_;
  QHBoxLayout* row_;
  std::vector<QWidget*> answers_;
};

}  // namespace tt
