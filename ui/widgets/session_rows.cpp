// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/session_rows.h"

#include <QStandardItemModel>

#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>

#include "ui/session/texts.h"

namespace tt {
namespace {
constexpr int kLabelWidth = 84;
}

SessionRows::SessionRows(SessionModel& model, QWidget* parent)
    : QWidget(parent), model_(model), column_(new QVBoxLayout(this)) {
  column_->setSpacing(6);
  connect(&model_, &SessionModel::changed, this, [this] {
    // What a head learns is no choice of the user; what is hidden is refreshed when it is shown.
    if (isVisible() && !model_.following()) refresh();
  });
}

void SessionRows::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  refresh();
}

QWidget* SessionRows::add_line(const QString& key, QWidget* field) {
  const Explanation& explained = control_text(key);
  auto* line = new QWidget(this);
  auto* layout = new QHBoxLayout(line);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(8);
  auto* label = new QLabel(explained.label, line);
  label->setMinimumWidth(kLabelWidth);
  label->setBuddy(field);
  layout->addWidget(label);
  layout->addWidget(field, 1);
  line->setToolTip(explained.tip);
  line->setWhatsThis(explained.rich());
  column_->addWidget(line);
  return line;
}

void SessionRows::heading(const QString& text) {
  auto* label = new QLabel(text, this);
  label->setProperty("heading", true);
  column_->addWidget(label);
}

SessionRows::NumberBinding& SessionRows::number(const QString& key, NumberRow::Steps steps, Range range,
                                                std::function<double(const Session&)> get,
                                                std::function<void(Session&, double)> set) {
  const Explanation& explained = control_text(key);
  auto* row = new NumberRow(key, explained.label, steps, this);
  row->label()->setMinimumWidth(kLabelWidth);
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
  connect(row, &NumberRow::refused, this, &SessionRows::refused);
  auto binding = std::make_unique<NumberBinding>();
  binding->row = row;
  binding->get = std::move(get);
  binding->range = [range](const Session&) { return range; };
  numbers_.push_back(std::move(binding));
  return *numbers_.back();
}

SessionRows::ChoiceBinding& SessionRows::choose(const QString& key, const QStringList& names,
                                                std::function<int(const Session&)> get,
                                                std::function<void(Session&, int)> set) {
  const QString label = control_text(key).label;
  auto* box = new QComboBox(this);
  box->setObjectName(key);
  box->setAccessibleName(label);
  box->addItems(names);
  box->setFocusPolicy(Qt::StrongFocus);
  box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  QWidget* const line = add_line(key, box);
  connect(box, &QComboBox::currentIndexChanged, this, [this, set = std::move(set), what = label](int index) {
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

SessionRows::EntryBinding& SessionRows::entry(
    const QString& key, std::function<QString(const Session&)> get,
    std::function<Expected<void>(Session&, const std::string&)> set) {
  const QString what = control_text(key).label;
  auto* box = new QLineEdit(this);
  box->setObjectName(key);
  box->setAccessibleName(what);
  add_line(key, box);
  connect(box, &QLineEdit::editingFinished, this, [this, box, set = std::move(set), what] {
    if (!box->isModified()) return;
    box->setModified(false);
    Session next = model_.session();
    if (auto read = set(next, box->text().toStdString()); !read) {
      emit refused(QString::fromStdString(read.error().message()));
      return;
    }
    model_.end_gesture();
    model_.edit(what, std::move(next));
    refresh();  // also where nothing changed but how it is written
  });
  auto binding = std::make_unique<EntryBinding>();
  binding->box = box;
  binding->get = std::move(get);
  entries_.push_back(std::move(binding));
  return *entries_.back();
}

void SessionRows::refresh() {
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
    if (!binding->offered) continue;
    auto* entries = static_cast<QStandardItemModel*>(binding->box->model());
    for (int i = 0; i < entries->rowCount(); ++i) entries->item(i)->setEnabled(binding->offered(s, i));
  }
  for (const auto& binding : entries_)
    if (!binding->box->isModified()) binding->box->setText(binding->get(s));
}

}  // namespace tt
