// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figures/figure_form.h"

#include <QLabel>
#include <array>
#include <cmath>

#include "ui/export/faces.h"
#include "ui/export/length.h"
#include "ui/export/venues.h"
#include "ui/scene/number_text.h"
#include "ui/session/texts.h"

namespace tt {
namespace {

const double kGolden = (1.0 + std::sqrt(5.0)) / 2.0;

QString as_asked() { return FigureForm::tr("as the views ask for"); }
QString golden() { return FigureForm::tr("golden ratio"); }
QString mm(double value) { return QString::fromStdString(exact_text(value)) + QStringLiteral(" mm"); }

/// People write lengths with a comma, too.
Expected<double> read_length(const QString& text) {
  QString plain = text.trimmed();
  return parse_length_mm(plain.replace(u',', u'.').toStdString());
}

template <class Box>
Box* box(double low, double high, double step) {
  auto* made = new Box;
  using Value = decltype(made->value());
  made->setRange(static_cast<Value>(low), static_cast<Value>(high));
  made->setSingleStep(static_cast<Value>(step));
  return made;
}

}  // namespace

Expected<double> parse_height_mm(const QString& text, double width_mm) {
  const QString plain = text.trimmed();
  if (plain.isEmpty() || plain == as_asked()) return 0.0;
  if (plain == golden()) return width_mm / kGolden;
  const QStringList parts = plain.split(u':');
  if (parts.size() == 2) {
    bool first = false, second = false;
    const double across = parts[0].toDouble(&first), down = parts[1].toDouble(&second);
    if (first && second && across > 0.0 && down > 0.0) return width_mm * down / across;
    return fail("height", plain.toStdString(), "a ratio such as 4:3");
  }
  return read_length(plain);
}

FigureForm::FigureForm(QWidget* parent) : QWidget(parent), layout_(new QFormLayout(this)) {
  layout_->setContentsMargins(0, 0, 0, 0);
  layout_->setVerticalSpacing(6);
  build_size_rows();
  build_look_rows();
  build_part_rows();
  show_options();
}

template <class Control>
Control* FigureForm::row(const char* key, Control* control) {
  const Explanation& explained = control_text(QLatin1String(key));
  control->setObjectName(QLatin1String(key));
  control->setToolTip(explained.tip);
  control->setWhatsThis(explained.rich());
  control->setAccessibleName(explained.label);
  if constexpr (std::is_same_v<Control, QCheckBox>) {
    control->setText(explained.label);
    layout_->addRow(QString(), control);
  } else {
    layout_->addRow(explained.label, control);
  }
  return control;
}

void FigureForm::build_size_rows() {
  venue_ = row("figure_venue", new QComboBox);
  venue_->addItem(tr("free"));
  for (const Venue& one : kVenues)
    venue_->addItem(QStringLiteral("%1, %2").arg(
        QString::fromUtf8(one.label.data(), static_cast<qsizetype>(one.label.size())), mm(one.width_mm)));
  width_ = row("figure_width", new QLineEdit);
  height_ = row("figure_height", new QComboBox);
  height_->setEditable(true);
  height_->addItems(
      {as_asked(), golden(), QStringLiteral("4:3"), QStringLiteral("16:9"), QStringLiteral("1:1")});
  connect(venue_, &QComboBox::activated, this, [this](int index) {
    if (index > 0) width_->setText(mm(kVenues[static_cast<std::size_t>(index - 1)].width_mm));
  });
  connect(width_, &QLineEdit::textChanged, this, &FigureForm::read);
  connect(height_, &QComboBox::currentTextChanged, this, &FigureForm::read);
}

void FigureForm::build_look_rows() {
  family_ = row("figure_family", new QComboBox);
  for (const FaceChoice& one : face_choices())
    family_->addItem(QString::fromUtf8(one.label.data(), static_cast<qsizetype>(one.label.size())),
                     one.name == "sans"
                         ? QString()
                         : QString::fromUtf8(one.name.data(), static_cast<qsizetype>(one.name.size())));
  type_ = row("figure_type", box<QDoubleSpinBox>(3.0, 48.0, 0.5));
  type_->setDecimals(1);
  type_->setSuffix(tr(" pt"));
  line_ = row("figure_line", box<QDoubleSpinBox>(0.1, 10.0, 0.1));
  line_->setDecimals(2);
  ground_ = row("figure_ground", new QComboBox);
  ground_->addItems({tr("white"), tr("light grey"), tr("transparent")});
  text_ = row("figure_text", new QComboBox);
  text_->addItems({tr("as usual"), tr("text"), tr("outlines")});
  for (QComboBox* one : {family_, ground_, text_})
    connect(one, &QComboBox::currentIndexChanged, this, &FigureForm::read);
  for (QDoubleSpinBox* one : {type_, line_})
    connect(one, &QDoubleSpinBox::valueChanged, this, &FigureForm::read);
}

void FigureForm::build_part_rows() {
  title_ = row("figure_title", new QCheckBox);
  legend_ = row("figure_legend", new QCheckBox);
  letters_ = row("figure_letters", new QCheckBox);
  columns_ = row("figure_columns", box<QSpinBox>(0, 8, 1));
  columns_->setSpecialValueText(tr("as suits"));
  dpi_ = row("figure_dpi", box<QSpinBox>(36, 4800, 100));
  dpi_->setSuffix(tr(" dpi"));
  dated_ = row("figure_dated", new QCheckBox);
  for (QCheckBox* one : {title_, legend_, letters_, dated_})
    connect(one, &QCheckBox::toggled, this, &FigureForm::read);
  for (QSpinBox* one : {columns_, dpi_}) connect(one, &QSpinBox::valueChanged, this, &FigureForm::read);
}

void FigureForm::set_options(const FigureOptions& options) {
  options_ = options;
  show_options();
  emit changed();
}

void FigureForm::show_options() {
  showing_ = true;
  width_->setText(mm(options_.width_mm));
  height_->setCurrentText(options_.height_mm > 0.0 ? mm(options_.height_mm) : as_asked());
  const int known = family_->findData(QString::fromStdString(options_.family));
  if (known < 0)
    family_->addItem(QString::fromStdString(options_.family), QString::fromStdString(options_.family));
  family_->setCurrentIndex(known < 0 ? family_->count() - 1 : known);
  type_->setValue(options_.type_pt);
  line_->setValue(options_.line);
  ground_->setCurrentIndex(static_cast<int>(options_.ground));
  text_->setCurrentIndex(static_cast<int>(options_.text));
  title_->setChecked(options_.title);
  legend_->setChecked(options_.legend);
  letters_->setChecked(options_.letters);
  columns_->setValue(options_.columns);
  dpi_->setValue(static_cast<int>(options_.dpi));
  dated_->setChecked(options_.dated);
  problem_.clear();
  showing_ = false;
  show_venue();
}

void FigureForm::show_venue() {
  const QSignalBlocker quiet(venue_);
  int index = 0;
  for (std::size_t i = 0; i < kVenues.size(); ++i)
    if (index == 0 && std::abs(kVenues[i].width_mm - options_.width_mm) < 1e-9)
      index = static_cast<int>(i) + 1;
  // Several venues share a width: the one that was chosen stays.
  const int now = venue_->currentIndex();
  if (now > 0 && std::abs(kVenues[static_cast<std::size_t>(now - 1)].width_mm - options_.width_mm) < 1e-9)
    return;
  venue_->setCurrentIndex(index);
}

void FigureForm::read() {
  if (showing_) return;
  FigureOptions next = options_;
  next.family = family_->currentData().toString().toStdString();
  next.type_pt = type_->value();
  next.line = line_->value();
  next.ground = static_cast<Ground>(ground_->currentIndex());
  next.text = static_cast<TextKind>(text_->currentIndex());
  next.title = title_->isChecked();
  next.legend = legend_->isChecked();
  next.letters = letters_->isChecked();
  next.columns = columns_->value();
  next.dpi = dpi_->value();
  next.dated = dated_->isChecked();
  const auto whole = read_length(width_->text())
                         .and_then([&](double width) {
                           next.width_mm = width;
                           return parse_height_mm(height_->currentText(), width);
                         })
                         .and_then([&](double height) {
                           next.height_mm = height;
                           return check(next);
                         });
  problem_ = whole ? QString() : QString::fromStdString(whole.error().message());
  if (whole) options_ = next;
  show_venue();
  emit changed();
}

}  // namespace tt
