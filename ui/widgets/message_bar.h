// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QLabel>

namespace tt {

/// One line above the cards that says what went wrong and stays until it is closed or replaced. Never a modal
/// box.
class MessageBar : public QFrame {
  Q_OBJECT

 public:
  explicit MessageBar(QWidget* parent = nullptr);
  void say(const QString& message);
  [[nodiscard]] QString message() const { return text_->text(); }

 private:
  QLabel* text_;
};

}  // namespace tt
