// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>
#include <QElapsedTimer>
#include <QPushButton>
#include <QScrollArea>
#include <QSlider>
#include <QTableView>

#include "ui/training/heads_model.h"
#include "ui/training/training_model.h"
#include "ui/training/training_settings.h"
#include "ui/views/adapters/curve_chart.h"
#include "ui/views/card.h"
#include "ui/views/scene_widget.h"

namespace tt {

/// The fifth view: heads while they learn. Settings, two charts, the table of heads, the chosen head's errors
/// by input, and a slider over the key frames.
class TrainingCard : public Card {
  Q_OBJECT

 public:
  TrainingCard(SessionModel& session, TrainingModel& training, QWidget* parent = nullptr);

  [[nodiscard]] const Scene& scene() const override { return scene_; }
  [[nodiscard]] bool settled() const override { return true; }  ///< it is never waited for
  void set_theme(Theme theme) override;
  void set_body(double pixels) override;

  [[nodiscard]] TrainingSettings& settings() { return *settings_; }
  [[nodiscard]] CurveChart& loss() { return *loss_; }
  [[nodiscard]] CurveChart& error() { return *error_; }
  [[nodiscard]] QTableView& table() { return *table_; }
  [[nodiscard]] SceneWidget& inputs() { return *inputs_; }
  [[nodiscard]] QSlider& frames() { return *frames_; }
  /// The runs that are drawn, for figures that carry them; null: nothing is trained yet.
  [[nodiscard]] Json kept() const;
  /// Chooses the head with the id "head:ENSEMBLE:HEAD" of what is drawn.
  void choose(const QString& id);
  /// The input of the chosen head's task with the id "input:I".
  [[nodiscard]] Expected<Sequence> input(const QString& id) const;

 signals:
  void refused(const QString& message);

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  QWidget* build_transport();
  QWidget* build_body();
  QWidget* build_charts();
  QWidget* build_heads();
  QWidget* build_frames();
  QToolButton* tool(const char* key, Glyph glyph);
  void show_all();
  void show_runs();
  void show_charts();
  void show_state();
  void show_inputs();
  void show_frames();
  void arrange();
  [[nodiscard]] QString state_words() const;
  [[nodiscard]] std::int64_t frame_at(int position) const;

  TrainingModel& training_;
  Scene scene_;
  TrainingResult result_;         // what the scene shows
  std::string run_;               // its current run
  std::vector<int> ensemble_of_;  // of the drawn runs: place in the current run, -1: of another one
  std::shared_ptr<const WatchedHead> shown_head_;
  QElapsedTimer shown_;
  Theme theme_;

  TrainingSettings* settings_ = nullptr;
  QScrollArea* settings_area_ = nullptr;
  HeadsModel* heads_ = nullptr;
  QTableView* table_ = nullptr;
  CurveChart *loss_ = nullptr, *error_ = nullptr;
  QLabel *legend_ = nullptr, *state_ = nullptr, *frame_text_ = nullptr, *inputs_hint_ = nullptr;
  SceneWidget* inputs_ = nullptr;
  QSlider* frames_ = nullptr;
  QComboBox* runs_ = nullptr;
  QToolButton *play_ = nullptr, *settings_button_ = nullptr, *overlay_ = nullptr;
  QPushButton* branch_ = nullptr;
  std::optional<bool> settings_wanted_;  // none: as the room allows
};

}  // namespace tt
