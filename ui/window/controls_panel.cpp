// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/controls_panel.h"

#include <QHBoxLayout>
#include <QPushButton>

#include "ui/session/texts.h"

namespace tt {

ControlsPanel::ControlsPanel(SessionModel& model, QWidget* parent) : SessionRows(model, parent) {
  setObjectName(QStringLiteral("controls"));
  column_->setContentsMargins(16, 14, 16, 14);
  build_task();
  build_head();
  build_code();
  build_matrix();
  build_phase();
  build_bench();
  column_->addStretch(1);
  refresh();
}

void ControlsPanel::add_buttons(const char* key, const std::vector<std::pair<const char*, Signal>>& buttons) {
  auto* row = new QWidget(this);
  auto* layout = new QHBoxLayout(row);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(8);
  for (const auto& [name, signal] : buttons) {
    const Explanation& explained = control_text(QLatin1String(name));
    auto* button = new QPushButton(explained.label, row);
    button->setObjectName(QLatin1String(name));
    button->setToolTip(explained.tip);
    button->setWhatsThis(explained.rich());
    layout->addWidget(button, 1);
    connect(button, &QPushButton::clicked, this, signal);
  }
  add_line(QLatin1String(key), row);
}

}  // namespace tt
