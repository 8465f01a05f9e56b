// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <Eigen/LU>
#include <random>

#include "core/bounds/bounds.h"
#include "core/certificates/make/make.h"
#include "core/certificates/verify/verify.h"
#include "core/heads/constructions/constructions.h"
#include "core/heads/evaluate.h"

namespace tt {
namespace {

Head good_head() {
  FeatureMap map;
  map.kind = MapKind::exact_product;
  map.m = 3;
  map.tau = 2.5;
  return head_with(map);
}

std::vector<std::vector<Rational>> some_matrix() {
  return {{1, Rational(1, 4), Rational(1, 10)}, {Rational(1, 7), 1, Rational(1, 4)}, {0, Rational(1, 9), 1}};
}

std::vector<std::pair<std::string, Json>> one_of_each() {
  return {{"lower", make_lower_certificate(12, 3, 0.5, false).value()},
          {"lower, signed", make_lower_certificate(16, 3, 0.5, true).value()},
          {"lower, counted", make_lower_certificate(200, 4, 0.25, false).value()},
          {"head", make_head_certificate(good_head(), 3, 0.5).value()},
          {"upper", make_upper_certificate(4, 3, 0.5).value()},
          {"identity", make_identity_certificate(some_matrix()).value()}};
}

TEST(Certificates, EveryProducerVerifies) {
  for (const auto& [name, certificate] : one_of_each()) {
    const Finding found = verify_certificate(parse_json(certificate.dump(), "again").value());
    EXPECT_TRUE(found.valid) << name << ": " << found.reason;
    EXPECT_FALSE(found.claim.empty());
  }
}

/// All places of a document that hold a number or a text.
void leaves(Json& at, std::vector<Json*>& found) {
  if (at.is_structured())
    for (Json& child : at) leaves(child, found);
  else
    found.push_back(&at);
}

/// One digit or letter of a leaf changed.
void change(Json& leaf, std::mt19937& random) {
  if (leaf.is_boolean()) {
    leaf = !leaf.get<bool>();
  } else if (leaf.is_number_integer()) {
    leaf = leaf.get<std::int64_t>() + (random() % 2 ? 1 : -1);
  } else if (leaf.is_string() && !leaf.get<std::string>().empty()) {
    std::string text = leaf.get<std::string>();
    char& c = text[random() % text.size()];
    c = c == '1' ? '0' : '1';
    leaf = text;
  } else {
    leaf = "changed";
  }
}

TEST(Certificates, OneChangedDigitIsRefused) {
  std::mt19937 random(17);
  for (const auto& [name, certificate] : one_of_each())
    for (int round = 0; round < 60; ++round) {
      Json changed = certificate;
      std::vector<Json*> places;
      leaves(changed, places);
      Json& place = *places[random() % places.size()];
      const Json before = place;
      change(place, random);
      if (place == before) continue;
      const Finding found = verify_certificate(changed);
      EXPECT_FALSE(found.valid) << name << ", " << before << " became " << place;
      EXPECT_FALSE(found.reason.empty());
    }
}

/// A forger who also mends the digest is refused where the claim is no longer true.
TEST(Certificates, AFalseClaimIsRefusedWhateverItsDigest) {
  const auto forged = [](Json certificate, const char* key, const Json& value) {
    certificate[key] = value;
    certificate["digest"] = certificate_digest(certificate);
    return verify_certificate(certificate);
  };
  const Json lower = make_lower_certificate(24, 3, 0.5, false).value();
  EXPECT_FALSE(forged(lower, "rank", "43").valid);
  EXPECT_TRUE(forged(lower, "rank", "41").valid);  // weaker, and true
  EXPECT_FALSE(forged(lower, "n", 2).valid);
  EXPECT_FALSE(forged(lower, "m", 23).valid);
  EXPECT_FALSE(forged(lower, "signed", true).valid);
  EXPECT_FALSE(forged(lower, "shift", "1/2").valid);
  Json gaps = lower["gaps"];
  gaps["4"] = {5};  // more than there is
  EXPECT_NE(forged(lower, "gaps", gaps).reason.find("distance 4"), std::string::npos);
  gaps["4"] = {1, 1, 1, 1};  // to which the lemma does not apply
  EXPECT_FALSE(forged(lower, "gaps", gaps).valid);
  Json words = lower["words"];
  words[1] = words[0];
  EXPECT_NE(forged(lower, "words", words).reason.find("word 2"), std::string::npos);

  const Json head = make_head_certificate(good_head(), 3, 0.5).value();
  EXPECT_FALSE(forged(head, "error", "1/1000000").valid);
  Json lookup = head["lookup"];
  lookup[5][3] = 2;
  EXPECT_NE(forged(head, "lookup", lookup).reason.find("query 101"), std::string::npos);

  const Json identity = make_identity_certificate(some_matrix()).value();
  EXPECT_FALSE(forged(identity, "rank", 2).valid);
  EXPECT_FALSE(forged(identity, "rank_bound", 4).valid);
}

TEST(Certificates, LowerOnesAreAsGoodAsTheBoundsThatCanBeListed) {
  for (const int m : {12, 16, 20, 24})
    for (const int n : {3, 4, 8}) {
      const auto rank = Integer(make_lower_certificate(m, n, 0.5, false).value()["rank"].get<std::string>());
      EXPECT_EQ(rank.get_d(), known_code_bound({.m = m, .n = n})->rank) << m << " " << n;
    }
}

TEST(Certificates, TheErrorOfAHeadIsThatOfAllItsInputs) {
  // Every input listed, in double, against the verifier's extremes in rationals.
  for (const int n : {2, 3, 4}) {
    const Json certificate = make_head_certificate(good_head(), n, 0.5).value();
    const double exact = evaluate_all(good_head(), n, 0.5).value().max_error;
    const Rational claimed = rational_from(certificate["error"], "error").value();
    EXPECT_GT(claimed.get_d(), exact);
    EXPECT_LT(claimed.get_d(), exact + 3e-6);
    Json lower = certificate;
    lower["error"] = rational_json(exactly(exact - 1e-6));
    EXPECT_FALSE(verify_head(lower)) << n;
  }
}

TEST(Certificates, ExactRankIsThatOfElimination) {
  std::mt19937 random(2);
  for (int round = 0; round < 30; ++round) {
    const int size = 1 + static_cast<int>(random() % 6),
              rank = static_cast<int>(random() % static_cast<unsigned>(size + 1));
    Eigen::MatrixXd a = Eigen::MatrixXd::Zero(size, size);
    for (int k = 0; k < rank; ++k)
      a += Eigen::VectorXd::NullaryExpr(size, [&] { return static_cast<double>(random() % 7) - 3.0; }) *
           Eigen::RowVectorXd::NullaryExpr(size, [&] { return static_cast<double>(random() % 7) - 3.0; });
    std::vector<std::vector<Rational>> exact;
    for (int i = 0; i < size; ++i) {
      exact.emplace_back();
      for (int j = 0; j < size; ++j) exact.back().push_back(exactly(a(i, j)));
    }
    EXPECT_EQ(exact_rank(exact), Eigen::FullPivLU<Eigen::MatrixXd>(a).rank());
  }
}

TEST(Certificates, NoDocumentCrashesTheVerifier) {
  for (const char* text : {"null", "[]", "{}", "7", "{\"format\":\"threetokens-certificate\",\"version\":1}",
                           "{\"format\":\"threetokens-certificate\",\"version\":1,\"kind\":\"lower\"}",
                           "{\"format\":\"threetokens-certificate\",\"version\":1,\"kind\":\"bracket\"}",
                           "{\"format\":\"threetokens-certificate\",\"version\":1,\"kind\":\"head\",\"m\":1,"
                           "\"n\":3,\"epsilon\":\"1/0\"}",
                           "{\"format\":\"threetokens-certificate\",\"version\":2,\"kind\":\"head\"}"})
    EXPECT_FALSE(verify_certificate(parse_json(text, "odd").value()).valid) << text;
  std::mt19937 random(4);
  for (const auto& [name, certificate] : one_of_each())
    for (int round = 0; round < 40; ++round) {
      Json odd = certificate;
      auto at = odd.begin();
      std::advance(at, static_cast<std::ptrdiff_t>(random() % odd.size()));
      at.value() = std::array<Json, 5>{Json(), Json::array(), Json::object(), -1, "x"}[random() % 5];
      EXPECT_FALSE(verify_certificate(odd).valid) << name;
    }
}

TEST(Certificates, WhatCannotBeMadeSaysWhy) {
  EXPECT_FALSE(make_lower_certificate(3, 3, 0.5, false));
  EXPECT_FALSE(make_lower_certificate(24, 2, 0.5, false));
  EXPECT_FALSE(make_upper_certificate(9, 3, 0.5));
  EXPECT_FALSE(make_identity_certificate({{1, 2}, {3}}));
}

}  // namespace
}  // namespace tt
