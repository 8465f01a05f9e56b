// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

namespace tt {

/// The width of a column or of the text of a journal, a conference or a slide.
struct Venue {
  std::string_view name;   ///< as on the command line: "icml", "icml-wide"
  std::string_view label;  ///< as people read it
  double width_mm = 0.0;
};

/// Widths as the style files have them; the Nature-like ones are the usual figures.
inline constexpr std::array kVenues = {Venue{"icml", "ICML, AISTATS, UAI: column", 82.6},
                                       Venue{"icml-wide", "ICML, AISTATS, UAI: page", 171.5},
                                       Venue{"neurips", "NeurIPS, ICLR", 139.7},
                                       Venue{"jmlr", "JMLR", 152.4},
                                       Venue{"tmlr", "TMLR", 165.1},
                                       Venue{"aaai", "AAAI: column", 83.8},
                                       Venue{"aaai-wide", "AAAI: page", 177.2},
                                       Venue{"cvpr", "CVPR: column", 82.6},
                                       Venue{"cvpr-wide", "CVPR: page", 174.6},
                                       Venue{"eccv", "ECCV", 122.0},
                                       Venue{"beamer", "Beamer slide 16:9", 140.0},
                                       Venue{"ieee", "IEEE-like journal: column", 89.0},
                                       Venue{"ieee-medium", "IEEE-like journal: one and a half", 127.0},
                                       Venue{"ieee-wide", "IEEE-like journal: page", 182.0},
                                       Venue{"elsevier", "Elsevier-like journal: column", 90.0},
                                       Venue{"elsevier-wide", "Elsevier-like journal: page", 190.0},
                                       Venue{"nature", "Nature-like journal: column", 89.0},
                                       Venue{"nature-wide", "Nature-like journal: page", 183.0}};

[[nodiscard]] inline std::optional<Venue> venue(std::string_view name) {
  const auto at =
      std::find_if(kVenues.begin(), kVenues.end(), [name](const Venue& one) { return one.name == name; });
  return at == kVenues.end() ? std::nullopt : std::optional(*at);
}

}  // namespace tt
