// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QGridLayout>
#include <QLabel>
#include <QMainWindow>
#include <QMenu>
#include <QScrollArea>
#include <array>
#include <optional>

#include "ui/jobs/jobs.h"
#include "ui/session/session_model.h"
#include "ui/views/view_card.h"
#include "ui/widgets/message_bar.h"
#include "ui/window/controls_panel.h"
#include "ui/window/session_files.h"

namespace tt {

/// What the window is told about the machine by the program that opens it.
struct WindowFacts {
  QString version;
  QString backends;  ///< e.g. "CPU · CUDA: not part of this build"
};

/// Controls at the left, four cards in the middle, state of work at the bottom. Wires the parts; computes
/// nothing.
class MainWindow : public QMainWindow {
  Q_OBJECT

 public:
  MainWindow(Session session, WindowFacts facts, QWidget* parent = nullptr);

  [[nodiscard]] SessionModel& model() { return model_; }
  [[nodiscard]] SessionFiles& files() { return files_; }
  [[nodiscard]] ControlsPanel& controls() { return *controls_; }
  [[nodiscard]] ViewCard* card(const QString& name) const;
  [[nodiscard]] QString message() const { return message_->isVisible() ? message_->message() : QString(); }
  /// Every card shows the full answer to the present session.
  [[nodiscard]] bool settled() const;

  /// Opens a session file; a failure is said in the message bar and changes nothing.
  void open_file(const QString& path);
  /// One card over the whole area; the same name again, or an empty one, brings the four back.
  void enlarge(const QString& name);
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
  void build_menus();
  void build_file_menu();
  void build_edit_menu();
  void build_head_menu();
  void build_view_menu();
  void build_help_menu();
  void fill_recent();
  void restore_places();
  void say(const QString& message);
  void update_title();
  void restyle();
  void arrange();

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
  void save_figure(const ViewCard& card);
  void copy_command(const ViewCard& card);
  void show_table(const ViewCard& card);
  void explore(const ViewCard& card);
  void show_shortcuts();
  void show_about();

  WindowFacts facts_;
  SessionModel model_;
  SessionFiles files_;
  Jobs jobs_;
  Latest<Expected<Head>> construction_;
  ControlsPanel* controls_ = nullptr;
  std::array<ViewCard*, 4> cards_{};
  QScrollArea* scroll_ = nullptr;
  QWidget* area_ = nullptr;
  QGridLayout* grid_ = nullptr;
  MessageBar* message_ = nullptr;
  QMenu* recent_ = nullptr;
  QAction* dark_action_ = nullptr;
  QLabel *pointed_ = nullptr, *work_ = nullptr;
  QString enlarged_;
  bool dark_ = false;
  double scale_ = 1.0;
  quint64 random_seed_ = 1;
};

}  // namespace tt
