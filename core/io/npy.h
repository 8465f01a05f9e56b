// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"

namespace tt {

/// An array of a NPY file (NumPy's format, versions 1 to 3): row major, every number as a double.
struct NpyArray {
  std::vector<std::size_t> shape;
  std::vector<double> values;
};

/// Little-endian floats of 2, 4 or 8 bytes, signed and unsigned integers of 1 to 8 bytes, bools; C or Fortran
/// order; up to 2^26 numbers and 8 axes. Whole numbers above 2^53 lose digits. The error names the source.
[[nodiscard]] Expected<NpyArray> read_npy(std::string_view bytes, std::string_view source);

/// Version 1.0, '<f8', C order. values: as many as the shape holds.
[[nodiscard]] std::string write_npy(std::span<const std::size_t> shape, std::span<const double> values);

}  // namespace tt
