// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/simplex.h"

#include <glpk.h>

namespace tt {
namespace {

/// Between two looks at the stop.
constexpr int kSliceMilliseconds = 100;

}  // namespace

bool solve_in_slices(glp_prob* program, const std::stop_token& stop) {
  glp_adv_basis(program, 0);
  glp_smcp options;
  glp_init_smcp(&options);
  options.msg_lev = GLP_MSG_OFF;
  options.tm_lim = kSliceMilliseconds;
  while (!stop.stop_requested()) {
    const int code = glp_simplex(program, &options);
    if (code == 0) return glp_get_status(program) == GLP_OPT;
    if (code != GLP_ETMLIM) return false;
  }
  return false;
}

}  // namespace tt
