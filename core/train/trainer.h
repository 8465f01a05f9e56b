// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/train/options.h"

namespace tt {

enum class HeadFate { running, solved, plateau, finished, timed_out, diverged };
[[nodiscard]] std::string_view text(HeadFate fate);

/// An error counts as lower than the best one when it is lower by this much.
inline constexpr float kBestStep = 1e-3f;

/// How one head of an ensemble stands. Loss and error belong to the parameters as they are now.
struct HeadStatus {
  std::uint64_t index = 0;
  HeadFate fate = HeadFate::running;
  std::int64_t step = 0;  ///< updates made
  float loss = 0.0f;
  float max_error = 0.0f;       ///< +inf for any_sign heads with a weight below the floor
  float best_error = 0.0f;      ///< least max_error so far, to within kBestStep
  std::int64_t best_step = -1;  ///< of best_error; -1: not evaluated yet
  float lowest_error = 0.0f;    ///< of max_error over the steps of the last advance(), both ends included
  float highest_error = 0.0f;
  std::string why;  ///< for diverged: what became not finite, when, and what to do about it
};

/// Everything that the future of a run depends on, and no more: the same state gives the same bits.
struct TrainState {
  std::int64_t step = 0;
  SoftOptions soft;
  struct HeadState {
    Parameters parameters;
    std::vector<float> first, second;  ///< Adam's moments
    HeadStatus status;
  };
  std::vector<HeadState> heads;
};

/// An ensemble in training. One thread drives it; advance() may use more inside. Heads do not see each other:
/// the numbers of a head depend on its index and seed alone, not on threads, lanes or neighbours.
class Trainer {
 public:
  virtual ~Trainer() = default;
  [[nodiscard]] virtual std::string_view backend() const = 0;  ///< "cpu (AVX3, 16 lanes, 2 threads)"
  [[nodiscard]] virtual const Problem& problem() const = 0;
  [[nodiscard]] virtual const TrainOptions& options() const = 0;

  /// Up to `steps` further steps of every head that still runs; returns the steps made (fewer when stopped,
  /// all heads ended, or the options' steps are reached). A stop is obeyed within some milliseconds.
  virtual std::int64_t advance(std::int64_t steps, std::stop_token stop = {}) = 0;
  [[nodiscard]] virtual std::int64_t step() const = 0;
  [[nodiscard]] virtual bool done() const = 0;  ///< no head runs any more
  [[nodiscard]] virtual std::span<const HeadStatus> heads() const = 0;
  [[nodiscard]] virtual Parameters parameters(int head) const = 0;

  virtual Expected<void> set_soft(const SoftOptions& soft) = 0;
  [[nodiscard]] virtual TrainState state() const = 0;
};

/// A run from its beginning, or from a state (whose heads may be fewer, or come from another rank's run after
/// reduction).
[[nodiscard]] Expected<std::unique_ptr<Trainer>> make_cpu_trainer(std::shared_ptr<const Problem> problem,
                                                                  const TrainOptions& options);
[[nodiscard]] Expected<std::unique_ptr<Trainer>> make_cpu_trainer(std::shared_ptr<const Problem> problem,
                                                                  const TrainOptions& options,
                                                                  TrainState from);

/// Where heads are trained: makes a trainer from a state. Same arguments as make_cpu_trainer, which is the
/// usual one.
using Backend = std::function<Expected<std::unique_ptr<Trainer>>(std::shared_ptr<const Problem>,
                                                                 const TrainOptions&, TrainState)>;
[[nodiscard]] Backend cpu_backend();

/// A state has heads, and each as many numbers as the problem and the shape ask for (ParameterLayout::size).
[[nodiscard]] Expected<void> check_state(const TrainState& state, std::size_t size);

/// A fresh state: initial parameters (or the given ones), zero moments.
[[nodiscard]] TrainState fresh_state(const Problem& problem, const TrainOptions& options);
[[nodiscard]] TrainState fresh_state(const TrainOptions& options, std::vector<Parameters> parameters);

/// Checkpoint file: {"format":"threetokens-checkpoint","version":1, options, problem hash, state}, floats as
/// raw bits in CBOR. A resumed run gives the bits of an unbroken one.
[[nodiscard]] Expected<void> save_checkpoint(const std::filesystem::path& file, const Trainer& trainer);
struct Checkpoint {
  TrainOptions options;
  std::string problem_hash;
  TrainState state;
};
[[nodiscard]] Expected<Checkpoint> load_checkpoint(const std::filesystem::path& file);
/// 16 hexadecimal digits over the compiled problem.
[[nodiscard]] std::string problem_hash(const Problem& problem);

}  // namespace tt
