// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/device.h"

namespace tt::gpu {

std::string text(const Devices& devices) {
  if (devices.cards.empty()) return "CUDA: " + devices.why_not;
  const Card& first = devices.cards.front();
  return "CUDA: " + first.name + ", " + std::to_string(first.memory_bytes >> 30) + " GiB" +
         (devices.cards.size() > 1 ? " and " + std::to_string(devices.cards.size() - 1) + " more" : "");
}

Json to_json(const Devices& devices) {
  Json json;
  json["built"] = devices.built;
  json["available"] = !devices.cards.empty();
  json["why_not"] = devices.why_not.empty() ? Json() : Json(devices.why_not);
  json["cards"] = Json::array();
  for (const Card& card : devices.cards)
    json["cards"].push_back(
        {{"index", card.index},
         {"name", card.name},
         {"compute_capability", std::to_string(card.major) + "." + std::to_string(card.minor)},
         {"processors", card.processors},
         {"memory_bytes", card.memory_bytes},
         {"free_bytes", card.free_bytes},
         {"shared_bytes_a_block", card.shared_bytes}});
  return json;
}

}  // namespace tt::gpu
