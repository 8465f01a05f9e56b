// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include "core/heads/constructions/constructions.h"
#include "core/heads/head.h"
#include "tests/core/heads/support.h"

namespace tt {
namespace {

void expect_equal(const Head& a, const Head& b) {
  EXPECT_EQ(a.name, b.name);
  EXPECT_EQ(a.source, b.source);
  EXPECT_EQ(a.map.kind, b.map.kind);
  EXPECT_EQ(a.map.m, b.map.m);
  EXPECT_EQ(a.map.tau, b.map.tau);
  EXPECT_EQ(a.map.ratio, b.map.ratio);
  EXPECT_EQ(a.map.offset, b.map.offset);
  EXPECT_EQ(a.map.rank, b.map.rank);
  EXPECT_EQ(a.map.scale, b.map.scale);
  EXPECT_EQ(a.map.seed, b.map.seed);
  EXPECT_EQ(a.map.overlap, b.map.overlap);
  EXPECT_EQ(a.readout, b.readout);
  EXPECT_EQ(a.position_gains, b.position_gains);
  EXPECT_EQ(a.scope, b.scope);
  ASSERT_EQ(a.map.table != nullptr, b.map.table != nullptr);
  if (a.map.table) {
    EXPECT_TRUE(*a.map.table == *b.map.table);
  }
  ASSERT_EQ(a.lookup != nullptr, b.lookup != nullptr);
  if (a.lookup) {
    EXPECT_TRUE(*a.lookup == *b.lookup);
  }
}

Head through_text(const Head& head) {
  const auto json = parse_json(to_json(head).dump(), "test");
  EXPECT_TRUE(json);
  const auto back = head_from_json(*json, "test");
  EXPECT_TRUE(back) << back.error().message();
  return back ? *back : Head{};
}

TEST(HeadJson, EveryKindComesBackBitEqual) {
  for (FeatureMap map : test::maps_of_every_kind(3)) {
    map.tau = std::log(6.0);
    map.ratio = 1.0 / 3.0;
    map.seed = ~0ull;
    Head head = head_with(map);
    expect_equal(head, through_text(head));
    head.scope = Scope::causal_final;
    head.position_gains = {{0.1}, {1.0 / 7.0}};
    head.readout = ReadoutKind::table;
    LookupTable lookup{{{1, 3}, {2, 3}}, {{0, 3}}, Eigen::MatrixXd::Constant(2, 1, 0.1)};
    head.lookup = std::make_shared<LookupTable>(lookup);
    expect_equal(head, through_text(head));
    EXPECT_EQ(to_json(head).dump(), to_json(through_text(head)).dump());
  }
}

TEST(HeadJson, FamilyHeadComesBackBitEqual) {
  const Head head = *family_head(*all_inputs(3, 2), 0.25);
  expect_equal(head, through_text(head));
}

TEST(HeadJson, MissingParametersTakeDefaults) {
  const auto json =
      parse_json(R"({"format":"threetokens-head","version":1,"kind":"rank-one","m":4})", "test");
  const auto head = head_from_json(*json, "test");
  ASSERT_TRUE(head) << head.error().message();
  EXPECT_EQ(head->readout, ReadoutKind::doubled_overlap);
  EXPECT_EQ(head->scope, Scope::full);
}

TEST(HeadJson, BrokenFilesAreRefusedWithAReason) {
  const auto message = [](auto change) {
    Json json = to_json(head_with(test::random_table(2, 2, 1)));
    change(json);
    const auto head = head_from_json(json, "broken.json");
    return head ? std::string("accepted") : head.error().message();
  };
  const auto names = [&](auto change, const char* part) {
    EXPECT_NE(message(change).find(part), std::string::npos) << message(change);
  };
  names([](Json& j) { j["kind"] = "cubic"; }, "cubic");
  names([](Json& j) { j["m"] = "two"; }, "\"m\"");
  names([](Json& j) { j["m"] = 65; }, "65");
  names([](Json& j) { j["version"] = 99; }, "99");
  names([](Json& j) { j["format"] = "threetokens-code"; }, "threetokens-code");
  names([](Json& j) { j.erase("table"); }, "missing");
  names([](Json& j) { j["table"]["query"][1] = {1.0}; }, "row 2");
  names([](Json& j) { j["table"]["query"].erase(0); }, "query features");
  names([](Json& j) { j["table"]["key"][0][0] = nullptr; }, "\"key\"");
  names([](Json& j) { j["table"]["key_tokens"][0] = "02"; }, "2");
  names([](Json& j) { j["readout"] = "guess"; }, "guess");
  names([](Json& j) { j["readout"] = "table"; }, "lookup");
  names([](Json& j) { j["scope"] = "half"; }, "half");
  names([](Json& j) { j["position_gains"] = {{1.0, 2.0, 3.0}}; }, "gains of position 1");
  names([](Json& j) { j["position_gains"] = {{0.0}}; }, "above 0");
  EXPECT_FALSE(head_from_json(Json::array(), "broken.json"));
  EXPECT_FALSE(load_head("no/such/head.json"));
}

TEST(Head, ReadoutsAreAsStated) {
  const BitToken x{0b0111, 4}, z{0b0101, 4};
  Head head;
  head.map.m = 4;
  head.readout = ReadoutKind::overlap;
  EXPECT_EQ(lookup(head, x, z), 2.0);
  head.readout = ReadoutKind::doubled_overlap;
  EXPECT_EQ(lookup(head, x, z), 1.0);
  head.readout = ReadoutKind::table;
  EXPECT_EQ(lookup(head, x, z), 0.0);
  LookupTable table{{x}, {z}, Eigen::MatrixXd::Constant(1, 1, 2.5)};
  head.lookup = std::make_shared<LookupTable>(table);
  EXPECT_EQ(lookup(head, x, z), 2.5);
  EXPECT_EQ(lookup(head, z, x), 0.0);
  EXPECT_EQ(head_with({.kind = MapKind::constant, .m = 4}).readout, ReadoutKind::doubled_overlap);
  EXPECT_EQ(head_with({.kind = MapKind::affine, .m = 4}).readout, ReadoutKind::overlap);
}

}  // namespace
}  // namespace tt
