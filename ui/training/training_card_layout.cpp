// SPDX-License-Identifier: GPL-3.0-or-later
// The widgets of the training card and how they share its room.
#include <QBoxLayout>
#include <QHeaderView>
#include <algorithm>

#include "ui/session/texts.h"
#include "ui/training/training_card.h"

namespace tt {
namespace {

constexpr int kStepSteps = 10;      // of the step button
constexpr int kSettingsFrom = 900;  // px of width from which the settings stand open
constexpr int kStateFrom = 760;     // and the words about the state have room

}  // namespace

QToolButton* TrainingCard::tool(const char* key, Glyph glyph) {
  const Explanation& explained = control_text(QLatin1String(key));
  auto* made = new QToolButton(this);
  made->setObjectName(QLatin1String(key));
  made->setProperty("glyph", static_cast<int>(glyph));
  made->setIconSize({16, 16});
  made->setToolTip(explained.tip);
  made->setAccessibleName(explained.label);
  made->setWhatsThis(explained.rich());
  return made;
}

QWidget* TrainingCard::build_transport() {
  auto* row = new QWidget(this);
  auto* layout = new QHBoxLayout(row);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(2);
  play_ = tool("train_play", Glyph::play);
  auto* step = tool("train_step", Glyph::step);
  auto* reset = tool("train_reset", Glyph::reset);
  auto* fresh = tool("train_new", Glyph::add);
  settings_button_ = tool("train_settings", Glyph::settings);
  settings_button_->setCheckable(true);
  state_ = new QLabel(row);
  state_->setProperty("hint", true);
  state_->setObjectName(QStringLiteral("training.state"));
  for (QToolButton* one : {play_, step, reset, fresh, settings_button_}) layout->addWidget(one);
  layout->addSpacing(6);
  layout->addWidget(state_);
  connect(play_, &QToolButton::clicked, this,
          [this] { training_.playing() ? training_.pause() : training_.play(); });
  connect(step, &QToolButton::clicked, this, [this] { training_.step(kStepSteps); });
  connect(reset, &QToolButton::clicked, &training_, &TrainingModel::reset);
  connect(fresh, &QToolButton::clicked, &training_, &TrainingModel::start_new);
  connect(settings_button_, &QToolButton::clicked, this, [this](bool open) {
    settings_wanted_ = open;
    arrange();
  });
  return row;
}

QWidget* TrainingCard::build_body() {
  auto* body = new QWidget(this);
  auto* row = new QHBoxLayout(body);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(10);
  settings_area_ = new QScrollArea(body);
  settings_area_->setWidget(settings_);
  settings_area_->setWidgetResizable(true);
  settings_area_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  settings_area_->setFocusPolicy(Qt::NoFocus);
  row->addWidget(settings_area_);
  row->addWidget(build_charts(), 5);
  row->addWidget(build_heads(), 4);
  return body;
}

QWidget* TrainingCard::build_charts() {
  auto* charts = new QWidget(this);
  auto* column = new QVBoxLayout(charts);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  legend_ = new QLabel(charts);
  legend_->setTextFormat(Qt::RichText);
  legend_->setProperty("hint", true);
  legend_->setWordWrap(true);
  loss_ = new CurveChart(charts);
  loss_->setObjectName(QStringLiteral("training.loss"));
  error_ = new CurveChart(charts);
  error_->setObjectName(QStringLiteral("training.error"));
  column->addWidget(legend_);
  column->addWidget(loss_, 1);
  column->addWidget(error_, 1);
  return charts;
}

QWidget* TrainingCard::build_heads() {
  auto* side = new QWidget(this);
  auto* column = new QVBoxLayout(side);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(4);
  heads_ = new HeadsModel(this);
  table_ = new QTableView(side);
  table_->setObjectName(QStringLiteral("training.heads"));
  table_->setAccessibleName(tr("Heads"));
  table_->setModel(heads_);
  table_->setSelectionBehavior(QAbstractItemView::SelectRows);
  table_->setSelectionMode(QAbstractItemView::SingleSelection);
  table_->verticalHeader()->hide();
  table_->setShowGrid(false);
  table_->setWordWrap(false);
  table_->horizontalHeader()->setHighlightSections(false);
  table_->horizontalHeader()->setMinimumSectionSize(20);
  table_->horizontalHeader()->setSectionResizeMode(QHeaderView::Fixed);
  table_->horizontalHeader()->setSectionResizeMode(heads_->columnCount() - 1, QHeaderView::Stretch);
  inputs_hint_ = new QLabel(side);
  inputs_hint_->setWordWrap(true);
  inputs_hint_->setProperty("hint", true);
  inputs_ = new SceneWidget(side);
  inputs_->setObjectName(QStringLiteral("training.inputs"));
  inputs_->setMinimumHeight(70);
  column->addWidget(table_, 3);
  column->addWidget(inputs_hint_);
  column->addWidget(inputs_, 2);
  connect(table_, &QTableView::clicked, this, [this](const QModelIndex& at) {
    const HeadChoice choice = heads_->choice_at(at.row());
    training_.choose(choice.ensemble, choice.head);
  });
  connect(table_, &QTableView::activated, table_, &QTableView::clicked);
  return side;
}

QWidget* TrainingCard::build_frames() {
  auto* row = new QWidget(this);
  row->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
  auto* layout = new QHBoxLayout(row);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(8);
  runs_ = new QComboBox(row);
  runs_->setObjectName(QStringLiteral("train_runs"));
  runs_->setMinimumContentsLength(12);
  overlay_ = tool("train_overlay", Glyph::overlay);
  auto* dismiss = tool("train_dismiss", Glyph::close);
  frames_ = new QSlider(Qt::Horizontal, row);
  frames_->setObjectName(QStringLiteral("train_frames"));
  frame_text_ = new QLabel(row);
  frame_text_->setProperty("hint", true);
  branch_ = new QPushButton(control_text(QStringLiteral("train_branch")).label, row);
  branch_->setObjectName(QStringLiteral("train_branch"));
  for (const auto& [widget, key] : {std::pair<QWidget*, const char*>{runs_, "train_runs"},
                                    {frames_, "train_frames"},
                                    {branch_, "train_branch"}}) {
    const Explanation& explained = control_text(QLatin1String(key));
    widget->setToolTip(explained.tip);
    widget->setWhatsThis(explained.rich());
    widget->setAccessibleName(explained.label);
  }
  for (QWidget* one :
       {static_cast<QWidget*>(runs_), static_cast<QWidget*>(overlay_), static_cast<QWidget*>(dismiss)})
    layout->addWidget(one);
  layout->addWidget(frames_, 1);
  layout->addWidget(frame_text_);
  layout->addWidget(branch_);
  connect(runs_, &QComboBox::activated, &training_, &TrainingModel::set_current);
  connect(overlay_, &QToolButton::clicked, this, [this] {
    const int at = training_.current();
    for (int i = 0; i < static_cast<int>(training_.runs().size()); ++i)
      if (i != at) training_.set_shown(i, !training_.runs()[static_cast<std::size_t>(i)].shown);
  });
  connect(dismiss, &QToolButton::clicked, this, [this] { training_.dismiss(training_.current()); });
  connect(frames_, &QSlider::valueChanged, this,
          [this](int position) { training_.look_at(frame_at(position)); });
  connect(branch_, &QPushButton::clicked, this, [this] {
    const std::int64_t at = frame_at(frames_->value());
    training_.branch(at >= 0 || !training_.seen() || training_.seen()->runs.empty()
                         ? at
                         : training_.seen()->runs.front().step);
  });
  return row;
}

void TrainingCard::resizeEvent(QResizeEvent* event) {
  Card::resizeEvent(event);
  arrange();
}

/// In a narrow card the settings open on demand only, and what is said about steps gives way.
void TrainingCard::arrange() {
  const bool open = settings_wanted_.value_or(width() >= kSettingsFrom);
  settings_area_->setVisible(open);
  settings_button_->setChecked(open);
  state_->setVisible(width() >= kStateFrom);
  table_->setColumnHidden(HeadsModel::kStep, width() < kStateFrom);
}

}  // namespace tt
