// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/number_box.h"

#include <QKeyEvent>
#include <QLocale>
#include <cmath>
#include <utility>

#include "core/base/log2_number.h"
#include "core/base/options.h"

namespace tt {

Expected<double> parse_number(const QString& text, const QString& name) {
  QString plain = text.trimmed();
  if (plain.count(u'.') + plain.count(u',') > 1)
    return fail(name.toStdString(), text.toStdString(), "one decimal mark, a point or a comma");
  plain.replace(u',', u'.');
  bool ok = false;
  const double value = QLocale::c().toDouble(plain, &ok);
  if (!ok || !std::isfinite(value)) return fail(name.toStdString(), text.toStdString(), "a number");
  return value;
}

NumberBox::NumberBox(QString name, QWidget* parent) : QLineEdit(parent), name_(std::move(name)) {
  setAlignment(Qt::AlignRight);
  connect(this, &QLineEdit::editingFinished, this, &NumberBox::apply);
}

void NumberBox::set_range(double low, double high) {
  low_ = low;
  high_ = high;
}

void NumberBox::set_value(double value) {
  value_ = value;
  show_value();
}

void NumberBox::show_value() {
  setText(whole_ ? QString::number(static_cast<qlonglong>(std::llround(value_)))
                 : QString::fromStdString(tt::text(value_, 4)));
  setProperty("refused", false);
  setModified(false);
}

void NumberBox::apply() {
  if (!isModified()) return;
  auto number = parse_number(text(), name_);
  if (number && whole_ && *number != std::floor(*number))
    number = fail(name_.toStdString(), text().toStdString(), "a whole number");
  if (number) {
    const auto inside = whole_ && std::abs(*number) < 9e15
                            ? check_range(name_.toStdString(), static_cast<long long>(*number),
                                          static_cast<long long>(low_), static_cast<long long>(high_))
                            : check_range(name_.toStdString(), *number, low_, high_);
    if (!inside) number = tl::unexpected(inside.error());
  }
  if (!number) {
    setProperty("refused", true);
    setModified(false);  // say it once, not again when the focus leaves
    emit refused(QString::fromStdString(number.error().message()));
    return;
  }
  setModified(false);
  emit entered(*number);
}

void NumberBox::keyPressEvent(QKeyEvent* event) {
  switch (event->key()) {
    case Qt::Key_Escape:
      show_value();
      return;
    case Qt::Key_Up:
      emit stepped(1);
      return;
    case Qt::Key_Down:
      emit stepped(-1);
      return;
    default:
      QLineEdit::keyPressEvent(event);
  }
}

}  // namespace tt
