// SPDX-License-Identifier: GPL-3.0-or-later
// Figures from the window and back, with the real dialog.
#include <QClipboard>
#include <QDropEvent>
#include <QMimeData>
#include <fstream>

#include "tests/support/scene_support.h"
#include "tests/ui/window/window_support.h"
#include "ui/export/kit.h"

namespace tt {
namespace {

using testing::bytes_of;

class Figures : public testing::Window {
 protected:
  FigureDialog& open(const char* view) {
    FigureDialog* dialog = window_->figure_dialog(QLatin1String(view));
    wait([dialog] { return dialog->settled(); });
    dialog->set_target(target_.path(), QLatin1String(view));
    return *dialog;
  }
  template <class Done>
  void wait(Done done) {
    QElapsedTimer clock;
    clock.start();
    while (!done() && clock.elapsed() < 60000) QTest::qWait(5);
    ASSERT_TRUE(done());
  }
  std::filesystem::path target(const std::string& name) const {
    return std::filesystem::path(target_.path().toStdString()) / name;
  }
  void save(FigureDialog& dialog) {
    dialog.save();
    wait([&dialog] { return dialog.settled(); });
    EXPECT_TRUE(dialog.said().startsWith(QLatin1String("Written"))) << dialog.said().toStdString();
  }
  void drop(const std::filesystem::path& file) {
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(QString::fromStdString(file.string()))});
    QDragEnterEvent enter(QPoint(10, 10), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(window_.get(), &enter);
    EXPECT_TRUE(enter.isAccepted());
    QDropEvent event(QPointF(10, 10), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(window_.get(), &event);
  }
  template <class T>
  static T& part(QWidget& of, const char* name) {
    T* found = of.findChild<T*>(QLatin1String(name));
    EXPECT_NE(found, nullptr) << name;
    return *found;
  }

  QTemporaryDir target_;
};

const QStringList kAll{QStringLiteral(".pdf"), QStringLiteral(".svg"), QStringLiteral(".png"),
                       QStringLiteral(".tex"), QStringLiteral(".csv")};

TEST_F(Figures, TheCopiedCommandWritesTheSameBytes) {
  if (!std::filesystem::exists(TT_BIN_DIR "/threetokens-cli"))
    GTEST_SKIP() << "built without the command line";
  Session other = session();
  other.m = 10;
  other.n = 4;
  window_->model().edit(QStringLiteral("m and n"), other);
  settle();
  for (const char* view :
       {"attention", "chain", "identity", "phase", "bounds", "brackets", "finite-family"}) {
    FigureDialog& dialog = open(view);
    dialog.set_formats(kAll);
    part<QSpinBox>(dialog, "figure_dpi").setValue(120);
    part<QCheckBox>(dialog, "figure_title").setChecked(true);
    save(dialog);
    for (const QString& suffix : kAll) {
      dialog.set_formats({suffix});
      dialog.copy_command();
      const std::string ours = bytes_of(target(view + suffix.toStdString()));
      std::ofstream(target("command.sh")) << QApplication::clipboard()->text().toStdString();
      const std::string run = "cd '" + target_.path().toStdString() +
                              "' && mkdir -p cli && cd cli && PATH=" TT_BIN_DIR
                              ":$PATH sh ../command.sh >/dev/null 2>&1";
      ASSERT_EQ(std::system(run.c_str()), 0) << view << suffix.toStdString();
      EXPECT_EQ(bytes_of(target("cli/" + (view + suffix.toStdString()))), ours)
          << view << suffix.toStdString();
    }
    dialog.close();
  }
}

TEST_F(Figures, ADroppedFigureRestoresSessionAndView) {
  Session other = session();
  other.m = 9;
  other.words = 6;
  window_->model().edit(QStringLiteral("other"), normalized(other));
  settle();
  const std::string hash = session_hash(session());
  FigureDialog& dialog = open("chain");
  dialog.set_formats({kAll[0], kAll[1], kAll[2], kAll[3]});
  save(dialog);
  dialog.close();
  for (const char* name : {"chain.pdf", "chain.svg", "chain.png", "chain.tex"}) {
    window_->model().replace(example_session());
    EXPECT_NE(session_hash(session()), hash);
    drop(target(name));
    EXPECT_EQ(session_hash(session()), hash) << name;
    EXPECT_FALSE(card("phase").isVisible()) << "the view of the figure is enlarged";
    EXPECT_TRUE(card("chain").isVisible());
    settle();
  }
}

TEST_F(Figures, OtherFilesChangeNothingAndSayWhy) {
  const std::string hash = session_hash(session());
  std::ofstream(target("a.pdf")) << "%PDF-1.4\nnothing of ours\n";
  std::ofstream(target("b.json")) << "{\"format\":\"threetokens-figure\",\"version\":99}";
  for (const char* name : {"a.pdf", "b.json", "missing.svg"}) {
    drop(target(name));
    EXPECT_FALSE(window_->message().isEmpty()) << name;
    EXPECT_EQ(session_hash(session()), hash);
  }
}

TEST_F(Figures, PreviewWarningsAndSizesFollowTheForm) {
  FigureDialog& dialog = open("phase");
  const double before = dialog.preview().page().width() / dialog.preview().page().height();
  EXPECT_NEAR(before, 1.2, 0.01);
  auto& width = part<QLineEdit>(dialog, "figure_width");
  width.setText(QStringLiteral("3,25 in"));  // a comma is fine
  EXPECT_DOUBLE_EQ(dialog.form().options().width_mm, 82.55);
  part<QComboBox>(dialog, "figure_venue").setCurrentIndex(2);
  emit part<QComboBox>(dialog, "figure_venue").activated(2);
  EXPECT_DOUBLE_EQ(dialog.form().options().width_mm, 171.5);
  part<QComboBox>(dialog, "figure_height").setCurrentText(QStringLiteral("2:1"));
  EXPECT_NEAR(dialog.form().options().height_mm, 171.5 / 2, 1e-9);
  EXPECT_NEAR(dialog.preview().page().width() / dialog.preview().page().height(), 2.0, 0.01);

  width.setText(QStringLiteral("far too wide"));
  EXPECT_FALSE(dialog.form().problem().isEmpty());
  EXPECT_FALSE(dialog.settled());
  width.setText(QStringLiteral("90 mm"));
  EXPECT_TRUE(dialog.settled());

  part<QDoubleSpinBox>(dialog, "figure_type").setValue(5.0);
  part<QDoubleSpinBox>(dialog, "figure_line").setValue(0.4);
  QStringList rules;
  for (int i = 0; i < dialog.warnings().count(); ++i)
    rules << dialog.warnings().item(i)->data(Qt::UserRole).toString();
  EXPECT_TRUE(rules.contains(QStringLiteral("type")));
  EXPECT_TRUE(rules.contains(QStringLiteral("line")));
}

TEST_F(Figures, ThePreviewShowsTheSheet) {
  FigureDialog& dialog = open("bounds");
  const QImage shot = dialog.preview().grab().toImage();
  const QRectF page = dialog.preview().page();
  const double dpr = shot.devicePixelRatio();
  int inked = 0;
  for (double x = page.left(); x < page.right(); x += 1.0)
    for (double y = page.top(); y < page.bottom(); y += 1.0)
      inked +=
          shot.pixelColor(static_cast<int>(x * dpr), static_cast<int>(y * dpr)).lightness() < 200 ? 1 : 0;
  EXPECT_GT(inked, 500);
  EXPECT_EQ(
      shot.pixelColor(static_cast<int>((page.right() - 2) * dpr), static_cast<int>((page.top() + 2) * dpr)),
      QColor(Qt::white));
}

TEST_F(Figures, SeveralViewsInTheOrderOfTheList) {
  FigureDialog& dialog = open("chain");
  auto& views = dialog.views();
  for (int i = 0; i < views.count(); ++i)
    if (views.item(i)->text() == QLatin1String("phase")) views.item(i)->setCheckState(Qt::Checked);
  wait([&dialog] { return dialog.settled(); });
  ASSERT_EQ(dialog.record().shown.size(), 2u);
  EXPECT_EQ(dialog.record().shown[0].view, "chain");
  QListWidgetItem* first = views.takeItem(1);
  views.insertItem(views.count(), first);  // the chain goes to the end
  wait([&dialog] { return dialog.settled(); });
  EXPECT_EQ(dialog.record().shown[0].view, "phase");
  for (int i = 0; i < views.count(); ++i) views.item(i)->setCheckState(Qt::Unchecked);
  EXPECT_FALSE(dialog.settled());
}

TEST_F(Figures, ViewsOfAnotherFileJoin) {
  Session other = session();
  other.m = 8;
  std::ofstream(target("other.json")) << to_json(normalized(other)).dump();
  FigureDialog& dialog = open("phase");
  const int before = dialog.views().count();
  dialog.add_from(QString::fromStdString(target("other.json").string()));
  ASSERT_EQ(dialog.views().count(), before + 4);
  dialog.views().item(before + 3)->setCheckState(Qt::Checked);
  wait([&dialog] { return dialog.settled(); });
  ASSERT_EQ(dialog.record().shown.size(), 2u);
  EXPECT_EQ(dialog.record().shown[1].session.m, 8);
  dialog.add_from(QStringLiteral("/no/such/file"));
  EXPECT_FALSE(dialog.said().isEmpty());
}

TEST_F(Figures, TheWholeKitIsWritten) {
  FigureDialog& dialog = open("brackets");
  dialog.save_kit();
  wait([&dialog] { return dialog.settled(); });
  for (const char* name :
       {"brackets.pdf", "brackets.tex", "brackets-alt.txt", "brackets-caption.tex", "brackets.bib"})
    EXPECT_TRUE(std::filesystem::exists(target("brackets-kit/" + std::string(name)))) << name;
}

TEST_F(Figures, ChoicesAreRememberedAndDarkThemeChangesNothing) {
  {
    FigureDialog& dialog = open("chain");
    part<QDoubleSpinBox>(dialog, "figure_type").setValue(9.5);
    save(dialog);
    dialog.close();
  }
  const std::string light = bytes_of(target("chain.pdf"));
  window_->set_dark(true);
  settle();
  FigureDialog& dialog = open("chain");
  EXPECT_EQ(dialog.form().options().type_pt, 9.5);
  save(dialog);
  EXPECT_TRUE(bytes_of(target("chain.pdf")) == light);
  window_->set_dark(false);
}

TEST_F(Figures, FailuresToWriteAreSaid) {
  FigureDialog& dialog = open("chain");
  dialog.set_target(QStringLiteral("/no/such/folder"), QStringLiteral("x"));
  dialog.save();
  wait([&dialog] { return dialog.settled(); });
  EXPECT_TRUE(dialog.said().contains(QLatin1String("/no/such/folder"))) << dialog.said().toStdString();
  dialog.set_formats({});
  dialog.save();
  EXPECT_FALSE(dialog.said().isEmpty());
}

TEST_F(Figures, RunsOfAFigureComeBackToLookAt) {
  Session small = session();
  small.train.steps = 40;
  small.train.ranks = {2};
  small.train.heads = 2;
  window_->model().edit(QStringLiteral("train"), small);
  window_->training().start_new();
  wait([this] { return window_->training().seen() && window_->training().seen()->done; });
  FigureDialog& dialog = open("training");
  dialog.set_formats({QStringLiteral(".pdf")});
  save(dialog);
  dialog.close();
  const std::size_t runs = window_->training().runs().size();
  drop(target("training.pdf"));
  ASSERT_EQ(window_->training().runs().size(), runs + 1);
  EXPECT_TRUE(window_->training().runs().back().group->kept());
  EXPECT_EQ(window_->training().seen()->runs.front().heads.size(), 2u);
  EXPECT_FALSE(window_->training().outdated());
}

}  // namespace
}  // namespace tt
