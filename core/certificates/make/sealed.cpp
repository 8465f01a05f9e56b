// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/certificates/make/sealed.h"

namespace tt {
namespace {

Json framed(const Json& content) {
  Json json;
  json["format"] = "threetokens-certificate";
  json["version"] = 1;
  for (const auto& [key, value] : content.items()) json[key] = value;
  json["digest"] = certificate_digest(json);
  return json;
}

bool takes(Json lower, const Integer& rank) {
  lower["rank"] = rank.get_str();
  return verify_lower(lower).has_value();
}

}  // namespace

Expected<Json> sealed(const Json& content) {
  Json json = framed(content);
  if (const Finding found = verify_certificate(json); !found.valid)
    return fail("certificate as made", found.reason);
  return json;
}

std::string forced_text(Json lower) {
  // The claim is monotone in the rank: doubled until it fails, then halved between.
  Integer low = 1, high = 2;
  while (takes(lower, high)) low = high, high *= 2;
  while (high - low > 1) {
    const Integer middle = (low + high) / 2;
    (takes(lower, middle) ? low : high) = middle;
  }
  return low.get_str();
}

}  // namespace tt
