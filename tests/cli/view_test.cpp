// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/results.h"
#include "tests/cli/cli_run.h"

using namespace tt;
using namespace tt::cli_test;

TEST(ViewCommand, PrintsWhatTheWindowShows) {
  const Session session = example_session();
  EXPECT_EQ(json_of({"view", "attention"}).dump(), to_json(*attention_result(session)).dump());
  EXPECT_EQ(json_of({"view", "chain"}).dump(), to_json(*chain_result(session)).dump());
  EXPECT_EQ(json_of({"view", "identity"}).dump(), to_json(*identity_result(session)).dump());
  EXPECT_EQ(json_of({"view", "phase"}).dump(), to_json(*phase_result(session)).dump());
}

TEST(ViewCommand, ReadsASession) {
  const Folder folder;
  const std::string file = folder / "müller's 会 session.json";
  Session session = example_session();
  session.n = 2;
  session = normalized(session);
  write(file, to_json(session).dump());
  EXPECT_EQ(json_of({"view", "attention", "--session", file}).dump(),
            to_json(*attention_result(session)).dump());
}

TEST(ViewCommand, RefusesBrokenSessions) {
  const Folder folder;
  const std::string file = folder / "session.json", whole = to_json(example_session()).dump();
  write(file, whole.substr(0, whole.size() / 2));
  expect_refused({"view", "chain", "--session", file}, "session.json");
  write(file, "");
  expect_refused({"view", "chain", "--session", file}, "session.json");
  Json wrong = to_json(example_session());
  wrong["m"] = 65;
  write(file, wrong.dump());
  expect_refused({"view", "chain", "--session", file}, "65");
  wrong = to_json(example_session());
  wrong["rank"] = 0;
  write(file, wrong.dump());
  expect_refused({"view", "chain", "--session", file}, "0");
  expect_refused({"view", "chain", "--session", folder / "none.json"}, "none.json");
  expect_refused({"view", "sideways"},
                 "VIEW (sideways, allowed: attention, chain, identity, phase, training, bounds, brackets, "
                 "finite-family)");
}
