// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/certificates/verify/verify.h"

#include <cstdio>

#include "core/base/random.h"

namespace tt {
namespace {

constexpr const char* kSource = "the certificate";

Expected<std::string> verify_bracket(const Json& certificate) {
  const auto lower = verify_certificate(certificate.value("lower", Json())),
             upper = verify_certificate(certificate.value("upper", Json()));
  if (!lower.valid) return fail("lower end: " + lower.reason);
  if (!upper.valid) return fail("upper end: " + upper.reason);
  for (const char* key : {"m", "n", "epsilon"})
    for (const char* end : {"lower", "upper"})
      if (certificate[end].value(key, Json()) != certificate.value(key, Json()))
        return fail(std::string(key) + " of the " + end + " end",
                    excerpt(certificate[end].value(key, Json())), excerpt(certificate.value(key, Json())));
  return lower.claim + "; " + upper.claim;
}

Expected<std::string> verify_kind(const Json& certificate) {
  if (auto right = check_format(certificate, "threetokens-certificate", 1, kSource); !right)
    return tl::unexpected(right.error());
  const auto kind = json_value<std::string>(certificate, "kind", kSource);
  if (!kind) return tl::unexpected(kind.error());
  if (*kind == "lower") return verify_lower(certificate);
  if (*kind == "head") return verify_head(certificate);
  if (*kind == "identity") return verify_identity(certificate);
  if (*kind == "bracket") return verify_bracket(certificate);
  return fail("kind of the certificate", *kind, "lower, head, identity or bracket");
}

}  // namespace

Finding verify_certificate(const Json& certificate) {
  const auto claim = verify_kind(certificate);
  if (!claim) return {false, "", claim.error().message()};
  const Json digest = certificate.value("digest", Json());
  const std::string computed = certificate_digest(certificate);
  if (digest != computed)
    return {false, *claim,
            "what is written was changed: its digest is " + computed + ", not " + excerpt(digest)};
  return {true, *claim, ""};
}

std::string certificate_digest(Json certificate) {
  if (certificate.is_object()) certificate.erase("digest");
  std::uint64_t hash = 0;
  for (const unsigned char byte : certificate.dump()) hash = mix64(hash ^ byte);
  char digits[17];
  std::snprintf(digits, sizeof digits, "%016llx", static_cast<unsigned long long>(hash));
  return digits;
}

Json rational_json(const Rational& value) {
  if (value.get_den() == 1 && value.get_num().fits_slong_p()) return value.get_num().get_si();
  return value.get_str();
}

Expected<Rational> rational_from(const Json& json, const std::string& key) {
  if (json.is_number_integer()) return Rational(Integer(std::to_string(json.get<std::int64_t>())));
  Rational value;
  const bool text = json.is_string() && !json.get<std::string>().empty();
  if (!text || value.set_str(json.get<std::string>(), 10) != 0 || value.get_den() == 0)
    return fail(key, excerpt(json), "a whole number or a text such as \"7/3\"");
  value.canonicalize();
  return value;
}

Expected<Case> case_of(const Json& certificate) {
  const auto m = json_value<int>(certificate, "m", kSource), n = json_value<int>(certificate, "n", kSource);
  if (!m) return tl::unexpected(m.error());
  if (!n) return tl::unexpected(n.error());
  const auto epsilon = rational_from(certificate.value("epsilon", Json()), "epsilon");
  if (!epsilon) return tl::unexpected(epsilon.error());
  if (*m < 1 || *m > 10000) return fail("m of the certificate", std::to_string(*m), "1..10000");
  if (*n < 2 || *n > 1'000'000) return fail("n of the certificate", std::to_string(*n), "2..1000000");
  if (*epsilon <= 0 || *epsilon > Rational(1, 2))
    return fail("epsilon", epsilon->get_str(), "above 0, at most 1/2");
  return Case{*m, *n, *epsilon};
}

}  // namespace tt
