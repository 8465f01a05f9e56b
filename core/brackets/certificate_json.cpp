// SPDX-License-Identifier: GPL-3.0-or-later
#include <stdexcept>

#include "core/brackets/bracket.h"

namespace tt {
namespace {

constexpr std::string_view kFormat = "threetokens-brackets";
constexpr int kVersion = 1;

std::string bits(std::uint64_t word, int m) { return to_string(BitToken{word, m}); }

std::uint64_t word(const Json& json, int m) {
  const auto token = parse_token(json.get<std::string>());
  if (!token || token->m != m)
    throw std::invalid_argument("\"" + json.get<std::string>() + "\" is no token of " + std::to_string(m) +
                                " bits");
  return token->word;
}

Json words(const std::vector<std::uint64_t>& all, int m) {
  Json list = Json::array();
  for (const std::uint64_t one : all) list.push_back(bits(one, m));
  return list;
}

std::vector<std::uint64_t> words(const Json& list, int m) {
  std::vector<std::uint64_t> all;
  for (const Json& one : list) all.push_back(word(one, m));
  return all;
}

/// d as a string of +, -, 0.
std::string signs(const Difference& d, int m) {
  std::string text;
  for (int k = 0; k < m; ++k) text += (d.plus >> k & 1) != 0 ? '+' : (d.minus >> k & 1) != 0 ? '-' : '0';
  return text;
}

Difference difference(const Json& json, int m) {
  const auto text = json.get<std::string>();
  if (text.size() != static_cast<std::size_t>(m) || text.find_first_not_of("+-0") != std::string::npos)
    throw std::invalid_argument("\"" + text + "\" is no difference of " + std::to_string(m) + " bits");
  Difference d;
  for (int k = 0; k < m; ++k) {
    if (text[static_cast<std::size_t>(k)] == '+') d.plus |= 1ull << k;
    if (text[static_cast<std::size_t>(k)] == '-') d.minus |= 1ull << k;
  }
  return d;
}

Json differences(const std::vector<Difference>& all, int m) {
  Json list = Json::array();
  for (const Difference& d : all) list.push_back(signs(d, m));
  return list;
}

std::vector<Difference> differences(const Json& list, int m) {
  std::vector<Difference> all;
  for (const Json& one : list) all.push_back(difference(one, m));
  return all;
}

Json rationals(const std::vector<Rational>& all) {
  Json list = Json::array();
  for (const Rational& one : all) list.push_back(one.get_str());
  return list;
}

Rational rational(const Json& json) {
  Rational value;
  if (value.set_str(json.get<std::string>(), 10) != 0 || value.get_den() == 0)
    throw std::invalid_argument("\"" + json.get<std::string>() + "\" is no rational");
  value.canonicalize();
  return value;
}

std::vector<Rational> rationals(const Json& list) {
  std::vector<Rational> all;
  for (const Json& one : list) all.push_back(rational(one));
  return all;
}

struct Writer {
  Json& json;
  int m;

  void operator()(const OpposedPair& pair) const {
    json["kind"] = "opposed-pair";
    json["difference"] = signs(pair.d, m);
    json["queries"] = words(std::vector<std::uint64_t>{pair.x, pair.x2}, m);
  }
  void operator()(const OrderCore& core) const {
    json["kind"] = "order-core";
    json["differences"] = differences(core.differences, m);
  }
  void operator()(const ShatteredSet& set) const {
    json["kind"] = "shattered-set";
    json["differences"] = differences(set.differences, m);
    json["queries"] = words(set.queries, m);
  }
  void operator()(const Submatrix& part) const {
    json["kind"] = "submatrix";
    json["queries"] = words(part.queries, m);
    json["keys"] = words(part.keys, m);
  }
  void operator()(const IntegerHead& head) const {
    json["kind"] = "head";
    json["features"] = head.rank;
    json["lookup_bits"] = head.lookup_bits;
    json["query"] = head.query;
    json["key"] = head.key;
    json["lookup"] = head.lookup;
  }
  void operator()(const OverlapSolution& solution) const {
    json["kind"] = "overlap-kernel";
    json["basis"] = solution.basis;
    json["f"] = rationals(solution.f);
    json["lookup"] = Json::array();
    for (const auto& row : solution.lookup) json["lookup"].push_back(rationals(row));
  }
};

decltype(Certificate::proof) proof_from(const Json& json, const Certificate& c) {
  const auto kind = json.at("kind").get<std::string>();
  if (kind == "opposed-pair") {
    const auto queries = words(json.at("queries"), c.m);
    return OpposedPair{difference(json.at("difference"), c.m), queries.at(0), queries.at(1)};
  }
  if (kind == "order-core") return OrderCore{differences(json.at("differences"), c.m)};
  if (kind == "shattered-set")
    return ShatteredSet{differences(json.at("differences"), c.m), words(json.at("queries"), c.m)};
  if (kind == "submatrix") return Submatrix{words(json.at("queries"), c.m), words(json.at("keys"), c.m)};
  if (kind == "head")
    return IntegerHead{json.at("features").get<int>(), json.at("lookup_bits").get<int>(),
                       json.at("query").get<std::vector<std::int64_t>>(),
                       json.at("key").get<std::vector<std::int64_t>>(),
                       json.at("lookup").get<std::vector<std::int64_t>>()};
  if (kind == "overlap-kernel") {
    OverlapSolution solution{
        c.m, c.n, c.epsilon, json.at("basis").get<std::vector<int>>(), rationals(json.at("f")), {}, c.rank};
    for (const Json& row : json.at("lookup")) solution.lookup.push_back(rationals(row));
    return solution;
  }
  throw std::invalid_argument("kind \"" + kind + "\" is not known");
}

Certificate read_certificate(const Json& json) {
  Certificate c;
  c.m = json.at("m").get<int>();
  c.n = json.at("n").get<int>();
  if (c.m < 1 || c.m > 16) throw std::invalid_argument("m = " + std::to_string(c.m) + " is not in 1..16");
  c.epsilon = rational(json.at("epsilon"));
  c.upper = json.at("claim").get<std::string>() == "upper";
  c.rank = json.at("rank").get<long>();
  c.proof = proof_from(json, c);
  return c;
}

}  // namespace

std::string source_text(const Certificate& c) {
  struct Text {
    std::string operator()(const OpposedPair&) const { return "two keys dominate each other (6.5)"; }
    std::string operator()(const OrderCore& core) const {
      return "no order of the queries fits " + std::to_string(core.differences.size()) + " differences (6.5)";
    }
    std::string operator()(const ShatteredSet& set) const {
      return "shattered set of " + std::to_string(set.differences.size()) + " (6.5)";
    }
    std::string operator()(const Submatrix& part) const {
      return "near-identity matrix of " + std::to_string(part.queries.size()) + " pairs (5.4)";
    }
    std::string operator()(const IntegerHead&) const { return "a learned head, verified exactly (9)"; }
    std::string operator()(const OverlapSolution&) const { return "overlap LP (3.6)"; }
  };
  return std::visit(Text{}, c.proof);
}

Json to_json(const Certificate& c) {
  Json json{{"claim", c.upper ? "upper" : "lower"},
            {"m", c.m},
            {"n", c.n},
            {"epsilon", c.epsilon.get_str()},
            {"rank", c.rank}};
  std::visit(Writer{json, c.m}, c.proof);
  return json;
}

Expected<Certificate> certificate_from_json(const Json& json, std::string_view source) {
  try {
    return read_certificate(json);
  } catch (const std::exception& trouble) {  // of the JSON library, and those above
    return fail("certificate in " + std::string(source), trouble.what());
  }
}

Json to_json(const Bracket& b) {
  Json json{{"m", b.m},
            {"n", b.n},
            {"epsilon", b.epsilon.get_str()},
            {"lower", b.lower},
            {"upper", b.upper},
            {"lower_source", b.lower_source},
            {"upper_source", b.upper_source},
            {"certificates", Json::array()}};
  for (const Certificate& c : b.certificates) json["certificates"].push_back(to_json(c));
  return json;
}

Json to_json(std::span<const Bracket> brackets) {
  Json json{{"format", kFormat}, {"version", kVersion}, {"brackets", Json::array()}};
  for (const Bracket& b : brackets) json["brackets"].push_back(to_json(b));
  return json;
}

Expected<std::vector<Bracket>> brackets_from_json(const Json& json, std::string_view source) {
  if (const auto sound = check_format(json, kFormat, kVersion, source); !sound)
    return tl::unexpected(sound.error());
  std::vector<Bracket> all;
  try {
    for (const Json& one : json.at("brackets")) {
      Bracket b{one.at("m").get<int>(),
                one.at("n").get<int>(),
                rational(one.at("epsilon")),
                one.at("lower").get<long>(),
                one.at("upper").get<long>(),
                one.at("lower_source").get<std::string>(),
                one.at("upper_source").get<std::string>(),
                {}};
      for (const Json& certificate : one.at("certificates"))
        b.certificates.push_back(read_certificate(certificate));
      all.push_back(std::move(b));
    }
  } catch (const std::exception& trouble) {
    return fail("brackets in " + std::string(source), trouble.what());
  }
  return all;
}

}  // namespace tt
