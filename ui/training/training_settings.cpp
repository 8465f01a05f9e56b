// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/training/training_settings.h"

#include <cmath>

#include "core/session/limits.h"
#include "core/session/training.h"

namespace tt {
namespace {

using Steps = NumberRow::Steps;

int whole(double value) { return static_cast<int>(std::llround(value)); }
constexpr double kSeedHigh = 9999.0;
constexpr double kStepsHigh = static_cast<double>(limits::steps.high);

/// The shipped family brings its bits and its words, so that the other views fit what is trained.
void choose_family(Session& s, int index) {
  s.train.family = static_cast<TrainFamily>(index);
  if (s.train.family == TrainFamily::shipped) s = with_shipped_family(s);
}

}  // namespace

TrainingSettings::TrainingSettings(SessionModel& model, QWidget* parent) : SessionRows(model, parent) {
  setObjectName(QStringLiteral("training_settings"));
  column_->setContentsMargins(0, 0, 10, 0);
  build_what();
  build_how();
  build_shape();
  column_->addStretch(1);
  refresh();
}

void TrainingSettings::build_what() {
  choose(
      QStringLiteral("train_family"), {tr("this code"), tr("shipped family"), tr("all inputs")},
      [](const Session& s) { return static_cast<int>(s.train.family); }, choose_family);
  entry(
      QStringLiteral("train_ranks"),
      [](const Session& s) { return QString::fromStdString(ranks_text(s.train.ranks)); },
      [](Session& s, const std::string& text) -> Expected<void> {
        auto ranks = parse_ranks(text);
        if (!ranks) return tl::unexpected(ranks.error());
        s.train.ranks = *std::move(ranks);
        return {};
      });
  number(
      QStringLiteral("train_heads"), Steps::whole, {limits::train_heads.low, limits::train_heads.high},
      [](const Session& s) { return s.train.heads; }, [](Session& s, double v) { s.train.heads = whole(v); });
  number(
      QStringLiteral("train_seed"), Steps::whole, {0, kSeedHigh},
      [](const Session& s) { return static_cast<double>(s.train.seed); },
      [](Session& s, double v) { s.train.seed = static_cast<std::uint64_t>(std::llround(v)); });
}

void TrainingSettings::build_how() {
  number(
      QStringLiteral("train_rate"), Steps::logarithmic, {limits::rate.low, limits::rate.high},
      [](const Session& s) { return s.train.rate; }, [](Session& s, double v) { s.train.rate = v; });
  choose(
      QStringLiteral("train_objective"), {tr("mean square"), tr("hinge"), tr("soft maximum")},
      [](const Session& s) { return static_cast<int>(s.train.objective); },
      [](Session& s, int i) { s.train.objective = static_cast<Objective>(i); });
  number(
      QStringLiteral("train_threshold"), Steps::linear, {limits::threshold.low, limits::threshold.high},
      [](const Session& s) { return s.train.threshold; }, [](Session& s, double v) { s.train.threshold = v; })
      .shown = [](const Session& s) { return s.train.objective == Objective::hinge; };
  number(
      QStringLiteral("train_sharpness"), Steps::logarithmic, {limits::sharpness.low, limits::sharpness.high},
      [](const Session& s) { return s.train.sharpness; }, [](Session& s, double v) { s.train.sharpness = v; })
      .shown = [](const Session& s) { return s.train.objective == Objective::soft_maximum; };
  choose(
      QStringLiteral("train_features"), {tr("softplus"), tr("exp"), tr("any sign")},
      [](const Session& s) { return static_cast<int>(s.train.features); },
      [](Session& s, int i) { s.train.features = static_cast<FeatureKind>(i); });
  choose(
      QStringLiteral("train_schedule"), {tr("constant"), tr("cosine"), tr("warm-up, cosine")},
      [](const Session& s) { return static_cast<int>(s.train.schedule); },
      [](Session& s, int i) { s.train.schedule = static_cast<Schedule>(i); });
  choose(
      QStringLiteral("train_start"), {tr("at the overlaps"), tr("random")},
      [](const Session& s) { return static_cast<int>(s.train.start); },
      [](Session& s, int i) { s.train.start = static_cast<Start>(i); });
  number(
      QStringLiteral("train_steps"), Steps::logarithmic, {1.0, kStepsHigh},
      [](const Session& s) { return static_cast<double>(s.train.steps); },
      [](Session& s, double v) { s.train.steps = std::llround(v); })
      .row->box()
      ->set_whole(true);
  choose(
      QStringLiteral("train_stop"), {tr("go on"), tr("stop the head")},
      [](const Session& s) { return s.train.stop_when_solved ? 1 : 0; },
      [](Session& s, int i) { s.train.stop_when_solved = i == 1; });
  number(
      QStringLiteral("train_plateau"), Steps::linear, {0.0, 1e5},
      [](const Session& s) { return static_cast<double>(s.train.plateau); },
      [](Session& s, double v) { s.train.plateau = std::llround(v); })
      .row->box()
      ->set_whole(true);
}

void TrainingSettings::build_shape() {
  heading(tr("Ways out"));
  number(
      QStringLiteral("train_values"), Steps::whole, {limits::train_values.low, limits::train_values.high},
      [](const Session& s) { return s.train.values; },
      [](Session& s, double v) { s.train.values = whole(v); });
  number(
      QStringLiteral("train_attention_heads"), Steps::whole,
      {limits::attention_heads.low, limits::attention_heads.high},
      [](const Session& s) { return s.train.attention_heads; },
      [](Session& s, double v) { s.train.attention_heads = whole(v); });
  number(
      QStringLiteral("train_degree"), Steps::whole, {limits::degree.low, limits::degree.high},
      [](const Session& s) { return s.train.degree; },
      [](Session& s, double v) { s.train.degree = whole(v); });
}

}  // namespace tt
