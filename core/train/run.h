// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/train/trainer.h"

namespace tt {

/// One head's curve, thinned: at most kCurvePoints points at equal distances in steps; a point keeps the
/// least and the largest error since the one before it, so that no spike is lost.
inline constexpr std::size_t kCurvePoints = 1024;
struct CurvePoint {
  std::int64_t step = 0;
  float loss = 0.0f, max_error = 0.0f;
  float lowest_error = 0.0f, highest_error = 0.0f;
};
using Curve = std::vector<CurvePoint>;

/// A state that can be gone back to. At most 17 are kept: the first, then at equal distances.
struct KeyFrame {
  std::int64_t step = 0;
  std::shared_ptr<const TrainState> state;
};

/// What can be seen of a run at one moment, as plain values.
struct RunSnapshot {
  std::string name, backend;
  TrainOptions options;
  std::int64_t step = 0;
  double seconds = 0.0, us_per_head_step = 0.0;
  bool done = false;
  std::vector<HeadStatus> heads;
  std::vector<std::shared_ptr<const Curve>> curves;  ///< one a head
  std::vector<std::int64_t> key_frames;              ///< their steps
  std::int64_t branched_from = -1;                   ///< step of the parent, -1: not a branch
};

/// A named run: a trainer, its curves and its key frames. One thread drives it.
class TrainingRun {
 public:
  [[nodiscard]] static Expected<TrainingRun> start(std::string name, std::shared_ptr<const Problem> problem,
                                                   const TrainOptions& options,
                                                   const Backend& backend = cpu_backend());
  /// Goes on from a checkpoint with the options in it. Heads that ran out of time have time again.
  [[nodiscard]] static Expected<TrainingRun> resume(std::string name, std::shared_ptr<const Problem> problem,
                                                    Checkpoint from, const Backend& backend = cpu_backend());
  /// A second run from a key frame of this one, with other soft options, where this one is trained.
  [[nodiscard]] Expected<TrainingRun> branch(std::size_t key_frame, std::string name,
                                             const SoftOptions& soft) const;

  /// Some steps, recording as it goes. Returns the steps made.
  std::int64_t advance(std::int64_t steps, std::stop_token stop = {});
  Expected<void> set_soft(const SoftOptions& soft);
  [[nodiscard]] const Trainer& trainer() const { return *trainer_; }
  [[nodiscard]] RunSnapshot snapshot() const;
  [[nodiscard]] const std::vector<KeyFrame>& key_frames() const { return frames_; }

 private:
  TrainingRun(std::string name, std::shared_ptr<const Problem> problem, Backend backend,
              std::unique_ptr<Trainer> trainer);
  void widen();
  void record();
  void keep_frame();

  std::string name_;
  std::shared_ptr<const Problem> problem_;
  Backend backend_;
  std::unique_ptr<Trainer> trainer_;
  std::vector<Curve> curves_;
  std::vector<std::pair<float, float>> span_;  ///< lowest and highest error since the last point, by head
  std::int64_t stride_ = 1, frame_stride_ = 64, branched_from_ = -1;
  std::vector<KeyFrame> frames_;
  double seconds_ = 0.0;
  std::int64_t head_steps_ = 0;
};

}  // namespace tt
