// SPDX-License-Identifier: GPL-3.0-or-later
// Work that survives a crash, and own numbers taken in.
#include <QAction>
#include <QPushButton>
#include <atomic>
#include <fstream>

#include "core/io/npy.h"
#include "tests/support/scene_support.h"
#include "tests/ui/window/window_support.h"
#include "ui/export/formats.h"
#include "ui/window/dialogs.h"

namespace tt {
namespace {

class Files : public testing::Window {
 protected:
  void SetUp() override {
    journals_ = kept_.filePath(QStringLiteral("journals"));
    Window::SetUp();
  }
  /// Changes the session as a user would.
  void change(int m) {
    Session next = session();
    next.m = m;
    window_->model().end_gesture();
    window_->model().edit(QStringLiteral("bits m"), normalized(next));
  }
  /// The program goes without closing its window: what a crash leaves is in the journal.
  void crash() {
    window_->autosave()->flush();
    window_.reset();
  }
  void answer(const char* words) {
    for (auto* button : window_->offer().findChildren<QPushButton*>())
      if (button->text() == QLatin1String(words)) return button->click();
    FAIL() << words;
  }
  QString path(const char* name) const { return kept_.filePath(QLatin1String(name)); }
  std::size_t journals() const {
    std::size_t count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(journals_.toStdString()))
      count += entry.path().extension() == ".journal" ? 1 : 0;
    return count;
  }

  QTemporaryDir kept_;
};

TEST_F(Files, TheLastStateIsOfferedAfterACrash) {
  change(15);
  change(17);
  const std::string hash = session_hash(session());
  crash();
  Window::SetUp();
  window_->offer_recovery();
  ASSERT_TRUE(window_->offer().isVisible());
  EXPECT_NE(session_hash(session()), hash) << "nothing happens unasked";
  answer("Restore it");
  EXPECT_EQ(session_hash(session()), hash);
  EXPECT_TRUE(window_->files().modified());
  EXPECT_FALSE(window_->offer().isVisible());
  crash();  // and again: what was restored is still safe
  Window::SetUp();
  window_->offer_recovery();
  answer("Restore it");
  EXPECT_EQ(session_hash(session()), hash);
}

TEST_F(Files, AnOfferRefusedDoesNotComeBack) {
  change(15);
  crash();
  Window::SetUp();
  window_->offer_recovery();
  answer("Let it go");
  window_->offer_recovery();
  EXPECT_FALSE(window_->offer().isVisible());
}

TEST_F(Files, SavedWorkLeavesNothingBehind) {
  change(15);
  window_->autosave()->flush();
  EXPECT_EQ(journals(), 1u);
  ASSERT_TRUE(window_->files().save(path("s.json")));
  window_->autosave()->flush();
  EXPECT_EQ(journals(), 0u);
  change(16);
  window_->autosave()->flush();
  EXPECT_EQ(journals(), 1u);
  window_->model().undo_stack().undo();  // back to what the file holds
  window_->autosave()->flush();
  EXPECT_EQ(journals(), 0u);
}

TEST_F(Files, TheFileOfARecoveredSessionIsStillKnown) {
  ASSERT_TRUE(window_->files().save(path("named.json")));
  change(14);
  crash();
  Window::SetUp();
  window_->offer_recovery();
  EXPECT_TRUE(window_->offer().message().contains(QLatin1String("named.json")));
  answer("Restore it");
  EXPECT_EQ(window_->files().path(), path("named.json"));
  EXPECT_TRUE(window_->files().modified());
}

TEST_F(Files, ABrokenJournalIsSetAsideAndNamed) {
  std::filesystem::create_directories(journals_.toStdString());
  std::ofstream(journals_.toStdString() + "/x.journal") << "no journal at all\n";
  window_->offer_recovery();
  EXPECT_TRUE(window_->message().contains(QLatin1String("x.journal.bad")))
      << window_->message().toStdString();
  EXPECT_TRUE(std::filesystem::exists(journals_.toStdString() + "/x.journal.bad"));
  EXPECT_FALSE(window_->offer().isVisible());
}

TEST_F(Files, AMatrixIsShownBeforeItIsTaken) {
  std::ofstream(path("c.csv").toStdString()) << "1,0.2,0.1\n0.1,1,0.2\n0.2,0.1,1\n";
  ImportDialog* dialog = window_->import_file(path("c.csv"));
  ASSERT_NE(dialog, nullptr);
  EXPECT_EQ(dialog->preview().rowCount(), 3);
  EXPECT_EQ(dialog->preview().item(0, 1)->text(), QStringLiteral("0.2"));
  EXPECT_EQ(session().matrix, MatrixSource::head);
  dialog->take();
  EXPECT_EQ(session().matrix, MatrixSource::given);
  expect_true_to_session("identity");
  EXPECT_TRUE(card("identity").badge().startsWith(QLatin1String("holds")));
  window_->model().undo_stack().undo();
  EXPECT_EQ(session().matrix, MatrixSource::head);
}

TEST_F(Files, AnEntryThatBreaksTheLemmaTurnsTheBadge) {
  std::ofstream(path("c.csv").toStdString()) << "1,0.2,0.1\n0.1,1,7\n0.2,0.1,1\n";
  window_->open_file(path("c.csv"));  // dropped or opened: numbers are recognized
  auto* dialog = window_->findChild<ImportDialog*>();
  ASSERT_NE(dialog, nullptr);
  dialog->take();
  settle();
  EXPECT_TRUE(card("identity").badge().contains(QLatin1String("C(2,3)")))
      << card("identity").badge().toStdString();
}

TEST_F(Files, WhatCannotBeTakenIsSaidInTheDialog) {
  std::ofstream(path("k.csv").toStdString()) << "1,0.2,0.1\n0.1,1,0.2\n0.2,0.1,1\n";
  ImportDialog* dialog = window_->import_file(path("k.csv"));
  dialog->kinds().setCurrentIndex(1);  // a kernel of three tokens is none
  EXPECT_TRUE(dialog->verdict().contains(QLatin1String("3 rows"))) << dialog->verdict().toStdString();
  const std::string hash = session_hash(session());
  dialog->take();
  EXPECT_EQ(session_hash(session()), hash);
  EXPECT_TRUE(dialog->isVisible());
  EXPECT_EQ(window_->import_file(path("missing.csv")), nullptr);
  EXPECT_FALSE(window_->message().isEmpty());
}

TEST_F(Files, ALogIsOverlaid) {
  std::ofstream(path("log.csv").toStdString()) << "step,loss,max_error,rank\n0,4,2,8\n100,0.5,0.3,8\n";
  window_->import_file(path("log.csv"))->take();
  ASSERT_EQ(window_->training().runs().size(), 1u);
  EXPECT_EQ(window_->training_card().scene().panels.size(), 3u);
  EXPECT_TRUE(window_->training_card().sentence().contains(QLatin1String("r = 8: 1 of 1 solves it")))
      << window_->training_card().sentence().toStdString();
}

TEST_F(Files, TheNumbersBehindAViewAreSaved) {
  auto* dialog =
      new TableDialog(card("chain").scene(), {"chain", session(), {}}, window_->jobs(), window_.get());
  dialog->save(path("chain.csv"));
  EXPECT_EQ(testing::bytes_of(path("chain.csv").toStdString()), to_csv(card("chain").scene().table));
  dialog->save(path("chain.json"));
  QElapsedTimer clock;
  clock.start();
  while (!dialog->said().endsWith(QLatin1String("chain.json")) && clock.elapsed() < 20000) QTest::qWait(5);
  const auto json = read_json(path("chain.json").toStdString());
  ASSERT_TRUE(json) << dialog->said().toStdString();
  EXPECT_EQ(*json, to_json(chain_result(session()).value()));
}

/// Where heads are trained is a choice of the menu; what cannot be chosen says why.
class Places : public testing::Window {
 protected:
  void SetUp() override {
    places_ = {{QStringLiteral("counted"), {}, counted()},
               {QStringLiteral("CUDA"), QStringLiteral("no card"), cpu_backend()}};
    Window::SetUp();
  }
  Backend counted() {
    return [this](std::shared_ptr<const Problem> problem, const TrainOptions& options, TrainState from) {
      ++made_;
      return make_cpu_trainer(std::move(problem), options, std::move(from));
    };
  }
  std::atomic<int> made_ = 0;
};

TEST_F(Places, TheChosenOneTrains) {
  bool refused = false;
  for (const QAction* action : window_->findChildren<QAction*>())
    if (action->text().contains(QLatin1String("no card"))) refused = !action->isEnabled();
  EXPECT_TRUE(refused);
  Session small = session();
  small.train.steps = 10;
  small.train.ranks = {2, 3};
  small.train.heads = 1;
  window_->model().edit(QStringLiteral("train"), small);
  window_->training().start_new();
  QElapsedTimer clock;
  clock.start();
  while (!(window_->training().seen() && window_->training().seen()->done) && clock.elapsed() < 20000)
    QTest::qWait(5);
  EXPECT_EQ(made_, 2);
}

}  // namespace
}  // namespace tt
