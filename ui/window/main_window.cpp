// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/main_window.h"

#include <QCloseEvent>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QMessageBox>
#include <QMimeData>
#include <QSettings>
#include <QStatusBar>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/window/style.h"

namespace tt {
namespace {
const std::array kViews{"attention", "chain", "identity", "phase"};
}

MainWindow::MainWindow(Session session, WindowFacts facts, QWidget* parent)
    : QMainWindow(parent),
      facts_(std::move(facts)),
      model_(std::move(session)),
      files_(model_),
      construction_(jobs_),
      training_(model_),
      sweep_(model_),
      dark_(QSettings().value(QStringLiteral("window/dark"), system_is_dark()).toBool()),
      scale_(QSettings().value(QStringLiteral("window/text"), 1.0).toDouble()) {
  setAcceptDrops(true);
  build_layout();
  build_menus();
  connect(&files_, &SessionFiles::changed, this, &MainWindow::update_title);
  connect(&model_.undo_stack(), &QUndoStack::cleanChanged, this, &MainWindow::update_title);
  connect(&jobs_, &Jobs::running_changed, this, [this](int running) {
    work_->setText(running == 0 ? tr("ready") : tr("%n at work", nullptr, running));
  });
  if (!facts_.journals.isEmpty()) {
    autosave_ = std::make_unique<Autosave>(facts_.journals.toStdU16String());
    connect(autosave_.get(), &Autosave::failed, this, &MainWindow::say);
    connect(&model_, &SessionModel::changed, this, &MainWindow::keep_safe);
    connect(&files_, &SessionFiles::changed, this, &MainWindow::keep_safe);
    // The first change is told before the stack counts it.
    connect(&model_.undo_stack(), &QUndoStack::indexChanged, this, &MainWindow::keep_safe);
  }
  restyle();
  restore_places();
  update_title();
}

// The undo stack says that it is clean as it goes, when the files it would be asked about are gone.
MainWindow::~MainWindow() { model_.undo_stack().disconnect(this); }

void MainWindow::build_layout() {
  controls_ = new ControlsPanel(model_);
  auto* scroll = new QScrollArea(this);
  scroll->setObjectName(QStringLiteral("side"));
  scroll->setWidget(controls_);
  scroll->setWidgetResizable(true);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll->setFocusPolicy(Qt::NoFocus);
  message_ = new MessageBar(this);
  offer_ = new MessageBar(this);
  offer_->setProperty("offer", true);
  scroll_ = new QScrollArea(this);
  scroll_->setObjectName(QStringLiteral("cards"));
  scroll_->setWidgetResizable(true);
  scroll_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll_->setFocusPolicy(Qt::NoFocus);
  area_ = new QWidget(scroll_);
  area_->setObjectName(QStringLiteral("area"));
  scroll_->setWidget(area_);
  grid_ = new QGridLayout(area_);
  grid_->setContentsMargins(0, 0, 0, 0);
  grid_->setSpacing(12);
  for (std::size_t i = 0; i < kViews.size(); ++i) {
    auto* card = new ViewCard(QLatin1String(kViews[i]), model_, jobs_, area_);
    cards_[i] = card;
    wire(*card);
  }
  build_training();
  auto* centre = new QWidget(this);
  auto* row = new QHBoxLayout(centre);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(0);
  auto* column = new QVBoxLayout;
  column->setContentsMargins(12, 12, 12, 12);
  column->setSpacing(10);
  column->addWidget(offer_);
  column->addWidget(message_);
  column->addWidget(scroll_, 1);
  row->addWidget(scroll);
  row->addLayout(column, 1);
  setCentralWidget(centre);

  pointed_ = new QLabel(this);
  work_ = new QLabel(this);
  statusBar()->addWidget(pointed_, 1);
  statusBar()->addPermanentWidget(
      new QLabel(facts_.backends + tr(" · %1 threads").arg(jobs_.threads()), this));
  statusBar()->addPermanentWidget(work_);
  statusBar()->setSizeGripEnabled(false);

  connect(controls_, &ControlsPanel::refused, this, &MainWindow::say);
  connect(controls_, &ControlsPanel::own_asked, this, &MainWindow::own_sequence);
  connect(controls_, &ControlsPanel::random_asked, this, [this] {
    const Session& s = model_.session();
    set_sequence(tr("random sequence"), random_sequence(s.m, s.n, ++random_seed_));
  });
  connect(controls_, &ControlsPanel::hard_asked, this,
          [this] { set_sequence(tr("hard sequence"), hard_sequence(model_.session())); });
  // A head that learns changes the session too, but answers no message.
  connect(&model_, &SessionModel::changed, this, [this] {
    if (!model_.following()) message_->hide();
  });
}

void MainWindow::wire(Card& card) {
  connect(&card, &Card::activated, this, &MainWindow::activate);
  connect(&card, &Card::pointed, this, [this](const QString& value) { pointed_->setText(value); });
  connect(&card, &Card::enlarge_asked, this, [this, &card] { enlarge(card.name()); });
  connect(&card, &Card::export_asked, this, [this, &card] { save_figure(card); });
  connect(&card, &Card::copy_asked, this, [this, &card] { copy_command(card); });
  connect(&card, &Card::explore_asked, this, [this, &card] { explore(card); });
  connect(&card, &Card::table_asked, this, [this, &card] { show_table(card); });
}

std::vector<Card*> MainWindow::all_cards() const {
  std::vector<Card*> all(cards_.begin(), cards_.end());
  all.push_back(training_card_);
  return all;
}

ViewCard* MainWindow::card(const QString& name) const {
  for (ViewCard* one : cards_)
    if (one->name() == name) return one;
  return nullptr;
}

bool MainWindow::settled() const {
  for (const ViewCard* one : cards_)
    if (!one->settled()) return false;
  return true;
}

void MainWindow::resizeEvent(QResizeEvent* event) {
  QMainWindow::resizeEvent(event);
  arrange();
}

void MainWindow::set_dark(bool dark) {
  dark_ = dark;
  QSettings().setValue(QStringLiteral("window/dark"), dark);
  restyle();
}

void MainWindow::set_text_scale(double scale) {
  scale_ = std::clamp(scale, 1.0, 2.0);
  QSettings().setValue(QStringLiteral("window/text"), scale_);
  restyle();
}

void MainWindow::restyle() {
  const Theme theme{dark_};
  apply_style(*qApp, theme, scale_);
  dark_action_->setChecked(dark_);
  for (Card* one : all_cards()) {
    one->set_theme(theme);
    one->set_body((kBodyPixels - 1) * scale_);
  }
  // The side is as wide as its rows need at this type size; the cards get the rest.
  auto* side = findChild<QScrollArea*>(QStringLiteral("side"));
  controls_->ensurePolished();
  side->setFixedWidth(
      std::max(static_cast<int>(280 * (0.4 + 0.6 * scale_)), controls_->minimumSizeHint().width()) + 10);
  arrange();
}

void MainWindow::restore_places() {
  const QSettings settings;
  resize(1440, 900);
  restoreGeometry(settings.value(QStringLiteral("window/geometry")).toByteArray());
}

void MainWindow::say(const QString& message) { message_->say(message); }

void MainWindow::update_title() {
  const QString name = files_.path().isEmpty() ? tr("example") : QFileInfo(files_.path()).fileName();
  setWindowTitle(tr("%1[*] — Three Tokens").arg(name));
  setWindowModified(files_.modified());
}

bool MainWindow::leave_document() {
  // An untouched example or one that was never named is not worth a question; a named file with changes is.
  if (!files_.modified() || files_.path().isEmpty()) return true;
  const auto answer = QMessageBox::question(
      this, tr("Three Tokens"), tr("Save the changes to %1?").arg(QFileInfo(files_.path()).fileName()),
      QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel);
  if (answer == QMessageBox::Save) save(false);
  return answer == QMessageBox::Discard || (answer == QMessageBox::Save && !files_.modified());
}

void MainWindow::closeEvent(QCloseEvent* event) {
  if (!leave_document()) {
    event->ignore();
    return;
  }
  QSettings().setValue(QStringLiteral("window/geometry"), saveGeometry());
  // What has no file yet and was changed is offered again at the next start; the rest is saved or given up.
  if (autosave_) {
    if (!files_.modified() || !files_.path().isEmpty()) autosave_->settle();
    autosave_->flush();
  }
  event->accept();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
  if (event->mimeData()->hasUrls()) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
  const QList<QUrl> urls = event->mimeData()->urls();
  if (urls.size() == 1 && leave_document()) open_file(urls.front().toLocalFile());
}

}  // namespace tt
