// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scene/scene.h"

#include <algorithm>

namespace tt {

bool is_colour_bar(const Panel& panel) {
  return panel.items.size() == 1 && std::holds_alternative<ColourBar>(panel.items.front());
}

bool has_heat_map(const Panel& panel) {
  return std::any_of(panel.items.begin(), panel.items.end(),
                     [](const Item& item) { return std::holds_alternative<HeatMap>(item); });
}

}  // namespace tt
