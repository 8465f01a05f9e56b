// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/journal.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <random>

namespace tt {
namespace {

namespace fs = std::filesystem;

class JournalTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "journal-XXXXXX").string();
    folder_ = ::mkdtemp(name.data());
  }
  void TearDown() override { fs::remove_all(folder_); }
  fs::path file(const char* name = "a.journal") const { return folder_ / name; }

  fs::path folder_;
};

Json state(int number, std::size_t padding = 0) {
  return {{"number", number}, {"padding", std::string(padding, 'x')}};
}

int last_number(const fs::path& file) {
  const auto last = last_state(file);
  EXPECT_TRUE(last) << (last ? "" : last.error().message());
  return last && *last ? (**last)["number"].get<int>() : -1;
}

TEST_F(JournalTest, TheLastStateComesBack) {
  auto journal = Journal::begin(file());
  ASSERT_TRUE(journal);
  EXPECT_EQ(last_number(file()), -1);
  for (int i = 0; i < 20; ++i) {
    ASSERT_TRUE(journal->add(state(i)));
    EXPECT_EQ(last_number(file()), i);
  }
  journal->discard();
  EXPECT_FALSE(fs::exists(file()));
}

TEST_F(JournalTest, EveryCutFileGivesTheLastWholeState) {
  {
    auto journal = Journal::begin(file());
    for (int i = 0; i < 4; ++i) ASSERT_TRUE(journal->add(state(i)));
  }
  std::ifstream in(file(), std::ios::binary);
  const std::string whole{std::istreambuf_iterator<char>(in), {}};
  int before = -1;
  for (std::size_t length = 0; length <= whole.size(); ++length) {
    std::ofstream(file("cut.journal"), std::ios::binary) << whole.substr(0, length);
    const int number = last_number(file("cut.journal"));
    EXPECT_TRUE(number == before || number == before + 1) << length;
    before = number;
  }
  EXPECT_EQ(before, 3);
}

TEST_F(JournalTest, AChangedLineIsPassedOver) {
  {
    auto journal = Journal::begin(file());
    for (int i = 0; i < 3; ++i) ASSERT_TRUE(journal->add(state(i)));
  }
  std::fstream change(file(), std::ios::in | std::ios::out | std::ios::binary);
  change.seekp(-10, std::ios::end);
  change.put('#');
  change.close();
  EXPECT_EQ(last_number(file()), 1);
}

TEST_F(JournalTest, LargeJournalsBeginAnew) {
  auto journal = Journal::begin(file());
  ASSERT_TRUE(journal);
  for (int i = 0; i < 40; ++i) ASSERT_TRUE(journal->add(state(i, std::size_t{1} << 20)));
  EXPECT_LT(fs::file_size(file()), std::size_t{10} << 20);
  EXPECT_EQ(last_number(file()), 39);
  EXPECT_TRUE(abandoned_journals(folder_).empty()) << "the new file is locked as the old one was";
}

TEST_F(JournalTest, OnlyDeadProgramsJournalsAreAbandoned) {
  auto live = Journal::begin(file("live.journal"));
  ASSERT_TRUE(live);
  { ASSERT_TRUE(Journal::begin(file("dead.journal"))); }
  EXPECT_EQ(abandoned_journals(folder_), std::vector<fs::path>{file("dead.journal")});
  EXPECT_FALSE(Journal::begin(file("live.journal")));
}

TEST_F(JournalTest, OtherFilesAreRefusedAndSetAside) {
  std::ofstream(file()) << "something else\n";
  ASSERT_FALSE(last_state(file()));
  const auto first = set_aside(file());
  ASSERT_TRUE(first);
  EXPECT_EQ(first->filename(), "a.journal.bad");
  std::ofstream(file()) << "again\n";
  EXPECT_EQ(set_aside(file())->filename(), "a.journal.bad2");
}

/// A child that saves as fast as it can tells over a pipe what is safe; it is killed at a random moment.
template <class Save>
int killed_while(Save save, std::mt19937& random) {
  int ends[2];
  EXPECT_EQ(::pipe(ends), 0);
  const pid_t child = ::fork();
  if (child == 0) {
    ::close(ends[0]);
    for (int number = 0;; ++number) {
      save(number);
      if (::write(ends[1], &number, sizeof number) != sizeof number) ::_exit(1);
    }
  }
  ::close(ends[1]);
  int safe = -1, read = -1;
  const int wanted = static_cast<int>(random() % 6);
  while (safe < wanted && ::read(ends[0], &read, sizeof read) == sizeof read) safe = read;
  ::usleep(static_cast<useconds_t>(random() % 1500));
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  while (::read(ends[0], &read, sizeof read) == sizeof read) safe = read;
  ::close(ends[0]);
  return safe;
}

TEST_F(JournalTest, FiftyKillsLoseNothing) {
  std::mt19937 random(11);
  for (int kill = 0; kill < 50; ++kill) {
    const fs::path journal = file(("k" + std::to_string(kill) + ".journal").c_str());
    const fs::path document = file("session.json");
    const int safe = killed_while(
        [&, begun = std::optional<Journal>()](int number) mutable {
          if (!begun) begun.emplace(*Journal::begin(journal));
          if (!begun->add(state(number, 20000))) ::_exit(1);
          if (!write_file_atomic(document, state(number, 20000).dump())) ::_exit(1);
        },
        random);
    ASSERT_GE(safe, 0);
    EXPECT_GE(last_number(journal), safe);
    const auto saved = read_json(document);
    ASSERT_TRUE(saved) << saved.error().message();
    EXPECT_GE((*saved)["number"].get<int>(), safe);
    EXPECT_EQ(abandoned_journals(folder_).front(), journal);
  }
}

}  // namespace
}  // namespace tt
