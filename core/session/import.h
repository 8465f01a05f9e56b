// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/io/npy.h"
#include "core/io/number_table.h"
#include "core/session/training.h"

namespace tt {

/// What the user's own numbers can be taken for.
enum class ImportKind {
  session,   ///< a session file
  head,      ///< a head file
  sequence,  ///< tokens: bit strings, or rows of zeros and ones; the first of several sequences
  matrix,    ///< a square matrix as C of the near-identity view
  kernel,    ///< a square matrix of kernel values: all 2^m tokens in the order of their numbers (position 0
             ///< the lowest bit), or code words (rows) against their complements (columns)
  features,  ///< query and key features of all 2^m tokens, shape 2 x 2^m x r
  runs       ///< logs of training: columns step, loss and error, perhaps run, rank and seed
};
[[nodiscard]] std::string_view import_name(ImportKind kind);

/// What a file holds, before anything is done with it.
struct ImportFile {
  std::string name;
  std::vector<ImportKind> kinds;                  ///< what it can be taken for, likeliest first; at least one
  std::string facts;                              ///< "NPY, 15 × 15 numbers, 0 to 1, 3 NaN"
  std::vector<std::vector<std::string>> preview;  ///< the first rows and columns
  // The content, by where it came from.
  Json document;
  std::vector<Sequence> sequences;
  NumberTable table;  ///< CSV, and two-dimensional arrays
  NpyArray array;     ///< of three axes
};

/// Reads NPY, JSON, CSV or lists of bit strings; which one is seen from the content. name: for messages.
[[nodiscard]] Expected<ImportFile> read_import(std::string_view bytes, const std::string& name);

/// What comes of an import: another session, and runs where there are any.
struct Imported {
  Session session;
  std::optional<TrainingResult> runs;
};
[[nodiscard]] Expected<Imported> take_import(const ImportFile& file, ImportKind kind, const Session& into);

}  // namespace tt
