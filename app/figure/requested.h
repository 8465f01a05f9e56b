// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/figure/request.h"
#include "ui/export/record.h"

namespace tt {

/// What a request asks to be drawn: sessions read, options put over those of the figure that is made again.
[[nodiscard]] Expected<FigureRecord> requested_record(const FigureRequest& request);

/// The options alone, over `from`.
[[nodiscard]] Expected<FigureOptions> requested_options(const FigureRequest& request, FigureOptions from);

}  // namespace tt
