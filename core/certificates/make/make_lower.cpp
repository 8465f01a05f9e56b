// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bounds/certificate.h"
#include "core/certificates/make/make.h"
#include "core/certificates/make/sealed.h"
#include "core/codes/greedy_code.h"
#include "core/domination/gap.h"
#include "core/rank/interval_bound.h"

namespace tt {
namespace {

constexpr std::int64_t kMostWords = 40'000;

/// The best code whose words can be listed, and its words.
struct Chosen {
  LowerBound bound;
  DistanceProfile profile;
  std::vector<BitToken> words;
};

void consider(Chosen& best, const DistanceProfile& profile, const BoundsOptions& options,
              std::span<const double> lambda_log2) {
  if (profile.size > kMostWords) return;
  const LowerBound found =
      certificate::with_profiles(certificate::small_bound(options), {&profile, 1}, options, lambda_log2);
  if (found.bits == 0 || found.rank <= best.bound.rank || found.source.find(profile.name) != 0) return;
  best.bound = found;
  best.profile = profile;
  best.words.clear();
}

Chosen choose(const BoundsOptions& options, std::stop_token stop) {
  const std::vector<double> lambda = best_lambda_log2(options.n, options.epsilon, options.m / 2);
  Chosen best{certificate::small_bound(options), {}, {}};
  for (const DistanceProfile& profile : shipped_profiles()) consider(best, profile, options, lambda);
  if (best.bound.bits > 0)
    if (const auto code = code_of(best.profile)) best.words = words_of_weight(*code, best.profile.weight);
  for (int bits = std::min(options.m, certificate::kShortBits); bits >= 4; --bits)
    for (const int weight : certificate::weights(bits, -1))
      for (int distance = 2; distance <= weight && !stop.stop_requested(); ++distance) {
        const auto code = greedy_code({.bits = bits, .weight = weight, .distance = distance}, stop);
        if (!code) continue;
        const double before = best.bound.rank;
        consider(best, profile_of("listed lexicographic code", code->words), options, lambda);
        if (best.bound.rank > before) best.words = code->words;
      }
  return best;
}

Json gaps_for(const std::vector<int>& distances, const BoundsOptions& options) {
  Json gaps = Json::object();
  for (const int d : distances) gaps[std::to_string(d)] = best_gaps(options.n, options.epsilon, d).gaps;
  return gaps;
}

Json empty_lower(const BoundsOptions& options) {
  Json json;
  json["kind"] = "lower";
  json["m"] = options.m;
  json["n"] = options.n;
  json["epsilon"] = rational_json(exactly(options.epsilon));
  json["signed"] = options.is_signed;
  return json;
}

Json listed_certificate(const Chosen& chosen, const BoundsOptions& options) {
  Json json = empty_lower(options);
  std::vector<RangeCount> ranges;
  std::vector<int> distances;
  for (std::size_t d = 1; d < chosen.profile.pairs.size(); ++d) {
    if (chosen.profile.pairs[d] == 0) continue;
    distances.push_back(static_cast<int>(d));
    Rational factor = 1;
    for (const int gap : best_gaps(options.n, options.epsilon, static_cast<int>(d)).gaps)
      factor *= (options.n - 2) * (gap - 2 * exactly(options.epsilon)) / (2 * exactly(options.epsilon));
    ranges.push_back({1 / factor, Integer(static_cast<long>(chosen.profile.pairs[d]))});
  }
  const bool centered = chosen.bound.form == "centered";
  json["shift"] = rational_json(
      centered ? interval_bound(Integer(static_cast<long>(chosen.profile.size)), ranges).shift : Rational(0));
  json["rank"] = Integer(chosen.bound.rank).get_str();
  json["source"] = chosen.profile.name;
  json["gaps"] = gaps_for(distances, options);
  json["words"] = Json::array();
  for (const BitToken& word : chosen.words) json["words"].push_back(to_string(word));
  return json;
}

Json counted_certificate(const LowerBound& bound, const BoundsOptions& options) {
  Json json = empty_lower(options);
  Rational factor = 1;
  for (const int gap : bound.gaps)
    factor *= (options.n - 2) * (gap - 2 * exactly(options.epsilon)) / (2 * exactly(options.epsilon));
  json["shift"] = rational_json(bound.form == "centered" ? Rational(1 / (2 * factor)) : Rational(0));
  // A rank above 2^53 is known by its logarithm here; the check computes it, and the claim is what it gives.
  json["source"] = "Gilbert-Varshamov count";
  json["gaps"] = gaps_for({bound.distance}, options);
  json["count"] = {{"bits", bound.bits}, {"weight", bound.weight}, {"distance", bound.distance}};
  json["rank"] = forced_text(json);
  return json;
}

}  // namespace

Expected<Json> make_lower_certificate(int m, int n, double epsilon, bool is_signed, std::stop_token stop) {
  const BoundsOptions options{.m = m, .n = n, .epsilon = epsilon, .is_signed = is_signed};
  if (auto sound = check(options); !sound) return tl::unexpected(sound.error());
  if (n < 3) return fail("length n", std::to_string(n), "3 or more: below, one feature is enough");
  const Chosen chosen = choose(options, stop);
  const auto counted = optimized_bound(options, stop);
  if (!counted) return tl::unexpected(counted.error());
  if (chosen.words.empty() && counted->code_size <= 2.0)
    return fail("code of " + std::to_string(m) + " bits", "none that forces more than one feature",
                "more bits, or the certificates of the command bracket");
  const bool listed = !chosen.words.empty() && chosen.bound.rank_log2 >= counted->rank_log2;
  return sealed(listed ? listed_certificate(chosen, options) : counted_certificate(*counted, options));
}

}  // namespace tt
