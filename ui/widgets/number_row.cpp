// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/number_row.h"

#include <QGridLayout>
#include <QPainter>
#include <QStyleOptionSlider>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

namespace tt {
namespace {
constexpr int kFineSteps = 1000;  // slider positions of a real-valued choice
}

MarkedSlider::MarkedSlider(QWidget* parent) : QSlider(Qt::Horizontal, parent) {
  setFocusPolicy(Qt::StrongFocus);
}

void MarkedSlider::set_mark(int position) {
  mark_ = position;
  update();
}

void MarkedSlider::paintEvent(QPaintEvent* event) {
  QSlider::paintEvent(event);
  if (mark_ < minimum() || mark_ > maximum()) return;
  QStyleOptionSlider option;
  initStyleOption(&option);
  const QRect handle = style()->subControlRect(QStyle::CC_Slider, &option, QStyle::SC_SliderHandle, this);
  const int span = width() - handle.width();
  const int x = handle.width() / 2 +
                QStyle::sliderPositionFromValue(minimum(), maximum(), mark_, span, option.upsideDown);
  QPainter painter(this);
  painter.setPen(QPen(palette().color(QPalette::Text), 1));
  painter.drawLine(x, 0, x, 4);
  painter.drawLine(x, height() - 5, x, height() - 1);
}

void MarkedSlider::wheelEvent(QWheelEvent* event) {
  // An unfocused slider lets the page scroll.
  if (hasFocus())
    QSlider::wheelEvent(event);
  else
    event->ignore();
}

NumberRow::NumberRow(const QString& key, const QString& label, Steps steps, QWidget* parent)
    : QWidget(parent),
      steps_(steps),
      label_(new QLabel(label, this)),
      slider_(new MarkedSlider(this)),
      box_(new NumberBox(label, this)),
      hint_(new QLabel(this)) {
  setObjectName(key);
  slider_->setObjectName(key + QStringLiteral(".slider"));
  box_->setObjectName(key + QStringLiteral(".box"));
  slider_->setAccessibleName(label);
  box_->setAccessibleName(label);
  box_->set_whole(steps == Steps::whole);
  label_->setBuddy(box_);
  hint_->setProperty("hint", true);
  hint_->setWordWrap(true);
  hint_->hide();
  auto* grid = new QGridLayout(this);
  grid->setContentsMargins(0, 0, 0, 0);
  grid->setHorizontalSpacing(8);
  grid->setVerticalSpacing(0);
  grid->setColumnStretch(1, 1);
  box_->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
  slider_->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  grid->addWidget(label_, 0, 0);
  grid->addWidget(slider_, 0, 1);
  grid->addWidget(box_, 0, 2);
  grid->addWidget(hint_, 1, 1, 1, 2);

  connect(slider_, &QSlider::valueChanged, this, [this](int position) { emit edited(value_at(position)); });
  connect(slider_, &QSlider::sliderPressed, this, &NumberRow::pressed);
  connect(slider_, &QSlider::sliderReleased, this, &NumberRow::released);
  connect(box_, &NumberBox::entered, this, &NumberRow::edited);
  connect(box_, &NumberBox::refused, this, &NumberRow::refused);
  connect(box_, &NumberBox::stepped, this, [this](int count) {
    // One up or down is one more or less for whole numbers, whatever the slider's scale.
    if (box_->whole())
      emit edited(std::clamp(box_->value() + count, box_->low(), box_->high()));
    else
      slider_->setValue(slider_->value() + count);
  });
  connect(hint_, &QLabel::linkActivated, this, &NumberRow::hint_clicked);
}

void NumberRow::set_range(double low, double high) {
  if (low == box_->low() && high == box_->high()) return;
  const QSignalBlocker quiet(slider_);
  box_->set_range(low, high);
  if (steps_ == Steps::whole)
    slider_->setRange(static_cast<int>(low), static_cast<int>(high));
  else
    slider_->setRange(0, kFineSteps);
  slider_->setSingleStep(steps_ == Steps::whole ? 1 : kFineSteps / 100);
  slider_->setPageStep(steps_ == Steps::whole ? std::max(1, static_cast<int>((high - low) / 8))
                                              : kFineSteps / 10);
}

void NumberRow::set_value(double value) {
  const QSignalBlocker quiet(slider_);
  slider_->setValue(position_of(value));
  if (!box_->isModified()) box_->set_value(value);
}

void NumberRow::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() != QEvent::FontChange && event->type() != QEvent::StyleChange) return;
  // Links take their colour from the palette of the moment the text is set.
  const QString text = hint_->text();
  hint_->setText({});
  hint_->setText(text);
  box_->setFixedWidth(box_->fontMetrics().horizontalAdvance(QStringLiteral("0000.00")) + 10);
}

void NumberRow::set_hint(const QString& text) {
  if (hint_->text() != text) hint_->setText(text);
  hint_->setVisible(!text.isEmpty());
}

void NumberRow::set_mark(std::optional<double> value) { slider_->set_mark(value ? position_of(*value) : -1); }

void NumberRow::set_fixed(const QString& text) {
  slider_->setEnabled(text.isEmpty());
  box_->setEnabled(text.isEmpty());
  if (!text.isEmpty()) box_->setText(text);
}

int NumberRow::position_of(double value) const {
  const double low = box_->low(), high = box_->high();
  if (steps_ == Steps::whole) return static_cast<int>(std::lround(std::clamp(value, low, high)));
  const double t = steps_ == Steps::linear ? (value - low) / (high - low)
                                           : std::log(std::max(value, low) / low) / std::log(high / low);
  return static_cast<int>(std::lround(kFineSteps * std::clamp(t, 0.0, 1.0)));
}

double NumberRow::value_at(int position) const {
  if (steps_ == Steps::whole) return position;
  const double low = box_->low(), high = box_->high(), t = static_cast<double>(position) / kFineSteps;
  return steps_ == Steps::linear ? low + t * (high - low) : low * std::pow(high / low, t);
}

}  // namespace tt
