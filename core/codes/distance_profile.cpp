// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/codes/distance_profile.h"

#include <algorithm>

#include "core/codes/greedy_code.h"

namespace tt {
namespace {

constexpr const char* kFormat = "threetokens-code-profiles";
constexpr int kLeastBits = 17;  ///< shorter codes are listed word by word

/// Codes with many words for their distance, and what is left of them with fewer bits.
std::vector<LinearCode> known_codes() {
  std::vector<LinearCode> codes;
  for (const LinearCode& whole :
       {golay(), reed_muller(1, 5), reed_muller(2, 5), extended_bch(5, 2), extended_bch(5, 3),
        extended_bch(5, 5), reed_muller(1, 6), reed_muller(2, 6), extended_bch(6, 3), extended_bch(6, 4),
        extended_bch(6, 5), extended_bch(6, 6), extended_bch(6, 7), extended_bch(6, 10), extended_bch(6, 11),
        extended_bch(6, 13)})
    for (int by = 0; whole.bits - by >= kLeastBits; ++by) {
      LinearCode code = shortened(whole, by);
      if (code.generators.size() < 5 || code.generators.size() > static_cast<std::size_t>(kMostGenerators))
        continue;
      codes.push_back(std::move(code));
    }
  return codes;
}

Expected<DistanceProfile> profile_from(const Json& json, std::string_view source) {
  DistanceProfile p;
  const auto name = json_value<std::string>(json, "name", source);
  const auto bits = json_value<int>(json, "bits", source), weight = json_value<int>(json, "weight", source);
  const auto size = json_value<std::int64_t>(json, "size", source);
  const auto pairs = json_value<std::vector<std::int64_t>>(json, "pairs", source);
  if (!name) return tl::unexpected(name.error());
  if (!bits) return tl::unexpected(bits.error());
  if (!weight) return tl::unexpected(weight.error());
  if (!size) return tl::unexpected(size.error());
  if (!pairs) return tl::unexpected(pairs.error());
  return DistanceProfile{*name, *bits, *weight, *size, *pairs};
}

}  // namespace

int DistanceProfile::least_distance() const {
  for (std::size_t d = 1; d < pairs.size(); ++d)
    if (pairs[d] > 0) return static_cast<int>(d);
  return 0;
}

DistanceProfile profile_of(std::string name, std::span<const BitToken> words) {
  DistanceProfile profile;
  profile.name = std::move(name);
  if (words.empty()) return profile;
  profile.bits = words.front().m;
  profile.weight = weight(words.front());
  profile.size = static_cast<std::int64_t>(words.size());
  profile.pairs = distance_histogram(words, profile.bits);
  profile.pairs.resize(static_cast<std::size_t>(profile.weight) + 1);
  return profile;
}

std::optional<LinearCode> code_of(const DistanceProfile& profile) {
  for (LinearCode& code : known_codes())
    if (profile.name == code.name + ", weight " + std::to_string(profile.weight)) return std::move(code);
  return std::nullopt;
}

std::vector<DistanceProfile> computed_profiles() {
  std::vector<DistanceProfile> profiles;
  for (const LinearCode& code : known_codes())
    for (const int weight : weights_of(code)) {
      // Near the middle are the most words; far from it none are of use.
      if (4 * weight < code.bits) continue;
      DistanceProfile profile = weight_class(code, weight);
      if (profile.size >= 4) profiles.push_back(std::move(profile));
    }
  return profiles;
}

Json profiles_json(std::span<const DistanceProfile> profiles) {
  Json list = Json::array();
  for (const DistanceProfile& p : profiles)
    list.push_back(
        {{"name", p.name}, {"bits", p.bits}, {"weight", p.weight}, {"size", p.size}, {"pairs", p.pairs}});
  return {{"format", kFormat}, {"version", 1}, {"profiles", std::move(list)}};
}

Expected<std::vector<DistanceProfile>> profiles_from_json(const Json& json, std::string_view source) {
  if (auto right = check_format(json, kFormat, 1, source); !right) return tl::unexpected(right.error());
  std::vector<DistanceProfile> profiles;
  for (const Json& one : json.value("profiles", Json::array())) {
    auto profile = profile_from(one, source);
    if (!profile) return tl::unexpected(profile.error());
    profiles.push_back(*std::move(profile));
  }
  return profiles;
}

std::span<const DistanceProfile> shipped_profiles() {
  static const std::vector<DistanceProfile> profiles =
      parse_json(shipped_profiles_text(), "the shipped code profiles")
          .and_then([](const Json& json) { return profiles_from_json(json, "the shipped code profiles"); })
          .value_or(std::vector<DistanceProfile>());
  return profiles;
}

}  // namespace tt
