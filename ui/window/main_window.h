// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QGridLayout>
#include <QLabel>
#include <QMainWindow>
#include <QMenu>
#include <QScrollArea>
#include <array>
#include <optional>

#include "ui/figures/figure_dialog.h"
#include "ui/jobs/jobs.h"
#include "ui/session/autosave.h"
#include "ui/session/session_model.h"
#include "ui/training/learn_sweep.h"
#include "ui/training/training_card.h"
#include "ui/views/view_card.h"
#include "ui/widgets/message_bar.h"
#include "ui/window/brackets_dialog.h"
#include "ui/window/controls_panel.h"
#include "ui/window/import_dialog.h"
#include "ui/window/session_files.h"

namespace tt {

/// A place where heads can be trained; why_not: why it cannot be chosen here, empty: it can.
struct TrainingPlace {
  QString label, why_not;
  Backend backend;
};

/// What the window is told about the machine by the program that opens it.
struct WindowFacts {
  QString version;
  QString backends;                   ///< e.g. "CPU · CUDA: not part of this build"
  std::vector<TrainingPlace> places;  ///< the first one is the usual one; none: the CPU
  QString journals;                   ///< folder where unsaved work is kept safe; empty: it is not
};

/// Controls at the left, four cards in the middle and a fifth on demand, state of work at the bottom. Wires
/// the parts; computes nothing.
class MainWindow : public QMainWindow {
  Q_OBJECT

 public:
  MainWindow(Session session, WindowFacts facts, QWidget* parent = nullptr);
  ~MainWindow() override;

  [[nodiscard]] SessionModel& model() { return model_; }
  [[nodiscard]] SessionFiles& files() { return files_; }
  [[nodiscard]] ControlsPanel& controls() { return *controls_; }
  [[nodiscard]] ViewCard* card(const QString& name) const;
  [[nodiscard]] TrainingCard& training_card() { return *training_card_; }
  [[nodiscard]] TrainingModel& training() { return training_; }
  [[nodiscard]] LearnSweep& sweep() { return sweep_; }
  [[nodiscard]] Jobs& jobs() { return jobs_; }
  [[nodiscard]] QString message() const { return message_->isVisible() ? message_->message() : QString(); }
  /// Every card shows the full answer to the present session.
  [[nodiscard]] bool settled() const;

  /// Opens a session file, or restores what a figure shows; a failure is said in the message bar and changes
  /// nothing.
  void open_file(const QString& path);
  /// The dialog for figures with one view ticked; it goes when it is closed.
  FigureDialog* figure_dialog(const QString& view);
  /// Where an earlier program ended without being closed: asks whether its last state is wanted.
  void offer_recovery();
  [[nodiscard]] MessageBar& offer() { return *offer_; }
  [[nodiscard]] Autosave* autosave() { return autosave_.get(); }
  /// The dialog that says what an own file holds; nullptr and a message where it holds nothing of use.
  ImportDialog* import_file(const QString& path);
  /// One card over the whole area; the same name again, or an empty one, brings the four back.
  void enlarge(const QString& name);
  /// The training above the views that it changes, or away again.
  void open_training(bool open);
  void set_dark(bool dark);
  void set_text_scale(double scale);
  [[nodiscard]] bool dark() const { return dark_; }

 protected:
  void closeEvent(QCloseEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void build_layout();
  void build_training();
  void wire(Card& card);
  void build_menus();
  void build_file_menu();
  void build_edit_menu();
  void build_head_menu();
  void build_train_menu();
  void build_places(QMenu* menu);
  void build_view_menu();
  void build_help_menu();
  void fill_recent();
  void restore_places();
  void say(const QString& message);
  void update_title();
  void restyle();
  void arrange();
  void arrange_training(int columns);

  void save(bool ask);
  [[nodiscard]] bool leave_document();
  void activate(const QString& id);
  void set_sequence(const QString& what, Expected<Sequence> sequence);
  void own_sequence();
  void load_head();
  void save_head();
  void use_head(const QString& what, Expected<Head> head);
  void construct_overlap();
  void construct_family();
  [[nodiscard]] Shown shown_of(const Card& card) const;
  [[nodiscard]] FigureOptions usual_figure() const;
  void save_figure(const Card& card);
  void copy_command(const Card& card);
  void keep_safe();
  void take_imported(const Imported& imported, const QString& what);
  void restore_figure(const FigureRecord& record, const QString& path);
  void show_table(const Card& card);
  void explore(const Card& card);
  [[nodiscard]] bool has_picture(const Card& card);
  void begin_experiment();
  void show_learned();
  [[nodiscard]] std::vector<Card*> all_cards() const;
  void show_brackets();
  void show_shortcuts();
  void show_about();

  WindowFacts facts_;
  SessionModel model_;
  SessionFiles files_;
  std::unique_ptr<Autosave> autosave_;
  Jobs jobs_;
  Latest<Expected<Head>> construction_;
  TrainingModel training_;
  LearnSweep sweep_;
  ControlsPanel* controls_ = nullptr;
  std::array<ViewCard*, 4> cards_{};
  TrainingCard* training_card_ = nullptr;
  QPushButton* learn_ = nullptr;
  QScrollArea* scroll_ = nullptr;
  QWidget* area_ = nullptr;
  QGridLayout* grid_ = nullptr;
  MessageBar *message_ = nullptr, *offer_ = nullptr;
  QMenu* recent_ = nullptr;
  BracketsDialog* brackets_ = nullptr;  ///< made when first asked for; it keeps what was found
  QAction *dark_action_ = nullptr, *train_action_ = nullptr;
  QLabel *pointed_ = nullptr, *work_ = nullptr;
  QString enlarged_;
  bool training_open_ = false;
  bool dark_ = false;
  double scale_ = 1.0;
  quint64 random_seed_ = 1;
};

}  // namespace tt
