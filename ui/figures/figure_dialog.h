// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <map>
#include <optional>

#include "ui/export/figure.h"
#include "ui/export/preflight.h"
#include "ui/figures/figure_form.h"
#include "ui/figures/figure_preview.h"
#include "ui/jobs/latest.h"

namespace tt {

/// A figure from choosing views to writing files: live preview at final size, everything that a journal may
/// mind said before it is written.
class FigureDialog : public QDialog {
  Q_OBJECT

 public:
  /// offered: what the window shows now, one entry a view; chosen: the view that is ticked at first.
  FigureDialog(std::vector<Shown> offered, const QString& chosen, Jobs& jobs, QWidget* parent = nullptr);

  [[nodiscard]] FigureForm& form() { return *form_; }
  [[nodiscard]] FigurePreview& preview() { return *preview_; }
  [[nodiscard]] QListWidget& views() { return *views_; }
  [[nodiscard]] QListWidget& warnings() { return *warnings_; }
  /// The ticked views in the order of the list, with the options.
  [[nodiscard]] FigureRecord record() const;
  /// Preview and warnings belong to what is chosen now.
  [[nodiscard]] bool settled() const { return sheet_.has_value() && !building_.busy() && !writing_.busy(); }
  [[nodiscard]] QString said() const { return said_->text(); }

  void set_target(const QString& folder, const QString& stem);
  void set_formats(const QStringList& suffixes);
  /// Views of a figure or session file join the list; refused ones are said.
  void add_from(const QString& path);
  void save();
  void save_kit();
  void copy_command();

 signals:
  void written(const QString& message);

 private:
  void build();
  QWidget* build_left();
  QWidget* build_right();
  QWidget* build_target();
  void add_view(Shown shown, bool ticked);
  void choose_views();
  void restore_choices();
  void keep_choices() const;
  void refresh();
  void build_scenes(std::vector<int> missing);
  void show_sheet();
  [[nodiscard]] std::vector<int> ticked() const;
  void show_warnings(const std::vector<Warning>& found);
  void say(const QString& message);
  using Written = Expected<std::vector<FigureReport>>;
  void write(std::function<Written(std::stop_token)> work);
  void finish(const Written& made);
  [[nodiscard]] QStringList formats() const;
  [[nodiscard]] std::filesystem::path folder() const;

  std::vector<Shown> shown_;     ///< behind the entries of the list, by their data
  std::map<int, Scene> scenes_;  ///< of those that were ticked once
  std::optional<Sheet> sheet_;
  bool own_stem_ = false;  ///< the user named the file: it no longer follows the views
  Latest<Expected<std::map<int, Scene>>> building_;
  Latest<Written> writing_;
  FigureForm* form_ = nullptr;
  FigurePreview* preview_ = nullptr;
  QListWidget *views_ = nullptr, *warnings_ = nullptr;
  QLabel *said_ = nullptr, *size_ = nullptr;
  QLineEdit *folder_ = nullptr, *stem_ = nullptr;
  std::map<QString, QCheckBox*> formats_;
  QPushButton *save_ = nullptr, *kit_ = nullptr, *copy_ = nullptr;
};

}  // namespace tt
