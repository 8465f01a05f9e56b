// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

#include "ui/scene/painter.h"
#include "ui/widgets/icons.h"

namespace tt {

/// The frame that views share: title, badge, quiet buttons, a picture of the view's own, one sentence.
class Card : public QFrame {
  Q_OBJECT

 public:
  explicit Card(QString name, QWidget* parent = nullptr);

  [[nodiscard]] const QString& name() const { return name_; }
  [[nodiscard]] QString badge() const { return badge_->text(); }
  [[nodiscard]] QString sentence() const { return sentence_->text(); }
  [[nodiscard]] virtual const Scene& scene() const = 0;
  /// Nothing is on its way: what is shown is the answer to what was asked last.
  [[nodiscard]] virtual bool settled() const = 0;
  virtual void set_theme(Theme theme);
  virtual void set_body(double pixels) = 0;
  /// A further widget in the head, after the badge.
  void add_to_head(QWidget* widget);
  /// The height is the grid's to give, however the sentence wraps.
  [[nodiscard]] bool hasHeightForWidth() const override { return false; }

 signals:
  void activated(const QString& id);
  void pointed(const QString& value);
  void enlarge_asked();
  void copy_asked();
  void export_asked();
  void table_asked();
  void explore_asked();
  void close_asked();  ///< of cards that come and go

 protected:
  /// Between the head and the sentence.
  void add_content(QWidget* content);
  QToolButton* add_button(Glyph glyph, const QString& tip, void (Card::*signal)());
  void show_texts(const Scene& scene);
  /// In place of a scene's texts.
  void show_nothing();

  void resizeEvent(QResizeEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;

 private:
  void set_badge(const QString& text, const QString& tip, const char* state);

  QString name_;
  QLabel *title_, *badge_, *sentence_;
  QHBoxLayout* head_;
  int content_at_ = 1, head_at_ = 2;  // where the next ones go
};

}  // namespace tt
