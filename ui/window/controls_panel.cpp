// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/controls_panel.h"

#include <QHBoxLayout>
#include <QSignalBlocker>

#include "ui/session/texts.h"

namespace tt {

ControlsPanel::ControlsPanel(SessionModel& model, QWidget* parent)
    : QWidget(parent), model_(model), column_(new QVBoxLayout(this)) {
  setObjectName(QStringLiteral("controls"));
  column_->setContentsMargins(16, 14, 16, 14);
  column_->setSpacing(6);
  build_task();
  build_head();
  build_code();
  build_matrix();
  build_phase();
  build_bench();
  column_->addStretch(1);
  connect(&model_, &SessionModel::changed, this, &ControlsPanel::refresh);
  refresh();
}

void ControlsPanel::heading(const QString& text) {
  auto* label = new QLabel(text, this);
  label->setProperty("heading", true);
  column_->addWidget(label);
}

ControlsPanel::NumberBinding& ControlsPanel::number(const QString& key, NumberRow::Steps steps, Range range,
                                                    std::function<double(const Session&)> get,
                                                    std::function<void(Session&, double)> set) {
  const Explanation& explained = control_text(key);
  auto* row = new NumberRow(key, explained.label, steps, this);
  row->label()->setMinimumWidth(84);
  row->setToolTip(explained.tip);
  row->setWhatsThis(explained.rich());
  column_->addWidget(row);
  connect(row, &NumberRow::edited, this, [this, set = std::move(set), label = explained.label](double value) {
    Session next = model_.session();
    set(next, value);
    model_.edit(label, std::move(next));
  });
  connect(row, &NumberRow::pressed, &model_, &SessionModel::hold_gesture);
  connect(row, &NumberRow::released, &model_, &SessionModel::end_gesture);
  connect(row, &NumberRow::refused, this, &ControlsPanel::refused);
  auto binding = std::make_unique<NumberBinding>();
  binding->row = row;
  binding->get = std::move(get);
  binding->range = [range](const Session&) { return range; };
  numbers_.push_back(std::move(binding));
  return *numbers_.back();
}

ControlsPanel::ChoiceBinding& ControlsPanel::choose(const QString& key, const QStringList& names,
                                                    std::function<int(const Session&)> get,
                                                    std::function<void(Session&, int)> set) {
  const Explanation& explained = control_text(key);
  auto* line = new QWidget(this);
  auto* layout = new QHBoxLayout(line);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(8);
  auto* label = new QLabel(explained.label, line);
  label->setMinimumWidth(84);
  auto* box = new QComboBox(line);
  box->setObjectName(key);
  box->setAccessibleName(explained.label);
  box->addItems(names);
  box->setFocusPolicy(Qt::StrongFocus);
  box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  label->setBuddy(box);
  layout->addWidget(label);
  layout->addWidget(box, 1);
  line->setToolTip(explained.tip);
  line->setWhatsThis(explained.rich());
  column_->addWidget(line);
  connect(box, &QComboBox::currentIndexChanged, this,
          [this, set = std::move(set), what = explained.label](int index) {
            if (index < 0) return;
            Session next = model_.session();
            set(next, index);
            model_.end_gesture();
            model_.edit(what, std::move(next));
          });
  auto binding = std::make_unique<ChoiceBinding>();
  binding->line = line;
  binding->box = box;
  binding->get = std::move(get);
  choices_.push_back(std::move(binding));
  return *choices_.back();
}

void ControlsPanel::buttons() {
  auto* line = new QWidget(this);
  auto* layout = new QHBoxLayout(line);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(8);
  auto* label = new QLabel(control_text(QStringLiteral("sequence")).label, line);
  label->setMinimumWidth(84);
  layout->addWidget(label);
  const auto add = [&](const char* key, void (ControlsPanel::*signal)()) {
    const Explanation& explained = control_text(QLatin1String(key));
    auto* button = new QPushButton(explained.label, line);
    button->setObjectName(QLatin1String(key));
    button->setToolTip(explained.tip);
    button->setWhatsThis(explained.rich());
    layout->addWidget(button, 1);
    connect(button, &QPushButton::clicked, this, signal);
  };
  add("random_sequence", &ControlsPanel::random_asked);
  add("hard_sequence", &ControlsPanel::hard_asked);
  add("own_sequence", &ControlsPanel::own_asked);
  column_->addWidget(line);
}

void ControlsPanel::refresh() {
  const Session& s = model_.session();
  for (const auto& binding : numbers_) {
    NumberRow& row = *binding->row;
    row.setVisible(!binding->shown || binding->shown(s));
    const Range range = binding->range(s);
    row.set_range(range.low, range.high);
    row.set_value(binding->get(s));
    row.set_hint(binding->hint ? binding->hint(s) : QString());
    row.set_mark(binding->mark ? binding->mark(s) : std::nullopt);
    row.set_fixed(binding->fixed ? binding->fixed(s) : QString());
  }
  for (const auto& binding : choices_) {
    const QSignalBlocker quiet(binding->box);
    binding->line->setVisible(!binding->shown || binding->shown(s));
    binding->box->setCurrentIndex(binding->get(s));
  }
}

}  // namespace tt
