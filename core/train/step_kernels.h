// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/train/options.h"

// The inner loops of the CPU engine. Lanes are heads: every number of the formulas becomes a row of `stride`
// floats, one a head, and no operation crosses lanes. So the numbers of a head do not depend on its
// neighbours, on the width of the vectors or on the number of threads.

namespace tt::train {

/// A problem and a shape as the loops want them.
struct Plan {
  const Problem* problem = nullptr;
  Shape shape;
  ParameterLayout layout;
  std::vector<std::int32_t> key_begin, key_entries;  ///< entries of each key
  std::vector<std::int32_t> parent, factor;  ///< monomial i > 0 is monomial parent[i] times channel factor[i]
  std::vector<float> input_weight;           ///< multiplicity / total
};
[[nodiscard]] Plan make_plan(const Problem& problem, const Shape& shape);

/// Rows of one block of heads; all rows are `stride` floats. Parameters and moments are the state; the rest
/// follows from it.
struct Rows {
  int stride = 1;
  float *parameters = nullptr, *first = nullptr, *second = nullptr;  ///< layout.size rows each
  float* features = nullptr;                         ///< layout.value rows: phi of the feature parameters
  float *weights = nullptr, *raw_weights = nullptr;  ///< [attention head][entry]; raw for any_sign
  float* weight_gradient = nullptr;                  ///< the same shape
  float* gradient = nullptr;                         ///< rows of values and readout
  float *query_gradient = nullptr, *old_query = nullptr;  ///< [query][rank] of one attention head
  float* key_gradient = nullptr;                          ///< rank rows
  float *channel = nullptr, *inverse = nullptr;  ///< per input: channels, 1/denominator by attention head
  float* error = nullptr;                        ///< per input
  float* monomial = nullptr;                     ///< 2 x monomials + channels rows of scratch
  float *loss = nullptr, *max_error = nullptr;   ///< one row each
  float* sound = nullptr;                        ///< one row: 1 where every output is finite, else 0
  float* active = nullptr;                       ///< one row: 1 where the head is updated, else 0
  float* spread = nullptr;  ///< two rows: greatest e^2 and the sum of exponentials (soft maximum)
};

/// What a step needs beside the rows.
struct StepNumbers {
  Objective objective = Objective::hinge;
  float threshold = 0.45f, sharpness = 16.0f, floor_weight = 1.0f;
  float rate = 0.0f;               ///< with the correction of the first moment
  float second_correction = 1.0f;  ///< of the second moment
};

/// Features and weights from the parameters.
void weights_of(const Plan& plan, const Rows& rows);
/// Channels, errors, loss and maximum error from weights and parameters.
void forward(const Plan& plan, const Rows& rows, const StepNumbers& numbers);
/// Gradients, one Adam step of the active heads, and the new features and weights.
void update(const Plan& plan, const Rows& rows, const StepNumbers& numbers);

/// Floats of the widest vectors of this machine, at most 16, and the name of the instruction set.
[[nodiscard]] int native_lanes();
[[nodiscard]] std::string instruction_set();

/// For the floors: `rounds` of independent multiply-adds on registers, returns how many; and a pass that
/// reads and writes every float of an array (a multiple of 64 of them).
double multiply_adds(int rounds);
void stream(float* values, std::size_t count);

}  // namespace tt::train
